"""The responses of the server, as pydantic models. Fields of a newer server are kept."""

from __future__ import annotations

# generated from openapi/, do not edit: npm run generate
from datetime import date as date_aliased
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

from mnema_sdk._model import Model, ModelOfResults

MemoryStatus = TypeAliasType("MemoryStatus", Literal["pending", "ready", "failed"] | str)
"""
`pending` while the memory waits for ingest; keyword search already finds it. `ready` when semantic search finds it as well. `failed` when ingest gave up: `failure` gives the reason, and a retry ingests the memory again.
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
    The text of the message; not blank. Never trimmed or normalised.
    """
    name: str | None = None
    """
    Who spoke. When given, it replaces `role` in the text of the memory: `name: content`.
    """


Metadata = TypeAliasType("Metadata", dict[str, Any])
"""
Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are stored exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). Keyword search also covers the tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was requested and the text was stored unchanged. An integer beyond ±(2^53 − 1) is rejected with its path: some clients would read back another number.
"""


class Failure(Model):
    """
    Why ingest failed.
    """

    code: str
    """
    A code for programs. New codes may be added.
    """
    message: str
    """
    A sentence for people.
    """


class Entity(Model):
    """
    Something that the text names, such as a person, a town, a file or a version.
    """

    name: str
    """
    The name as written in the text.
    """
    kind: str
    """
    The kind of thing. New kinds may be added.
    """


class Redaction(Model):
    """
    The position of a credential or a sensitive identity number that was replaced with `[redacted]` and its kind.
    """

    path: str
    """
    Where, as a JSON pointer that begins with `/body`.
    """
    kind: str
    """
    The kind of secret that was replaced.
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
    The user within the account; over REST the account's own id, together with `end_user_id`, unless the server lets requests set it.
    """
    end_user_id: str | None
    """
    The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
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
    How ingest ended; null while it has not. `stored`: stored unchanged. The others follow a write with `infer`. `extracted`: the facts in it are in the memories `extracted_ids`. `duplicate`: it adds nothing to `duplicate_of`. `nothing_to_store`: it contains no stable fact. A memory without a fact of its own can be read only by its id. Lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
    """
    failure: Failure | None
    """
    Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong.
    """
    entities: list[Entity]
    """
    The names that the server recognised in the text; empty until the memory is `ready`.
    """
    version: int
    """
    1 at first; every update and every restore adds one.
    """
    occurred_at: AwareDatetime
    """
    The time of the event itself, ISO 8601 UTC; the time of writing unless given.
    """
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    updated_at: AwareDatetime
    """
    When the memory was last changed by a client, ISO 8601 UTC; the time of writing when it never was.
    """
    expires_at: AwareDatetime | None
    """
    When the memory expires, ISO 8601 UTC; null when it does not.
    """
    attempts: int
    """
    How many times ingest of the current text was begun.
    """
    next_attempt_at: AwareDatetime | None
    """
    When ingest is due next; null unless the status is `pending`.
    """
    duplicate_of: str | None = None
    """
    The memory that already states the same; only with the outcome `duplicate`.
    """
    extracted_ids: list[str] | None = None
    """
    The memories with the extracted facts, including this one when it has the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
    """
    source_memory_id: str | None = None
    """
    The write this memory was extracted from, when that was not its own; gone when an update gives it another text.
    """
    original_text: str | None = None
    """
    The written text, if `memory` is a fact extracted from it. Searches ignore it.
    """
    redacted: list[Redaction] | None = None
    """
    Secrets that the server replaced before it stored the memory. Only on a server that redacts secrets instead of rejecting them (`MNEMA_CONTENT_POLICY=redact`), and only in the response to a write that had some.
    """


class ResponseWarning(Model):
    """
    A possible mistake in a request that succeeded.
    """

    code: str
    """
    `unknown_user_id`: no memory that lists show has the `user_id` of the request, neither as `user_id` nor as `end_user_id`. `no_vector`: the memory has no vector that others could be compared with. `messages_skipped`: messages without text were left out; `count` is their number. `scope_null`: a `user_id`, `agent_id` or `run_id` was null, which does not narrow the scope. `not_confirmed`: a deletion only counted, because `confirm` is missing. `scope_in_filters` and `operator_in_filters`: `filters` or `where` has the name of a scope parameter, or `filters` an operator, which no memory has as a metadata key. `path_in_filters`: a key of `filters` or `where` begins with `metadata.`, as no key of a memory does. New codes may be added.
    """
    message: str
    """
    The same as a sentence.
    """
    count: int | None = None
    """
    How many things the warning is about. Only with `messages_skipped`.
    """


class MemoryList(Model):
    """
    A page of memories.
    """

    results: list[Memory]
    """
    The memories, in the order of the request. May be shorter than `limit` although more follow.
    """
    next_cursor: str | None
    """
    Send it as `cursor`, with the same filters and order, to get the next page; null when this page is the last.
    """
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


class ProblemError(Model):
    """
    One fault of the request.
    """

    path: str
    """
    Where, as a JSON pointer that begins with the part of the request, `/body`, `/query` or `/headers`.
    """
    message: str
    """
    The error and its fix.
    """


class Problem(Model):
    """
    An error (RFC 9457). `code` is for programs, `detail` for people; quote `request_id` when asking about it. New codes may be added; treat an unknown one by its status.
    """

    type: str
    """
    The URL of the page that explains this code.
    """
    title: str
    """
    The same for every error of this code.
    """
    status: int
    """
    The HTTP status.
    """
    code: str
    """
    The kind of error, for programs.
    """
    detail: str
    """
    The cause of this error and its fix.
    """
    request_id: str
    """
    The id of the request, the same as in the header `X-Request-Id`.
    """
    errors: list[ProblemError] | None = None
    """
    The faults of the request; only with `invalid_request` and `sensitive_content`.
    """
    resets_at: AwareDatetime | None = None
    """
    When the next month of the quota begins, ISO 8601 UTC; only with `quota_exceeded`.
    """
    matched: int | None = None
    """
    How many memories the scope matches; only with `confirmation_mismatch`.
    """
    limit: str | None = None
    """
    Which limit of the plan is reached; only with `plan_limit_reached`.
    """


class WriteAccepted(Model):
    """
    The write is on disk. The memory can be read by its id from now on, is found by keyword immediately, and by semantic search when its status is `ready`.
    """

    id: str
    """
    Identifier of the memory.
    """
    memory_id: str
    """
    The same as `id`.
    """
    status: MemoryStatus
    metadata: Metadata
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    redacted: list[Redaction] | None = None
    """
    Secrets that the server replaced before it stored the memory. Only on a server that redacts secrets instead of rejecting them (`MNEMA_CONTENT_POLICY=redact`), and only in the response to a write that had some.
    """
    warnings: list[ResponseWarning] | None = None
    """
    Possible mistakes in the request. Left out when there are none.
    """


DeletionStatus = TypeAliasType("DeletionStatus", str)
"""
`running` while rows are being removed, `done` when all are. Newer servers may have other states.
"""


class DeletedMemories(Model):
    """
    The result of a deletion by scope, or of a request that only counts.
    """

    matched: int
    """
    How many memories the scope matches.
    """
    deleted: int
    """
    How many memories this request deleted: none without `confirm`. They are unreadable from now on, also while their rows are still being removed.
    """
    deletion_id: str | None = None
    """
    Identifier of the deletion, whose receipt is at `GET /deletions/{deletion_id}`; only with `confirm`.
    """
    status: DeletionStatus | None = None
    warnings: list[ResponseWarning] | None = None
    """
    `not_confirmed` without `confirm`: nothing was deleted. `unknown_user_id` if nothing matches, because no memory has the `user_id`.
    """


class CreateMemoriesItem(Model):
    """
    The result of one memory of a batch, with either `memory` or `error`.
    """

    index: int
    """
    The position of the memory in the request, from 0.
    """
    memory: WriteAccepted | None = None
    error: Problem | None = None


class CreateMemoriesResult(Model):
    """
    The result of each memory of a batch.
    """

    accepted: int
    """
    The number of memories that were written.
    """
    rejected: int
    """
    The number of memories that were not written.
    """
    results: list[CreateMemoriesItem]
    """
    One result for each memory, in the order sent.
    """


class DeletedMemory(Model):
    """
    Receipt of a deletion.
    """

    id: str
    """
    Identifier of the deleted memory.
    """
    deletion_id: str
    """
    Identifier of the deletion, whose receipt is at `GET /deletions/{deletion_id}`.
    """
    deleted_at: AwareDatetime
    """
    When it was deleted, ISO 8601 UTC.
    """


class SignalValue(Model):
    """
    The contribution of one signal to the rank of a memory.
    """

    raw: float
    """
    The measured value before weighting; usually 0 to 1.
    """
    score: float
    """
    Its part of the sum by which results are ordered; below 0 when it lowers the rank of the memory.
    """


class Explanation(Model):
    """
    Why a memory has its rank; only with `explain`.
    """

    signals: dict[str, SignalValue]
    """
    The contribution of each signal. Results are ordered by the sum of all `score`s. `words` and `vector` compare the memory with the query; `tags` compares its tags, project, area and scope. `exact` is the share of the query's identifiers that its own text contains. For a query of plain words, it is the share of its words without stop words. `run_words` and `run_vector` compare the best message of its conversation. `late_interaction` compares the memory and the messages around it with the query, piece by piece. It is below 0 where they match less than usual. The other signals only reorder: `entities`, `date`, `speaker`, `recency`, `duplicate`, and `newest` of facts with the same words of the query. For messages, `question`, `answer` and `length` reorder, too. `rerank` is present if a reranker took part. Its `raw` is the relevance, 0 beyond the best 50; all other scores then count half. A signal without effect is omitted; new ones may be added.
    """
    matched_words: list[str]
    """
    Words of the query that occur in the memory or in its tags, project, area or scope, as written in the query.
    """
    matched_entities: list[str]
    """
    Names, files, versions and the like of the query that the memory names as well.
    """
    lifted_by: list[str]
    """
    The signals that raised its rank above that of its own words and meaning. `neighbours` are words of the messages around it, `run` is a better message of its conversation. With `answer`, the question before it matches. The others are `date`, `speaker`, `entities`, `tags`, `recency`, `newest` and `rerank`. New ones may be added.
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
    The user within the account; over REST the account's own id, together with `end_user_id`.
    """
    end_user_id: str | None
    """
    The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
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
    The time of the event itself, ISO 8601 UTC; the time of writing unless given.
    """
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    expires_at: AwareDatetime | None
    """
    When the memory expires, ISO 8601 UTC; null when it does not.
    """
    explain: Explanation | None = None


class SimilarMemories(Model):
    """
    The memories similar to a memory, nearest first.
    """

    results: list[SearchResult]
    """
    The similar memories, by descending score; equal scores keep a stable order.
    """
    degraded: list[str]
    """
    Signals that were not available for this response; empty when all were. `vector` means that some memories could not be compared: they or this memory wait for vectors of the current embedder, or the vector search was unavailable. New signals may be added.
    """
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


class Actor(Model):
    """
    The author of a change.
    """

    kind: str
    """
    `api_key` and `session` over REST, `mcp` for a tool call, `import` for an import. `worker` when the server itself completed a fact from another memory. New kinds may be added.
    """
    key_prefix: str | None = None
    """
    The first characters of the API key, if there was one.
    """


class MemoryVersion(Model):
    """
    The content of a memory from one change to the next.
    """

    version: int
    """
    1 is what was written first.
    """
    text: str
    """
    The text. If extraction replaced a text by a fact, the fact belongs to the version of that text.
    """
    messages: list[Message] | None = None
    """
    The messages as given; only there when the text was written so.
    """
    metadata: Metadata
    changed_at: AwareDatetime
    """
    When the version began, ISO 8601 UTC.
    """
    changed_by: Actor | None
    """
    Who wrote the version. Null when it was written before the server recorded this.
    """


class MemoryVersionList(Model):
    """
    A page of the versions of a memory, newest first.
    """

    results: list[MemoryVersion]
    """
    The versions, newest first. May be shorter than `limit` although more follow.
    """
    next_cursor: str | None
    """
    Send it as `cursor` to get the next page; null when this page is the last.
    """


class DeletionParameters(Model):
    """
    The parameters of the request; absent if not given. `user_id`, `agent_id` and `run_id` are shown until `verified_at`, and afterwards as `hmac-sha256:` with a code of their value that only this server can compute.
    """

    all: bool | None = None
    """
    Whether all memories of the account were requested.
    """
    memory_id: str | None = None
    """
    The memory of a single deletion.
    """
    user_id: str | None = None
    """
    The end user.
    """
    agent_id: str | None = None
    """
    The agent.
    """
    run_id: str | None = None
    """
    The run.
    """
    project: str | None = None
    """
    The project.
    """
    source: str | None = None
    """
    The source.
    """
    memory_type: str | None = None
    """
    The memory type.
    """
    tag: str | None = None
    """
    The tag.
    """
    occurred_from: AwareDatetime | None = None
    """
    The inclusive begin of the range of `occurred_at`.
    """
    occurred_to: AwareDatetime | None = None
    """
    The exclusive end of the range of `occurred_at`.
    """
    created_from: AwareDatetime | None = None
    """
    The inclusive begin of the range of `created_at`.
    """
    created_to: AwareDatetime | None = None
    """
    The exclusive end of the range of `created_at`.
    """


class RemovedCounts(Model):
    """
    The counts of removed items so far.
    """

    memories: int
    """
    Memories, archived sources included.
    """
    versions: int
    """
    Former versions of them.
    """
    vectors: int
    """
    Rows of vectors.
    """
    word_entries: int
    """
    Distinct words and filter keys under which the memories were found.
    """
    stored_responses: int
    """
    Responses stored for an `Idempotency-Key` whose text was erased.
    """


class Deletion(Model):
    """
    The receipt of a deletion. It has no text and is stored for 400 days.
    """

    id: str
    """
    Identifier of the deletion.
    """
    kind: str
    """
    `scope` for a deletion by scope, `memory` for that of one memory, `expiry` for expired memories that a sweep removed. Newer servers may have other kinds.
    """
    status: DeletionStatus
    parameters: DeletionParameters
    actor: Actor | None
    """
    Who requested it; null for an expiry.
    """
    matched: int
    """
    How many memories it deletes.
    """
    removed: RemovedCounts
    started_at: AwareDatetime
    """
    When the memories became unreadable, ISO 8601 UTC.
    """
    finished_at: AwareDatetime | None
    """
    When all rows were removed, ISO 8601 UTC; null before.
    """
    verified_at: AwareDatetime | None
    """
    When a scan of the store found nothing left of the memories: no rows, versions, vectors, words, stored responses, entries of search indexes or caches. ISO 8601 UTC; null before.
    """
    compaction_due_since: AwareDatetime | None
    """
    Since when the SQLite file may have unreadable copies of the memories, which SQLite left when it moved rows. The operator erases them with `mnema compact`. ISO 8601 UTC; null when the file was compacted after the deletion. With MongoDB it is always null, because no compaction is due. MongoDB reuses the space of deleted data later. Its journal, oplog and backups have the data as long as they are configured to.
    """


class DeletionList(Model):
    """
    A page of receipts.
    """

    results: list[Deletion]
    """
    The receipts, newest first.
    """
    next_cursor: str | None
    """
    Send it as `cursor` to get the next page; null when this page is the last.
    """


class ExportHeader(Model):
    """
    The first line of an export.
    """

    format: Literal["mnema"] | str
    """
    The name of the format.
    """
    version: int
    """
    The version of the format. A server imports no newer one than its own.
    """
    exported_at: AwareDatetime
    """
    When the snapshot was taken, ISO 8601 UTC.
    """
    owner_user_id: str
    """
    The id of the account that owns the memories.
    """
    versions: bool
    """
    Whether each memory has its earlier versions.
    """
    scope: dict[str, Any]
    """
    The scope parameters of the request, without those that were not given.
    """


class ExportedMemory(Model):
    """
    A memory in an export. It has the fields of `Memory` without the state of retries, the account that owns it, and with `versions=true` its earlier versions. An import extracts the entities of each text again.
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
    owner_user_id: str
    """
    The id of the account that owns the memory. An import writes the id of its own account wherever `user_id` is this one.
    """
    user_id: str
    """
    The user within the account; over REST the account's own id, together with `end_user_id`, unless the server lets requests set it.
    """
    end_user_id: str | None
    """
    The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
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
    infer: bool
    """
    Whether the facts in the text are still to be extracted.
    """
    archived: bool
    """
    Whether lists and searches leave the memory out, because it has no fact of its own.
    """
    status: MemoryStatus
    outcome: str | None
    """
    How ingest ended; null while it has not. `stored`: stored unchanged. The others follow a write with `infer`. `extracted`: the facts in it are in the memories `extracted_ids`. `duplicate`: it adds nothing to `duplicate_of`. `nothing_to_store`: it contains no stable fact. A memory without a fact of its own can be read only by its id. Lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
    """
    failure: Failure | None
    """
    Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong.
    """
    entities: list[Entity]
    """
    The names that the server recognised in the text; empty until the memory is `ready`.
    """
    version: int
    """
    1 at first; every update and every restore adds one.
    """
    changed_by: Actor | None
    """
    Who wrote the current version. Null when it was written before the server recorded this.
    """
    occurred_at: AwareDatetime
    """
    The time of the event itself, ISO 8601 UTC; the time of writing unless given.
    """
    created_at: AwareDatetime
    """
    When the memory was written, ISO 8601 UTC.
    """
    updated_at: AwareDatetime
    """
    When the memory was last changed by a client, ISO 8601 UTC; the time of writing when it never was.
    """
    text_changed_at: AwareDatetime | None
    """
    When the current text replaced another one, ISO 8601 UTC; null when it is the first.
    """
    expires_at: AwareDatetime | None
    """
    When the memory expires, ISO 8601 UTC; null when it does not.
    """
    duplicate_of: str | None = None
    """
    The memory that already states the same; only with the outcome `duplicate`.
    """
    extracted_ids: list[str] | None = None
    """
    The memories with the extracted facts, including this one when it has the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
    """
    source_memory_id: str | None = None
    """
    The write this memory was extracted from, when that was not its own; gone when an update gives it another text.
    """
    original_text: str | None = None
    """
    The written text, if `memory` is a fact extracted from it. Searches ignore it.
    """
    versions: list[MemoryVersion] | None = None
    """
    The earlier versions, newest first; only in an export with `versions=true`.
    """


class ExportEnd(Model):
    """
    The last line of an export. An export without it was cut off.
    """

    end: Literal[True] | str
    """
    Always true.
    """
    count: int
    """
    The number of memories in the export.
    """


ExportLine = TypeAliasType("ExportLine", ExportHeader | ExportedMemory | ExportEnd)
"""
One line of an export. The header comes first, the end last, and one line for each memory between them.
"""


class RejectedLine(Model):
    """
    A line that an import did not write.
    """

    line: int
    """
    The number of the line in the body, from 1; in an array, that of the item.
    """
    code: str
    """
    The code of `POST /memories`, such as `invalid_request`, `sensitive_content`, `outside_key_restriction`, `plan_limit_reached` or `quota_exceeded`. New codes may be added.
    """
    message: str
    """
    The reason and its fix. It repeats no text of the line.
    """


class ImportResult(Model):
    """
    The result of an import. The header and the end of an export are not counted.
    """

    accepted: int
    """
    The number of memories that were written.
    """
    skipped: int
    """
    The number of lines whose memory already exists.
    """
    rejected: list[RejectedLine]
    """
    The lines that were not written, in their order.
    """
    ignored: dict[str, int] | None = None
    """
    The number of written memories by each field that was left out; not there when there is none. In lines of an export, these are fields that this server does not know. `messages` counts messages without text. Names have at most 64 characters, and names after the first 50 are counted together as `…`.
    """


class ExpectedMemory(Model):
    """
    The rank of the memory named in `expect`, and why it is not among the results.
    """

    memory_id: str
    """
    The id that was expected.
    """
    reason: str
    """
    `found`: it is among the results. `missing`: this account has no such memory. `out_of_scope`: it belongs to another user, agent or run than requested. `filtered`: its metadata do not match. `no_evidence`: it has neither a word nor a meaning in common with the query. `not_a_candidate`: too many others match better, by keyword and in meaning, for it to be ranked. `below_threshold` and `below_top_k`: others are better. New reasons may be added.
    """
    detail: str
    """
    The reason as a sentence, with the change that helps.
    """
    conditions: list[str]
    """
    The conditions of the request that leave it out, such as `agent_id`, `occurred_from`, `filters.project` or `where.all.0`; `where.any` when none of that group holds.
    """
    embedded: bool
    """
    Whether semantic search covers it; until then only keyword search does. False when it is missing.
    """
    rank: int | None
    """
    Its rank among the memories that can be found, from 1; null when it cannot be found.
    """
    score: float | None
    """
    Its score, 0 to 1; null when it has no rank.
    """
    explain: Explanation | None = None


class SearchResponse(ModelOfResults):
    """
    The results of a search, best first.
    """

    results: list[SearchResult]
    """
    The memories found, by descending score; equal scores keep a stable order.
    """
    degraded: list[str]
    """
    Signals that were not available for this response; empty when all were. `vector` means that the results come from keyword search alone. While memories are re-embedded, it means that keyword search alone covers some of them. `rerank` means that it was requested and no reranker responded. New signals may be added.
    """
    expected: ExpectedMemory | None = None
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


class FacetValue(Model):
    """
    A value, and how many memories have it.
    """

    value: str
    """
    The value as the memories have it.
    """
    count: int
    """
    How many memories of the scope have it, exactly.
    """


class Facets(Model):
    """
    The values that the memories of a scope have, each list with the most frequent first, at most 100.
    """

    users: list[FacetValue]
    """
    The users: end users, and the id of the account for the memories that have none.
    """
    agents: list[FacetValue]
    """
    The agents.
    """
    runs: list[FacetValue]
    """
    The runs.
    """
    projects: list[FacetValue]
    """
    The strings in `metadata.project`.
    """
    sources: list[FacetValue]
    """
    The strings in `metadata.source`.
    """
    memory_types: list[FacetValue]
    """
    The strings in `metadata.memory_type`.
    """
    tags: list[FacetValue]
    """
    The strings in `metadata.tags`.
    """
    total: int
    """
    How many memories there are in the scope, whatever their status.
    """
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


MapStatus = TypeAliasType("MapStatus", str)
"""
`computing` while the points are placed, `ready` when they are. Newer servers may have other states.
"""


class MapPoint(Model):
    """
    A memory as a point of a map.
    """

    memory_id: str
    """
    The id of the memory.
    """
    x: float
    """
    The position from left to right.
    """
    y: float
    """
    The position from bottom to top, in the unit of `x`.
    """
    excerpt: str
    """
    The beginning of the text, without line breaks, at most 160 UTF-16 units; a shortened text ends with `…`.
    """
    user_id: str
    """
    The end user, or the id of the account for a memory that has none.
    """
    agent_id: str | None
    """
    The agent; null for a memory that has none.
    """
    project: str | None
    """
    The first string in `metadata.project`; null for a memory that has none.
    """
    memory_type: str | None
    """
    The first string in `metadata.memory_type`; null for a memory that has none.
    """
    occurred_at: AwareDatetime
    """
    When it happened, ISO 8601 UTC.
    """


class MemoryMap(Model):
    """
    Memories as points in a plane.
    """

    status: MapStatus
    total: int | None
    """
    The number of memories in the scope when the map was computed, whatever their status. null while they are counted.
    """
    points: list[MapPoint]
    """
    The sampled memories in the order of their ids, at most 2,000. Empty while the map is computed.
    """
    computed_at: AwareDatetime | None
    """
    When the points were placed, ISO 8601 UTC; null while they are computed.
    """
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


class ProfileEntry(Model):
    """
    A statement, in the words of the newest memory with it.
    """

    text: str
    """
    One sentence or line, without line breaks, at most 300 UTF-16 units; a shortened text ends with `…`. A statement of a conversation begins with its speaker.
    """
    memory_ids: list[str]
    """
    The memories that state it, newest first, at most 20.
    """
    updated_at: AwareDatetime
    """
    When it was last stated, ISO 8601 UTC. This is the `occurred_at` of the newest of the memories, or the last change of its text if that was later.
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
    Something that the memories name, such as a person, a town, a file or a version.
    """

    name: str
    """
    The name as written in the texts.
    """
    kind: str
    """
    The kind of thing, as in `entities` of a memory. New kinds may be added.
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
    A summary of the memories, with the people and projects in them. The same memories always give the same profile.
    """

    summary: str
    """
    The profile as plain text to paste into a prompt, at most `max_characters` long and never cut inside an entry. Empty when there are no memories. Each statement is one line that begins with `- `. A name with special characters is a JSON string. Thus no memory can imitate another.
    """
    preferences: list[ProfileEntry]
    """
    Things that a user likes, wants, avoids, always or never does; newest first, at most 100.
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
    warnings: list[ResponseWarning] | None = None
    """
    Possible reasons for an unexpected response. Absent if there are none.
    """


Plan = TypeAliasType("Plan", str)
"""
The plan an account is on. New plans may be added: treat an unknown value as a plan with limits of its own.
"""


class UsageCount(Model):
    """
    The usage of this month, counted against the quota of the plan.
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
    How many the plan allows; null means unlimited.
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
    First moment of the next month, when counting restarts (exclusive), ISO 8601 UTC.
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
    Writes and updates of memories. Deleting and retrying cost nothing; rejected and replayed writes cost nothing either.
    """
    memory_search: UsageCount
    """
    Searches that were completed.
    """
    end_users: UsagePlaces
    """
    Distinct end users of live memories. Each `end_user_id`, and each `user_id` other than the account's own id, counts once.
    """
    projects: UsagePlaces
    """
    Distinct strings in `metadata.project` among live memories, case-sensitive.
    """


class LoggedRequest(Model):
    """
    One authenticated request, without its text, key, query string or body. Requests that the rate limit rejected share a row for each minute and operation, with the properties of the first one.
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
    HTTP status of the response; 499 when the caller was gone before there was one.
    """
    latency_ms: float
    """
    From the request to the end of the response, in milliseconds.
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
    How many requests the row represents. 1, except for requests that the rate limit rejected.
    """


class RequestList(Model):
    """
    A page of the request log, newest first; with `after`, in the order of the log.
    """

    results: list[LoggedRequest]
    """
    The requests of this page.
    """
    total: int
    """
    How many requests match altogether.
    """
    newer_cursor: str
    """
    Send it as `after` to get the requests that were logged later. It is there even if no request is.
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
    Requests that ended with a status of 400 or more.
    """


class LatencyMs(Model):
    """
    Percentiles of the time from request to response, in milliseconds, from histograms whose steps are 13 % wide.
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
    How many of them had a status of 400 or more.
    """
    latency_ms: LatencyMs
    """
    Percentiles of the time from request to response, in milliseconds, from histograms whose steps are 13 % wide.
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
    Requests that ended with a status of 400 or more.
    """


class ByStatus(Model):
    """
    Requests by class of status, `2xx` to `5xx`; classes without requests are 0.
    """

    status_2xx: Annotated[int, Field(alias="2xx")]
    """
    Successful.
    """
    status_3xx: Annotated[int, Field(alias="3xx")]
    """
    Redirected, or not modified.
    """
    status_4xx: Annotated[int, Field(alias="4xx")]
    """
    Rejected, or the caller closed the connection.
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
    One entry for each requested operation, the most frequent first.
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
    An account owns memories and API keys. It is named by an email address or by a phone number, never both.
    """

    id: str
    """
    Identifier of the account. Memories written over REST carry it as `user_id`.
    """
    email: str | None
    """
    Email address, null when the account was registered with a phone number. Unique regardless of case.
    """
    phone: str | None
    """
    Phone number in E.164 form, null when the account was registered with an email address.
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


class DeletionCounts(Model):
    """
    The counts of the account's data before the deletion.
    """

    memories: int
    """
    Memories, with everything derived from them.
    """
    api_keys: int
    """
    Keys, revoked and expired ones included.
    """
    sessions: int
    """
    Access tokens and cookies.
    """
    requests: int
    """
    Rows of the request log.
    """


class DeletedAccount(Model):
    """
    The deletion of an account that has begun.
    """

    deletion_id: str
    """
    Identifier of the deletion, under which the operator finds its receipt in the log.
    """
    counts: DeletionCounts


class Session(Model):
    """
    A session, that is an access token or a cookie that has not ended.
    """

    id: str
    """
    Identifier of the session, for ending it.
    """
    current: bool
    """
    Whether the request came in this session.
    """
    created_at: AwareDatetime
    """
    When the session began, ISO 8601 UTC.
    """
    expires_at: AwareDatetime
    """
    When the session ends by itself.
    """
    last_used_at: AwareDatetime | None
    """
    When the session was last used; null when it never was. May lag behind by some seconds.
    """
    user_agent: str | None
    """
    The `User-Agent` that signed in, at most 256 characters; null when it is unknown.
    """
    address: str | None
    """
    The address that signed in, of IPv6 the first 64 bits; null when it is unknown.
    """


class SessionList(Model):
    """
    A list of the sessions of the account, at most 50.
    """

    results: list[Session]
    """
    The sessions, newest first.
    """


class EndedSessions(Model):
    """
    The number of sessions that were ended.
    """

    ended: int
    """
    How many sessions have ended.
    """


class AuditActor(Model):
    """
    Who did it.
    """

    kind: str
    """
    The kind of caller: `session` and `api_key` are credentials of the account, `operator` is the command line of the server, `anonymous` had no credential yet. Newer servers may have others.
    """
    key_prefix: str | None = None
    """
    The first characters of the API key.
    """
    session_id: str | None = None
    """
    The session.
    """


class AuditEvent(Model):
    """
    Something that happened to the account or its credentials. It holds no secrets and no texts.
    """

    id: str
    """
    Identifier of the event.
    """
    time: AwareDatetime
    """
    When it happened, ISO 8601 UTC.
    """
    action: str
    """
    The action. Newer servers may have other actions.
    """
    outcome: str
    """
    `ok`, `failed` (a wrong password), `locked` (too many attempts) or `rejected` (the server does not allow it). Each minute keeps at most ten attempts of each kind that were not `ok`.
    """
    actor: AuditActor
    address: str | None
    """
    The address of the client, of IPv6 the first 64 bits; null for the operator.
    """
    detail: dict[str, Any]
    """
    Details of the event, such as `key_id`, `key_prefix`, `session_id`, `webhook_id` or `changed`.
    """


class AuditList(Model):
    """
    A page of audit events.
    """

    results: list[AuditEvent]
    """
    The events, newest first.
    """
    next_cursor: str | None
    """
    The `cursor` of the next page; null on the last one.
    """


Scope = TypeAliasType("Scope", Literal["read", "write"] | str)
"""
What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them.
"""


class KeyRestriction(Model):
    """
    What an API key is restricted to; all that is given holds. `user_id` stands for the memories whose `user_id` or `end_user_id` it is.
    """

    user_id: str | None = None
    """
    The one user whose memories the key reads and writes, at most 256 characters.
    """
    agent_id: str | None = None
    """
    The one agent, at most 256 characters.
    """
    project: str | None = None
    """
    The one `metadata.project`, at most 1,000 characters.
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
    The permissions of the key.
    """
    restrict: KeyRestriction | None
    """
    The restriction of the key; null for access to the whole account.
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
    replaced_by: str | None
    """
    The key that has replaced this one, or will when the overlap is over; null when none has.
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
    key: str | None
    """
    The full secret, shown this once. The server keeps only a hash of it: null in the response to a retried request with the same Idempotency-Key.
    """
    key_prefix: str
    """
    The first 12 characters of the key, to tell keys apart later.
    """
    scopes: list[Scope]
    """
    The permissions of the key.
    """
    restrict: KeyRestriction | None
    """
    The restriction of the key; null for access to the whole account.
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


class ReplacedApiKey(Model):
    """
    The key that a new one replaces.
    """

    id: str
    """
    Identifier of the replaced key.
    """
    ends_at: AwareDatetime
    """
    When the replaced key stops working. It may expire before the overlap is over.
    """


class RotatedApiKey(Model):
    """
    A new API key with its secret, and the key that it replaces. Keep `key` now; a lost key cannot be recovered.
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
    The name of the replaced key.
    """
    key: str | None
    """
    The full secret, shown this once. The server keeps only a hash of it: null in the response to a retried request with the same Idempotency-Key.
    """
    key_prefix: str
    """
    The first 12 characters of the key, to tell keys apart later.
    """
    scopes: list[Scope]
    """
    The permissions of the key.
    """
    restrict: KeyRestriction | None
    """
    The restriction of the key; null for access to the whole account.
    """
    created_at: AwareDatetime
    """
    When the key was created, ISO 8601 UTC.
    """
    expires_at: AwareDatetime | None
    """
    When the key stops working, as the replaced key was limited; null when it does not expire.
    """
    replaces: ReplacedApiKey


WebhookEventType = TypeAliasType("WebhookEventType", str)
"""
Type of an event. `memory.ready` and `memory.failed` end the ingest of a memory. `memory.updated` follows a change or a restore. `memory.deleted` and `memory.expired` end the memory itself. `quota.near` (80 %) and `quota.exceeded` (used up) occur once a calendar month for writes and once for searches. Newer servers may have other types.
"""


class Webhook(Model):
    """
    A URL of yours to which the server posts the events of the account.
    """

    id: str
    """
    Identifier of the webhook.
    """
    url: str
    """
    The URL that the events are posted to.
    """
    events: list[WebhookEventType]
    """
    The types of events that are delivered.
    """
    description: str | None
    """
    A note of your own; null when there is none.
    """
    include_text: bool
    """
    Whether events about a memory carry its text.
    """
    enabled: bool
    """
    Whether events are queued and delivered.
    """
    disabled_reason: str | None
    """
    Null while the webhook is enabled, and `by_request` after a change of `enabled`. `deliveries_failed` if an event could not be delivered for 24 hours; `gone` if the receiver responded with 410. Newer servers may have other reasons.
    """
    created_at: AwareDatetime
    """
    When the webhook was created, ISO 8601 UTC.
    """
    updated_at: AwareDatetime
    """
    When the webhook was last changed or disabled, ISO 8601 UTC.
    """
    previous_secret_ends_at: AwareDatetime | None
    """
    Until when the secret before the last rotation signs as well; null when only one secret signs.
    """


class WebhookList(Model):
    """
    The webhooks of the account.
    """

    results: list[Webhook]
    """
    The webhooks, newest first.
    """


class WebhookWithSecret(Model):
    """
    A webhook with its secret. Keep `secret` now; a lost secret cannot be shown again, only rotated.
    """

    id: str
    """
    Identifier of the webhook.
    """
    url: str
    """
    The URL that the events are posted to.
    """
    events: list[WebhookEventType]
    """
    The types of events that are delivered.
    """
    description: str | None
    """
    A note of your own; null when there is none.
    """
    include_text: bool
    """
    Whether events about a memory carry its text.
    """
    enabled: bool
    """
    Whether events are queued and delivered.
    """
    disabled_reason: str | None
    """
    Null while the webhook is enabled, and `by_request` after a change of `enabled`. `deliveries_failed` if an event could not be delivered for 24 hours; `gone` if the receiver responded with 410. Newer servers may have other reasons.
    """
    created_at: AwareDatetime
    """
    When the webhook was created, ISO 8601 UTC.
    """
    updated_at: AwareDatetime
    """
    When the webhook was last changed or disabled, ISO 8601 UTC.
    """
    previous_secret_ends_at: AwareDatetime | None
    """
    Until when the secret before the last rotation signs as well; null when only one secret signs.
    """
    secret: str | None
    """
    The secret that signs the deliveries, shown this once: `whsec_` and Base64. Null in the response to a retried request with the same Idempotency-Key.
    """


class DeletedWebhook(Model):
    """
    Receipt of the deletion of a webhook.
    """

    id: str
    """
    Identifier of the webhook.
    """
    deleted_at: AwareDatetime
    """
    When the webhook was deleted, ISO 8601 UTC.
    """


class WebhookAttempt(Model):
    """
    An attempt to deliver an event.
    """

    time: AwareDatetime
    """
    When the attempt ended, ISO 8601 UTC.
    """
    response_status: int | None
    """
    The status of the response of the receiver; null without a response.
    """
    error: str | None
    """
    Why the attempt failed, as in `error` of the delivery; null when it did not.
    """


class WebhookDelivery(Model):
    """
    An event that is being delivered to a webhook, or was. It contains no text of a memory.
    """

    id: str
    """
    Identifier of the delivery; each attempt sends it as `webhook-id`.
    """
    webhook_id: str
    """
    The webhook.
    """
    type: WebhookEventType
    memory_id: str | None
    """
    The memory of the event; null for `quota.near` and `quota.exceeded`.
    """
    status: str
    """
    `pending` until the receiver responds with 2xx (`delivered`) or the delivery is given up (`failed`). Newer servers may have other values.
    """
    attempts: int
    """
    How often the event was sent.
    """
    created_at: AwareDatetime
    """
    When the event happened, ISO 8601 UTC.
    """
    last_attempt_at: AwareDatetime | None
    """
    When the last attempt ended; null before the first.
    """
    next_attempt_at: AwareDatetime | None
    """
    When the event is sent next, unless an earlier event of the same memory waits; null when the delivery is completed.
    """
    response_status: int | None
    """
    The status of the response of the receiver to the last attempt; null without a response.
    """
    error: str | None
    """
    Why the last attempt failed; null when it did not. `status` is a response other than 2xx, `redirect` a 3xx, `timeout` no response within 10 seconds. `name_not_resolved`, `address_not_allowed` and `connection_failed` occur before any response. Newer servers may have other values.
    """
    recent_attempts: list[WebhookAttempt]
    """
    The last 20 attempts, newest first.
    """


class WebhookDeliveryList(Model):
    """
    A page of deliveries.
    """

    results: list[WebhookDelivery]
    """
    The deliveries, newest first.
    """
    next_cursor: str | None
    """
    The `cursor` of the next page; null on the last one.
    """


class WebhookEventData(Model):
    """
    The subject of the event. Events about memories have `memory_id`, events about quotas have `metric`; newer servers may add fields.
    """

    memory_id: str | None = None
    """
    The memory.
    """
    version: int | None = None
    """
    The version of the memory that the event is about.
    """
    user_id: str | None = None
    """
    The user of the memory; null once the memory is gone.
    """
    end_user_id: str | None = None
    """
    The end user named by a write over REST; null when none was named, and once the memory is gone.
    """
    agent_id: str | None = None
    """
    The agent; null when there is none, and once the memory is gone.
    """
    run_id: str | None = None
    """
    The run; null when there is none, and once the memory is gone.
    """
    outcome: str | None = None
    """
    Result of the ingest, with `memory.ready`, as `outcome` of the memory.
    """
    failure_code: str | None = None
    """
    Why the ingest failed, with `memory.failed`, as `failure.code` of the memory.
    """
    text: str | None = None
    """
    The text of this version, with `include_text`, while the memory exists; null once it is gone or the version is no longer stored. It is read when the event is sent, and stored nowhere else.
    """
    metric: str | None = None
    """
    Which quota, with `quota.near` and `quota.exceeded`.
    """
    used: int | None = None
    """
    How much of the quota was used at the event.
    """
    limit: int | None = None
    """
    The quota of the period.
    """
    period_start: AwareDatetime | None = None
    """
    Start of the calendar month of the quota, ISO 8601 UTC.
    """
    period_end: AwareDatetime | None = None
    """
    Start of the next calendar month, when counting restarts.
    """


class WebhookEvent(Model):
    """
    The body of a delivery. Verify its signature over the received bytes before you read it.
    """

    type: WebhookEventType
    timestamp: AwareDatetime
    """
    When the event happened, ISO 8601 UTC. It stays the same in each attempt.
    """
    data: WebhookEventData
