# Crashes when it is imported: there is no such package (ModuleNotFoundError).
import pandas


def mirror(steps):
    return pandas.DataFrame(steps)
