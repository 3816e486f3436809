# Cannot be read: a colon is missing.
def main()
    print("Problem 0: rule checking:True")

main()
