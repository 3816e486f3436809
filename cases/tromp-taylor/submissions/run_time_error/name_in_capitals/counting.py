def result():
    return 'Jigo'
