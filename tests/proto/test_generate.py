"""The generated modules are those of the schemas."""

import pytest

from mobile_env.proto import generate, task_pb2

pytestmark = pytest.mark.needs_extra("test", "grpc_tools")


def test_nothing_is_stale(capsys):
    assert generate.main(["--check"]) == 0, capsys.readouterr().err


def test_a_module_of_another_schema_is_stale(tmp_path, monkeypatch, capsys):
    for path in generate.FOLDER.iterdir():
        if path.suffix in (".proto", ".py", ".pyi"):
            (tmp_path / path.name).write_text(path.read_text())
    schema = tmp_path / "task.proto"
    schema.write_text(schema.read_text().replace("string kind = 100;", "string sort = 100;"))
    (tmp_path / "gone_pb2.py").touch()
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    assert generate.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "task_pb2.py is stale" in told
    assert "gone_pb2.py is stale" in told
    assert generate.main([]) == 0
    assert "sort" in (tmp_path / "task_pb2.py").read_text()
    assert not (tmp_path / "gone_pb2.py").exists()
    assert generate.main(["--check"]) == 0


def test_messages_are_ours_and_requests_androidenvs():
    fields = task_pb2.SetupStep.DESCRIPTOR.fields_by_name
    assert fields["adb_call"].message_type.full_name == "mobile_env.AdbCall"
    assert fields["adb_request"].message_type.full_name == "android_env.AdbRequest"


def test_additions_are_numbered_from_100():
    additions = {
        (message.name, field.name): field.number
        for message in task_pb2.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
        if field.name in {"kind", "anchored"}
        or (message.name, field.name) == ("EventSource", "transformation")
    }
    assert len(additions) == 3
    assert min(additions.values()) >= 100
