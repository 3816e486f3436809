# Crashes: imports a module whose file has a small letter (ModuleNotFoundError).
from Counting import result

print(result())
