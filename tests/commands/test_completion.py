"""Completion by the script for bash, in a real bash; scripts for other shells name the same words."""

import shutil
import subprocess

import pytest

from mobile_env.cli import COMMANDS, main


def script(shell: str, capsys) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ru", {"run"}),
        ("", set(COMMANDS)),
        ("run wiki", {"wikihow", "wikihow_sbert"}),
        ("run wikihow --agent d", {"demonstration"}),
        ("run wikihow --agent random --device e", {"embedded", "emulator:"}),
        ("run wikihow --che", {"--check-policy"}),
        ("replay b", {"build"}),
        ("replay build --o", {"--out"}),
        ("replay serve --clock ", {"phone", "now"}),
        ("completion ", {"bash", "zsh", "fish"}),
        ("run some/fi", set()),
    ],
)
def test_bash_completes(line, expected, capsys):
    words = ["mobile-env", *line.split(" ")]
    quoted = " ".join(f"'{word}'" for word in words)
    program = (
        f"{script('bash', capsys)}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        "_mobile_env; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert set(done.stdout.split()) == expected


def test_zsh_takes_the_script_of_bash(capsys):
    first, _, rest = script("zsh", capsys).partition("\n")
    assert "bashcompinit" in first
    assert rest == script("bash", capsys)


def test_fish_has_the_same_words(capsys):
    lines = script("fish", capsys).splitlines()
    assert all(line.startswith("complete -c mobile-env -n ") for line in lines)
    assert any(line.endswith(f"-a '{' '.join(COMMANDS)}'") for line in lines)
    assert (
        "complete -c mobile-env -n '__fish_seen_subcommand_from run' -l agent -x -a 'demonstration random nothing'"
        in lines
    )
    serving = "complete -c mobile-env -n '__fish_seen_subcommand_from replay; and __fish_seen_subcommand_from serve'"
    assert f"{serving} -l clock -x -a 'phone now'" in lines
