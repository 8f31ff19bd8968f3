from mobile_env.phone.state.pids import SYSTEM_SERVER, ProcessTable


def test_ids_are_given_out_in_order() -> None:
    one, two = ProcessTable(), ProcessTable()
    assert one.start("a", 10080) == two.start("a", 10080)
    assert one.start("a", 10080).pid == one.pid("a")
    assert one.start("b", 10081).pid > one.start("a", 10080).pid


def test_a_process_that_starts_again_has_a_new_id() -> None:
    table = ProcessTable()
    first = table.start("a", 10080).pid
    assert table.stop("a") and not table.stop("a")
    assert table.pid("a") is None
    assert table.start("a", 10080).pid != first


def test_copies_are_independent() -> None:
    table = ProcessTable()
    copy = table.copy()
    table.start("a", 10080)
    assert copy.get("a") is None
    assert copy.pid("system_server") == SYSTEM_SERVER
