# Crashes: imports a package that is not there (ModuleNotFoundError).
import pandas

print(pandas.Series(['Jigo'])[0])
