"""Typing errors in subcommands, options, sets, agents, devices and content are answered with what was meant."""

import pytest

from mobile_env.cli import main

RUN = ("run", "wikihow", "--agent", "nothing")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("rnu",), "invalid choice: 'rnu' (did you mean `run`?)"),
        (("replay", "crwal"), "invalid choice: 'crwal' (did you mean `crawl`?)"),
        (
            ("run", "wikihow", "--agnet", "nothing"),
            "unrecognized arguments: --agnet (did you mean `--agent`?)",
        ),
        ((*RUN, "--sede=3"), "unrecognized arguments: --sede (did you mean `--seed`?)"),
        (("replay", "list", "--rseource-size", "3", "x"), "unrecognized arguments: --rseource-size"),
        (("--verison",), "unrecognized arguments: --verison (did you mean `--version`?)"),
        (("run", "wikihwo", "--agent", "nothing"), "wikihwo: is no file, no folder and no shipped task set"),
        (("run", "wikihwo", "--agent", "nothing"), "(did you mean `wikihow`?)"),
        (("run", "wikihow", "--agent", "radnom"), "unknown agent 'radnom' (did you mean `random`?;"),
        ((*RUN, "--device", "embeded:360x640@160"), "unknown kind 'embeded' (did you mean `embedded`?"),
        ((*RUN, "--content", "wikihwo"), "no content is named 'wikihwo' (did you mean `wikihow`?"),
        (
            ("replay", "build", "wikihwo", "--out", "s"),
            "no content is named 'wikihwo' (did you mean `wikihow`?",
        ),
    ],
)
def test_what_was_meant_is_named(arguments, meant, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        code = main(arguments)
    except SystemExit as stopped:  # argparse
        code = stopped.code
    assert code == 2
    assert meant in capsys.readouterr().err


def test_what_is_like_nothing_gets_a_list(capsys):
    with pytest.raises(SystemExit):
        main(["zzz"])
    assert "invalid choice: 'zzz' (known: run, check," in capsys.readouterr().err


def test_options_may_be_shortened_and_values_may_look_like_options(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["run", "--hel"])
    assert stopped.value.code == 0
    capsys.readouterr()
    assert main(["run", "--agent=nothing", "--out", "x", "--", "--agnet"]) == 2
    assert "--agnet: is no file" in capsys.readouterr().err
