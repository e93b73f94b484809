"""The responses of the server, as pydantic models. Fields of a newer server are kept."""

from __future__ import annotations

# generated from openapi/, do not edit: npm run generate
from datetime import date as date_aliased
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

from mnema_sdk._model import Model

MemoryStatus = TypeAliasType("MemoryStatus", Literal["pending", "ready", "failed"] | str)
"""
`pending` while the memory waits for ingest (it is found by its words already), `ready` once it is found by meaning as well, `failed` when ingest gave up; then `failure` says why, and a retry sends it round again.
"""


MessageRole = TypeAliasType("MessageRole", Literal["user", "assistant", "system", "tool"] | str)
"""
Who a message comes from.
"""


class Message(Model):
    """
    One message of a conversation.
    """

    role: MessageRole
    content: str
    """
    What was said; not blank. Never trimmed or normalised.
    """
    name: str | None = None
    """
    Who spoke. When given, it stands in the memory's text where otherwise `role` would: `name: content`.
    """


Metadata = TypeAliasType("Metadata", dict[str, Any])
"""
Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number.
"""


class Failure(Model):
    """
    Why ingest failed.
    """

    code: str
    """
    A word for programs. New codes may be added.
    """
    message: str
    """
    A sentence for people.
    """


class Entity(Model):
    """
    Something the text names, such as a person, a place, a file or a version.
    """

    name: str
    """
    The name as written in the text.
    """
    kind: str
    """
    What sort of thing it is. New kinds may be added.
    """


class Redaction(Model):
    """
    A place where a credential or a sensitive identity number was replaced by `[redacted]` and its kind.
    """

    path: str
    """
    Where, as a JSON pointer that begins with `/body`.
    """
    kind: str
    """
    What was replaced.
    """


class Memory(Model):
    """
    A memory with its state. `pending` moves to `ready`, or to `failed` after the last attempt; while attempts remain it stays `pending` with `attempts` and `next_attempt_at`.
    """

    id: str
    """
    Identifier of the memory; later memories sort after earlier ones.
    """
    memory: str
    """
    The text, exactly as written, or the fact that was extracted from it. For a memory written as `messages` it is their lines joined, each `role` (or `name`), a colon and the content.
    """
    messages: list[Message] | None = None
    """
    The messages as given; only there when the memory was written so.
    """
    user_id: str
    """
    The end user within the account; over REST the account's own id unless the server lets requests set it.
    """
    agent_id: str | None
    """
    Agent or application; null when none was given.
    """
    run_id: str | None
    """
    Session or task; null when none was given.
    """
    metadata: Metadata
    status: MemoryStatus
    outcome: str | None
    """
    How ingest ended; null while it has not. `stored`: kept as it is. After a write with `infer`, `extracted`: the facts in it are in the memories `extracted_ids`; `duplicate`: it tells nothing that `duplicate_of` does not; `nothing_to_store`: it holds no stable fact. A memory that holds no fact of its own is reached by its id only: lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
    """
    failure: Failure | None
    """
    Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong.
    """
    entities: list[Entity]
    """
    What the text names, as far as the server recognised it; empty until the memory is `ready`.
    """
    version: int
    """
    1 at first; every update adds one.
    """
    occurred_at: AwareDatetime
    """
    When the thing happened, as opposed to when it was written; the time of writing unless given.
    """
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    updated_at: AwareDatetime
    """
    When the memory was last changed by a client, ISO 8601 UTC; the time of writing when it never was.
    """
    attempts: int
    """
    How many times ingest of the present text was begun.
    """
    next_attempt_at: AwareDatetime | None
    """
    When ingest is due next; null unless the status is `pending`.
    """
    duplicate_of: str | None = None
    """
    The memory that says the same already; only with the outcome `duplicate`.
    """
    extracted_ids: list[str] | None = None
    """
    The memories that hold what was extracted, this one among them when it holds the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
    """
    source_memory_id: str | None = None
    """
    The write this memory was extracted from, when that was not its own; gone when an update gives it another text.
    """
    original_text: str | None = None
    """
    What was written, when `memory` is a fact extracted from it. Searches do not see it.
    """
    redacted: list[Redaction] | None = None
    """
    What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some.
    """


class MemoryList(Model):
    """
    A page of memories, newest first.
    """

    results: list[Memory]
    """
    The memories, newest first. May be shorter than `limit` although more follow.
    """
    next_cursor: str | None
    """
    Send it as `cursor`, with the same filters, to get the next page; null when this page is the last.
    """


class WriteAccepted(Model):
    """
    The write is on disk. The memory can be read by its id from now on, is found by its words at once, and by meaning when its status is `ready`.
    """

    memory_id: str
    """
    Identifier of the memory.
    """
    status: MemoryStatus
    metadata: Metadata
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    redacted: list[Redaction] | None = None
    """
    What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some.
    """


class DeletedMemory(Model):
    """
    Receipt of a deletion.
    """

    id: str
    """
    Identifier of the memory that was.
    """
    deleted_at: AwareDatetime
    """
    When it was deleted, ISO 8601 UTC.
    """


class SignalValue(Model):
    """
    What one signal contributes to the place of a memory.
    """

    raw: float
    """
    What was measured, before it is weighed; mostly 0 to 1.
    """
    score: float
    """
    Its part of the sum by which results are ordered; below 0 when it speaks against the memory.
    """


class Explanation(Model):
    """
    Why a memory stands where it does; only with `explain`.
    """

    signals: dict[str, SignalValue]
    """
    What each signal says. The order of results is that of the sum of all `score`s. `words` and `vector` compare the memory with the query, `tags` does so for its tags, project, area and scope; `exact` says how much of the query's identifiers, or of a query of plain words without stop words, its own text holds; `run_words` and `run_vector` do so for the best turn of its conversation; `late_interaction` compares it, with the turns around it, piece by piece with the query, below 0 where that fits less than usual; `entities`, `date`, `speaker`, `recency`, `newest` (of facts that hold the same words of the query), `duplicate`, and of turns `question`, `answer` and `length`, only re-order. `rerank` is there when a reranker took part: `raw` is the relevance that it gave, 0 for what was not among the best 50, and all other scores count half. A signal that says nothing is left out; new ones may be added.
    """
    matched_words: list[str]
    """
    Words of the query that occur in the memory or in its tags, project, area or scope, as they were asked.
    """
    matched_entities: list[str]
    """
    Names, files, versions and the like of the query that the memory names as well.
    """
    lifted_by: list[str]
    """
    What put it higher than its own words and meaning would: `neighbours` (words of the turns around it), `run` (a better turn of its conversation), `date`, `speaker`, `answer` (the question before it fits), `entities`, `tags`, `recency`, `newest`, `rerank`. New ones may be added.
    """


class SearchResult(Model):
    """
    A memory that was found.
    """

    id: str
    """
    Identifier of the memory.
    """
    memory: str
    """
    The text.
    """
    score: float
    """
    How well it fits, 0 to 1.
    """
    user_id: str
    """
    The end user within the account.
    """
    agent_id: str | None
    """
    Agent or application; null when none was given.
    """
    run_id: str | None
    """
    Session or task; null when none was given.
    """
    metadata: Metadata
    occurred_at: AwareDatetime
    """
    When the thing happened, ISO 8601 UTC; the time of writing unless given.
    """
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    explain: Explanation | None = None


class ExpectedMemory(Model):
    """
    Where the memory named in `expect` stands, and why it is not among the results.
    """

    memory_id: str
    """
    The id that was expected.
    """
    reason: str
    """
    `found`: it is among the results. `missing`: this account has no such memory. `out_of_scope`: it belongs to another user, agent or run than was asked for. `filtered`: its metadata do not match. `no_evidence`: it has neither a word nor a meaning in common with the query. `not_a_candidate`: too many others have better words and a nearer meaning for it to be ranked. `below_threshold` and `below_top_k`: others are better. New reasons may be added.
    """
    detail: str
    """
    The same in words, with what to change.
    """
    conditions: list[str]
    """
    The conditions of the request that leave it out, such as `agent_id` or `filters.project`.
    """
    embedded: bool
    """
    Whether it can be found by its meaning; until then only its words count. False when it is missing.
    """
    rank: int | None
    """
    Its place among what can be found, from 1; null when it can't be.
    """
    score: float | None
    """
    Its score, 0 to 1; null when it has no rank.
    """
    explain: Explanation | None = None


class SearchResponse(Model):
    """
    What was found, best first.
    """

    results: list[SearchResult]
    """
    The memories found, by descending score; equal scores keep a stable order.
    """
    degraded: list[str]
    """
    Signals that were not available for this answer; empty when all were. `vector` means that the answer comes from words alone, or, while memories are moved to another embedder, that some could be found by their words only; `rerank` that `rerank` was asked for and no reranker answered. New signals may be added.
    """
    expected: ExpectedMemory | None = None


class ProfileEntry(Model):
    """
    A statement, in the words of the memory that said it last.
    """

    text: str
    """
    One sentence or line, without line breaks, at most 300 UTF-16 units; what was cut ends with `…`. A statement of a conversation begins with its speaker.
    """
    memory_ids: list[str]
    """
    The memories that say so, newest first, at most 20.
    """
    updated_at: AwareDatetime
    """
    When it was last said, ISO 8601 UTC: the `occurred_at` of the newest of the memories, or when its text was last changed if that was later.
    """


class ProfileProject(Model):
    """
    A project, a string in `metadata.project`, and how many memories belong to it.
    """

    name: str
    """
    The project as written in the metadata.
    """
    count: int
    """
    How many memories belong to it, exactly.
    """
    memory_ids: list[str]
    """
    The newest of them, newest first, at most 20.
    """


class ProfileEntity(Model):
    """
    Something the memories name, such as a person, a place, a file or a version.
    """

    name: str
    """
    The name as written in the texts.
    """
    kind: str
    """
    What sort of thing it is, as in `entities` of a memory. New kinds may be added.
    """
    count: int
    """
    How many memories name it, exactly. A pending memory names nothing yet.
    """
    memory_ids: list[str]
    """
    The newest of them, newest first, at most 20.
    """


class Profile(Model):
    """
    What the memories say about whom and what they are about. The same memories always give the same profile.
    """

    summary: str
    """
    The profile as plain text to paste into a prompt, at most `max_characters` long and never cut inside an entry. Empty when there are no memories to tell of. Each statement is one line that begins with `- `, and a name with other signs than those of words is a JSON string, so that no memory can imitate another.
    """
    preferences: list[ProfileEntry]
    """
    What somebody likes, wants, avoids, always or never does; newest first, at most 100.
    """
    facts: list[ProfileEntry]
    """
    Everything else that is stated; newest first, at most 100.
    """
    projects: list[ProfileProject]
    """
    The projects with most memories first, at most 50.
    """
    entities: list[ProfileEntity]
    """
    The things that most memories name first, at most 50.
    """
    recent: list[ProfileEntry]
    """
    The newest memories, each as one line; newest first, at most 10.
    """
    memory_count: int
    """
    How many memories there are in the scope, whatever their status.
    """


Plan = TypeAliasType("Plan", str)
"""
The plan an account is on. New plans may be added: treat a value you do not know as a plan with limits of its own.
"""


class UsageCount(Model):
    """
    What was counted this month against the quota of the plan.
    """

    used: int
    """
    How many were counted.
    """
    limit: int | None
    """
    How many the plan allows in a month; null means unlimited.
    """
    remaining: int | None
    """
    How many are left; null means unlimited.
    """


class UsagePlaces(Model):
    """
    How many there are among live memories, against the limit of the plan.
    """

    used: int
    """
    How many there are.
    """
    limit: int | None
    """
    How many the plan has room for; null means unlimited.
    """


class Period(Model):
    """
    The month that is counted.
    """

    start: AwareDatetime
    """
    First moment of the month, ISO 8601 UTC.
    """
    end: AwareDatetime
    """
    First moment of the next month, when counting starts anew (exclusive), ISO 8601 UTC.
    """


class Usage(Model):
    """
    Usage of the current month, a calendar month in UTC.
    """

    plan: Plan
    period: Period
    """
    The month that is counted.
    """
    memory_write: UsageCount
    """
    Writes and updates of memories. Deleting and retrying cost nothing; refused and replayed writes neither.
    """
    memory_search: UsageCount
    """
    Searches that were answered.
    """
    end_users: UsagePlaces
    """
    Distinct `user_id` among live memories, other than the account's own id.
    """
    projects: UsagePlaces
    """
    Distinct strings in `metadata.project` among live memories, case-sensitive.
    """


class LoggedRequest(Model):
    """
    One authenticated request, without its text, key, query string or body. Requests that the rate limit refused share a row for each minute and operation, with the properties of the first one.
    """

    id: str
    """
    The request's id, the same as in its header `X-Request-Id`.
    """
    created_at: AwareDatetime
    """
    When it arrived, ISO 8601 UTC.
    """
    method: str
    """
    HTTP method.
    """
    path: str
    """
    Path without the query string.
    """
    operation: str
    """
    Operation of this contract (`operationId`), or the name of the MCP tool.
    """
    source: str
    """
    Where it came from; `mcp` through the MCP endpoint, else `rest` with an API key, `dashboard` with an access token.
    """
    status_code: int
    """
    HTTP status of the answer; 499 when the caller was gone before there was one.
    """
    latency_ms: float
    """
    From the request to the end of the answer, in milliseconds.
    """
    key_id: str | None
    """
    The API key that was used; null for an access token.
    """
    key_prefix: str | None
    """
    The first characters of that key; null for an access token.
    """
    count: int
    """
    How many requests the row stands for. 1, except for requests that the rate limit refused.
    """


class RequestList(Model):
    """
    A page of the request log, newest first.
    """

    results: list[LoggedRequest]
    """
    The requests of this page.
    """
    total: int
    """
    How many requests match altogether.
    """


class RequestTotals(Model):
    """
    How many requests there were.
    """

    requests: int
    """
    All authenticated requests.
    """
    memory_write: int
    """
    Writes and updates that counted against the quota.
    """
    memory_search: int
    """
    Searches that counted against the quota.
    """
    errors: int
    """
    Requests answered with a status of 400 or more.
    """


class LatencyMs(Model):
    """
    Percentiles of the time from request to answer, in milliseconds, from histograms whose steps are 13 % wide.
    """

    p50: float
    """
    Half of the requests took no longer.
    """
    p95: float
    """
    95 % took no longer.
    """
    p99: float
    """
    99 % took no longer.
    """


class OperationStats(Model):
    """
    The requests of one operation.
    """

    operation: str
    """
    Operation of this contract (`operationId`).
    """
    count: int
    """
    How many requests.
    """
    errors: int
    """
    How many of them were answered with a status of 400 or more.
    """
    latency_ms: LatencyMs
    """
    Percentiles of the time from request to answer, in milliseconds, from histograms whose steps are 13 % wide.
    """


class RequestDay(Model):
    """
    The requests of one UTC day.
    """

    date: date_aliased
    """
    The day, ISO 8601.
    """
    requests: int
    """
    All authenticated requests.
    """
    memory_write: int
    """
    Writes and updates that counted against the quota.
    """
    memory_search: int
    """
    Searches that counted against the quota.
    """
    errors: int
    """
    Requests answered with a status of 400 or more.
    """


class ByStatus(Model):
    """
    Requests by class of status, `2xx` to `5xx`; classes without requests are 0.
    """

    status_2xx: Annotated[int, Field(alias="2xx")]
    """
    Answered as asked.
    """
    status_3xx: Annotated[int, Field(alias="3xx")]
    """
    Sent elsewhere.
    """
    status_4xx: Annotated[int, Field(alias="4xx")]
    """
    Refused, or the caller was gone.
    """
    status_5xx: Annotated[int, Field(alias="5xx")]
    """
    Failed.
    """


class RequestStats(Model):
    """
    Statistics of whole UTC days. `by_operation`, `by_status` and `days` each add up to `totals.requests`.
    """

    from_: Annotated[date_aliased, Field(alias="from")]
    """
    The first day, ISO 8601.
    """
    to: date_aliased
    """
    The last day (inclusive), ISO 8601.
    """
    totals: RequestTotals
    by_operation: list[OperationStats]
    """
    One entry for each operation that was asked for, the most frequent first.
    """
    by_status: ByStatus
    """
    Requests by class of status, `2xx` to `5xx`; classes without requests are 0.
    """
    days: list[RequestDay]
    """
    Every day from `from` to `to`, oldest first, also days without requests.
    """


class Account(Model):
    """
    An account owns memories and API keys. It is named by an e-mail address or by a phone number, never both.
    """

    id: str
    """
    Identifier of the account. Memories written over REST carry it as `user_id`.
    """
    email: str | None
    """
    E-mail address, null when the account was registered with a phone number. Unique regardless of case.
    """
    phone: str | None
    """
    Phone number in E.164 form, null when the account was registered with an e-mail address.
    """
    plan: Plan
    created_at: AwareDatetime
    """
    When the account was registered, ISO 8601 UTC.
    """


class AccessToken(Model):
    """
    An access token, sent as `Authorization Bearer` from now on.
    """

    access_token: str
    """
    The token. Opaque; the server keeps only a hash of it.
    """
    token_type: Literal["Bearer"] | str
    """
    Always `Bearer`.
    """
    expires_at: AwareDatetime
    """
    When the token stops working, ISO 8601 UTC.
    """


Scope = TypeAliasType("Scope", Literal["read", "write"] | str)
"""
What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them.
"""


class ApiKey(Model):
    """
    An API key as it is listed. The secret is shown once, when the key is created, and never again.
    """

    id: str
    """
    Identifier of the key.
    """
    user_id: str
    """
    The account that owns the key.
    """
    label: str
    """
    The name given at creation.
    """
    key_prefix: str
    """
    The first 12 characters of the key, to tell keys apart.
    """
    scopes: list[Scope]
    """
    What the key may do.
    """
    created_at: AwareDatetime
    """
    When the key was created, ISO 8601 UTC.
    """
    expires_at: AwareDatetime | None
    """
    When the key stops working; null when it does not expire.
    """
    last_used_at: AwareDatetime | None
    """
    When the key was last used; null when it never was. May lag behind by some seconds.
    """
    revoked_at: AwareDatetime | None
    """
    When the key was revoked; null while it works.
    """


class ApiKeyList(Model):
    """
    A page of API keys, newest first, revoked and expired ones included.
    """

    results: list[ApiKey]
    """
    The keys, newest first.
    """
    next_cursor: str | None
    """
    Send it as `cursor` to get the next page; null when this page is the last.
    """


class CreatedApiKey(Model):
    """
    A new API key with its secret. Keep `key` now; a lost key cannot be recovered, only revoked and replaced.
    """

    id: str
    """
    Identifier of the key, for revoking it.
    """
    user_id: str
    """
    The account that owns the key.
    """
    label: str
    """
    The name given at creation.
    """
    key: str
    """
    The full secret, shown this once. The server keeps only a hash of it.
    """
    key_prefix: str
    """
    The first 12 characters of the key, to tell keys apart later.
    """
    scopes: list[Scope]
    """
    What the key may do.
    """
    created_at: AwareDatetime
    """
    When the key was created, ISO 8601 UTC.
    """
    expires_at: AwareDatetime | None
    """
    When the key stops working; null when it does not expire.
    """


class RevokedApiKey(Model):
    """
    Receipt of a revocation.
    """

    id: str
    """
    Identifier of the key.
    """
    revoked_at: AwareDatetime
    """
    When the key was revoked the first time, ISO 8601 UTC.
    """
