"""Programs that may run a file as code or read their own source are told from honest ones."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.intake.entry import Entry
from gograde.intake.reading.read import reads_code

OUT: dict[str, tuple[dict[str, str], str]] = {
    "exec of a file": ({"g.py": "exec(open('d').read())", "d": "print(1)"}, "exec, open"),
    "eval of a file": ({"g.py": "eval(open('d').read())", "d": "1"}, "eval, open"),
    "another name": ({"g.py": "o=open;e=exec;e(o('d').read())", "d": ""}, "exec, open"),
    "from pathlib": ({"g.py": "from pathlib import*\nexec(Path('d').read_text())", "d": ""}, "exec, pathlib"),
    "names of files": ({"g.py": "import os\nexec(os.listdir()[0])", "print(1)": ""}, "exec, os"),
    "a module beside": ({"g.py": "import a", "a.py": "exec(open('d').read())", "d": ""}, "exec, open"),
    "getattr": ({"g.py": "getattr(builtins,'ex'+'ec')(open('d').read())"}, "builtins, getattr, open"),
    "subclasses": ({"g.py": "().__class__;open('d')"}, "__class__, open"),
    "runpy": ({"g.py": "import runpy\nrunpy.run_path('d')", "d": ""}, "runpy"),
    "importlib": ({"g.py": "import importlib.util as u", "d": ""}, "importlib"),
    "ctypes": ({"g.py": "from ctypes import*\nCDLL('./d')", "d": ""}, "ctypes"),
    "subprocess": ({"g.py": "import subprocess as s\ns.run(['python3','d'])"}, "subprocess"),
    "system": ({"g.py": "import os\nos.system('sh d')", "d": ""}, "system"),
    "execv": ({"g.py": "from os import*\nexecv('/bin/sh',['sh','d'])", "d": ""}, "execv"),
    "no source": ({"g.py": "import d", "d.pyc": ""}, "d"),
    "no Python": ({"g.py": "import d", "d.py": "print 1 1"}, "a source that is no Python, or too long"),
    "C: system": ({"g.c": 'main(){system("python3 d");}', "d": ""}, "system"),
    "C: execl": ({"g.c": '#include "d.h"', "d.h": 'f(){execlp("sh","sh","d",0);}'}, "execlp"),
    "a script beside": ({"g.sh": "python3 d", "d": "print(1)"}, "d"),
    "any script": ({"g.sh": ". ./*", "README": "echo 1"}, "README"),
}
ITSELF: dict[str, tuple[dict[str, str], str]] = {
    "__file__": ({"g.py": "exec(open(__file__).read()[40:])"}, "__file__"),
    "its name": ({"g.py": "print(open('g.py').read())"}, "g.py"),
    "its name in bytes": ({"g.py": "print(open(b'./g.py').read())"}, "g.py"),
    "inspect": ({"g.py": "import inspect"}, "inspect"),
    "$0": ({"g.sh": "tail -n1 $0|python3"}, "$0"),
    "${0}": ({"g.sh": "cat ${0}"}, "${0"),
    "a script's name": ({"g.sh": "sed 1d g.sh|sh"}, "g.sh"),
    "C: its name": ({"g.c": 'main(){fopen("g.c","r");}'}, "g.c"),
}
HONEST: dict[str, dict[str, str]] = {
    "standard input": {"g.py": "s=open(0).read();print(len(s))"},
    "bytes of it": {"g.py": "s=[c for c in open(0,'rb').read()]"},
    "input": {"g.py": "print(eval(input()))"},
    "a repeated text": {"g.py": "import sys\nexec('print(1);'*3)"},
    "code from standard input": {"g.py": "exec(open(0).read())"},
    "modules": {"g.py": "import re,numpy\nfrom itertools import*\nimport a", "a.py": "x=1"},
    "data": {"g.py": "print(open('d').read())", "d": "1"},
    "a usual program": {
        "g.py": "from __future__ import annotations\nimport os, re\nx = re.compile('a')\n"
        "class A:\n def __init__(self): super().__init__()\n"
        "if __name__ == '__main__': print(open('d').read())",
        "d": "",
    },
    "Python 2": {"g.py": "from _python_2 import *; exec('print(1);'*_divided(6,2))"},
    "a package": {"g.py": "from a.b import c", "a/b.py": "c=1", "a/__init__.py": ""},
    "C": {"g.c": '#include<stdio.h>\nint main(){puts("Jigo");} // system', "README": ""},
    "C that names itself": {"g.c": "/* g.c */ int main(){}"},
    "a script": {"g.sh": "tr -d x|wc -c"},
    "awk": {"g.sh": "# g.sh\nawk '{print $0}'"},
    "Python that names itself": {
        "g.py": "'g.py: words'\n# g.py\ndef f():\n  'g.py'\n  return 0x" + "f" * 9000
    },
}


def told(files: Mapping[str, str]) -> str:
    entry = next(iter(files))
    language = {"py": "python", "c": "c", "sh": "shell"}[entry.rpartition(".")[2]]
    sources = (entry,) if language == "c" else ()
    return reads_code(Entry(entry, language, sources), {path: text.encode() for path, text in files.items()})


def test_what_may_run_a_file_is_out() -> None:
    for files, named in OUT.values():
        assert told(files).startswith(f"it may run a file as code ({named}")


def test_what_may_read_itself_is_out() -> None:
    for files, named in ITSELF.values():
        assert told(files) == f"it may read its own source ({named})"


def test_an_honest_program_is_ranked() -> None:
    for program in HONEST.values():
        assert told(program) == ""
