# Crashes: imports a package that is not there (ModuleNotFoundError).
import torch

open('output.txt', 'w').write('2,2')
