// generated from openapi/, do not edit: npm run generate

export interface paths {
    "/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories
         * Memories of the account, newest first, narrowed by any of the filters; all that are given must hold. Nothing is narrowed by `user_id`, `agent_id` or `run_id` unless given. A page ends at `limit` memories, or before it when the page grows large: follow `next_cursor` until it is null. A cursor belongs to the filters it was made with and is refused with others. Pages never repeat or skip a memory while others are written. A filter the server does not know is a 400, never ignored.
         */
        get: operations["listMemories"];
        put?: never;
        /**
         * Write a memory
         * Stores `text`, or `messages` of a conversation (exactly one of them), durably: when the answer is there, the memory is on disk. It can be read by its id and is found by its words at once; finding it by meaning follows within seconds, when its status is `ready`.
         *
         *     Send `Prefer: wait=5` to wait up to that many seconds (10 at most) for it: 201 when it is ready, 202 otherwise. Send an `Idempotency-Key` to be able to repeat the write safely.
         *
         *     The memory belongs to the account behind the credential, and its `user_id` is that account's id, whatever is sent, unless the server runs with `MNEMA_REST_USER_ID=request`. Text is kept exactly as given. Never store keys, tokens, passwords, private keys, cookies, certificates or sensitive personal data as memories.
         */
        post: operations["createMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/{memory_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        /**
         * Get a memory
         * A memory with its state, from the moment its write was answered. Use it to read your own write and to follow ingest. A memory of another account, a malformed id and one that does not exist get the same 404.
         */
        get: operations["getMemory"];
        /**
         * Update a memory
         * Replaces the text, merges metadata (one level deep; null removes a key), or both, and adds one to `version`. With new text the memory goes through ingest again and its status is `pending` meanwhile; the old text stops matching at once and the new words match at once.
         *
         *     The response shows the memory, so an API key without the scope `read` must send `Prefer: return=minimal`, and gets a 403 `insufficient_scope` without it.
         */
        put: operations["updateMemory"];
        post?: never;
        /**
         * Delete a memory
         * Removes the memory and everything that could find it, at once and for good; ingest that is under way does not bring it back. The texts that stored responses to updates hold go with it. Deleting it again is a 404, unless the same `Idempotency-Key` is sent: then the receipt comes again.
         */
        delete: operations["deleteMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/{memory_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed memory
         * Sends a memory whose status is `failed` round ingest again; it is `pending` from now on. In any other state the answer is 409 `conflict`: pending memories are retried by the server itself, for up to 24 hours when a provider is out of order.
         *
         *     For an API key without the scope `read`, `metadata` is empty.
         */
        post: operations["retryMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search memories
         * Finds memories by words, tags and meaning within the account, narrowed by `user_id`, `agent_id`, `run_id` and by exact metadata `filters`. Results come by descending score, 0 to 1; a shorter list (`top_k`) is always the beginning of a longer one. Filter by project or source to keep topics apart.
         *
         *     A memory needs some evidence, a word or a meaning in common with the query, to appear at all. A memory just written is found by its words before it is found by meaning. After an update the old text no longer counts. When the sentence encoder is not available the answer comes from words alone and says so in `degraded`.
         *
         *     No hits for a memory that was written usually means that `user_id`, `agent_id` or metadata differ between the write and the search: send its id as `expect` with `explain: true`, and the answer says which.
         */
        post: operations["searchMemories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile
         * What the memories say, condensed without a language model: preferences and facts, projects, names and the newest memories, each with the ids of the memories it comes from, and a `summary` to paste into a prompt. Narrowed by `user_id`, `agent_id` and `project`, all that are given; without `user_id` it covers everybody whose memories the account keeps.
         *
         *     Of statements that contradict each other only the newest appears, and repetitions are one entry; the memories themselves stay as they are. Questions and small talk are left out. Conversations contribute what speakers say about themselves, with the speaker's name. Statements come from the newest 4,000 memories and from the newest 1,000 whose `metadata.memory_type` is `user_preference`; counts cover all memories. Pending and failed memories count too.
         *
         *     A profile is not counted as a search. Two profiles of an account are made at the same time and eight wait; a further request is 429 `rate_limited`. One that was made stays ready until a memory of the account changes. A `user_id` that has no memories is not an error: the profile is empty.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of this month
         * What the account has used of its plan in the current calendar month (UTC), as the next write or search will find it. Every accepted write or update counts once, every answered search once; nothing gives quota back before the month ends. A limit of `null` means unlimited.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * The request log of the account, newest first. Every authenticated request is in it within a second, also those that were refused; texts, keys and bodies never are. Requests that the rate limit refused share one row for each minute and operation, with their `count`. Rows are kept for 400 days unless the server is configured otherwise (`MNEMA_LOG_RETENTION_DAYS`), and an account keeps its newest 1,000,000.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get request statistics
         * Counts and latencies of the account's requests over whole UTC days, both ends included; by default the 365 days that end today. Requests that belong to no known account are in none of the figures. Daily figures are kept for 400 days. What the process had not written when it was killed, a quarter of a second at most, is missing here and in the log; the counts of `GET /usage` lose nothing.
         */
        get: operations["getRequestStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * Creates an account, named by an e-mail address or by a phone number in E.164 form (exactly one of them), on the free plan. An e-mail address is unique regardless of case. Sign in afterwards to get an access token, and with it an API key. A private deployment may close registration (`MNEMA_REGISTRATION=closed`).
         */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * Exchanges the identifier of an account and its password for an access token, to be sent as `Authorization: Bearer`. Tokens are opaque, kept as a hash only, and live for 30 days unless the server is configured otherwise (`MNEMA_SESSION_DAYS`). An account has at most 50 of them: the oldest ends when another begins. An unknown account and a wrong password get the same answer after the same work. 10 failures for an identifier from one address within 15 minutes, 100 for an identifier from all addresses, 50 from one address, or 20 sign-ins for an identifier within a minute are a 429.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * Ends the access token the request carries, at once. Other tokens of the account and its API keys go on working.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * The account the access token belongs to.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the password
         * Sets a new password and ends every other access token of the account; the one the request carries goes on working. API keys go on working, too, unless `revoke_api_keys` is true. A wrong current password is a 400 that names the field, not a 401: the token is fine. 10 wrong ones within an hour and session are a 429; guesses of others at `POST /auth/login` do not count here.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * The API keys of the account, newest first, with the 100 that were revoked (they have `revoked_at`) or have expired last. A page ends at `limit` keys: follow `next_cursor` until it is null. The secrets are not among the answers: they are not kept. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * Makes an API key for the memory endpoints. `label` is the name by which you will recognise it. The full key is in this answer and nowhere else: the server keeps a hash, so a lost key can only be revoked and replaced. By default a key may read and write and does not expire. An account has at most 100 keys that are neither revoked nor expired. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the key. A malformed one is answered like one that does not exist.
                 * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * The key is refused with 401 from this moment. Revoking it again answers the same, with the time of the first revocation, as long as the key is listed. Only an access token may manage keys.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * `pending` while the memory waits for ingest (it is found by its words already), `ready` once it is found by meaning as well, `failed` when ingest gave up; then `failure` says why, and a retry sends it round again.
         * @example ready
         * @enum {string}
         */
        MemoryStatus: "pending" | "ready" | "failed";
        /**
         * Who a message comes from.
         * @example user
         * @enum {string}
         */
        MessageRole: "user" | "assistant" | "system" | "tool";
        /** One message of a conversation. */
        Message: {
            /** Who a message comes from. */
            role: components["schemas"]["MessageRole"];
            /**
             * What was said; not blank. Never trimmed or normalised.
             * @example We moved the launch to the first of March.
             */
            content: string;
            /**
             * Who spoke. When given, it stands in the memory's text where otherwise `role` would: `name: content`.
             * @example Ada
             */
            name?: string;
        };
        /**
         * Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number.
         * @example {
         *       "project": "apollo",
         *       "memory_type": "decision",
         *       "tags": [
         *         "launch"
         *       ]
         *     }
         */
        Metadata: {
            [key: string]: unknown;
        };
        /** Why ingest failed. */
        Failure: {
            /**
             * A word for programs. New codes may be added.
             * @example embedding_failed
             */
            code: string;
            /**
             * A sentence for people.
             * @example The sentence encoder refused the text.
             */
            message: string;
        };
        /** Something the text names, such as a person, a place, a file or a version. */
        Entity: {
            /**
             * The name as written in the text.
             * @example Ada
             */
            name: string;
            /**
             * What sort of thing it is. New kinds may be added.
             * @example person
             */
            kind: string;
        };
        /** A place where a credential or a sensitive identity number was replaced by `[redacted]` and its kind. */
        Redaction: {
            /**
             * Where, as a JSON pointer that begins with `/body`.
             * @example /body/text
             */
            path: string;
            /**
             * What was replaced.
             * @example github_token
             */
            kind: string;
        };
        /** A memory with its state. `pending` moves to `ready`, or to `failed` after the last attempt; while attempts remain it stays `pending` with `attempts` and `next_attempt_at`. */
        Memory: {
            /**
             * Identifier of the memory; later memories sort after earlier ones.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * The text, exactly as written, or the fact that was extracted from it. For a memory written as `messages` it is their lines joined, each `role` (or `name`), a colon and the content.
             * @example We moved the launch to the first of March.
             */
            memory: string;
            /** The messages as given; only there when the memory was written so. */
            messages?: components["schemas"]["Message"][];
            /**
             * The end user within the account; over REST the account's own id unless the server lets requests set it.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * Agent or application; null when none was given.
             * @example planner
             */
            agent_id: string | null;
            /**
             * Session or task; null when none was given.
             * @example null
             */
            run_id: string | null;
            /** Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number. */
            metadata: components["schemas"]["Metadata"];
            /** `pending` while the memory waits for ingest (it is found by its words already), `ready` once it is found by meaning as well, `failed` when ingest gave up; then `failure` says why, and a retry sends it round again. */
            status: components["schemas"]["MemoryStatus"];
            /**
             * How ingest ended; null while it has not. `stored`: kept as it is. After a write with `infer`, `extracted`: the facts in it are in the memories `extracted_ids`; `duplicate`: it tells nothing that `duplicate_of` does not; `nothing_to_store`: it holds no stable fact. A memory that holds no fact of its own is reached by its id only: lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
             * @example stored
             */
            outcome: string | null;
            /** Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong. */
            failure: components["schemas"]["Failure"] | null;
            /** What the text names, as far as the server recognised it; empty until the memory is `ready`. */
            entities: components["schemas"]["Entity"][];
            /**
             * 1 at first; every update adds one.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * When the thing happened, as opposed to when it was written; the time of writing unless given.
             * @example 2026-11-20T16:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * When the memory was last changed by a client, ISO 8601 UTC; the time of writing when it never was.
             * @example 2026-11-21T09:02:00.000Z
             */
            updated_at: string;
            /**
             * How many times ingest of the present text was begun.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * When ingest is due next; null unless the status is `pending`.
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * The memory that says the same already; only with the outcome `duplicate`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            duplicate_of?: string;
            /**
             * The memories that hold what was extracted, this one among them when it holds the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            extracted_ids?: string[];
            /**
             * The write this memory was extracted from, when that was not its own; gone when an update gives it another text.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            source_memory_id?: string;
            /**
             * What was written, when `memory` is a fact extracted from it. Searches do not see it.
             * @example user: I am vegetarian, and Tuesdays never work for me.
             */
            original_text?: string;
            /** What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some. */
            redacted?: components["schemas"]["Redaction"][];
        };
        /** A page of memories, newest first. */
        MemoryList: {
            /** The memories, newest first. May be shorter than `limit` although more follow. */
            results: components["schemas"]["Memory"][];
            /**
             * Send it as `cursor`, with the same filters, to get the next page; null when this page is the last.
             * @example bWVtXzAxS0FKMlc0VDVSOE0zUTZZN1o5QjBDMUQy
             */
            next_cursor: string | null;
        };
        /** One thing that is wrong with the request. */
        ProblemError: {
            /**
             * Where, as a JSON pointer that begins with the part of the request, `/body`, `/query` or `/headers`.
             * @example /body/top_k
             */
            path: string;
            /**
             * What is wrong and how to put it right.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** An error (RFC 9457). `code` is for programs, `detail` for people; quote `request_id` when asking about it. New codes may be added; treat one you do not know by its status. */
        Problem: {
            /**
             * `urn:mnema:error:` and the code.
             * @example urn:mnema:error:invalid_request
             */
            type: string;
            /**
             * The same for every error of this code.
             * @example Invalid request
             */
            title: string;
            /**
             * The HTTP status.
             * @example 400
             */
            status: number;
            /**
             * What went wrong, for programs.
             * @example invalid_request
             */
            code: string;
            /**
             * What went wrong this time and how to put it right.
             * @example The request is not valid: /body/top_k must be between 1 and 100.
             */
            detail: string;
            /**
             * The id of the request, the same as in the header `X-Request-Id`.
             * @example req_01KAJ2W4T1D3F5H7J9K1M3N5P7
             */
            request_id: string;
            /** Each thing that is wrong with the request; only with `invalid_request` and `sensitive_content`. */
            errors?: components["schemas"]["ProblemError"][];
            /**
             * Format: date-time
             * When the next month of the quota begins, ISO 8601 UTC; only with `quota_exceeded`.
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at?: string;
            /**
             * Which limit of the plan is reached; only with `plan_limit_reached`.
             * @example projects
             */
            limit?: string;
        };
        /** Exactly one of `text` and `messages`, and what is known about it. Fields the server sets itself (`id`, `status`, `created_at` …) and unknown fields are refused. */
        CreateMemoryRequest: {
            /**
             * The memory as text, at most 100,000 characters (Unicode code points), not blank. It is never trimmed or normalised; NUL and lone surrogates are refused.
             * @example We moved the launch to the first of March.
             */
            text?: string;
            /** The memory as a conversation. The messages are joined to one text, each as `role: content` or, with a name, `name: content`; the limit of 100,000 characters holds for the joined text. */
            messages?: components["schemas"]["Message"][];
            /**
             * End user within the account. The server stores the id of the authenticated account here, whatever is sent, unless it runs with `MNEMA_REST_USER_ID=request`.
             * @example user-17
             */
            user_id?: string;
            /**
             * Agent or application that writes.
             * @example planner
             */
            agent_id?: string;
            /**
             * Session or task the memory belongs to.
             * @example standup-2026-11-20
             */
            run_id?: string;
            /** Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number. */
            metadata?: components["schemas"]["Metadata"];
            /**
             * True asks the server to extract stable facts with a language model and to compare them with what is stored for the same user, agent and project. The first new fact takes the place of the text under the id of this write, further ones are memories of their own; what is known already is not stored again, and a fact that was extracted before is completed. `outcome` of the memory says what became of it; until then the text is found by its words. It counts as one write, whatever is extracted. An outage of the model keeps the memory pending for up to 24 hours. When no model is configured (`no_llm_configured`, already in this answer), when it is out for longer, or gives no usable answer (`llm_failed`), the text is stored as it is, and `metadata.infer_fallback_reason` says so.
             * @default false
             * @example false
             */
            infer?: boolean;
            /**
             * Format: date-time
             * When the thing happened, ISO 8601 with a time zone; the time of writing when left out. Imports keep their dates with it.
             * @example 2026-11-20T16:00:00Z
             */
            occurred_at?: string;
        } & (unknown | unknown);
        /** The write is on disk. The memory can be read by its id from now on, is found by its words at once, and by meaning when its status is `ready`. */
        WriteAccepted: {
            /**
             * Identifier of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            /** `pending` while the memory waits for ingest (it is found by its words already), `ready` once it is found by meaning as well, `failed` when ingest gave up; then `failure` says why, and a retry sends it round again. */
            status: components["schemas"]["MemoryStatus"];
            /** Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /** What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some. */
            redacted?: components["schemas"]["Redaction"][];
        };
        /** New text, changes to the metadata, or both. Other fields of a memory cannot be changed and are refused. */
        UpdateMemoryRequest: {
            /**
             * Replaces the text. At most 100,000 characters (Unicode code points), not blank, kept exactly as given.
             * @example We moved the launch to the eighth of March.
             */
            text?: string;
            /**
             * Merged into the metadata, one level deep: a key replaces that key's whole value, a key with null is removed, keys not named stay. The merged result obeys the limit of 16 KB.
             * @example {
             *       "memory_type": "decision",
             *       "draft": null
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** Receipt of a deletion. */
        DeletedMemory: {
            /**
             * Identifier of the memory that was.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * Format: date-time
             * When it was deleted, ISO 8601 UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            deleted_at: string;
        };
        /**
         * A value to compare with exactly; the number `1` is not the string `"1"`.
         * @example apollo
         */
        FilterScalar: string | number | boolean;
        /**
         * One value, or an array of 1 to 1,000 values of which any may match. An array in the memory matches when it contains the value. Objects, null and an empty array are refused.
         * @example apollo
         * @example [
         *       "decision",
         *       "debug"
         *     ]
         */
        FilterValue: string | number | boolean | components["schemas"]["FilterScalar"][];
        /** What to look for, and where. */
        SearchRequest: {
            /**
             * A question or a description of the situation, in plain language, at most 8,000 characters.
             * @example When is the launch?
             */
            query: string;
            /**
             * Only memories of this end user.
             * @example user-17
             */
            user_id?: string;
            /**
             * Only memories of this agent.
             * @example planner
             */
            agent_id?: string;
            /**
             * Only memories of this session or task.
             * @example standup-2026-11-20
             */
            run_id?: string;
            /**
             * How many results at most. A shorter list is always the beginning of a longer one. Results end earlier after about a million characters of text.
             * @default 10
             * @example 5
             */
            top_k?: number;
            /**
             * Metadata keys and the values they must have; all of them must hold. At most 50 keys, with at most 2,000 values in all. Keys are literal: `a.b` and `$gt` are just names.
             * @example {
             *       "project": "apollo",
             *       "memory_type": [
             *         "decision",
             *         "debug"
             *       ]
             *     }
             */
            filters?: {
                [key: string]: components["schemas"]["FilterValue"];
            };
            /**
             * Format: double
             * Only results with at least this score. Left out, the best `top_k` come back however weak, as long as there is any evidence for them.
             * @example 0.3
             */
            threshold?: number;
            /**
             * Has a reranker read the best 50 once more together with the query, which takes up to a second. Their order and scores then come from both. Without a reranker, or when it does not answer in time, the answer comes from our own ranking and says so in `degraded`.
             * @default false
             * @example true
             */
            rerank?: boolean;
            /**
             * Adds to each result why it is there: what each signal contributed, which words and entities matched, and what lifted it.
             * @default false
             * @example true
             */
            explain?: boolean;
            /**
             * Id of a memory that should have been found; `expected` in the answer says why it was not, or where it stands. Needs `explain`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            expect?: string;
        };
        /** What one signal contributes to the place of a memory. */
        SignalValue: {
            /**
             * Format: double
             * What was measured, before it is weighed; mostly 0 to 1.
             * @example 0.71
             */
            raw: number;
            /**
             * Format: double
             * Its part of the sum by which results are ordered; below 0 when it speaks against the memory.
             * @example 0.43
             */
            score: number;
        };
        /** Why a memory stands where it does; only with `explain`. */
        Explanation: {
            /**
             * What each signal says. The order of results is that of the sum of all `score`s. `words` and `vector` compare the memory with the query, `tags` does so for its tags, project, area and scope; `exact` says how much of the query's identifiers, or of a query of plain words without stop words, its own text holds; `run_words` and `run_vector` do so for the best turn of its conversation; `late_interaction` compares it, with the turns around it, piece by piece with the query, below 0 where that fits less than usual; `entities`, `date`, `speaker`, `recency`, `newest` (of facts that hold the same words of the query), `duplicate`, and of turns `question`, `answer` and `length`, only re-order. `rerank` is there when a reranker took part: `raw` is the relevance that it gave, 0 for what was not among the best 50, and all other scores count half. A signal that says nothing is left out; new ones may be added.
             * @example {
             *       "words": {
             *         "raw": 0.62,
             *         "score": 0.5
             *       },
             *       "vector": {
             *         "raw": 0.71,
             *         "score": 0.43
             *       }
             *     }
             */
            signals: {
                [key: string]: components["schemas"]["SignalValue"];
            };
            /**
             * Words of the query that occur in the memory or in its tags, project, area or scope, as they were asked.
             * @example [
             *       "launch"
             *     ]
             */
            matched_words: string[];
            /**
             * Names, files, versions and the like of the query that the memory names as well.
             * @example [
             *       "Apollo"
             *     ]
             */
            matched_entities: string[];
            /**
             * What put it higher than its own words and meaning would: `neighbours` (words of the turns around it), `run` (a better turn of its conversation), `date`, `speaker`, `answer` (the question before it fits), `entities`, `tags`, `recency`, `newest`, `rerank`. New ones may be added.
             * @example [
             *       "date"
             *     ]
             */
            lifted_by: string[];
        };
        /** A memory that was found. */
        SearchResult: {
            /**
             * Identifier of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * The text.
             * @example We moved the launch to the first of March.
             */
            memory: string;
            /**
             * Format: double
             * How well it fits, 0 to 1.
             * @example 0.81
             */
            score: number;
            /**
             * The end user within the account.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * Agent or application; null when none was given.
             * @example planner
             */
            agent_id: string | null;
            /**
             * Session or task; null when none was given.
             * @example null
             */
            run_id: string | null;
            /** Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * When the thing happened, ISO 8601 UTC; the time of writing unless given.
             * @example 2026-11-20T16:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /** Why a memory stands where it does; only with `explain`. */
            explain?: components["schemas"]["Explanation"];
        };
        /** Where the memory named in `expect` stands, and why it is not among the results. */
        ExpectedMemory: {
            /**
             * The id that was expected.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            /**
             * `found`: it is among the results. `missing`: this account has no such memory. `out_of_scope`: it belongs to another user, agent or run than was asked for. `filtered`: its metadata do not match. `no_evidence`: it has neither a word nor a meaning in common with the query. `not_a_candidate`: too many others have better words and a nearer meaning for it to be ranked. `below_threshold` and `below_top_k`: others are better. New reasons may be added.
             * @example filtered
             */
            reason: string;
            /**
             * The same in words, with what to change.
             * @example Its metadata do not match filters.project.
             */
            detail: string;
            /**
             * The conditions of the request that leave it out, such as `agent_id` or `filters.project`.
             * @example [
             *       "filters.project"
             *     ]
             */
            conditions: string[];
            /**
             * Whether it can be found by its meaning; until then only its words count. False when it is missing.
             * @example true
             */
            embedded: boolean;
            /**
             * Its place among what can be found, from 1; null when it can't be.
             * @example 14
             */
            rank: number | null;
            /**
             * Format: double
             * Its score, 0 to 1; null when it has no rank.
             * @example 0.34
             */
            score: number | null;
            /** Why a memory stands where it does; only with `explain`. */
            explain?: components["schemas"]["Explanation"];
        };
        /** What was found, best first. */
        SearchResponse: {
            /** The memories found, by descending score; equal scores keep a stable order. */
            results: components["schemas"]["SearchResult"][];
            /**
             * Signals that were not available for this answer; empty when all were. `vector` means that the answer comes from words alone, or, while memories are moved to another embedder, that some could be found by their words only; `rerank` that `rerank` was asked for and no reranker answered. New signals may be added.
             * @example []
             */
            degraded: string[];
            /** Where the memory named in `expect` stands, and why it is not among the results. */
            expected?: components["schemas"]["ExpectedMemory"];
        };
        /** A statement, in the words of the memory that said it last. */
        ProfileEntry: {
            /**
             * One sentence or line, without line breaks, at most 300 UTF-16 units; what was cut ends with `…`. A statement of a conversation begins with its speaker.
             * @example Ada prefers answers in bullet points.
             */
            text: string;
            /**
             * The memories that say so, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
            /**
             * Format: date-time
             * When it was last said, ISO 8601 UTC: the `occurred_at` of the newest of the memories, or when its text was last changed if that was later.
             * @example 2026-11-21T09:02:00.000Z
             */
            updated_at: string;
        };
        /** A project, a string in `metadata.project`, and how many memories belong to it. */
        ProfileProject: {
            /**
             * The project as written in the metadata.
             * @example apollo
             */
            name: string;
            /**
             * How many memories belong to it, exactly.
             * @example 12
             */
            count: number;
            /**
             * The newest of them, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
        };
        /** Something the memories name, such as a person, a place, a file or a version. */
        ProfileEntity: {
            /**
             * The name as written in the texts.
             * @example Ada
             */
            name: string;
            /**
             * What sort of thing it is, as in `entities` of a memory. New kinds may be added.
             * @example name
             */
            kind: string;
            /**
             * How many memories name it, exactly. A pending memory names nothing yet.
             * @example 7
             */
            count: number;
            /**
             * The newest of them, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
        };
        /** What the memories say about whom and what they are about. The same memories always give the same profile. */
        Profile: {
            /**
             * The profile as plain text to paste into a prompt, at most `max_characters` long and never cut inside an entry. Empty when there are no memories to tell of. Each statement is one line that begins with `- `, and a name with other signs than those of words is a JSON string, so that no memory can imitate another.
             * @example Preferences:
             *     - Ada prefers answers in bullet points.
             *
             *     Projects: apollo (12)
             */
            summary: string;
            /** What somebody likes, wants, avoids, always or never does; newest first, at most 100. */
            preferences: components["schemas"]["ProfileEntry"][];
            /** Everything else that is stated; newest first, at most 100. */
            facts: components["schemas"]["ProfileEntry"][];
            /** The projects with most memories first, at most 50. */
            projects: components["schemas"]["ProfileProject"][];
            /** The things that most memories name first, at most 50. */
            entities: components["schemas"]["ProfileEntity"][];
            /** The newest memories, each as one line; newest first, at most 10. */
            recent: components["schemas"]["ProfileEntry"][];
            /**
             * How many memories there are in the scope, whatever their status.
             * @example 42
             */
            memory_count: number;
        };
        /**
         * The plan an account is on. New plans may be added: treat a value you do not know as a plan with limits of its own.
         * @example free
         */
        Plan: string;
        /** What was counted this month against the quota of the plan. */
        UsageCount: {
            /**
             * How many were counted.
             * @example 12
             */
            used: number;
            /**
             * How many the plan allows in a month; null means unlimited.
             * @example 100
             */
            limit: number | null;
            /**
             * How many are left; null means unlimited.
             * @example 88
             */
            remaining: number | null;
        };
        /** How many there are among live memories, against the limit of the plan. */
        UsagePlaces: {
            /**
             * How many there are.
             * @example 1
             */
            used: number;
            /**
             * How many the plan has room for; null means unlimited.
             * @example 1
             */
            limit: number | null;
        };
        /** Usage of the current month, a calendar month in UTC. */
        Usage: {
            /** The plan an account is on. New plans may be added: treat a value you do not know as a plan with limits of its own. */
            plan: components["schemas"]["Plan"];
            /** The month that is counted. */
            period: {
                /**
                 * Format: date-time
                 * First moment of the month, ISO 8601 UTC.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                start: string;
                /**
                 * Format: date-time
                 * First moment of the next month, when counting starts anew (exclusive), ISO 8601 UTC.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                end: string;
            };
            /** Writes and updates of memories. Deleting and retrying cost nothing; refused and replayed writes neither. */
            memory_write: components["schemas"]["UsageCount"];
            /** Searches that were answered. */
            memory_search: components["schemas"]["UsageCount"];
            /** Distinct `user_id` among live memories, other than the account's own id. */
            end_users: components["schemas"]["UsagePlaces"];
            /** Distinct strings in `metadata.project` among live memories, case-sensitive. */
            projects: components["schemas"]["UsagePlaces"];
        };
        /** One authenticated request, without its text, key, query string or body. Requests that the rate limit refused share a row for each minute and operation, with the properties of the first one. */
        LoggedRequest: {
            /**
             * The request's id, the same as in its header `X-Request-Id`.
             * @example req_01KAJ2W4T1D3F5H7J9K1M3N5P7
             */
            id: string;
            /**
             * Format: date-time
             * When it arrived, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /**
             * HTTP method.
             * @example POST
             */
            method: string;
            /**
             * Path without the query string.
             * @example /memories
             */
            path: string;
            /**
             * Operation of this contract (`operationId`), or the name of the MCP tool.
             * @example createMemory
             */
            operation: string;
            /**
             * Where it came from; `mcp` through the MCP endpoint, else `rest` with an API key, `dashboard` with an access token.
             * @example rest
             */
            source: string;
            /**
             * HTTP status of the answer; 499 when the caller was gone before there was one.
             * @example 202
             */
            status_code: number;
            /**
             * From the request to the end of the answer, in milliseconds.
             * @example 3.2
             */
            latency_ms: number;
            /**
             * The API key that was used; null for an access token.
             * @example key_01KAJ2V1A2B3C4D5E6F7G8H9J0
             */
            key_id: string | null;
            /**
             * The first characters of that key; null for an access token.
             * @example mnk_7Hq2Vx9K
             */
            key_prefix: string | null;
            /**
             * How many requests the row stands for. 1, except for requests that the rate limit refused.
             * @example 1
             */
            count: number;
        };
        /** A page of the request log, newest first. */
        RequestList: {
            /** The requests of this page. */
            results: components["schemas"]["LoggedRequest"][];
            /**
             * How many requests match altogether.
             * @example 1
             */
            total: number;
        };
        /** How many requests there were. */
        RequestTotals: {
            /**
             * All authenticated requests.
             * @example 1210
             */
            requests: number;
            /**
             * Writes and updates that counted against the quota.
             * @example 310
             */
            memory_write: number;
            /**
             * Searches that counted against the quota.
             * @example 840
             */
            memory_search: number;
            /**
             * Requests answered with a status of 400 or more.
             * @example 7
             */
            errors: number;
        };
        /** The requests of one operation. */
        OperationStats: {
            /**
             * Operation of this contract (`operationId`).
             * @example createMemory
             */
            operation: string;
            /**
             * How many requests.
             * @example 310
             */
            count: number;
            /**
             * How many of them were answered with a status of 400 or more.
             * @example 2
             */
            errors: number;
            /** Percentiles of the time from request to answer, in milliseconds, from histograms whose steps are 13 % wide. */
            latency_ms: {
                /**
                 * Half of the requests took no longer.
                 * @example 3.1
                 */
                p50: number;
                /**
                 * 95 % took no longer.
                 * @example 7.4
                 */
                p95: number;
                /**
                 * 99 % took no longer.
                 * @example 12
                 */
                p99: number;
            };
        };
        /** The requests of one UTC day. */
        RequestDay: {
            /**
             * Format: date
             * The day, ISO 8601.
             * @example 2026-11-21
             */
            date: string;
            /**
             * All authenticated requests.
             * @example 1210
             */
            requests: number;
            /**
             * Writes and updates that counted against the quota.
             * @example 310
             */
            memory_write: number;
            /**
             * Searches that counted against the quota.
             * @example 840
             */
            memory_search: number;
            /**
             * Requests answered with a status of 400 or more.
             * @example 7
             */
            errors: number;
        };
        /** Statistics of whole UTC days. `by_operation`, `by_status` and `days` each add up to `totals.requests`. */
        RequestStats: {
            /**
             * Format: date
             * The first day, ISO 8601.
             * @example 2026-11-20
             */
            from: string;
            /**
             * Format: date
             * The last day (inclusive), ISO 8601.
             * @example 2026-11-21
             */
            to: string;
            /** How many requests there were. */
            totals: components["schemas"]["RequestTotals"];
            /** One entry for each operation that was asked for, the most frequent first. */
            by_operation: components["schemas"]["OperationStats"][];
            /** Requests by class of status, `2xx` to `5xx`; classes without requests are 0. */
            by_status: {
                /** Answered as asked. */
                "2xx": number;
                /** Sent elsewhere. */
                "3xx": number;
                /** Refused, or the caller was gone. */
                "4xx": number;
                /** Failed. */
                "5xx": number;
            };
            /** Every day from `from` to `to`, oldest first, also days without requests. */
            days: components["schemas"]["RequestDay"][];
        };
        /** Exactly one of `email` and `phone`, and a password. Sending both is refused. */
        RegisterRequest: {
            /**
             * E-mail address such as `ada@example.com`. One that differs only in case counts as the same. It must be in Unicode's form NFKC and have no invisible characters, so that it looks like no other.
             * @example ada@example.com
             */
            email?: string;
            /**
             * Phone number in E.164 form, a plus sign and 7 to 15 digits without spaces.
             * @example +351210000000
             */
            phone?: string;
            /**
             * 8 to 256 characters (Unicode code points), taken exactly as given.
             * @example correct horse battery staple
             */
            password: string;
        } & (unknown | unknown);
        /** An account owns memories and API keys. It is named by an e-mail address or by a phone number, never both. */
        Account: {
            /**
             * Identifier of the account. Memories written over REST carry it as `user_id`.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            id: string;
            /**
             * E-mail address, null when the account was registered with a phone number. Unique regardless of case.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * Phone number in E.164 form, null when the account was registered with an e-mail address.
             * @example +351210000000
             */
            phone: string | null;
            /** The plan an account is on. New plans may be added: treat a value you do not know as a plan with limits of its own. */
            plan: components["schemas"]["Plan"];
            /**
             * Format: date-time
             * When the account was registered, ISO 8601 UTC.
             * @example 2026-11-21T09:00:00.000Z
             */
            created_at: string;
        };
        /** The identifier the account was registered with (exactly one of `email` and `phone`) and its password. */
        LoginRequest: {
            /**
             * E-mail address of the account, in any case.
             * @example ada@example.com
             */
            email?: string;
            /**
             * Phone number of the account in E.164 form.
             * @example +351210000000
             */
            phone?: string;
            /**
             * Password of the account.
             * @example correct horse battery staple
             */
            password: string;
        } & (unknown | unknown);
        /** An access token, sent as `Authorization Bearer` from now on. */
        AccessToken: {
            /**
             * The token. Opaque; the server keeps only a hash of it.
             * @example mnt_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            access_token: string;
            /**
             * Always `Bearer`.
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: date-time
             * When the token stops working, ISO 8601 UTC.
             * @example 2026-12-21T09:00:00.000Z
             */
            expires_at: string;
        };
        /** The present password proves that the person at the keyboard is the owner of the session. */
        ChangePasswordRequest: {
            /**
             * The password that holds until now.
             * @example correct horse battery staple
             */
            current_password: string;
            /**
             * 8 to 256 characters (Unicode code points), taken exactly as given.
             * @example nine brave otters in lisbon
             */
            new_password: string;
            /**
             * Whether all API keys of the account end as well, such as after a theft.
             * @default false
             * @example true
             */
            revoke_api_keys?: boolean;
        };
        /**
         * What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them.
         * @example read
         * @enum {string}
         */
        Scope: "read" | "write";
        /** An API key as it is listed. The secret is shown once, when the key is created, and never again. */
        ApiKey: {
            /**
             * Identifier of the key.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * The account that owns the key.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * The name given at creation.
             * @example laptop
             */
            label: string;
            /**
             * The first 12 characters of the key, to tell keys apart.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * What the key may do.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When the key was created, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * When the key stops working; null when it does not expire.
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * When the key was last used; null when it never was. May lag behind by some seconds.
             * @example 2026-11-21T10:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * When the key was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
        };
        /** A page of API keys, newest first, revoked and expired ones included. */
        ApiKeyList: {
            /** The keys, newest first. */
            results: components["schemas"]["ApiKey"][];
            /**
             * Send it as `cursor` to get the next page; null when this page is the last.
             * @example MTc2MzcxNTY2MDAwMCBrZXlfMDFLQUoyVjZOM1Q4UTVXMFoyQjRENkY4SDE
             */
            next_cursor: string | null;
        };
        /** A name for the key and, if wished, what it may do and until when. */
        CreateApiKeyRequest: {
            /**
             * A name by which you will recognise the key, 1 to 100 characters, without a secret.
             * @example laptop
             */
            label: string;
            /**
             * What the key may do; both when left out.
             * @default [
             *       "read",
             *       "write"
             *     ]
             * @example [
             *       "read"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When the key shall stop working, ISO 8601; it must lie in the future. Left out, the key does not expire.
             * @example 2027-01-31T00:00:00Z
             */
            expires_at?: string;
        };
        /** A new API key with its secret. Keep `key` now; a lost key cannot be recovered, only revoked and replaced. */
        CreatedApiKey: {
            /**
             * Identifier of the key, for revoking it.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * The account that owns the key.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * The name given at creation.
             * @example laptop
             */
            label: string;
            /**
             * The full secret, shown this once. The server keeps only a hash of it.
             * @example mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            key: string;
            /**
             * The first 12 characters of the key, to tell keys apart later.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * What the key may do.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * When the key was created, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * When the key stops working; null when it does not expire.
             * @example null
             */
            expires_at: string | null;
        };
        /** Receipt of a revocation. */
        RevokedApiKey: {
            /**
             * Identifier of the key.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * Format: date-time
             * When the key was revoked the first time, ISO 8601 UTC.
             * @example 2026-11-21T11:00:00.000Z
             */
            revoked_at: string;
        };
    };
    responses: {
        /** No credential, or one that is malformed, wrong, expired or revoked. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:unauthenticated",
                 *       "title": "Not authenticated",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "detail": "No credential was sent. Send \"X-API-Key: <API key>\" or \"Authorization: Bearer <access token>\" (POST /auth/login gives one).",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The account is suspended (`account_suspended`), the API key lacks the scope that the operation needs (`insufficient_scope`), or the server does not answer to the name in `Host` (`host_not_allowed`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** Too many requests within a short time; `Retry-After` says in how many seconds the next one is taken. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:rate_limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "code": "rate_limited",
                 *       "detail": "The free plan allows 10 requests a second. Try again in 1 s.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** Something went wrong in the server. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:internal",
                 *       "title": "Internal error",
                 *       "status": 500,
                 *       "code": "internal",
                 *       "detail": "Something broke on our side. Tell the operator the request id req_01KAJ2W4T1D3F5H7J9K1M3N5P7.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The store cannot be read or written at the moment, the server is stopping or has too much to do, or too many bytes of earlier answers wait until the account reads them. If the request was a write, send it again with the same `Idempotency-Key`: it is then done once, whether or not it had been done before the answer was lost. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:unavailable",
                 *       "title": "Unavailable",
                 *       "status": 503,
                 *       "code": "unavailable",
                 *       "detail": "The store is not available: the disk is full. Try again later; with an Idempotency-Key a repeated write is done once.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The account is suspended (`account_suspended`), the API key lacks the scope that the operation or its response needs (`insufficient_scope`), the server does not answer to the name in `Host` (`host_not_allowed`), or the write would need one project or end user more than the plan has (`plan_limit_reached`; `limit` names which). */
        WriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The Idempotency-Key was used for a different request (`idempotency_key_reused`), or others keep changing the memory (`conflict`). */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:idempotency_key_reused",
                 *       "title": "Idempotency key reused",
                 *       "status": 409,
                 *       "code": "idempotency_key_reused",
                 *       "detail": "This Idempotency-Key was used for another request. Use a new key for a new write; repeat a write with the same method, path and body.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The body is larger than 1 MB, for `/auth/*` than 16 KB, or comes in too many small chunks. Answered before the whole body has come. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:payload_too_large",
                 *       "title": "Payload too large",
                 *       "status": 413,
                 *       "code": "payload_too_large",
                 *       "detail": "The body is larger than 1048576 bytes. Split it into several requests.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The body is not application/json in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:unsupported_media_type",
                 *       "title": "Unsupported media type",
                 *       "status": 415,
                 *       "code": "unsupported_media_type",
                 *       "detail": "Send JSON in UTF-8, with the header Content-Type: application/json.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The memory would hold a credential or a sensitive identity number. `errors` names the kind and the field; the value is neither repeated, nor stored, nor logged. What has no recognisable form can't be seen by software: keep secrets out of memories in the first place. */
        SensitiveContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:sensitive_content",
                 *       "title": "Sensitive content",
                 *       "status": 422,
                 *       "code": "sensitive_content",
                 *       "detail": "The memory was refused: /body/text holds a GitHub token (github_token): remove it; secrets belong in a secret manager.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                 *       "errors": [
                 *         {
                 *           "path": "/body/text",
                 *           "message": "holds a GitHub token (github_token): remove it; secrets belong in a secret manager"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The quota of this month is used up (`quota_exceeded`; `resets_at` says when the next one begins), or too many requests within a short time (`rate_limited`). `Retry-After` gives the seconds until the next one is taken. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** A parameter is unknown or not valid; `errors` names each with its path. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:invalid_request",
                 *       "title": "Invalid request",
                 *       "status": 400,
                 *       "code": "invalid_request",
                 *       "detail": "The request is not valid: /query/verbose is not a parameter of this operation; it takes none.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                 *       "errors": [
                 *         {
                 *           "path": "/query/verbose",
                 *           "message": "is not a parameter of this operation; it takes none"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** No such memory. The answer for a memory of someone else is the same. */
        MemoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "There is no memory with this id, or it is not yours.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** Too many registrations from this address. `Retry-After` says in how many seconds the next one is taken. */
        RegistrationThrottled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:rate_limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "code": "rate_limited",
                 *       "detail": "Too many registrations from this address. Try again in 41 s.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** The account is suspended (`account_suspended`), or the server does not answer to the name in `Host` (`host_not_allowed`). */
        AccountForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** Too many failed attempts for this identifier or from this address, or too many sign-ins of this account. `Retry-After` says in how many seconds the next one is looked at. */
        SignInThrottled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:rate_limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "code": "rate_limited",
                 *       "detail": "Too many failed attempts to sign in. Try again in 840 s.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** No access token, or one that is malformed, wrong, expired or revoked. An API key is no help here. */
        AccessTokenRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:unauthenticated",
                 *       "title": "Not authenticated",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "detail": "No credential was sent. Send \"Authorization: Bearer <access token>\" (POST /auth/login gives one).",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** No such key. The answer for a key of someone else is the same. */
        ApiKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "There is no such API key in this account. GET /api-keys lists those there are.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
         * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
         */
        IdempotencyKey: string;
        /**
         * Identifier of the memory. A malformed one is answered like one that does not exist.
         * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
         */
        MemoryId: string;
        /**
         * Identifier of the key. A malformed one is answered like one that does not exist.
         * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
         */
        KeyId: string;
    };
    requestBodies: never;
    headers: {
        /** The id of this request, for questions about it; errors repeat it as `request_id`. */
        RequestId: string;
        /** How to authenticate (RFC 9110). */
        Authenticate: string;
        /** In how many seconds to try again. */
        RetryAfter: number;
        /** How many requests are left (`r`) and in how many seconds there are all again (`t`), as in the IETF draft "RateLimit header fields for HTTP". On every answer to an account whose plan has a limit. */
        RateLimit: string;
        /** How many requests (`q`) a window of how many seconds (`w`) admits. */
        RateLimitPolicy: string;
        /** Path of the memory. */
        Location: string;
        /** `true` when this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise. */
        IdempotencyReplayed: "true";
        /** The version of the memory, opaque. */
        MemoryETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMemories: {
        parameters: {
            query?: {
                /**
                 * Only memories of this end user.
                 * @example user-17
                 */
                user_id?: string;
                /**
                 * Only memories of this agent.
                 * @example planner
                 */
                agent_id?: string;
                /**
                 * Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: string;
                /**
                 * Only memories whose `metadata.project` is this.
                 * @example apollo
                 */
                project?: string;
                /**
                 * Only memories whose `metadata.source` is this.
                 * @example slack
                 */
                source?: string;
                /**
                 * Only memories whose `metadata.memory_type` is this.
                 * @example decision
                 */
                memory_type?: string;
                /**
                 * Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: string;
                /**
                 * Only memories in this state.
                 * @example ready
                 */
                status?: components["schemas"]["MemoryStatus"];
                /**
                 * How many memories a page has at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * The `next_cursor` of the page before. Opaque.
                 * @example bWVtXzAxS0FKMlc0VDVSOE0zUTZZN1o5QjBDMUQy
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of memories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *           "memory": "We moved the launch to the first of March.",
                     *           "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *           "agent_id": "planner",
                     *           "run_id": null,
                     *           "metadata": {
                     *             "project": "apollo",
                     *             "memory_type": "decision",
                     *             "tags": [
                     *               "launch"
                     *             ]
                     *           },
                     *           "status": "ready",
                     *           "outcome": "stored",
                     *           "failure": null,
                     *           "entities": [],
                     *           "version": 1,
                     *           "occurred_at": "2026-11-20T16:00:00.000Z",
                     *           "created_at": "2026-11-21T09:02:00.000Z",
                     *           "updated_at": "2026-11-21T09:02:00.000Z",
                     *           "attempts": 1,
                     *           "next_attempt_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryList"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/limit must be between 1 and 1000.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/limit",
                     *           "message": "must be between 1 and 1000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMemory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * `wait=N` holds the answer for up to N seconds (above 10 is 10) until the memory is ready (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares; a repetition gets the 202 form.
                 * @example wait=5
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMemoryRequest"];
            };
        };
        responses: {
            /** Written and ready: found by meaning as well. Only when asked to wait. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "status": "ready",
                     *       "metadata": {
                     *         "project": "apollo",
                     *         "memory_type": "decision",
                     *         "tags": [
                     *           "launch"
                     *         ]
                     *       },
                     *       "created_at": "2026-11-21T09:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WriteAccepted"];
                };
            };
            /** Written: durable, and found by its words. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAccepted"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body needs exactly one of text and messages.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body",
                     *           "message": "needs exactly one of text and messages"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SensitiveContent"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The memory. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemoryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMemory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * `return=minimal` leaves the memory out of the response, which is then a 204 (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares.
                 * @example return=minimal
                 */
                Prefer?: string;
            };
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemoryRequest"];
            };
        };
        responses: {
            /** The memory as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "memory": "We moved the launch to the eighth of March.",
                     *       "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "agent_id": "planner",
                     *       "run_id": null,
                     *       "metadata": {
                     *         "project": "apollo",
                     *         "memory_type": "decision",
                     *         "tags": [
                     *           "launch"
                     *         ]
                     *       },
                     *       "status": "pending",
                     *       "outcome": null,
                     *       "failure": null,
                     *       "entities": [],
                     *       "version": 2,
                     *       "occurred_at": "2026-11-20T16:00:00.000Z",
                     *       "created_at": "2026-11-21T09:02:00.000Z",
                     *       "updated_at": "2026-11-21T11:30:00.000Z",
                     *       "attempts": 0,
                     *       "next_attempt_at": "2026-11-21T11:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** Updated, and `Prefer` asked for no memory in the response. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["MemoryETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body must have at least one of text, metadata.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body",
                     *           "message": "must have at least one of text, metadata"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["MemoryNotFound"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SensitiveContent"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMemory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The memory is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "deleted_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedMemory"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemoryNotFound"];
            409: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryMemory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The memory goes round again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "status": "pending",
                     *       "metadata": {
                     *         "project": "apollo"
                     *       },
                     *       "created_at": "2026-11-21T09:02:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WriteAccepted"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemoryNotFound"];
            /** The memory is not `failed`, or the Idempotency-Key was used for a different request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchMemories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** What was found; an empty list when nothing was. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *           "memory": "We moved the launch to the first of March.",
                     *           "score": 0.81,
                     *           "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *           "agent_id": "planner",
                     *           "run_id": null,
                     *           "metadata": {
                     *             "project": "apollo",
                     *             "memory_type": "decision",
                     *             "tags": [
                     *               "launch"
                     *             ]
                     *           },
                     *           "occurred_at": "2026-11-20T16:00:00.000Z",
                     *           "created_at": "2026-11-21T09:02:00.000Z"
                     *         }
                     *       ],
                     *       "degraded": []
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/top_k must be between 1 and 100.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/top_k",
                     *           "message": "must be between 1 and 100"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProfile: {
        parameters: {
            query?: {
                /**
                 * Only memories of this end user.
                 * @example user-17
                 */
                user_id?: string;
                /**
                 * Only memories of this agent.
                 * @example planner
                 */
                agent_id?: string;
                /**
                 * Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: string;
                /**
                 * How long `summary` may be, in UTF-16 units. The lists are not affected.
                 * @example 1000
                 */
                max_characters?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The profile; its lists are empty when there are no memories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "summary": "Preferences:\n- Ada: I prefer answers in bullet points.\n\nFacts:\n- We moved the launch to the first of March.\n\nProjects: apollo (2)\n\nNames: Ada (1)",
                     *       "preferences": [
                     *         {
                     *           "text": "Ada: I prefer answers in bullet points.",
                     *           "memory_ids": [
                     *             "mem_01KAJ2X6B8D0F2H4K6M8P0R2T4"
                     *           ],
                     *           "updated_at": "2026-11-21T09:10:00.000Z"
                     *         }
                     *       ],
                     *       "facts": [
                     *         {
                     *           "text": "We moved the launch to the first of March.",
                     *           "memory_ids": [
                     *             "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
                     *           ],
                     *           "updated_at": "2026-11-20T16:00:00.000Z"
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "name": "apollo",
                     *           "count": 2,
                     *           "memory_ids": [
                     *             "mem_01KAJ2X6B8D0F2H4K6M8P0R2T4",
                     *             "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
                     *           ]
                     *         }
                     *       ],
                     *       "entities": [
                     *         {
                     *           "name": "Ada",
                     *           "kind": "name",
                     *           "count": 1,
                     *           "memory_ids": [
                     *             "mem_01KAJ2X6B8D0F2H4K6M8P0R2T4"
                     *           ]
                     *         }
                     *       ],
                     *       "recent": [
                     *         {
                     *           "text": "Ada: I prefer answers in bullet points.",
                     *           "memory_ids": [
                     *             "mem_01KAJ2X6B8D0F2H4K6M8P0R2T4"
                     *           ],
                     *           "updated_at": "2026-11-21T09:10:00.000Z"
                     *         },
                     *         {
                     *           "text": "We moved the launch to the first of March.",
                     *           "memory_ids": [
                     *             "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
                     *           ],
                     *           "updated_at": "2026-11-20T16:00:00.000Z"
                     *         }
                     *       ],
                     *       "memory_count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/max_characters must be between 200 and 20000.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/max_characters",
                     *           "message": "must be between 200 and 20000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "free",
                     *       "period": {
                     *         "start": "2026-11-01T00:00:00.000Z",
                     *         "end": "2026-12-01T00:00:00.000Z"
                     *       },
                     *       "memory_write": {
                     *         "used": 12,
                     *         "limit": 100,
                     *         "remaining": 88
                     *       },
                     *       "memory_search": {
                     *         "used": 140,
                     *         "limit": 1000,
                     *         "remaining": 860
                     *       },
                     *       "end_users": {
                     *         "used": 0,
                     *         "limit": 1
                     *       },
                     *       "projects": {
                     *         "used": 1,
                     *         "limit": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /**
                 * How many to return at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * How many of the newest to leave out.
                 * @example 0
                 */
                offset?: number;
                /**
                 * Only requests answered with this status.
                 * @example 202
                 */
                status_code?: number;
                /**
                 * Only requests of this operation.
                 * @example createMemory
                 */
                operation?: string;
                /**
                 * Only requests made with this API key.
                 * @example key_01KAJ2V1A2B3C4D5E6F7G8H9J0
                 */
                key_id?: string;
                /**
                 * Only requests that arrived then or later; a date-time.
                 * @example 2026-11-21T00:00:00Z
                 */
                from?: string;
                /**
                 * Only requests that arrived before; a date-time.
                 * @example 2026-11-22T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The requests; an empty list when none match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *           "created_at": "2026-11-21T09:02:00.000Z",
                     *           "method": "POST",
                     *           "path": "/memories",
                     *           "operation": "createMemory",
                     *           "source": "rest",
                     *           "status_code": 202,
                     *           "latency_ms": 3.2,
                     *           "key_id": "key_01KAJ2V1A2B3C4D5E6F7G8H9J0",
                     *           "key_prefix": "mnk_7Hq2Vx9K",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RequestList"];
                };
            };
            /** The request is not valid; `errors` names each parameter with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/limit must be between 1 and 1000.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/limit",
                     *           "message": "must be between 1 and 1000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRequestStats: {
        parameters: {
            query?: {
                /**
                 * The first day, a date or a date-time that lies in it; by default 364 days before `to`.
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * The last day (inclusive), a date or a date-time that lies in it; by default today.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The statistics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-20",
                     *       "to": "2026-11-21",
                     *       "totals": {
                     *         "requests": 3,
                     *         "memory_write": 1,
                     *         "memory_search": 1,
                     *         "errors": 1
                     *       },
                     *       "by_operation": [
                     *         {
                     *           "operation": "createMemory",
                     *           "count": 2,
                     *           "errors": 1,
                     *           "latency_ms": {
                     *             "p50": 3.1,
                     *             "p95": 4.2,
                     *             "p99": 4.2
                     *           }
                     *         },
                     *         {
                     *           "operation": "searchMemories",
                     *           "count": 1,
                     *           "errors": 0,
                     *           "latency_ms": {
                     *             "p50": 12,
                     *             "p95": 12,
                     *             "p99": 12
                     *           }
                     *         }
                     *       ],
                     *       "by_status": {
                     *         "2xx": 2,
                     *         "3xx": 0,
                     *         "4xx": 1,
                     *         "5xx": 0
                     *       },
                     *       "days": [
                     *         {
                     *           "date": "2026-11-20",
                     *           "requests": 0,
                     *           "memory_write": 0,
                     *           "memory_search": 0,
                     *           "errors": 0
                     *         },
                     *         {
                     *           "date": "2026-11-21",
                     *           "requests": 3,
                     *           "memory_write": 1,
                     *           "memory_search": 1,
                     *           "errors": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RequestStats"];
                };
            };
            /** The request is not valid; `errors` names each parameter with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/from is not a date and time: send one like 2026-11-21T09:30:00Z.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/from",
                     *           "message": "is not a date and time: send one like 2026-11-21T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** The account exists now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "email": "ada@example.com",
                     *       "phone": null,
                     *       "plan": "free",
                     *       "created_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/password must have at least 8 characters.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/password",
                     *           "message": "must have at least 8 characters"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** This server does not let people register themselves (`registration_closed`), or does not answer to the name in `Host` (`host_not_allowed`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** The e-mail address or phone number belongs to an account already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:conflict",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "conflict",
                     *       "detail": "An account with this email exists already. Log in, or register with another.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RegistrationThrottled"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "mnt_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly",
                     *       "token_type": "Bearer",
                     *       "expires_at": "2026-12-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body needs exactly one of email and phone.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body",
                     *           "message": "needs exactly one of email and phone"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** No account has this identifier and password. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:unauthenticated",
                     *       "title": "Not authenticated",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "No account has this email and this password. Check both and try again.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["AccountForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SignInThrottled"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The token no longer works. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "email": "ada@example.com",
                     *       "phone": null,
                     *       "plan": "free",
                     *       "created_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** The new password holds. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The request is not valid, or the current password is wrong; `errors` names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/current_password is not the present password.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/current_password",
                     *           "message": "is not the present password"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * How many keys a page has at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * The `next_cursor` of the page before. Opaque.
                 * @example MTc2MzcxNTY2MDAwMCBrZXlfMDFLQUoyVjZOM1Q4UTVXMFoyQjRENkY4SDE
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *           "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *           "label": "laptop",
                     *           "key_prefix": "mnk_EXAMPLEo",
                     *           "scopes": [
                     *             "read",
                     *             "write"
                     *           ],
                     *           "created_at": "2026-11-21T09:01:00.000Z",
                     *           "expires_at": null,
                     *           "last_used_at": "2026-11-21T10:30:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** The request is not valid; `errors` names each parameter with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/limit must be between 1 and 1000.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/limit",
                     *           "message": "must be between 1 and 1000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** The key, shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *       "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "label": "laptop",
                     *       "key": "mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly",
                     *       "key_prefix": "mnk_EXAMPLEo",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "created_at": "2026-11-21T09:01:00.000Z",
                     *       "expires_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** The request is not valid; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/expires_at must be in the future: leave it out for a key that does not expire.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/expires_at",
                     *           "message": "must be in the future: leave it out for a key that does not expire"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            /** The account has 100 keys that are neither revoked nor expired. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:conflict",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "conflict",
                     *       "detail": "This account has 100 API keys that are neither revoked nor expired, which is the limit. Revoke one first: DELETE /api-keys/{key_id}.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the key. A malformed one is answered like one that does not exist.
                 * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The key no longer works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *       "revoked_at": "2026-11-21T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}
