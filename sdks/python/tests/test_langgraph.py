"""What the tests of LangGraph do not cover: how items become memories, their limits, their expiry, and a graph."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

import pytest
from langgraph.store.base import InvalidNamespaceError, PutOp
from langgraph_face import Face, Faces, open_faces
from live_server import Server

from mnema_sdk import AsyncMnema, Mnema
from mnema_sdk._sync import langgraph_operations
from mnema_sdk.langgraph import MnemaStore


@pytest.fixture(scope="module")
def faces(server: Server) -> Iterator[Faces]:
    with open_faces(server) as faces:
        yield faces


@pytest.fixture(params=["blocking", "asynchronous", "in a thread"])
def store(request: pytest.FixtureRequest, faces: Faces) -> Face:
    return faces.open(request.param, ttl={"default_ttl": 10})


@pytest.fixture
def blocking(faces: Faces) -> Face:
    return faces.open("blocking")


def only_memory(face: Face) -> Any:
    (memory,) = face.client.list().results
    return memory


def test_a_value_is_returned_unchanged_also_after_an_update(store: Face) -> None:
    value = {"text": "zwölf 🥨", "none": None, "list": [None, {"a": 1.5}], "project": "x", "": False, "n": 2**53 - 1}
    store.put(("a",), "k", {"old": 1, "none": 2})
    store.put(("a",), "k", value)
    assert store.get(("a",), "k").value == value
    assert store.search(("a",))[0].value == value
    assert store.search(("a",), filter={"none": None})[0].key == "k"
    store.put(("a",), "k", {"none": 3})
    assert store.get(("a",), "k").value == {"none": 3}
    assert len(store.client.list().results) == 1


def test_a_memory_has_the_text_and_the_namespace_as_its_run(store: Face) -> None:
    store.put(("users", "ada"), "tea", {"text": "Ada takes her tea without sugar."})
    memory = only_memory(store)
    assert (memory.memory, memory.run_id) == ("Ada takes her tea without sugar.", "users.ada")


def test_a_key_belongs_to_its_namespace(store: Face) -> None:
    store.put(("users", "ada"), "tea", {"n": 1})
    store.put(("users",), "ada", {"n": 2})
    store.put(("users", "ada", "tea"), "tea", {"n": 3})
    assert store.get(("users", "ada"), "tea").value == {"n": 1}
    store.delete(("users", "ada"), "tea")
    assert store.get(("users", "ada"), "tea") is None
    assert {item.value["n"] for item in store.search(())} == {2, 3}


def test_labels_that_contain_the_separator_stay_apart(blocking: Face) -> None:
    labels: list[tuple[str, ...]] = [("a.b", "c"), ("a", "b", "c"), ("a", "b.c"), ("a%2Eb", "c"), ("a%", "ü\n")]
    blocking.batch([PutOp(namespace, "k", {"n": 1}) for namespace in labels])
    assert blocking.list_namespaces() == sorted(labels)


@pytest.mark.filterwarnings("ignore::mnema_sdk.MnemaWarning")
def test_two_clients_of_different_users_share_nothing(server: Server) -> None:
    with Mnema(base_url=server.url, api_key=server.key) as client:
        ada, bob = (MnemaStore(client.for_user(f"{name}-{uuid4()}")) for name in ("ada", "bob"))
        ada.put(("facts",), "tea", {"text": "Tea without sugar."})
        assert bob.get(("facts",), "tea") is None
        assert bob.search((), query="tea") == []
        bob.delete(("facts",), "tea")
        assert bob.list_namespaces() == []
        assert ada.get(("facts",), "tea") is not None


def test_other_memories_are_no_items(blocking: Face) -> None:
    blocking.client.add("Ada drinks tea.", run_id="facts")
    assert blocking.search((), query="tea") == []
    assert blocking.list_namespaces() == []


def test_more_namespaces_than_a_facet_lists_are_all_listed(blocking: Face, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(langgraph_operations, "MAX_FACETS", 3)
    monkeypatch.setattr(langgraph_operations, "PAGE", 2)
    blocking.batch([PutOp(("n", str(number)), "k", {"n": number}) for number in range(5)])
    assert len(blocking.list_namespaces(limit=200)) == 5
    assert len(blocking.search((), limit=200, filter={"n": {"$gte": 1}})) == 4


def test_two_memories_of_one_item_are_one_item_and_the_next_write_leaves_one(blocking: Face) -> None:
    blocking.put(("a",), "k", {"n": 1})
    memory = only_memory(blocking)
    blocking.client.add(memory.memory, run_id=memory.run_id, metadata=memory.metadata)
    assert len(blocking.search(("a",))) == 1
    assert len(blocking.search(("a",), query="1")) == 1
    blocking.put(("a",), "k", {"n": 2})
    assert only_memory(blocking).metadata["value.n"] == 2


def test_an_item_ends_a_while_after_its_last_access(store: Face) -> None:
    def lives_on(minutes: float) -> None:
        rest = only_memory(store).expires_at - datetime.now(timezone.utc)
        assert timedelta(minutes=minutes - 1) < rest < timedelta(minutes=minutes + 1)

    store.put(("a",), "k", {"text": "tea"})
    lives_on(10)
    memory_id = only_memory(store).id
    soon = datetime.now(timezone.utc) + timedelta(minutes=3)
    for refresh in (
        lambda: store.get(("a",), "k"),
        lambda: store.search(("a",)),
        lambda: store.search(("a",), query="tea"),
    ):
        store.client.update(memory_id, expires_at=soon)
        before = store.get(("a",), "k", refresh_ttl=False)
        assert store.search(("a",), refresh_ttl=False) == [before]
        lives_on(3)
        assert refresh() in (before, [before])
        lives_on(10)
    store.put(("a",), "k", {"text": "tea"}, ttl=20)
    lives_on(20)
    store.put(("a",), "k", {"text": "tea"}, ttl=None)
    assert only_memory(store).expires_at is None


def test_reading_does_not_extend_the_life_when_the_store_says_so(faces: Faces) -> None:
    store = faces.open("blocking", ttl={"refresh_on_read": False})
    store.put(("a",), "k", {"text": "tea"}, ttl=5)
    before = only_memory(store).expires_at
    store.get(("a",), "k")
    assert only_memory(store).expires_at == before


def test_a_query_searches_the_fields_of_the_index(faces: Faces) -> None:
    store = faces.open("blocking", fields=["facts[*].text"])
    store.put(("a",), "some", {"facts": [{"text": "tea"}, {"text": "milk"}], "note": "hidden"})
    store.put(("a",), "other", {"note": "biscuits"}, index=["note"])
    store.put(("a",), "none", {"facts": [{"text": "tea"}]}, index=False)
    store.put(("a",), "nothing", {"note": "tea"})
    texts = {memory.metadata["langgraph"]["key"]: memory.memory for memory in store.client.list().results}
    assert texts["some"] == "tea\nmilk"
    assert texts["other"] == "biscuits"
    assert store.search((), query="tea milk")[0].key == "some"
    assert not {item.key for item in store.search((), query="tea")} & {"none", "nothing"}
    assert len(store.search(())) == 4


def test_a_query_finds_what_a_filter_with_a_path_lists(store: Face) -> None:
    store.put(("a",), "nested", {"text": "tea", "owner": {"team": "blue"}})
    store.put(("a",), "literal", {"text": "tea", "owner.team": "blue"})
    store.put(("a",), "other", {"text": "tea", "owner": {"team": "red"}})
    for query in [None, "tea"]:
        found = store.search(("a",), query=query, filter={"owner.team": "blue"})
        assert {item.key for item in found} == {"nested", "literal"}, query


def test_a_message_of_any_length_is_a_query(store: Face) -> None:
    store.put(("a",), "k", {"text": "Ada drinks tea."})
    for query in ["tea " * 10_000, " " * 9_000 + "tea", " \n"]:
        assert [item.key for item in store.search(("a",), query=query)] == ["k"]


def test_what_is_too_large_is_rejected_before_anything_is_written(blocking: Face) -> None:
    with pytest.raises(ValueError, match=r"value of the key 'k' has 2\d{4} bytes .* at most 16384 .* another key"):
        blocking.batch([PutOp(("a",), "first", {"n": 1}), PutOp(("a",), "k", {"text": "x" * 20_000})])
    with pytest.raises(InvalidNamespaceError, match=r"namespace has 3\d\d characters .* at most 256 .* Shorten"):
        blocking.put(("a" * 300,), "k", {"n": 1})
    with pytest.raises(InvalidNamespaceError, match="at least one label"):
        blocking.batch([PutOp((), "k", {"n": 1})])
    blocking.put(("a",), "k", {"n": 1})
    with pytest.raises(ValueError, match=r"filter has the operator '\$in'. Use \$eq, \$ne, \$gt"):
        blocking.search((), filter={"n": {"$in": [1]}})
    assert [item.key for item in blocking.search(())] == ["k"]


def test_invalid_namespaces_are_rejected_as_by_other_stores(store: Face) -> None:
    for namespace in [(), ("the", "thing.about"), ("some", "fun", ""), ("langgraph", "foo")]:
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "foo", {"foo": "bar"})


def test_the_blocking_methods_of_an_asynchronous_store_say_what_to_do() -> None:
    store = MnemaStore(AsyncMnema(api_key="mnk_1"))
    with pytest.raises(TypeError, match="Await aget"):
        store.get(("a",), "k")


def test_without_the_framework_the_import_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langgraph.store.base", None)
    monkeypatch.delitem(sys.modules, "mnema_sdk.langgraph")
    with pytest.raises(ImportError, match=r"pip install 'mnema-sdk\[langgraph\]'"):
        __import__("mnema_sdk.langgraph")
