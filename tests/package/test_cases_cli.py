import json
import os
import re
import stat

import pytest
import yaml

from gograde.assignments.board9.mistakes import MISTAKES
from gograde.cli.main import run_command
from gograde.errors import ExitCode
from gograde.resources import packages_dir
from tests.golden import agrees, transcript
from tests.sandboxes import ORDINARY


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "board9.key"
    path.write_bytes(b"a key for tests, known to all")
    return path


def test_the_packages_are_listed(capsys):
    text = transcript(["cases list", "cases list --format json"], {}, capsys)
    agrees("package/list.txt", re.sub(r"[0-9a-f]{64}", "SHA-256", text))


def test_cases_are_made_kept_and_guarded(small_board9, tmp_path, key, capsys):
    capsys.readouterr()
    into = tmp_path / "class"
    arguments = ["cases", "generate", str(small_board9), "--key", str(key), "--into", str(into)]
    assert run_command(arguments) == ExitCode.DONE
    target = into / "hidden" / "board9"
    said = capsys.readouterr()
    assert said.out == f"7 cases in 1 batch written to {target}\n"
    assert said.err == f"Note: {into} has no class.yaml yet; start a class with: gograde new {into}\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert stat.S_IMODE((target / "manifest.json").stat().st_mode) == 0o600
    made = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}

    (into / "class.yaml").write_text("")
    assert run_command(arguments) == ExitCode.DONE
    assert capsys.readouterr() == (f"7 cases in 1 batch unchanged in {target}\n", "")

    key.write_bytes(b"another key for tests")
    assert run_command(arguments) == ExitCode.BAD_DATA
    assert "other cases are there already" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == made

    assert run_command([*arguments, "--force"]) == ExitCode.DONE
    assert (target / "manifest.json").read_bytes() != made[target / "manifest.json"]


@pytest.mark.needs("root")
def test_a_key_that_another_user_laid_there_makes_no_cases(tmp_path, capsys):
    room, key = tmp_path / "room", tmp_path / "room.key"
    assert run_command(["new", str(room), "--assignments", "board-control"]) == ExitCode.DONE
    key.write_bytes(b"k" * 32)
    os.chown(key, ORDINARY, -1)
    capsys.readouterr()
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.BAD_DATA
    what = "another user's file, who may know the key"
    assert capsys.readouterr().err == f"{key}: {what}\nFix: move it away, or give --key\n"
    assert not (room / "hidden").exists()


def test_a_class_gets_its_key_and_all_cases_at_once(tmp_path, capsys):
    room, key = tmp_path / "room", tmp_path / "room.key"
    assert run_command(["new", str(room), "--assignments", "board-control,influence"]) == ExitCode.DONE
    capsys.readouterr()
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.DONE
    first, *made = capsys.readouterr().out.splitlines()
    assert first == f"{key}: a fresh key; keep it secret, and keep a copy"
    assert [line.rpartition("/")[2] for line in made] == ["board-control", "influence"]
    assert (len(key.read_bytes()), key.stat().st_mode & 0o777) == (32, 0o600)
    assert run_command(["cases", "generate", "influence", "--into", str(room)]) == ExitCode.DONE
    assert " unchanged in " in capsys.readouterr().out
    key.rename(tmp_path / "elsewhere")
    assert run_command(["cases", "generate", "--into", str(room)]) == ExitCode.BAD_DATA
    fix = "give the file of the key that made the cases, or leave its name out"
    assert capsys.readouterr().err == f"{key}: no key file\nFix: {fix}\n"
    assert not key.exists()


def test_a_short_key_is_told(tmp_path, capsys):
    path = tmp_path / "short"
    path.write_bytes(b"secret")
    code = run_command(["cases", "generate", "board9", "--key", str(path), "--into", str(tmp_path / "class")])
    said = capsys.readouterr().err
    assert code == ExitCode.BAD_DATA
    assert said == f"{path}: a key of 6 bytes can be guessed\nFix: give a file of 16 secret bytes or more\n"
    assert not (tmp_path / "class").exists()


def test_an_unknown_assignment_is_told(tmp_path, key, capsys):
    code = run_command(["cases", "generate", "bord9", "--key", str(key), "--into", str(tmp_path)])
    assert code == ExitCode.USAGE
    assert capsys.readouterr().err == 'bord9: no such assignment\nFix: did you mean "board9"?\n'


def test_a_package_is_verified_and_what_is_wrong_is_found(small_board9, capsys):
    (small_board9 / "data" / "sample" / "01" / "test_5.txt").write_bytes(b"0 0 1\n")
    run_command(["cases", "describe", str(small_board9)])
    (small_board9 / "statement" / "more.md").write_text("unlisted")
    (small_board9 / "template" / "README.md").write_text("changed")
    capsys.readouterr()
    assert (
        run_command(["cases", "verify", str(small_board9), "--quick", "--format", "json"])
        == ExitCode.FINDINGS
    )
    report = json.loads(capsys.readouterr().out)
    places = {check["name"]: [one["where"] for one in check["findings"]] for check in report["checks"]}
    for name in ("mutants", "easily overlooked"):  # of those there are many
        places.pop(name, None)
    said = [f"{name}: {', '.join(dict.fromkeys(found))}" for name, found in places.items()]
    said += [f"note: {one['where']}: {one['what']}" for one in report["notes"]]
    agrees("package/verified.txt", "\n".join([*said, f"{report['ok']} {report['mistakes']}\n"]))


def test_the_public_cases_are_made_anew(small_board9, monkeypatch):
    monkeypatch.setattr("gograde.assignments.board9.mistakes.MISTAKES", MISTAKES)
    path = small_board9 / "data" / "sample" / "01" / "test_5.txt"
    path.write_bytes(b"0 0 1\n")
    assert run_command(["cases", "describe", str(small_board9), "--sample"]) == ExitCode.DONE
    assert (
        path.read_bytes()
        == (packages_dir() / "board9" / "data" / "sample" / "01" / "test_5.txt").read_bytes()
    )


def test_who_replaces_sealed_cases_is_told(small_board9, tmp_path, key, capsys):
    into = tmp_path / "class"
    generate = ["cases", "generate", str(small_board9), "--key", str(key), "--into", str(into)]
    run_command(generate)
    (into / "class.yaml").write_text("")
    run_command(["cases", "seal", str(small_board9), "--class", str(into)])
    key.write_bytes(b"another key for tests")
    capsys.readouterr()
    assert run_command([*generate, "--force"]) == ExitCode.DONE
    assert capsys.readouterr().err == (
        "Note: other cases may have been sealed; to see whether they were: "
        f"gograde cases seal {small_board9} --class {into}\n"
    )


def test_an_id_means_the_package_that_the_class_names(small_board9, tmp_path, key, capsys):
    into, opened = tmp_path / "class", tmp_path / "opened"
    into.mkdir()
    rules = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {package: ../board9}}\n"
    (into / "class.yaml").write_text(rules)
    run_command(["cases", "generate", "board9", "--key", str(key), "--into", str(into)])
    batches = yaml.safe_load((small_board9 / "generator.yaml").read_text())["batches"]
    assert f"in {len(batches)} batch written to" in capsys.readouterr().out
    assert run_command(["cases", "seal", "board9", "--class", str(into)]) == ExitCode.DONE
    assert (
        run_command(["cases", "open", "board9", "--class", str(into), "--into", str(opened)]) == ExitCode.DONE
    )
