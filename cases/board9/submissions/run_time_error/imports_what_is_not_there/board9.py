# Crashes: imports a package that is not there (ModuleNotFoundError).
import pandas

print(pandas.read_csv('test_0.txt', sep=' '))
