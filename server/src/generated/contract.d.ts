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
         * @description Memories of the account, newest first, narrowed by any of the filters; all that are given must hold. Nothing is narrowed by `user_id`, `agent_id` or `run_id` unless given. A page ends at `limit` memories, or before it when the page grows large: follow `next_cursor` until it is null. A cursor belongs to the filters it was made with and is refused with others. Pages never repeat or skip a memory while others are written. A filter the server does not know is a 400, never ignored.
         */
        get: operations["listMemories"];
        put?: never;
        /**
         * Write a memory
         * @description Stores `text`, or `messages` of a conversation (exactly one of them), durably: when the answer is there, the memory is on disk. It can be read by its id and is found by its words at once; finding it by meaning follows within seconds, when its status is `ready`.
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
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        /**
         * Get a memory
         * @description A memory with its state, from the moment its write was answered. Use it to read your own write and to follow ingest. A memory of another account, a malformed id and one that does not exist get the same 404.
         */
        get: operations["getMemory"];
        /**
         * Update a memory
         * @description Replaces the text, merges metadata (one level deep; null removes a key), or both, and adds one to `version`. With new text the memory goes through ingest again and its status is `pending` meanwhile; the old text stops matching at once and the new words match at once.
         *
         *     The response shows the memory, so an API key without the scope `read` must send `Prefer: return=minimal`, and gets a 403 `insufficient_scope` without it.
         */
        put: operations["updateMemory"];
        post?: never;
        /**
         * Delete a memory
         * @description Removes the memory and everything that could find it, at once and for good; ingest that is under way does not bring it back. The texts that stored responses to updates hold go with it. Deleting it again is a 404, unless the same `Idempotency-Key` is sent: then the receipt comes again.
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
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
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
         * @description Sends a memory whose status is `failed` round ingest again; it is `pending` from now on. In any other state the answer is 409 `conflict`: pending memories are retried by the server itself, for up to 24 hours when a provider is out of order.
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
         * @description Finds memories by words, tags and meaning within the account, narrowed by `user_id`, `agent_id`, `run_id` and by exact metadata `filters`. Results come by descending score, 0 to 1; a shorter list (`top_k`) is always the beginning of a longer one. Filter by project or source to keep topics apart.
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
         * @description What the memories say, condensed without a language model: preferences and facts, projects, names and the newest memories, each with the ids of the memories it comes from, and a `summary` to paste into a prompt. Narrowed by `user_id`, `agent_id` and `project`, all that are given; without `user_id` it covers everybody whose memories the account keeps.
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
         * @description What the account has used of its plan in the current calendar month (UTC), as the next write or search will find it. Every accepted write or update counts once, every answered search once; nothing gives quota back before the month ends. A limit of `null` means unlimited.
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
         * @description The request log of the account, newest first. Every authenticated request is in it within a second, also those that were refused; texts, keys and bodies never are. Requests that the rate limit refused share one row for each minute and operation, with their `count`. Rows are kept for 400 days unless the server is configured otherwise (`MNEMA_LOG_RETENTION_DAYS`), and an account keeps its newest 1,000,000.
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
         * @description Counts and latencies of the account's requests over whole UTC days, both ends included; by default the 365 days that end today. Requests that belong to no known account are in none of the figures. Daily figures are kept for 400 days. What the process had not written when it was killed, a quarter of a second at most, is missing here and in the log; the counts of `GET /usage` lose nothing.
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
         * @description Creates an account, named by an e-mail address or by a phone number in E.164 form (exactly one of them), on the free plan. An e-mail address is unique regardless of case. Sign in afterwards to get an access token, and with it an API key. A private deployment may close registration (`MNEMA_REGISTRATION=closed`).
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
         * @description Exchanges the identifier of an account and its password for an access token, to be sent as `Authorization: Bearer`. Tokens are opaque, kept as a hash only, and live for 30 days unless the server is configured otherwise (`MNEMA_SESSION_DAYS`). An account has at most 50 of them: the oldest ends when another begins. An unknown account and a wrong password get the same answer after the same work. 10 failures for an identifier from one address within 15 minutes, 100 for an identifier from all addresses, 50 from one address, or 20 sign-ins for an identifier within a minute are a 429.
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
         * @description Ends the access token the request carries, at once. Other tokens of the account and its API keys go on working.
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
         * @description The account the access token belongs to.
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
         * @description Sets a new password and ends every other access token of the account; the one the request carries goes on working. API keys go on working, too, unless `revoke_api_keys` is true. A wrong current password is a 400 that names the field, not a 401: the token is fine. 10 wrong ones within an hour and session are a 429; guesses of others at `POST /auth/login` do not count here.
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
         * @description The API keys of the account, newest first, with the 100 that were revoked (they have `revoked_at`) or have expired last. A page ends at `limit` keys: follow `next_cursor` until it is null. The secrets are not among the answers: they are not kept. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes an API key for the memory endpoints. `label` is the name by which you will recognise it. The full key is in this answer and nowhere else: the server keeps a hash, so a lost key can only be revoked and replaced. By default a key may read and write and does not expire. An account has at most 100 keys that are neither revoked nor expired. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
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
                 * @description Identifier of the key. A malformed one is answered like one that does not exist.
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
         * @description The key is refused with 401 from this moment. Revoking it again answers the same, with the time of the first revocation, as long as the key is listed. Only an access token may manage keys.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the MCP endpoint offers
         * @description Name, protocol versions, tools and credentials of the MCP endpoint, as JSON. A request whose `Accept` names `text/event-stream` asks for a stream, which a stateless server has not: that is a 405, as MCP wants it.
         */
        get: operations["describeMcp"];
        put?: never;
        /**
         * Model Context Protocol
         * @description Remote MCP (Streamable HTTP), stateless: no session, and every answer is JSON. It speaks 2026-07-28 and, with
         *     `initialize`, 2025-11-25, 2025-06-18 and 2025-03-26. A `tools/call` needs no handshake before it.
         *
         *     Tools: `service_add`, `service_search`, `service_profile`, `service_list`, `service_update`, `service_delete` (the
         *     prefix can be configured); `tools/list` describes them. Memories belong to the account of the key. `user_id` is the
         *     account's own id when omitted, in writes and in reads, whereas reads over REST are not narrowed by user unless
         *     asked to. Writes and searches count against the quota like those over REST.
         *
         *     A tool that refuses (arguments, scope, quota, plan, content rule, no such memory) answers with `isError` and a text
         *     that names the code, says what to do and shows an example call. Below that lie JSON-RPC errors: -32700 for what is
         *     not JSON, -32600 for what is not one request, -32601 for an unknown method, -32602 for an unknown tool. Below these
         *     lie the refusals of HTTP, as problem documents.
         */
        post: operations["callMcp"];
        delete?: never;
        /**
         * May this web page call the MCP endpoint
         * @description The question a browser asks before a web page of another origin calls the MCP endpoint (CORS). Pages of this machine, of the public URL and of the allowed hosts may; others are a 403.
         */
        options: operations["preflightMcp"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/server-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server card of the MCP endpoint
         * @description Where and how MCP clients connect (SEP-2127). Tools are listed by the protocol itself.
         */
        get: operations["getMcpServerCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/ai-catalog.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Catalogue of this host
         * @description Points clients that know only the host to the server card of the MCP endpoint.
         */
        get: operations["getAiCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Introduction for language models
         * @description What this server is and how to call it, in few words and with links, for coding agents (llms.txt).
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Answers as long as the process does, whatever the state of the store. For liveness probes; see `/readyz` for more.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can requests be served?
         * @description 503 only when the store cannot be read or written, or while the server is stopping. Work that waits without progress for more than 60 seconds, or a provider that is out of order, is 200 with `degraded` and the reasons: a healthy API is never taken out of service because work is waiting.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description Counters and gauges in the text format of Prometheus. With `MNEMA_METRICS_TOKEN` set, that token is asked for as `Authorization: Bearer`. Without it they are open while the server listens on loopback and has neither a public URL nor trusted proxies, and a 404 otherwise.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readable reference
         * @description This contract as a page to read. It loads nothing from other hosts.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This contract
         * @description The OpenAPI 3.1 document of exactly the operations this server has, as JSON. It changes only with the version of the server; `If-None-Match` with the `ETag` of an earlier answer gets a 304 while it has not.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description `pending` while the memory waits for ingest (it is found by its words already), `ready` once it is found by meaning as well, `failed` when ingest gave up; then `failure` says why, and a retry sends it round again.
         * @example ready
         * @enum {string}
         */
        MemoryStatus: "pending" | "ready" | "failed";
        /**
         * @description Who a message comes from.
         * @example user
         * @enum {string}
         */
        MessageRole: "user" | "assistant" | "system" | "tool";
        /** @description One message of a conversation. */
        Message: {
            role: components["schemas"]["MessageRole"];
            /**
             * @description What was said; not blank. Never trimmed or normalised.
             * @example We moved the launch to the first of March.
             */
            content: string;
            /**
             * @description Who spoke. When given, it stands in the memory's text where otherwise `role` would: `name: content`.
             * @example Ada
             */
            name?: string;
        };
        /**
         * @description Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are kept exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). A search finds a memory also by the words of its tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was asked for and the text was stored as it is. An integer beyond ±(2^53 − 1) is refused with its path: some clients would read back another number.
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
        /** @description Why ingest failed. */
        Failure: {
            /**
             * @description A word for programs. New codes may be added.
             * @example embedding_failed
             */
            code: string;
            /**
             * @description A sentence for people.
             * @example The sentence encoder refused the text.
             */
            message: string;
        };
        /** @description Something the text names, such as a person, a place, a file or a version. */
        Entity: {
            /**
             * @description The name as written in the text.
             * @example Ada
             */
            name: string;
            /**
             * @description What sort of thing it is. New kinds may be added.
             * @example person
             */
            kind: string;
        };
        /** @description A place where a credential or a sensitive identity number was replaced by `[redacted]` and its kind. */
        Redaction: {
            /**
             * @description Where, as a JSON pointer that begins with `/body`.
             * @example /body/text
             */
            path: string;
            /**
             * @description What was replaced.
             * @example github_token
             */
            kind: string;
        };
        /** @description A memory with its state. `pending` moves to `ready`, or to `failed` after the last attempt; while attempts remain it stays `pending` with `attempts` and `next_attempt_at`. */
        Memory: {
            /**
             * @description Identifier of the memory; later memories sort after earlier ones.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * @description The text, exactly as written, or the fact that was extracted from it. For a memory written as `messages` it is their lines joined, each `role` (or `name`), a colon and the content.
             * @example We moved the launch to the first of March.
             */
            memory: string;
            /** @description The messages as given; only there when the memory was written so. */
            messages?: components["schemas"]["Message"][];
            /**
             * @description The end user within the account; over REST the account's own id unless the server lets requests set it.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description Agent or application; null when none was given.
             * @example planner
             */
            agent_id: string | null;
            /**
             * @description Session or task; null when none was given.
             * @example null
             */
            run_id: string | null;
            metadata: components["schemas"]["Metadata"];
            status: components["schemas"]["MemoryStatus"];
            /**
             * @description How ingest ended; null while it has not. `stored`: kept as it is. After a write with `infer`, `extracted`: the facts in it are in the memories `extracted_ids`; `duplicate`: it tells nothing that `duplicate_of` does not; `nothing_to_store`: it holds no stable fact. A memory that holds no fact of its own is reached by its id only: lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
             * @example stored
             */
            outcome: string | null;
            /** @description Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong. */
            failure: components["schemas"]["Failure"] | null;
            /** @description What the text names, as far as the server recognised it; empty until the memory is `ready`. */
            entities: components["schemas"]["Entity"][];
            /**
             * @description 1 at first; every update adds one.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When the thing happened, as opposed to when it was written; the time of writing unless given.
             * @example 2026-11-20T16:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the memory was last changed by a client, ISO 8601 UTC; the time of writing when it never was.
             * @example 2026-11-21T09:02:00.000Z
             */
            updated_at: string;
            /**
             * @description How many times ingest of the present text was begun.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When ingest is due next; null unless the status is `pending`.
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * @description The memory that says the same already; only with the outcome `duplicate`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            duplicate_of?: string;
            /**
             * @description The memories that hold what was extracted, this one among them when it holds the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            extracted_ids?: string[];
            /**
             * @description The write this memory was extracted from, when that was not its own; gone when an update gives it another text.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            source_memory_id?: string;
            /**
             * @description What was written, when `memory` is a fact extracted from it. Searches do not see it.
             * @example user: I am vegetarian, and Tuesdays never work for me.
             */
            original_text?: string;
            /** @description What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some. */
            redacted?: components["schemas"]["Redaction"][];
        };
        /** @description A page of memories, newest first. */
        MemoryList: {
            /** @description The memories, newest first. May be shorter than `limit` although more follow. */
            results: components["schemas"]["Memory"][];
            /**
             * @description Send it as `cursor`, with the same filters, to get the next page; null when this page is the last.
             * @example bWVtXzAxS0FKMlc0VDVSOE0zUTZZN1o5QjBDMUQy
             */
            next_cursor: string | null;
        };
        /** @description One thing that is wrong with the request. */
        ProblemError: {
            /**
             * @description Where, as a JSON pointer that begins with the part of the request, `/body`, `/query` or `/headers`.
             * @example /body/top_k
             */
            path: string;
            /**
             * @description What is wrong and how to put it right.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** @description An error (RFC 9457). `code` is for programs, `detail` for people; quote `request_id` when asking about it. New codes may be added; treat one you do not know by its status. */
        Problem: {
            /**
             * @description `urn:mnema:error:` and the code.
             * @example urn:mnema:error:invalid_request
             */
            type: string;
            /**
             * @description The same for every error of this code.
             * @example Invalid request
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 400
             */
            status: number;
            /**
             * @description What went wrong, for programs.
             * @example invalid_request
             */
            code: string;
            /**
             * @description What went wrong this time and how to put it right.
             * @example The request is not valid: /body/top_k must be between 1 and 100.
             */
            detail: string;
            /**
             * @description The id of the request, the same as in the header `X-Request-Id`.
             * @example req_01KAJ2W4T1D3F5H7J9K1M3N5P7
             */
            request_id: string;
            /** @description Each thing that is wrong with the request; only with `invalid_request` and `sensitive_content`. */
            errors?: components["schemas"]["ProblemError"][];
            /**
             * Format: date-time
             * @description When the next month of the quota begins, ISO 8601 UTC; only with `quota_exceeded`.
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at?: string;
            /**
             * @description Which limit of the plan is reached; only with `plan_limit_reached`.
             * @example projects
             */
            limit?: string;
        };
        /** @description Exactly one of `text` and `messages`, and what is known about it. Fields the server sets itself (`id`, `status`, `created_at` …) and unknown fields are refused. */
        CreateMemoryRequest: {
            /**
             * @description The memory as text, at most 100,000 characters (Unicode code points), not blank. It is never trimmed or normalised; NUL and lone surrogates are refused.
             * @example We moved the launch to the first of March.
             */
            text?: string;
            /** @description The memory as a conversation. The messages are joined to one text, each as `role: content` or, with a name, `name: content`; the limit of 100,000 characters holds for the joined text. */
            messages?: components["schemas"]["Message"][];
            /**
             * @description End user within the account. The server stores the id of the authenticated account here, whatever is sent, unless it runs with `MNEMA_REST_USER_ID=request`.
             * @example user-17
             */
            user_id?: string;
            /**
             * @description Agent or application that writes.
             * @example planner
             */
            agent_id?: string;
            /**
             * @description Session or task the memory belongs to.
             * @example standup-2026-11-20
             */
            run_id?: string;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description True asks the server to extract stable facts with a language model and to compare them with what is stored for the same user, agent and project. The first new fact takes the place of the text under the id of this write, further ones are memories of their own; what is known already is not stored again, and a fact that was extracted before is completed. `outcome` of the memory says what became of it; until then the text is found by its words. It counts as one write, whatever is extracted. An outage of the model keeps the memory pending for up to 24 hours. When no model is configured (`no_llm_configured`, already in this answer), when it is out for longer, or gives no usable answer (`llm_failed`), the text is stored as it is, and `metadata.infer_fallback_reason` says so.
             * @default false
             * @example false
             */
            infer?: boolean;
            /**
             * Format: date-time
             * @description When the thing happened, ISO 8601 with a time zone; the time of writing when left out. Imports keep their dates with it.
             * @example 2026-11-20T16:00:00Z
             */
            occurred_at?: string;
        } & (unknown | unknown);
        /** @description The write is on disk. The memory can be read by its id from now on, is found by its words at once, and by meaning when its status is `ready`. */
        WriteAccepted: {
            /**
             * @description Identifier of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            status: components["schemas"]["MemoryStatus"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /** @description What the server replaced before it stored the memory. Only on a server that redacts secrets instead of refusing them (`MNEMA_CONTENT_POLICY=redact`), and only on the answer to a write that held some. */
            redacted?: components["schemas"]["Redaction"][];
        };
        /** @description New text, changes to the metadata, or both. Other fields of a memory cannot be changed and are refused. */
        UpdateMemoryRequest: {
            /**
             * @description Replaces the text. At most 100,000 characters (Unicode code points), not blank, kept exactly as given.
             * @example We moved the launch to the eighth of March.
             */
            text?: string;
            /**
             * @description Merged into the metadata, one level deep: a key replaces that key's whole value, a key with null is removed, keys not named stay. The merged result obeys the limit of 16 KB.
             * @example {
             *       "memory_type": "decision",
             *       "draft": null
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description Receipt of a deletion. */
        DeletedMemory: {
            /**
             * @description Identifier of the memory that was.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was deleted, ISO 8601 UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            deleted_at: string;
        };
        /**
         * @description A value to compare with exactly; the number `1` is not the string `"1"`.
         * @example apollo
         */
        FilterScalar: string | number | boolean;
        /**
         * @description One value, or an array of 1 to 1,000 values of which any may match. An array in the memory matches when it contains the value. Objects, null and an empty array are refused.
         * @example apollo
         * @example [
         *       "decision",
         *       "debug"
         *     ]
         */
        FilterValue: string | number | boolean | components["schemas"]["FilterScalar"][];
        /** @description What to look for, and where. */
        SearchRequest: {
            /**
             * @description A question or a description of the situation, in plain language, at most 8,000 characters.
             * @example When is the launch?
             */
            query: string;
            /**
             * @description Only memories of this end user.
             * @example user-17
             */
            user_id?: string;
            /**
             * @description Only memories of this agent.
             * @example planner
             */
            agent_id?: string;
            /**
             * @description Only memories of this session or task.
             * @example standup-2026-11-20
             */
            run_id?: string;
            /**
             * @description How many results at most. A shorter list is always the beginning of a longer one. Results end earlier after about a million characters of text.
             * @default 10
             * @example 5
             */
            top_k?: number;
            /**
             * @description Metadata keys and the values they must have; all of them must hold. At most 50 keys, with at most 2,000 values in all. Keys are literal: `a.b` and `$gt` are just names.
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
             * @description Only results with at least this score. Left out, the best `top_k` come back however weak, as long as there is any evidence for them.
             * @example 0.3
             */
            threshold?: number;
            /**
             * @description Has a reranker read the best 50 once more together with the query, which takes up to a second. Their order and scores then come from both. Without a reranker, or when it does not answer in time, the answer comes from our own ranking and says so in `degraded`.
             * @default false
             * @example true
             */
            rerank?: boolean;
            /**
             * @description Adds to each result why it is there: what each signal contributed, which words and entities matched, and what lifted it.
             * @default false
             * @example true
             */
            explain?: boolean;
            /**
             * @description Id of a memory that should have been found; `expected` in the answer says why it was not, or where it stands. Needs `explain`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            expect?: string;
        };
        /** @description What one signal contributes to the place of a memory. */
        SignalValue: {
            /**
             * Format: double
             * @description What was measured, before it is weighed; mostly 0 to 1.
             * @example 0.71
             */
            raw: number;
            /**
             * Format: double
             * @description Its part of the sum by which results are ordered; below 0 when it speaks against the memory.
             * @example 0.43
             */
            score: number;
        };
        /** @description Why a memory stands where it does; only with `explain`. */
        Explanation: {
            /**
             * @description What each signal says. The order of results is that of the sum of all `score`s. `words` and `vector` compare the memory with the query, `tags` does so for its tags, project, area and scope; `exact` says how much of the query's identifiers, or of a query of plain words without stop words, its own text holds; `run_words` and `run_vector` do so for the best turn of its conversation; `late_interaction` compares it, with the turns around it, piece by piece with the query, below 0 where that fits less than usual; `entities`, `date`, `speaker`, `recency`, `newest` (of facts that hold the same words of the query), `duplicate`, and of turns `question`, `answer` and `length`, only re-order. `rerank` is there when a reranker took part: `raw` is the relevance that it gave, 0 for what was not among the best 50, and all other scores count half. A signal that says nothing is left out; new ones may be added.
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
             * @description Words of the query that occur in the memory or in its tags, project, area or scope, as they were asked.
             * @example [
             *       "launch"
             *     ]
             */
            matched_words: string[];
            /**
             * @description Names, files, versions and the like of the query that the memory names as well.
             * @example [
             *       "Apollo"
             *     ]
             */
            matched_entities: string[];
            /**
             * @description What put it higher than its own words and meaning would: `neighbours` (words of the turns around it), `run` (a better turn of its conversation), `date`, `speaker`, `answer` (the question before it fits), `entities`, `tags`, `recency`, `newest`, `rerank`. New ones may be added.
             * @example [
             *       "date"
             *     ]
             */
            lifted_by: string[];
        };
        /** @description A memory that was found. */
        SearchResult: {
            /**
             * @description Identifier of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * @description The text.
             * @example We moved the launch to the first of March.
             */
            memory: string;
            /**
             * Format: double
             * @description How well it fits, 0 to 1.
             * @example 0.81
             */
            score: number;
            /**
             * @description The end user within the account.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description Agent or application; null when none was given.
             * @example planner
             */
            agent_id: string | null;
            /**
             * @description Session or task; null when none was given.
             * @example null
             */
            run_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the thing happened, ISO 8601 UTC; the time of writing unless given.
             * @example 2026-11-20T16:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the memory was written, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            explain?: components["schemas"]["Explanation"];
        };
        /** @description Where the memory named in `expect` stands, and why it is not among the results. */
        ExpectedMemory: {
            /**
             * @description The id that was expected.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            /**
             * @description `found`: it is among the results. `missing`: this account has no such memory. `out_of_scope`: it belongs to another user, agent or run than was asked for. `filtered`: its metadata do not match. `no_evidence`: it has neither a word nor a meaning in common with the query. `not_a_candidate`: too many others have better words and a nearer meaning for it to be ranked. `below_threshold` and `below_top_k`: others are better. New reasons may be added.
             * @example filtered
             */
            reason: string;
            /**
             * @description The same in words, with what to change.
             * @example Its metadata do not match filters.project.
             */
            detail: string;
            /**
             * @description The conditions of the request that leave it out, such as `agent_id` or `filters.project`.
             * @example [
             *       "filters.project"
             *     ]
             */
            conditions: string[];
            /**
             * @description Whether it can be found by its meaning; until then only its words count. False when it is missing.
             * @example true
             */
            embedded: boolean;
            /**
             * @description Its place among what can be found, from 1; null when it can't be.
             * @example 14
             */
            rank: number | null;
            /**
             * Format: double
             * @description Its score, 0 to 1; null when it has no rank.
             * @example 0.34
             */
            score: number | null;
            explain?: components["schemas"]["Explanation"];
        };
        /** @description What was found, best first. */
        SearchResponse: {
            /** @description The memories found, by descending score; equal scores keep a stable order. */
            results: components["schemas"]["SearchResult"][];
            /**
             * @description Signals that were not available for this answer; empty when all were. `vector` means that the answer comes from words alone, or, while memories are moved to another embedder, that some could be found by their words only; `rerank` that `rerank` was asked for and no reranker answered. New signals may be added.
             * @example []
             */
            degraded: string[];
            expected?: components["schemas"]["ExpectedMemory"];
        };
        /** @description A statement, in the words of the memory that said it last. */
        ProfileEntry: {
            /**
             * @description One sentence or line, without line breaks, at most 300 UTF-16 units; what was cut ends with `…`. A statement of a conversation begins with its speaker.
             * @example Ada prefers answers in bullet points.
             */
            text: string;
            /**
             * @description The memories that say so, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
            /**
             * Format: date-time
             * @description When it was last said, ISO 8601 UTC: the `occurred_at` of the newest of the memories, or when its text was last changed if that was later.
             * @example 2026-11-21T09:02:00.000Z
             */
            updated_at: string;
        };
        /** @description A project, a string in `metadata.project`, and how many memories belong to it. */
        ProfileProject: {
            /**
             * @description The project as written in the metadata.
             * @example apollo
             */
            name: string;
            /**
             * @description How many memories belong to it, exactly.
             * @example 12
             */
            count: number;
            /**
             * @description The newest of them, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
        };
        /** @description Something the memories name, such as a person, a place, a file or a version. */
        ProfileEntity: {
            /**
             * @description The name as written in the texts.
             * @example Ada
             */
            name: string;
            /**
             * @description What sort of thing it is, as in `entities` of a memory. New kinds may be added.
             * @example name
             */
            kind: string;
            /**
             * @description How many memories name it, exactly. A pending memory names nothing yet.
             * @example 7
             */
            count: number;
            /**
             * @description The newest of them, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
        };
        /** @description What the memories say about whom and what they are about. The same memories always give the same profile. */
        Profile: {
            /**
             * @description The profile as plain text to paste into a prompt, at most `max_characters` long and never cut inside an entry. Empty when there are no memories to tell of. Each statement is one line that begins with `- `, and a name with other signs than those of words is a JSON string, so that no memory can imitate another.
             * @example Preferences:
             *     - Ada prefers answers in bullet points.
             *
             *     Projects: apollo (12)
             */
            summary: string;
            /** @description What somebody likes, wants, avoids, always or never does; newest first, at most 100. */
            preferences: components["schemas"]["ProfileEntry"][];
            /** @description Everything else that is stated; newest first, at most 100. */
            facts: components["schemas"]["ProfileEntry"][];
            /** @description The projects with most memories first, at most 50. */
            projects: components["schemas"]["ProfileProject"][];
            /** @description The things that most memories name first, at most 50. */
            entities: components["schemas"]["ProfileEntity"][];
            /** @description The newest memories, each as one line; newest first, at most 10. */
            recent: components["schemas"]["ProfileEntry"][];
            /**
             * @description How many memories there are in the scope, whatever their status.
             * @example 42
             */
            memory_count: number;
        };
        /**
         * @description The plan an account is on. New plans may be added: treat a value you do not know as a plan with limits of its own.
         * @example free
         */
        Plan: string;
        /** @description What was counted this month against the quota of the plan. */
        UsageCount: {
            /**
             * @description How many were counted.
             * @example 12
             */
            used: number;
            /**
             * @description How many the plan allows in a month; null means unlimited.
             * @example 100
             */
            limit: number | null;
            /**
             * @description How many are left; null means unlimited.
             * @example 88
             */
            remaining: number | null;
        };
        /** @description How many there are among live memories, against the limit of the plan. */
        UsagePlaces: {
            /**
             * @description How many there are.
             * @example 1
             */
            used: number;
            /**
             * @description How many the plan has room for; null means unlimited.
             * @example 1
             */
            limit: number | null;
        };
        /** @description Usage of the current month, a calendar month in UTC. */
        Usage: {
            plan: components["schemas"]["Plan"];
            /** @description The month that is counted. */
            period: {
                /**
                 * Format: date-time
                 * @description First moment of the month, ISO 8601 UTC.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                start: string;
                /**
                 * Format: date-time
                 * @description First moment of the next month, when counting starts anew (exclusive), ISO 8601 UTC.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                end: string;
            };
            /** @description Writes and updates of memories. Deleting and retrying cost nothing; refused and replayed writes neither. */
            memory_write: components["schemas"]["UsageCount"];
            /** @description Searches that were answered. */
            memory_search: components["schemas"]["UsageCount"];
            /** @description Distinct `user_id` among live memories, other than the account's own id. */
            end_users: components["schemas"]["UsagePlaces"];
            /** @description Distinct strings in `metadata.project` among live memories, case-sensitive. */
            projects: components["schemas"]["UsagePlaces"];
        };
        /** @description One authenticated request, without its text, key, query string or body. Requests that the rate limit refused share a row for each minute and operation, with the properties of the first one. */
        LoggedRequest: {
            /**
             * @description The request's id, the same as in its header `X-Request-Id`.
             * @example req_01KAJ2W4T1D3F5H7J9K1M3N5P7
             */
            id: string;
            /**
             * Format: date-time
             * @description When it arrived, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            created_at: string;
            /**
             * @description HTTP method.
             * @example POST
             */
            method: string;
            /**
             * @description Path without the query string.
             * @example /memories
             */
            path: string;
            /**
             * @description Operation of this contract (`operationId`), or the name of the MCP tool.
             * @example createMemory
             */
            operation: string;
            /**
             * @description Where it came from; `mcp` through the MCP endpoint, else `rest` with an API key, `dashboard` with an access token.
             * @example rest
             */
            source: string;
            /**
             * @description HTTP status of the answer; 499 when the caller was gone before there was one.
             * @example 202
             */
            status_code: number;
            /**
             * @description From the request to the end of the answer, in milliseconds.
             * @example 3.2
             */
            latency_ms: number;
            /**
             * @description The API key that was used; null for an access token.
             * @example key_01KAJ2V1A2B3C4D5E6F7G8H9J0
             */
            key_id: string | null;
            /**
             * @description The first characters of that key; null for an access token.
             * @example mnk_7Hq2Vx9K
             */
            key_prefix: string | null;
            /**
             * @description How many requests the row stands for. 1, except for requests that the rate limit refused.
             * @example 1
             */
            count: number;
        };
        /** @description A page of the request log, newest first. */
        RequestList: {
            /** @description The requests of this page. */
            results: components["schemas"]["LoggedRequest"][];
            /**
             * @description How many requests match altogether.
             * @example 1
             */
            total: number;
        };
        /** @description How many requests there were. */
        RequestTotals: {
            /**
             * @description All authenticated requests.
             * @example 1210
             */
            requests: number;
            /**
             * @description Writes and updates that counted against the quota.
             * @example 310
             */
            memory_write: number;
            /**
             * @description Searches that counted against the quota.
             * @example 840
             */
            memory_search: number;
            /**
             * @description Requests answered with a status of 400 or more.
             * @example 7
             */
            errors: number;
        };
        /** @description The requests of one operation. */
        OperationStats: {
            /**
             * @description Operation of this contract (`operationId`).
             * @example createMemory
             */
            operation: string;
            /**
             * @description How many requests.
             * @example 310
             */
            count: number;
            /**
             * @description How many of them were answered with a status of 400 or more.
             * @example 2
             */
            errors: number;
            /** @description Percentiles of the time from request to answer, in milliseconds, from histograms whose steps are 13 % wide. */
            latency_ms: {
                /**
                 * @description Half of the requests took no longer.
                 * @example 3.1
                 */
                p50: number;
                /**
                 * @description 95 % took no longer.
                 * @example 7.4
                 */
                p95: number;
                /**
                 * @description 99 % took no longer.
                 * @example 12
                 */
                p99: number;
            };
        };
        /** @description The requests of one UTC day. */
        RequestDay: {
            /**
             * Format: date
             * @description The day, ISO 8601.
             * @example 2026-11-21
             */
            date: string;
            /**
             * @description All authenticated requests.
             * @example 1210
             */
            requests: number;
            /**
             * @description Writes and updates that counted against the quota.
             * @example 310
             */
            memory_write: number;
            /**
             * @description Searches that counted against the quota.
             * @example 840
             */
            memory_search: number;
            /**
             * @description Requests answered with a status of 400 or more.
             * @example 7
             */
            errors: number;
        };
        /** @description Statistics of whole UTC days. `by_operation`, `by_status` and `days` each add up to `totals.requests`. */
        RequestStats: {
            /**
             * Format: date
             * @description The first day, ISO 8601.
             * @example 2026-11-20
             */
            from: string;
            /**
             * Format: date
             * @description The last day (inclusive), ISO 8601.
             * @example 2026-11-21
             */
            to: string;
            totals: components["schemas"]["RequestTotals"];
            /** @description One entry for each operation that was asked for, the most frequent first. */
            by_operation: components["schemas"]["OperationStats"][];
            /** @description Requests by class of status, `2xx` to `5xx`; classes without requests are 0. */
            by_status: {
                /** @description Answered as asked. */
                "2xx": number;
                /** @description Sent elsewhere. */
                "3xx": number;
                /** @description Refused, or the caller was gone. */
                "4xx": number;
                /** @description Failed. */
                "5xx": number;
            };
            /** @description Every day from `from` to `to`, oldest first, also days without requests. */
            days: components["schemas"]["RequestDay"][];
        };
        /** @description Exactly one of `email` and `phone`, and a password. Sending both is refused. */
        RegisterRequest: {
            /**
             * @description E-mail address such as `ada@example.com`. One that differs only in case counts as the same. It must be in Unicode's form NFKC and have no invisible characters, so that it looks like no other.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Phone number in E.164 form, a plus sign and 7 to 15 digits without spaces.
             * @example +351210000000
             */
            phone?: string;
            /**
             * @description 8 to 256 characters (Unicode code points), taken exactly as given.
             * @example correct horse battery staple
             */
            password: string;
        } & (unknown | unknown);
        /** @description An account owns memories and API keys. It is named by an e-mail address or by a phone number, never both. */
        Account: {
            /**
             * @description Identifier of the account. Memories written over REST carry it as `user_id`.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            id: string;
            /**
             * @description E-mail address, null when the account was registered with a phone number. Unique regardless of case.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description Phone number in E.164 form, null when the account was registered with an e-mail address.
             * @example +351210000000
             */
            phone: string | null;
            plan: components["schemas"]["Plan"];
            /**
             * Format: date-time
             * @description When the account was registered, ISO 8601 UTC.
             * @example 2026-11-21T09:00:00.000Z
             */
            created_at: string;
        };
        /** @description The identifier the account was registered with (exactly one of `email` and `phone`) and its password. */
        LoginRequest: {
            /**
             * @description E-mail address of the account, in any case.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Phone number of the account in E.164 form.
             * @example +351210000000
             */
            phone?: string;
            /**
             * @description Password of the account.
             * @example correct horse battery staple
             */
            password: string;
        } & (unknown | unknown);
        /** @description An access token, sent as `Authorization Bearer` from now on. */
        AccessToken: {
            /**
             * @description The token. Opaque; the server keeps only a hash of it.
             * @example mnt_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @example Bearer
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: date-time
             * @description When the token stops working, ISO 8601 UTC.
             * @example 2026-12-21T09:00:00.000Z
             */
            expires_at: string;
        };
        /** @description The present password proves that the person at the keyboard is the owner of the session. */
        ChangePasswordRequest: {
            /**
             * @description The password that holds until now.
             * @example correct horse battery staple
             */
            current_password: string;
            /**
             * @description 8 to 256 characters (Unicode code points), taken exactly as given.
             * @example nine brave otters in lisbon
             */
            new_password: string;
            /**
             * @description Whether all API keys of the account end as well, such as after a theft.
             * @default false
             * @example true
             */
            revoke_api_keys?: boolean;
        };
        /**
         * @description What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them.
         * @example read
         * @enum {string}
         */
        Scope: "read" | "write";
        /** @description An API key as it is listed. The secret is shown once, when the key is created, and never again. */
        ApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * @description The account that owns the key.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description The name given at creation.
             * @example laptop
             */
            label: string;
            /**
             * @description The first 12 characters of the key, to tell keys apart.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * @description What the key may do.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the key was created, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key stops working; null when it does not expire.
             * @example null
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used; null when it never was. May lag behind by some seconds.
             * @example 2026-11-21T10:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
        };
        /** @description A page of API keys, newest first, revoked and expired ones included. */
        ApiKeyList: {
            /** @description The keys, newest first. */
            results: components["schemas"]["ApiKey"][];
            /**
             * @description Send it as `cursor` to get the next page; null when this page is the last.
             * @example MTc2MzcxNTY2MDAwMCBrZXlfMDFLQUoyVjZOM1Q4UTVXMFoyQjRENkY4SDE
             */
            next_cursor: string | null;
        };
        /** @description A name for the key and, if wished, what it may do and until when. */
        CreateApiKeyRequest: {
            /**
             * @description A name by which you will recognise the key, 1 to 100 characters, without a secret.
             * @example laptop
             */
            label: string;
            /**
             * @description What the key may do; both when left out.
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
             * @description When the key shall stop working, ISO 8601; it must lie in the future. Left out, the key does not expire.
             * @example 2027-01-31T00:00:00Z
             */
            expires_at?: string;
        };
        /** @description A new API key with its secret. Keep `key` now; a lost key cannot be recovered, only revoked and replaced. */
        CreatedApiKey: {
            /**
             * @description Identifier of the key, for revoking it.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * @description The account that owns the key.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description The name given at creation.
             * @example laptop
             */
            label: string;
            /**
             * @description The full secret, shown this once. The server keeps only a hash of it.
             * @example mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            key: string;
            /**
             * @description The first 12 characters of the key, to tell keys apart later.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * @description What the key may do.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the key was created, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key stops working; null when it does not expire.
             * @example null
             */
            expires_at: string | null;
        };
        /** @description Receipt of a revocation. */
        RevokedApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * Format: date-time
             * @description When the key was revoked the first time, ISO 8601 UTC.
             * @example 2026-11-21T11:00:00.000Z
             */
            revoked_at: string;
        };
        /** @description A tool of the MCP endpoint. */
        McpToolDescription: {
            /**
             * @description Name to call it by.
             * @example service_search
             */
            name: string;
            /**
             * @description Name for people.
             * @example Search memories
             */
            title: string;
            /**
             * @description What it does and when to use it.
             * @example Use it before you answer anything that earlier conversations may have settled.
             */
            description: string;
        };
        /** @description A header that says who calls. */
        McpCredential: {
            /**
             * @description Its name.
             * @example X-API-Key
             */
            header: string;
            /**
             * @description What it holds.
             * @example <API key>
             */
            value: string;
        };
        /** @description What the MCP endpoint offers and how to reach it. */
        McpDescription: {
            /**
             * @description Name of the server in the protocol.
             * @example mnema
             */
            name: string;
            /**
             * @description Name of the server for people.
             * @example Mnema
             */
            title: string;
            /**
             * @description Version of the server.
             * @example 0.1.0
             */
            version: string;
            /**
             * @description What it is.
             * @example Long-term memory for AI agents.
             */
            description: string;
            /**
             * @description Where clients send their requests.
             * @example https://memory.example.com/mcp
             */
            endpoint: string;
            /**
             * @description How they do so.
             * @example streamable-http
             */
            transport: string;
            /**
             * @description Versions of the protocol that the endpoint speaks, newest first.
             * @example [
             *       "2026-07-28",
             *       "2025-11-25"
             *     ]
             */
            protocol_versions: string[];
            /** @description The tools, without their schemas. */
            tools: components["schemas"]["McpToolDescription"][];
            /** @description Headers of which each request carries one. */
            authentication: components["schemas"]["McpCredential"][];
            /**
             * @description The reference, to read.
             * @example https://memory.example.com/docs
             */
            documentation: string;
            /**
             * @description The server card.
             * @example https://memory.example.com/mcp/server-card
             */
            server_card: string;
        };
        /** @description One JSON-RPC 2.0 request or, without an id, notification. Batches are not taken. */
        JsonRpcMessage: {
            /**
             * @description The version of JSON-RPC.
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description Comes back with the answer, a string or a whole number. A notification has none, and no answer.
             * @example 1
             */
            id?: unknown;
            /**
             * @description What to do, such as `tools/call`.
             * @example tools/call
             */
            method: string;
            /**
             * @description What the method wants, an object.
             * @example {
             *       "name": "service_search",
             *       "arguments": {
             *         "query": "When is the launch?"
             *       }
             *     }
             */
            params?: unknown;
        };
        /** @description Why a JSON-RPC request was refused. */
        JsonRpcError: {
            /**
             * @description The kind of error, as JSON-RPC and MCP number them.
             * @example -32602
             */
            code: number;
            /**
             * @description What is wrong, for people.
             * @example Unknown tool service_find
             */
            message: string;
            /**
             * @description More about it.
             * @example {}
             */
            data?: unknown;
        };
        /** @description The answer to a JSON-RPC 2.0 request, with either a result or an error. */
        JsonRpcAnswer: {
            /**
             * @description The version of JSON-RPC.
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description That of the request; null when it could not be read.
             * @example 1
             */
            id?: unknown;
            /**
             * @description What the method answered.
             * @example {}
             */
            result?: {
                [key: string]: unknown;
            };
            error?: components["schemas"]["JsonRpcError"];
        };
        /** @description A server card as SEP-2127 defines it. */
        McpServerCard: {
            /**
             * @description The schema of server cards.
             * @example https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json
             */
            $schema: string;
            /**
             * @description Name in the form of a reversed domain and a path.
             * @example io.github.mnema/mnema
             */
            name: string;
            /**
             * @description Name for people.
             * @example Mnema
             */
            title: string;
            /**
             * @description Version of the server.
             * @example 0.1.0
             */
            version: string;
            /**
             * @description What it is.
             * @example Long-term memory for AI agents.
             */
            description: string;
            /**
             * @description Where to read about it.
             * @example https://memory.example.com/docs
             */
            websiteUrl: string;
            /**
             * @description Where and how to connect.
             * @example [
             *       {
             *         "type": "streamable-http",
             *         "url": "https://memory.example.com/mcp"
             *       }
             *     ]
             */
            remotes: {
                [key: string]: unknown;
            }[];
        };
        /** @description One thing that a host has. */
        AiCatalogEntry: {
            /**
             * @description Its name, as a URN of the host.
             * @example urn:air:memory.example.com:mnema
             */
            identifier: string;
            /**
             * @description Its name for people.
             * @example Mnema
             */
            displayName: string;
            /**
             * @description Media type of what the URL leads to.
             * @example application/mcp-server-card+json
             */
            type: string;
            /**
             * @description Where its description is.
             * @example https://memory.example.com/mcp/server-card
             */
            url: string;
        };
        /** @description An AI catalogue with the server card of this server. */
        AiCatalog: {
            /**
             * @description Version of the format.
             * @example 1.0
             */
            specVersion: string;
            /** @description What this host has. */
            entries: components["schemas"]["AiCatalogEntry"][];
        };
        /** @description The process answers. */
        Health: {
            /**
             * @description Always `ok`.
             * @example ok
             * @constant
             */
            status: "ok";
        };
        /** @description Whether everything behind the service works. */
        Readiness: {
            /**
             * @description `ready`, or `degraded` when requests are served but something behind them needs attention.
             * @example ready
             * @enum {string}
             */
            status: "ready" | "degraded";
            /**
             * @description What is wrong, a short text each; empty when nothing is.
             * @example []
             */
            reasons: string[];
        };
    };
    responses: {
        /** @description No credential, or one that is malformed, wrong, expired or revoked. */
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
        /** @description The account is suspended (`account_suspended`), the API key lacks the scope that the operation needs (`insufficient_scope`), or the server does not answer to the name in `Host` (`host_not_allowed`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests within a short time; `Retry-After` says in how many seconds the next one is taken. */
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
        /** @description Something went wrong in the server. */
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
        /** @description The store cannot be read or written at the moment, the server is stopping or has too much to do, or too many bytes of earlier answers wait until the account reads them. If the request was a write, send it again with the same `Idempotency-Key`: it is then done once, whether or not it had been done before the answer was lost. */
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
        /** @description The account is suspended (`account_suspended`), the API key lacks the scope that the operation or its response needs (`insufficient_scope`), the server does not answer to the name in `Host` (`host_not_allowed`), or the write would need one project or end user more than the plan has (`plan_limit_reached`; `limit` names which). */
        WriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`), or others keep changing the memory (`conflict`). */
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
        /** @description The body is larger than 1 MB, for `/auth/*` than 16 KB, or comes in too many small chunks. Answered before the whole body has come. */
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
        /** @description The body is not application/json in UTF-8. */
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
        /** @description The memory would hold a credential or a sensitive identity number. `errors` names the kind and the field; the value is neither repeated, nor stored, nor logged. What has no recognisable form can't be seen by software: keep secrets out of memories in the first place. */
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
        /** @description The quota of this month is used up (`quota_exceeded`; `resets_at` says when the next one begins), or too many requests within a short time (`rate_limited`). `Retry-After` gives the seconds until the next one is taken. */
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
        /** @description A parameter is unknown or not valid; `errors` names each with its path. */
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
        /** @description No such memory. The answer for a memory of someone else is the same. */
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
        /** @description Too many registrations from this address. `Retry-After` says in how many seconds the next one is taken. */
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
        /** @description The account is suspended (`account_suspended`), or the server does not answer to the name in `Host` (`host_not_allowed`). */
        AccountForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed attempts for this identifier or from this address, or too many sign-ins of this account. `Retry-After` says in how many seconds the next one is looked at. */
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
        /** @description No access token, or one that is malformed, wrong, expired or revoked. An API key is no help here. */
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
        /** @description No such key. The answer for a key of someone else is the same. */
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
        /** @description The `Origin` or `Host` header names a site that this server does not answer to. It keeps web pages of others from reaching the server through a visitor's browser. Clients that are no browsers send no `Origin`. */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:origin_not_allowed",
                 *       "title": "Origin not allowed",
                 *       "status": 403,
                 *       "code": "origin_not_allowed",
                 *       "detail": "Web pages of this origin may not call the MCP endpoint. Set MNEMA_ALLOWED_HOSTS to add its host, or MNEMA_PUBLIC_URL if that is where users reach the server.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account is suspended (`account_suspended`), or the `Origin` or `Host` header names a site that this server does not answer to (`origin_not_allowed`, `host_not_allowed`). */
        McpForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Host` header names a host that this server does not answer to. Only while it listens on loopback; it keeps web pages from reaching the server through a name of their own. */
        HostNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:mnema:error:host_not_allowed",
                 *       "title": "Host not allowed",
                 *       "status": 403,
                 *       "code": "host_not_allowed",
                 *       "detail": "This server answers to loopback names only. Set MNEMA_ALLOWED_HOSTS to add memory.example.com, or MNEMA_PUBLIC_URL if that is where users reach it.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
         * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
         */
        IdempotencyKey: string;
        /**
         * @description Identifier of the memory. A malformed one is answered like one that does not exist.
         * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
         */
        MemoryId: string;
        /**
         * @description Identifier of the key. A malformed one is answered like one that does not exist.
         * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
         */
        KeyId: string;
        /**
         * @description One or more values of `ETag` from earlier answers, separated by commas, or `*`. If one of them is still right, the answer is a 304.
         * @example "mFqGd0vYc1rB0a7N1n3cJ8sWq0s2Zk4uT6vX8y9zA0E"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, for questions about it; errors repeat it as `request_id`. */
        RequestId: string;
        /** @description How to authenticate (RFC 9110). */
        Authenticate: string;
        /** @description In how many seconds to try again. */
        RetryAfter: number;
        /** @description How many requests are left (`r`) and in how many seconds there are all again (`t`), as in the IETF draft "RateLimit header fields for HTTP". On every answer to an account whose plan has a limit. */
        RateLimit: string;
        /** @description How many requests (`q`) a window of how many seconds (`w`) admits. */
        RateLimitPolicy: string;
        /** @description Path of the memory. */
        Location: string;
        /** @description `true` when this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise. */
        IdempotencyReplayed: "true";
        /** @description The version of the memory, opaque. */
        MemoryETag: string;
        /**
         * @description Methods that this path takes.
         * @example POST
         */
        Allow: string;
        /** @description How long, and by whom, the answer may be kept. */
        CacheControl: string;
        /** @description Names this state of the content, for `If-None-Match`. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMemories: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user.
                 * @example user-17
                 */
                user_id?: string;
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: string;
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: string;
                /**
                 * @description Only memories whose `metadata.project` is this.
                 * @example apollo
                 */
                project?: string;
                /**
                 * @description Only memories whose `metadata.source` is this.
                 * @example slack
                 */
                source?: string;
                /**
                 * @description Only memories whose `metadata.memory_type` is this.
                 * @example decision
                 */
                memory_type?: string;
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: string;
                /**
                 * @description Only memories in this state.
                 * @example ready
                 */
                status?: components["schemas"]["MemoryStatus"];
                /**
                 * @description How many memories a page has at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Opaque.
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
            /** @description A page of memories. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
                 * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` holds the answer for up to N seconds (above 10 is 10) until the memory is ready (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares; a repetition gets the 202 form.
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
            /** @description Written and ready: found by meaning as well. Only when asked to wait. */
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
            /** @description Written: durable, and found by its words. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memory. */
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
                 * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `return=minimal` leaves the memory out of the response, which is then a 204 (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares.
                 * @example return=minimal
                 */
                Prefer?: string;
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
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
            /** @description The memory as it is now. */
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
            /** @description Updated, and `Prefer` asked for no memory in the response. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["MemoryETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; `errors` names each field with its path. */
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
                 * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memory is gone. */
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
                 * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one is answered like one that does not exist.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memory goes round again. */
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
            /** @description The memory is not `failed`, or the Idempotency-Key was used for a different request. */
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
            /** @description What was found; an empty list when nothing was. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
                 * @description Only memories of this end user.
                 * @example user-17
                 */
                user_id?: string;
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: string;
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: string;
                /**
                 * @description How long `summary` may be, in UTF-16 units. The lists are not affected.
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
            /** @description The profile; its lists are empty when there are no memories. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
            /** @description The usage. */
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
                 * @description How many to return at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description How many of the newest to leave out.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only requests answered with this status.
                 * @example 202
                 */
                status_code?: number;
                /**
                 * @description Only requests of this operation.
                 * @example createMemory
                 */
                operation?: string;
                /**
                 * @description Only requests made with this API key.
                 * @example key_01KAJ2V1A2B3C4D5E6F7G8H9J0
                 */
                key_id?: string;
                /**
                 * @description Only requests that arrived then or later; a date-time.
                 * @example 2026-11-21T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only requests that arrived before; a date-time.
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
            /** @description The requests; an empty list when none match. */
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
            /** @description The request is not valid; `errors` names each parameter with its path. */
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
                 * @description The first day, a date or a date-time that lies in it; by default 364 days before `to`.
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * @description The last day (inclusive), a date or a date-time that lies in it; by default today.
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
            /** @description The statistics. */
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
            /** @description The request is not valid; `errors` names each parameter with its path. */
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
            /** @description The account exists now. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
            /** @description This server does not let people register themselves (`registration_closed`), or does not answer to the name in `Host` (`host_not_allowed`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The e-mail address or phone number belongs to an account already. */
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
            /** @description Signed in. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
            /** @description No account has this identifier and password. */
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
            /** @description The token no longer works. */
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
            /** @description The account. */
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
            /** @description The new password holds. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid, or the current password is wrong; `errors` names the field. */
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
                 * @description How many keys a page has at most.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Opaque.
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
            /** @description A page of keys. */
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
            /** @description The request is not valid; `errors` names each parameter with its path. */
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
            /** @description The key, shown this once. */
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
            /** @description The request is not valid; `errors` names each field with its path. */
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
            /** @description The account has 100 keys that are neither revoked nor expired. */
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
                 * @description Identifier of the key. A malformed one is answered like one that does not exist.
                 * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key no longer works. */
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
    describeMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, its tools, and how to authenticate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mnema",
                     *       "title": "Mnema",
                     *       "version": "0.1.0",
                     *       "description": "Long-term memory for AI agents.",
                     *       "endpoint": "https://memory.example.com/mcp",
                     *       "transport": "streamable-http",
                     *       "protocol_versions": [
                     *         "2026-07-28",
                     *         "2025-11-25",
                     *         "2025-06-18",
                     *         "2025-03-26"
                     *       ],
                     *       "tools": [
                     *         {
                     *           "name": "service_search",
                     *           "title": "Search memories",
                     *           "description": "Use it before you answer anything that earlier conversations may have settled."
                     *         }
                     *       ],
                     *       "authentication": [
                     *         {
                     *           "header": "X-API-Key",
                     *           "value": "<API key>"
                     *         }
                     *       ],
                     *       "documentation": "https://memory.example.com/docs",
                     *       "server_card": "https://memory.example.com/mcp/server-card"
                     *     }
                     */
                    "application/json": components["schemas"]["McpDescription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["OriginNotAllowed"];
            /** @description A stream was asked for. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:mnema:error:method_not_allowed",
                     *       "title": "Method not allowed",
                     *       "status": 405,
                     *       "code": "method_not_allowed",
                     *       "detail": "This endpoint is stateless and has no event stream: send JSON-RPC with POST. GET without text/event-stream in Accept describes it.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to repeat. 1 to 255 visible ASCII characters, made up by the client, one for each intended write. For 24 hours the same key with the same method, path and body (compared as canonical JSON) gets the first answer again, byte for byte and with `Idempotency-Replayed: true`, also after a restart of the server; with anything else it is a 409 `idempotency_key_reused`. Only successful answers are kept. An answer that shows the text of a memory ends with the memory: after its deletion the same request is a 404. Simultaneous repetitions wait for the first and get its answer. The same key means another write when it comes from another account or API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonRpcMessage"];
            };
        };
        responses: {
            /** @description The answer to a request, a result or an error. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 2,
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "Stored as mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcAnswer"];
                };
            };
            /** @description A notification was taken note of. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not JSON, not one JSON-RPC request, or not what the protocol version asks for. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32700,
                     *         "message": "The body is not valid JSON: it ends too early or has a stray character."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcAnswer"];
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
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["McpForbidden"];
            /** @description An unknown method, in the version 2026-07-28 of the protocol. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcAnswer"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    preflightMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. `Access-Control-Allow-Origin`, `-Methods` and `-Headers` say how. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["OriginNotAllowed"];
        };
    };
    getMcpServerCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
                     *       "name": "io.github.mnema/mnema",
                     *       "title": "Mnema",
                     *       "version": "0.1.0",
                     *       "description": "Long-term memory for AI agents.",
                     *       "websiteUrl": "https://memory.example.com/docs",
                     *       "remotes": [
                     *         {
                     *           "type": "streamable-http",
                     *           "url": "https://memory.example.com/mcp",
                     *           "headers": [
                     *             {
                     *               "name": "X-API-Key",
                     *               "description": "An API key of this server.",
                     *               "isRequired": true,
                     *               "isSecret": true
                     *             }
                     *           ],
                     *           "supportedProtocolVersions": [
                     *             "2026-07-28",
                     *             "2025-11-25",
                     *             "2025-06-18",
                     *             "2025-03-26"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/mcp-server-card+json": components["schemas"]["McpServerCard"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
    getAiCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "specVersion": "1.0",
                     *       "entries": [
                     *         {
                     *           "identifier": "urn:air:memory.example.com:mnema",
                     *           "displayName": "Mnema",
                     *           "type": "application/mcp-server-card+json",
                     *           "url": "https://memory.example.com/mcp/server-card"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/ai-catalog+json": components["schemas"]["AiCatalog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Markdown. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Mnema
                     *     > Long-term memory for AI agents.
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests are served. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP process_cpu_user_seconds_total Total user CPU time spent in seconds.
                     *     # TYPE process_cpu_user_seconds_total counter
                     *     process_cpu_user_seconds_total 1.25
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description The metrics token is missing or wrong. */
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
                     *       "detail": "Send Authorization: Bearer with the value of MNEMA_METRICS_TOKEN.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["HostNotAllowed"];
            /** @description No metrics token is configured, and others than this machine may reach the server. */
            404: {
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
                     *       "detail": "Metrics are off: set MNEMA_METRICS_TOKEN to read them.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Mnema API</title></html> */
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more values of `ETag` from earlier answers, separated by commas, or `*`. If one of them is still right, the answer is a 304.
                 * @example "mFqGd0vYc1rB0a7N1n3cJ8sWq0s2Zk4uT6vX8y9zA0E"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Mnema",
                     *         "version": "0.1.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document is the one that `If-None-Match` names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["HostNotAllowed"];
        };
    };
}
