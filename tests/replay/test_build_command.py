"""`python -m mobile_env.replay.build`."""

import re
from urllib.parse import unquote

from mobile_env.replay.build import main


def test_written_site_is_whole(sources, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["--source", str(sources), "--out", str(out)]) == 0
    assert "5 articles, 2 authors, 2 categories: 12 pages" in capsys.readouterr().out
    pages = sorted(out.rglob("*.html"))
    assert len(pages) == 12
    for page in pages:
        for target in re.findall(r'(?:href|src)="((?!https?:|#)[^"]+)"', page.read_text()):
            assert (page.parent / unquote(target)).is_file(), (page.name, target)
    assert (out / "Author" / "Ada-Lind-PhD.html").is_file()


def test_check_tells_and_writes_nothing(sources, tmp_path, capsys):
    assert main(["--source", str(sources), "--out", str(tmp_path / "out"), "--check"]) == 0
    assert capsys.readouterr().out == "5 articles, 2 authors, 2 categories: no faults\n"
    assert not (tmp_path / "out").exists()


def test_faults_go_to_stderr_with_exit_code_2(spoil, capsys):
    folder = spoil("articles/fold-a-map.md", "## Tips", "## Hints")
    assert main(["--source", str(folder), "--check"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "fold-a-map.md:" in captured.err
    assert "unknown section `Hints`" in captured.err
    assert "Traceback" not in captured.err


def test_missing_source(tmp_path, capsys):
    assert main(["--source", str(tmp_path / "none"), "--check"]) == 2
    assert "authors.yaml:1: cannot be read" in capsys.readouterr().err
