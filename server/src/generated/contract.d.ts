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
         * @description Lists memories of the account, newest first unless `order` and `direction` are set. A memory must match all given filters. Without `user_id`, `agent_id` and `run_id`, the list covers all users, agents and runs. A page ends at `limit` memories, or before it when the page grows large: follow `next_cursor` until it is null. A cursor belongs to the filters and the order of its list and is rejected with others. Pages never repeat or skip a memory while others are written. An unknown filter is a 400, never ignored.
         *
         *     A `user_id` that no memory of the account has is not an error: the list is empty, and `warnings` names the reason.
         */
        get: operations["listMemories"];
        put?: never;
        /**
         * Write a memory
         * @description Stores `text`, or `messages` of a conversation (exactly one of them), durably: when the response arrives, the memory is on disk. You can read it by its id immediately, and keyword search finds it. Semantic search finds it within seconds, when its status is `ready`.
         *
         *     Send `Prefer: wait=5` to wait up to that many seconds (10 at most) for it: 201 when it is ready, 202 otherwise. Send an `Idempotency-Key` to retry the write safely.
         *
         *     The memory belongs to the account of the credential, and its `user_id` is that account's id. The `user_id` that you send is stored as `end_user_id`. Lists and searches with it find the memory. (A server with `MNEMA_REST_USER_ID=request` stores it as `user_id` itself.) Text is stored exactly as given. Never store keys, tokens, passwords, private keys, cookies, certificates or sensitive personal data as memories.
         */
        post: operations["createMemory"];
        /**
         * Delete the memories of a scope
         * @description Permanently deletes all memories that match every scope parameter. At least one parameter is required, or `all=true` for every memory of the account. Without `confirm` nothing is deleted, and the response contains the number of matching memories. Send that number as `confirm` to delete them; if another number matches by then, the response is 409 `confirmation_mismatch`. Archived sources, which lists leave out, match and count too.
         *
         *     After the response, no request can read the memories. Ingest in progress does not restore them, not even after a crash of the server. Up to 1,000 memories are removed before the response, which is 200; more are removed after it, and it is 202. `GET /deletions/{deletion_id}` has the receipt.
         */
        delete: operations["deleteMemories"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many memories
         * @description Writes many memories in one commit, much faster than one by one. The body may have 4 MB. When the response arrives, every accepted memory is on disk.
         *
         *     Each memory is checked on its own, as by `POST /memories`. A memory is rejected if it is not valid (400), contains a secret (422), exceeds the plan (403) or the month's quota (429). Its result is that error, and the others are written. Each accepted memory counts as one write. A body that is not a list of 1 to 100 memories is a 400 as a whole.
         *
         *     With `Prefer: wait=N` the response waits up to N seconds, and shows the memories that became `ready`. One `Idempotency-Key` covers the whole batch: a retry gets the first response again, with its rejections. Send rejected memories again, once they are corrected, with a new key.
         */
        post: operations["createMemories"];
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
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        /**
         * Get a memory
         * @description A memory with its state, from the moment its write was acknowledged. Use it to read your own write and to follow ingest. A memory of another account, a malformed id and one that does not exist get the same 404.
         *
         *     With `as_of` the response has the text, messages, metadata, `version` and `updated_at` of that time. The state of ingest is not stored with a former version. It shows as `ready` and `stored`, without entities or attempts, and its `ETag` has the revision 0.
         */
        get: operations["getMemory"];
        /**
         * Update a memory
         * @description Replaces the text, merges metadata, sets `expires_at`, or several of these, and adds one to `version`. Metadata is merged one level deep, and null removes a key. With `expires_at: null` the memory never expires. A new text goes through ingest, and the status is `pending` meanwhile. Searches match the new words immediately, and no longer the old text. The previous content is stored as a version. With `If-Match` you never overwrite a version that you have not read.
         *
         *     The response shows the memory, so an API key without the scope `read` must send `Prefer: return=minimal`, and gets a 403 `insufficient_scope` without it.
         */
        put: operations["updateMemory"];
        post?: never;
        /**
         * Delete a memory
         * @description Removes the memory, all its versions and its index entries, immediately and permanently. Ingest that is in progress does not restore it. Its texts in stored responses to updates are removed, too. Deleting it again is a 404, unless the same `Idempotency-Key` is sent: then the response is the same receipt.
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
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
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
         * @description Retries the ingest of a memory whose status is `failed`. Its status becomes `pending`. In any other state the response is 409 `conflict`. The server retries pending memories automatically, for up to 24 hours when a provider is unavailable.
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
    "/memories/{memory_id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        /**
         * List similar memories
         * @description Lists the memories of the account that are most similar to this one. Their stored vectors are compared; the memory itself is not in the list. A long memory with several vectors is compared by their mean. The score is 1 for the same meaning, and close to 0 for texts that are barely more similar than unrelated ones. Less similar memories are left out. Unlike in a search, words, tags and times have no effect, so the two kinds of scores are not comparable.
         *
         *     A memory without a vector has no similar ones: while it is `pending`, after it `failed`, or when it has no fact of its own. Then the list is empty, and `warnings` has the code `no_vector`. It counts as one search against the quota; a response with `no_vector` does not count. A key with a restriction gets only memories that it reaches.
         */
        get: operations["listSimilarMemories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/{memory_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a memory
         * @description Lists the contents of a memory, newest first, beginning with the current version. An update or a restore adds a version. The server adds one when it completes a fact. Extraction that replaces the text of a write before the memory is `ready` adds none. The newest 50 versions are stored, and a delete removes all of them. Versions that were replaced before the server stored versions are missing.
         */
        get: operations["listMemoryVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memories/{memory_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a memory
         * @description Writes the text, messages and metadata of a version again, as a new version. Nothing of the current version is merged. The memory goes through ingest like one that gets a new text, and the write counts as one. The current rules for secrets apply. Restoring the current version writes it again.
         *
         *     The response shows the memory, so an API key without the scope `read` must send `Prefer: return=minimal`, and gets a 403 `insufficient_scope` without it.
         */
        post: operations["restoreMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receipts of deletions
         * @description Lists the receipts of the account, newest first. Deletions by scope and of single memories have one, and so has each sweep that removed expired memories. They have no texts and are stored for 400 days. A receipt must match all given filters. They still find ids of users, agents and runs that a receipt shows only as a code. A page ends at `limit` receipts: follow `next_cursor` until it is null. A cursor belongs to the filters of its list.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{deletion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the deletion. A malformed one gets the same response as an unknown one.
                 * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                deletion_id: components["parameters"]["DeletionId"];
            };
            cookie?: never;
        };
        /**
         * Get the receipt of a deletion
         * @description Shows what was requested and by whom, and how much has been removed. `finished_at` is set when all rows are removed, `verified_at` when a scan of the store found nothing left. `compaction_due_since` shows whether the SQLite file may still have unreadable copies.
         */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export memories
         * @description Sends the memories of a scope as lines of JSON, in the order of their ids. The first line is a header (`ExportHeader`). One line for each memory follows (`ExportedMemory`). The last line (`ExportEnd`) has the number of memories. Without scope parameters it contains all memories of the account, also those that lists leave out because facts were extracted from them. Memories that have expired are not.
         *
         *     The export is one snapshot: it shows the memories as they were when it began, whatever is written or deleted while it is sent. An export without its last line is incomplete: request it again. The connection or the server failed, the credential ended, or a slow reader gave way to another account. With `versions=true` each memory also has its earlier versions.
         *
         *     The stream needs no more memory for a million memories than for one: read it line by line. It is sent as fast as it is read. Read it at 1 KB a second or more, and within ten minutes. An account may have two open exports. If the server has too many, the slowest one that is read at less than 1 MB a second ends. Export a larger account in several parts, by `created_from` and `created_to`. `POST /import` takes its lines.
         */
        get: operations["exportMemories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import memories
         * @description Writes the memories of an export. The body has one JSON object a line (`application/x-ndjson`), or is one JSON array of them (`application/json`). It has at most 4 MB and 10,000 lines, including blank ones. Cut a larger file at the end of a line. An object with the array in `results`, as mem0 returns it, is accepted like the array.
         *
         *     The server recognises the format of each line. Lines of `GET /export` keep the versions, times, users, agent, run and metadata of the memory. They keep its id unless another memory of the account has it. The header and the end of an export are optional. Any other line is a memory of mem0, of another service, or a text: `ImportLine` lists the fields and their other names, such as `userId` and `createdAt`. Its user is the end user, as in `POST /memories`. Other fields are left out, and `ignored` counts them by name.
         *
         *     A line whose memory already exists is skipped, so you may send the same import again. A line with an `id` is identified by it, any other by its content. A line whose memory was deleted is written again. Each line is checked on its own, as by `POST /memories`. A line is rejected if it is not valid, contains a secret, or exceeds the plan or the quota of the month. `rejected` lists these lines with their numbers; all others are written. Each memory written counts as one write. When the response arrives, all accepted memories are on disk. When the request fails instead, send it again: no line is written in part.
         */
        post: operations["importMemories"];
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
         * @description Finds memories of the account with keyword search and semantic search. Narrow it with the scope parameters of `GET /memories` (`user_id`, `project`, `occurred_from`, …), exact metadata `filters` and conditions (`where`). A memory must match all of them. Results are ordered by descending score, 0 to 1. A shorter list (`top_k`) is always the beginning of a longer one. Filter by project or source to keep topics apart.
         *
         *     Only memories that share a word or a meaning with the query appear. Keyword search finds a new memory before semantic search does. After an update the old text is no longer searched. When the sentence encoder is not available, the results come from keyword search alone, and `degraded` names the missing signal.
         *
         *     If a search misses a memory, `user_id`, `agent_id` or metadata usually differ between the write and the search. A `user_id` that no memory of the account has is named in `warnings`. For any other reason send its id as `expect` with `explain: true`, and the response gives the reason.
         */
        post: operations["searchMemories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the values of a scope
         * @description Counts the users, agents, runs, projects, sources, memory types and tags of the memories in a scope. Use these values to narrow a list or a search. Each list has at most 100 values, the most frequent first; equally frequent ones are ordered by value. `users` counts end users, and the account's own id for memories without one. A memory with several tags counts for each of them.
         *
         *     Pending and failed memories count too. Sources that facts were extracted from, and which lists leave out, do not. A `user_id` that no memory of the account has is not an error: the lists are empty, and `warnings` names the reason.
         */
        get: operations["getFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a map of the memories
         * @description Arranges the memories of a scope in a plane. Memories with similar meanings are close to each other, so you see clusters and outliers at a glance. Only short distances are meaningful; the axes and long distances are not. The map contains at most 2,000 memories. A larger scope is sampled, and the sample stays the same while the memories do. A memory that has no vector has no point: it is pending or failed, or was embedded by another model than the current one.
         *
         *     The map is computed in the background, which takes a few seconds for a large account. Until then `status` is `computing` and there are no points: request it again after a second. A computed map is returned until a memory of the account changes. After a change, it is returned for at most ten times its computing time. Deleted and expired memories are never on it, and excerpts are always current.
         *
         *     A map is not counted as a search. A `user_id` that no memory of the account has is not an error: the map is empty, and `warnings` names the reason.
         */
        get: operations["getMap"];
        put?: never;
        post?: never;
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
         * @description Condenses the memories without a language model, into preferences, facts, projects, names and the newest memories. Each entry has the ids of its memories. `summary` is a text to paste into a prompt. A memory must match all that are given of `user_id`, `agent_id` and `project`. Without `user_id` the profile covers all users of the account.
         *
         *     Only the newest of contradicting statements appears, and duplicates are one entry; the memories themselves stay unchanged. Questions and small talk are left out. Conversations contribute what speakers say about themselves, with the speaker's name. Statements come from the newest 4,000 memories and from the newest 1,000 whose `metadata.memory_type` is `user_preference`; counts cover all memories. Pending and failed memories count too.
         *
         *     A profile is not counted as a search. Two profiles of an account are computed at the same time and eight wait; a further request is 429 `rate_limited`. A computed profile is reused until a memory of the account changes. A `user_id` that no memory has is not an error: the profile is empty, and `warnings` names the reason.
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
         * @description Reports the usage of the plan in the current calendar month (UTC). It is exact for the next write or search. Every accepted write or update counts once, every completed search once; nothing gives quota back before the month ends. A limit of `null` means unlimited.
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
         * @description The request log of the account, newest first. Every authenticated request is in it within a second, also rejected ones; texts, keys and bodies never are. Requests that the rate limit rejected share one row for each minute and operation, with their `count`. Rows are stored for 400 days unless the server is configured otherwise (`MNEMA_LOG_RETENTION_DAYS`), and an account keeps its newest 1,000,000.
         *
         *     To follow the log, send the `newer_cursor` of a response as `after`. The next response has the requests logged since then, in the order of the log, and a new `newer_cursor`. With `Prefer: wait=10` it arrives as soon as there is such a request, and after 10 seconds at the latest with an empty list. Requests with `after` are logged only if they fail, so that they do not report themselves endlessly. A request that took more than five minutes may be missing there, and is found without `after`.
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
         * @description Counts and latencies of the account's requests over whole UTC days, both ends included; by default the 365 days that end today. Requests that belong to no known account are in none of the figures. Daily figures are stored for 400 days. A killed process loses up to a quarter of a second of requests here and in the log; the counts of `GET /usage` lose nothing.
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
         * @description Creates an account on the free plan. It has an email address, or a phone number in E.164 form (exactly one of them). An email address is unique regardless of case. Sign in afterwards to get an access token, and with it an API key. A private deployment may close registration (`MNEMA_REGISTRATION=closed`).
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
         * @description Exchanges the identifier of an account and its password for an access token, to be sent as `Authorization: Bearer`. Tokens are opaque, stored only as a hash, and live for 30 days unless the server is configured otherwise (`MNEMA_SESSION_DAYS`). An account has at most 50 of them: the oldest ends when another begins. An unknown account and a wrong password get the same response after the same work. Too many attempts are a 429. An identifier may have 10 failures from one address within 15 minutes, and 100 from all addresses. An address may have 50. An identifier may sign in 20 times within a minute.
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
         * @description Immediately ends the access token of the request. Other tokens of the account and its API keys continue to work.
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
        /**
         * Delete the account
         * @description Deletes the account with all its data, which cannot be undone. All access tokens, cookies and API keys end immediately. Within a minute, memories, vectors, index entries, stored responses, the request log, usage and the audit log are removed from the store. This also happens if the server is killed in the meantime. Afterwards the email address or phone number may register again. Ten wrong passwords within an hour and session are a 429.
         */
        delete: operations["deleteAccount"];
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
         * @description Sets a new password and ends every other access token of the account; the session of the request keeps working. API keys continue to work, too, unless `revoke_api_keys` is true. A wrong current password is a 400 that names the field, not a 401, because the token is valid. Ten wrong passwords within an hour and session are a 429. Failed attempts at `POST /auth/login` do not count here.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a cookie
         * @description Signs web pages in like `POST /auth/login`. The access token is in a cookie that scripts cannot read. The cookie is accepted wherever an access token is accepted as `Authorization: Bearer`. With the cookie, requests other than GET and HEAD need an `Origin` of this server; otherwise they are 403 `origin_not_allowed`. The limits of attempts are the same. The first start of a server prints a link with a `code`, which signs in once, within ten minutes.
         */
        post: operations["createSession"];
        /**
         * Sign out with a cookie
         * @description Immediately ends the session of the request, and removes its cookie.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The sessions of the account that have not ended, newest first: access tokens from `POST /auth/login` and cookies from `POST /auth/session`. An account has at most 50.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions
         * @description Immediately ends every session of the account except that of the request. API keys continue to work. Repeating it is safe: it ends the sessions that have begun since.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the session. A malformed one gets the same response as an unknown one.
                 * @example ses_5d41402abc4b2a76b9719d911f
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends one session of the account immediately, which may be that of the request. Its token or cookie is a 401 from then on.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Lists events of the account and its credentials, newest first. Events are log-ins (`ok`, `failed`, `locked`), registration, deletions by scope and changes by the operator. Changes of passwords, sessions, API keys and webhooks are events, too. Events are stored for 400 days. A page ends at `limit` events: follow `next_cursor` until it is null. Only an access token may read it.
         */
        get: operations["listAuditEvents"];
        put?: never;
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
         * @description The API keys of the account, newest first, including the 100 that were most recently revoked (they have `revoked_at`) or have expired. A page ends at `limit` keys: follow `next_cursor` until it is null. The responses contain no secrets, because these are not stored. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key for the memory endpoints. `label` is the name by which you will recognise it. The full key is only in this response: the server stores a hash, so a lost key can only be revoked and replaced. By default a key may read and write and does not expire. `restrict` limits a key to one user, agent or project, as the introduction describes. An account has at most 100 keys that are neither revoked nor expired. A retry with the same Idempotency-Key creates no second key. It returns the first response with `key: null`, because the secret is not stored. Revoke that key then, and create another. Only an access token may manage keys; an API key may not, not even as a Bearer credential.
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
                 * @description Identifier of the key. A malformed one gets the same response as an unknown one.
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
         * @description The key is rejected with 401 from this moment. Revoking it again returns the same response, with the time of the first revocation, as long as the key is listed. Only an access token may manage keys.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the key. A malformed one gets the same response as an unknown one.
                 * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a new key with the label, the scopes, the restriction and the expiry of an old one, which ends after `overlap_seconds`. Both work until then, and both count among the 100 live keys of the account. A key that has ended or was rotated before is 409 `conflict`. A retry with the same Idempotency-Key gets the first response with `key: null`, because the secret is not stored. Only an access token may manage keys.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of the account, newest first, at most 10. Their secrets are not shown. Only an access token may manage webhooks.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events of the account are posted to `url` from now on, as the introduction describes under Webhooks. The response shows the secret that signs them, this once. An account has at most 10 webhooks. Only an access token may manage webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description The webhook without its secret. Only an access token may manage webhooks.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook, its secret and its deliveries, including those that wait. An attempt that has begun may still arrive. Stored responses that show the webhook end with it: repeating their requests is then a 404. Only an access token may manage webhooks.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the given fields. `enabled: true` restarts a disabled webhook and sends its waiting events; failed deliveries can be replayed. Repeating the request is safe. Only an access token may manage webhooks.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Creates a new secret and shows it only in this response. For `overlap_seconds` each delivery carries two signatures in `webhook-signature`, one of each secret, as Standard Webhooks suggests; a receiver accepts either. A further rotation immediately ends the oldest of three secrets. A request without a body has the default. Only an access token may manage webhooks.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description The events of the last 7 days for this webhook, newest first, with the state of their delivery; those that still wait are stored longer. A page ends at `limit` deliveries: follow `next_cursor` until it is null. Only an access token may manage webhooks.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Identifier of the delivery. A malformed one gets the same response as an unknown one.
                 * @example dlv_01KAJ30B4D6F8H0J2M4P6R8T0V
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Queues a completed delivery again, with the same `webhook-id` and `timestamp`, and with 24 hours of retries. The text of a memory that is gone is not sent again. Only an access token may manage webhooks.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
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
         * Describe the MCP endpoint
         * @description Name, protocol versions, tools and credentials of the MCP endpoint, as JSON. A request whose `Accept` names `text/event-stream` requests a stream. A stateless server has none, so the response is a 405, as MCP requires.
         */
        get: operations["describeMcp"];
        put?: never;
        /**
         * Model Context Protocol
         * @description Remote MCP (Streamable HTTP), stateless: no session, and every response is JSON. It supports 2026-07-28 and, with
         *     `initialize`, 2025-11-25 and 2025-06-18. A `tools/call` needs no handshake before it.
         *
         *     Tools: `service_add`, `service_search`, `service_profile`, `service_list`, `service_update`, `service_delete` (the
         *     prefix can be configured); `tools/list` describes them. Memories belong to the account of the key. `user_id` is the
         *     account's own id when omitted, in writes and in reads, whereas reads over REST are not narrowed by user unless
         *     requested. Writes and searches count against the quota like those over REST.
         *
         *     A tool reads arguments as models send them. Blank optional arguments are absent, JSON in a string is parsed, and names
         *     of other tools are known. Blanks never widen a deletion.
         *
         *     A tool that rejects a call returns `isError` and a text with the code, the fix and an example call. Reasons are
         *     arguments, scope, quota, plan, content rule and missing memories. Invalid calls are JSON-RPC errors: -32700 for
         *     invalid JSON, -32600 for anything but one request, -32601 for an unknown method, -32602 for an unknown tool.
         *     Rejections by HTTP are problem documents. Only a 401 is a JSON-RPC error (-32010), because clients can show it.
         */
        post: operations["callMcp"];
        delete?: never;
        /**
         * Check whether a web page may call the MCP endpoint
         * @description The request that a browser sends before a web page of another origin calls the MCP endpoint (CORS). Pages of this machine, of the public URL and of the allowed hosts may; others are a 403.
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
         * @description Points clients that have only the host to the server card of the MCP endpoint.
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
         * @description What this server is and how to call it, in brief and with links, for coding agents (llms.txt).
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
         * @description Responds as long as the process runs, whatever the state of the store. For liveness probes; see `/readyz` for more.
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
         * @description 503 only when the store cannot be read or written, or while the server is stopping. If work waits without progress for more than 60 seconds, or a provider is unavailable, the response is 200 with `degraded` and the reasons. A healthy API is never taken out of service because work is waiting.
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
         * @description Counters and gauges in the text format of Prometheus. With `MNEMA_METRICS_TOKEN` set, that token is required as `Authorization: Bearer`. Without it they are open while the server listens on loopback and has no public URL, no allowed hosts and no trusted proxies. Otherwise the response is 404.
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
         * @description The OpenAPI 3.1 document of exactly the operations this server has, as JSON. It changes only with the version of the server; `If-None-Match` with the `ETag` of an earlier response gets a 304 while it has not.
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
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description A request that the server sends to the URL of a webhook. The receiver verifies its signature and responds within 10 seconds.
         */
        post: operations["receiveWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description `pending` while the memory waits for ingest; keyword search already finds it. `ready` when semantic search finds it as well. `failed` when ingest gave up: `failure` gives the reason, and a retry ingests the memory again.
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
             * @description The text of the message; not blank. Never trimmed or normalised.
             * @example We moved the launch to the first of March.
             */
            content: string;
            /**
             * @description Who spoke. When given, it replaces `role` in the text of the memory: `name: content`.
             * @example Ada
             */
            name?: string;
        };
        /**
         * @description Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are stored exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). Keyword search also covers the tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was requested and the text was stored unchanged. An integer beyond ±(2^53 − 1) is rejected with its path: some clients would read back another number.
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
             * @description A code for programs. New codes may be added.
             * @example embedding_failed
             */
            code: string;
            /**
             * @description A sentence for people.
             * @example The sentence encoder refused the text.
             */
            message: string;
        };
        /** @description Something that the text names, such as a person, a town, a file or a version. */
        Entity: {
            /**
             * @description The name as written in the text.
             * @example Ada
             */
            name: string;
            /**
             * @description The kind of thing. New kinds may be added.
             * @example person
             */
            kind: string;
        };
        /** @description The position of a credential or a sensitive identity number that was replaced with `[redacted]` and its kind. */
        Redaction: {
            /**
             * @description Where, as a JSON pointer that begins with `/body`.
             * @example /body/text
             */
            path: string;
            /**
             * @description The kind of secret that was replaced.
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
             * @description The user within the account; over REST the account's own id, together with `end_user_id`, unless the server lets requests set it.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
             * @example user-17
             */
            end_user_id: string | null;
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
             * @description How ingest ended; null while it has not. `stored`: stored unchanged. The others follow a write with `infer`. `extracted`: the facts in it are in the memories `extracted_ids`. `duplicate`: it adds nothing to `duplicate_of`. `nothing_to_store`: it contains no stable fact. A memory without a fact of its own can be read only by its id. Lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
             * @example stored
             */
            outcome: string | null;
            /** @description Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong. */
            failure: components["schemas"]["Failure"] | null;
            /** @description The names that the server recognised in the text; empty until the memory is `ready`. */
            entities: components["schemas"]["Entity"][];
            /**
             * @description 1 at first; every update and every restore adds one.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description The time of the event itself, ISO 8601 UTC; the time of writing unless given.
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
             * Format: date-time
             * @description When the memory expires, ISO 8601 UTC; null when it does not.
             * @example null
             */
            expires_at: string | null;
            /**
             * @description How many times ingest of the current text was begun.
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
             * @description The memory that already states the same; only with the outcome `duplicate`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            duplicate_of?: string;
            /**
             * @description The memories with the extracted facts, including this one when it has the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
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
             * @description The written text, if `memory` is a fact extracted from it. Searches ignore it.
             * @example user: I am vegetarian, and Tuesdays never work for me.
             */
            original_text?: string;
            /** @description Secrets that the server replaced before it stored the memory. Only on a server that redacts secrets instead of rejecting them (`MNEMA_CONTENT_POLICY=redact`), and only in the response to a write that had some. */
            redacted?: components["schemas"]["Redaction"][];
        };
        /** @description A possible mistake in a request that succeeded. */
        ResponseWarning: {
            /**
             * @description `unknown_user_id`: no memory that lists show has the `user_id` of the request, neither as `user_id` nor as `end_user_id`. `no_vector`: the memory has no vector that others could be compared with. `messages_skipped`: messages without text were left out; `count` is their number. `scope_null`: a `user_id`, `agent_id` or `run_id` was null, which does not narrow the scope. `not_confirmed`: a deletion only counted, because `confirm` is missing. `scope_in_filters` and `operator_in_filters`: `filters` or `where` has the name of a scope parameter, or `filters` an operator, which no memory has as a metadata key. `path_in_filters`: a key of `filters` or `where` begins with `metadata.`, as no key of a memory does. New codes may be added.
             * @example unknown_user_id
             */
            code: string;
            /**
             * @description The same as a sentence.
             * @example No memory that this API key can read has this user_id. Check that it matches the user_id of your writes.
             */
            message: string;
            /**
             * @description How many things the warning is about. Only with `messages_skipped`.
             * @example 2
             */
            count?: number;
        };
        /** @description A page of memories. */
        MemoryList: {
            /** @description The memories, in the order of the request. May be shorter than `limit` although more follow. */
            results: components["schemas"]["Memory"][];
            /**
             * @description Send it as `cursor`, with the same filters and order, to get the next page; null when this page is the last.
             * @example bWVtXzAxS0FKMlc0VDVSOE0zUTZZN1o5QjBDMUQy
             */
            next_cursor: string | null;
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /** @description One fault of the request. */
        ProblemError: {
            /**
             * @description Where, as a JSON pointer that begins with the part of the request, `/body`, `/query` or `/headers`.
             * @example /body/top_k
             */
            path: string;
            /**
             * @description The error and its fix.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** @description An error (RFC 9457). `code` is for programs, `detail` for people; quote `request_id` when asking about it. New codes may be added; treat an unknown one by its status. */
        Problem: {
            /**
             * @description The URL of the page that explains this code.
             * @example https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request
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
             * @description The kind of error, for programs.
             * @example invalid_request
             */
            code: string;
            /**
             * @description The cause of this error and its fix.
             * @example The request is not valid: /body/top_k must be between 1 and 100.
             */
            detail: string;
            /**
             * @description The id of the request, the same as in the header `X-Request-Id`.
             * @example req_01KAJ2W4T1D3F5H7J9K1M3N5P7
             */
            request_id: string;
            /** @description The faults of the request; only with `invalid_request` and `sensitive_content`. */
            errors?: components["schemas"]["ProblemError"][];
            /**
             * Format: date-time
             * @description When the next month of the quota begins, ISO 8601 UTC; only with `quota_exceeded`.
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at?: string;
            /**
             * @description How many memories the scope matches; only with `confirmation_mismatch`.
             * @example 42
             */
            matched?: number;
            /**
             * @description Which limit of the plan is reached; only with `plan_limit_reached`.
             * @example projects
             */
            limit?: string;
        };
        /** @description A part of a message, as chat APIs send them. Its `text` is kept; parts without one, such as images, are left out. Other fields are ignored. */
        MessagePart: {
            /**
             * @description The kind of the part, such as `text`, `input_text` or `image_url`.
             * @example text
             */
            type?: string;
            /**
             * @description The text of the part.
             * @example We moved the launch to the first of March.
             */
            text?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One message of a conversation, as chat APIs and agent frameworks have it. A message without text is left out, such as one with only tool calls or an image. `warnings` of the response then has the number of such messages. */
        GivenMessage: {
            /**
             * @description Who the message comes from. `developer` is stored as `system`, `human` as `user`, `ai` as `assistant`, and `function` as `tool`.
             * @example user
             * @enum {string}
             */
            role: "user" | "assistant" | "system" | "tool" | "developer" | "human" | "ai" | "function";
            /**
             * @description The text of the message, or a list of parts whose texts are joined by line breaks. Never trimmed or normalised.
             * @example We moved the launch to the first of March.
             */
            content?: string | components["schemas"]["MessagePart"][] | null;
            /**
             * @description Who spoke. When given, it replaces `role` in the text of the memory: `name: content`.
             * @example Ada
             */
            name?: string | null;
            /** @description Ignored. */
            id?: unknown;
            /** @description Ignored. */
            tool_call_id?: unknown;
            /** @description Ignored. */
            tool_calls?: unknown;
            /** @description Ignored. */
            refusal?: unknown;
            /** @description Ignored. */
            annotations?: unknown;
            /** @description Ignored. */
            audio?: unknown;
        };
        /** @description Exactly one of `text` and `messages`, with optional metadata and ids. Fields the server sets itself (`id`, `status`, `created_at` …) and unknown fields are rejected. */
        CreateMemoryRequest: {
            /**
             * @description The memory as text, at most 100,000 characters (Unicode code points), not blank. It is never trimmed or normalised; NUL and lone surrogates are rejected.
             * @example We moved the launch to the first of March.
             */
            text?: string;
            /** @description The memory as a conversation. The messages are joined to one text, each as `role: content` or, with a name, `name: content`. The joined text has at most 100,000 characters. At least one message has text. */
            messages?: components["schemas"]["GivenMessage"][];
            /**
             * @description End user within the account. The server keeps it as `end_user_id`, and stores the id of the authenticated account as `user_id`, unless it runs with `MNEMA_REST_USER_ID=request`. The account's own id names no end user.
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
             * @description If true, the server extracts stable facts with a language model. It compares them with the stored facts of the same end user, agent and project. The first new fact replaces the text under the id of this write; further facts are separate memories. Known facts are not stored again, and a fact that was extracted before is completed. `outcome` of the memory is the result; until then keyword search finds the text. It counts as one write, whatever is extracted. An outage of the model keeps the memory pending for up to 24 hours. Without a usable result, the text is stored unchanged, and `metadata.infer_fallback_reason` gives the reason. It is `no_llm_configured` (already in this response) or `llm_failed`, after a longer outage or an unusable response.
             * @default false
             * @example false
             */
            infer?: boolean;
            /**
             * Format: date-time
             * @description The time of the event itself, ISO 8601 with a time zone; the time of writing when left out. Use it for imports.
             * @example 2026-11-20T16:00:00Z
             */
            occurred_at?: string;
            /**
             * Format: date-time
             * @description When the memory expires, ISO 8601 with a time zone, in the future; never when left out. From that instant it is gone like a deleted one: a 404 by its id, and in no search, list or profile. Its text is permanently removed within a minute, which also frees the capacity for its end user and projects in the plan. With `infer`, what is extracted from it ends with it. A retry with the same Idempotency-Key gets the first response also when the time is past.
             * @example 2026-12-24T18:00:00Z
             */
            expires_at?: string;
        } & (unknown | unknown);
        /** @description The write is on disk. The memory can be read by its id from now on, is found by keyword immediately, and by semantic search when its status is `ready`. */
        WriteAccepted: {
            /**
             * @description Identifier of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * @description The same as `id`.
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
            /** @description Secrets that the server replaced before it stored the memory. Only on a server that redacts secrets instead of rejecting them (`MNEMA_CONTENT_POLICY=redact`), and only in the response to a write that had some. */
            redacted?: components["schemas"]["Redaction"][];
            /** @description Possible mistakes in the request. Left out when there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /**
         * @description `running` while rows are being removed, `done` when all are. Newer servers may have other states.
         * @example done
         */
        DeletionStatus: string;
        /** @description The result of a deletion by scope, or of a request that only counts. */
        DeletedMemories: {
            /**
             * @description How many memories the scope matches.
             * @example 42
             */
            matched: number;
            /**
             * @description How many memories this request deleted: none without `confirm`. They are unreadable from now on, also while their rows are still being removed.
             * @example 42
             */
            deleted: number;
            /**
             * @description Identifier of the deletion, whose receipt is at `GET /deletions/{deletion_id}`; only with `confirm`.
             * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            deletion_id?: string;
            status?: components["schemas"]["DeletionStatus"];
            /** @description `not_confirmed` without `confirm`: nothing was deleted. `unknown_user_id` if nothing matches, because no memory has the `user_id`. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /** @description Up to 100 new memories. */
        CreateMemoriesRequest: {
            /** @description The memories, each as `POST /memories` takes it. An item that is not valid is rejected alone. */
            memories: components["schemas"]["CreateMemoryRequest"][];
        };
        /** @description The result of one memory of a batch, with either `memory` or `error`. */
        CreateMemoriesItem: {
            /**
             * @description The position of the memory in the request, from 0.
             * @example 0
             */
            index: number;
            memory?: components["schemas"]["WriteAccepted"];
            error?: components["schemas"]["Problem"];
        };
        /** @description The result of each memory of a batch. */
        CreateMemoriesResult: {
            /**
             * @description The number of memories that were written.
             * @example 1
             */
            accepted: number;
            /**
             * @description The number of memories that were not written.
             * @example 1
             */
            rejected: number;
            /** @description One result for each memory, in the order sent. */
            results: components["schemas"]["CreateMemoriesItem"][];
        };
        /** @description New text, changes to the metadata, another expiry time, or several of them. Other fields of a memory cannot be changed and are rejected. */
        UpdateMemoryRequest: {
            /**
             * @description Replaces the text. At most 100,000 characters (Unicode code points), not blank, stored exactly as given.
             * @example We moved the launch to the eighth of March.
             */
            text?: string;
            /**
             * @description Merged into the metadata, one level deep: a key replaces that key's whole value, a key with null is removed, keys not named stay. The merged result has at most 16 KB.
             * @example {
             *       "memory_type": "decision",
             *       "draft": null
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the memory expires, ISO 8601 with a time zone, in the future; null removes the expiry. It belongs to the memory and not to its versions: a restore does not change it.
             * @example 2026-12-24T18:00:00Z
             */
            expires_at?: string | null;
        };
        /** @description Receipt of a deletion. */
        DeletedMemory: {
            /**
             * @description Identifier of the deleted memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            id: string;
            /**
             * @description Identifier of the deletion, whose receipt is at `GET /deletions/{deletion_id}`.
             * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            deletion_id: string;
            /**
             * Format: date-time
             * @description When it was deleted, ISO 8601 UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            deleted_at: string;
        };
        /** @description The contribution of one signal to the rank of a memory. */
        SignalValue: {
            /**
             * Format: double
             * @description The measured value before weighting; usually 0 to 1.
             * @example 0.71
             */
            raw: number;
            /**
             * Format: double
             * @description Its part of the sum by which results are ordered; below 0 when it lowers the rank of the memory.
             * @example 0.43
             */
            score: number;
        };
        /** @description Why a memory has its rank; only with `explain`. */
        Explanation: {
            /**
             * @description The contribution of each signal. Results are ordered by the sum of all `score`s. `words` and `vector` compare the memory with the query; `tags` compares its tags, project, area and scope. `exact` is the share of the query's identifiers that its own text contains. For a query of plain words, it is the share of its words without stop words. `run_words` and `run_vector` compare the best message of its conversation. `late_interaction` compares the memory and the messages around it with the query, piece by piece. It is below 0 where they match less than usual. The other signals only reorder: `entities`, `date`, `speaker`, `recency`, `duplicate`, and `newest` of facts with the same words of the query. For messages, `question`, `answer` and `length` reorder, too. `rerank` is present if a reranker took part. Its `raw` is the relevance, 0 beyond the best 50; all other scores then count half. A signal without effect is omitted; new ones may be added.
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
             * @description Words of the query that occur in the memory or in its tags, project, area or scope, as written in the query.
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
             * @description The signals that raised its rank above that of its own words and meaning. `neighbours` are words of the messages around it, `run` is a better message of its conversation. With `answer`, the question before it matches. The others are `date`, `speaker`, `entities`, `tags`, `recency`, `newest` and `rerank`. New ones may be added.
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
             * @description The user within the account; over REST the account's own id, together with `end_user_id`.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
             * @example user-17
             */
            end_user_id: string | null;
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
             * @description The time of the event itself, ISO 8601 UTC; the time of writing unless given.
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
             * @description When the memory expires, ISO 8601 UTC; null when it does not.
             * @example null
             */
            expires_at: string | null;
            explain?: components["schemas"]["Explanation"];
        };
        /** @description The memories similar to a memory, nearest first. */
        SimilarMemories: {
            /** @description The similar memories, by descending score; equal scores keep a stable order. */
            results: components["schemas"]["SearchResult"][];
            /**
             * @description Signals that were not available for this response; empty when all were. `vector` means that some memories could not be compared: they or this memory wait for vectors of the current embedder, or the vector search was unavailable. New signals may be added.
             * @example []
             */
            degraded: string[];
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /** @description The author of a change. */
        Actor: {
            /**
             * @description `api_key` and `session` over REST, `mcp` for a tool call, `import` for an import. `worker` when the server itself completed a fact from another memory. New kinds may be added.
             * @example api_key
             */
            kind: string;
            /**
             * @description The first characters of the API key, if there was one.
             * @example mnk_7Hq2Vx9K
             */
            key_prefix?: string;
        };
        /** @description The content of a memory from one change to the next. */
        MemoryVersion: {
            /**
             * @description 1 is what was written first.
             * @example 1
             */
            version: number;
            /**
             * @description The text. If extraction replaced a text by a fact, the fact belongs to the version of that text.
             * @example We moved the launch to the first of March.
             */
            text: string;
            /** @description The messages as given; only there when the text was written so. */
            messages?: components["schemas"]["Message"][];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the version began, ISO 8601 UTC.
             * @example 2026-11-21T09:02:00.000Z
             */
            changed_at: string;
            /** @description Who wrote the version. Null when it was written before the server recorded this. */
            changed_by: components["schemas"]["Actor"] | null;
        };
        /** @description A page of the versions of a memory, newest first. */
        MemoryVersionList: {
            /** @description The versions, newest first. May be shorter than `limit` although more follow. */
            results: components["schemas"]["MemoryVersion"][];
            /**
             * @description Send it as `cursor` to get the next page; null when this page is the last.
             * @example djI
             */
            next_cursor: string | null;
        };
        /** @description The version to restore. */
        RestoreMemoryRequest: {
            /**
             * @description One of the versions that `GET /memories/{memory_id}/versions` lists.
             * @example 1
             */
            version: number;
        };
        /** @description The parameters of the request; absent if not given. `user_id`, `agent_id` and `run_id` are shown until `verified_at`, and afterwards as `hmac-sha256:` with a code of their value that only this server can compute. */
        DeletionParameters: {
            /**
             * @description Whether all memories of the account were requested.
             * @example true
             */
            all?: boolean;
            /**
             * @description The memory of a single deletion.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id?: string;
            /**
             * @description The end user.
             * @example user-17
             */
            user_id?: string;
            /**
             * @description The agent.
             * @example planner
             */
            agent_id?: string;
            /**
             * @description The run.
             * @example standup-2026-11-20
             */
            run_id?: string;
            /**
             * @description The project.
             * @example apollo
             */
            project?: string;
            /**
             * @description The source.
             * @example slack
             */
            source?: string;
            /**
             * @description The memory type.
             * @example decision
             */
            memory_type?: string;
            /**
             * @description The tag.
             * @example launch
             */
            tag?: string;
            /**
             * Format: date-time
             * @description The inclusive begin of the range of `occurred_at`.
             * @example 2026-11-01T00:00:00.000Z
             */
            occurred_from?: string;
            /**
             * Format: date-time
             * @description The exclusive end of the range of `occurred_at`.
             * @example 2026-12-01T00:00:00.000Z
             */
            occurred_to?: string;
            /**
             * Format: date-time
             * @description The inclusive begin of the range of `created_at`.
             * @example 2026-11-01T00:00:00.000Z
             */
            created_from?: string;
            /**
             * Format: date-time
             * @description The exclusive end of the range of `created_at`.
             * @example 2026-12-01T00:00:00.000Z
             */
            created_to?: string;
        };
        /** @description The counts of removed items so far. */
        RemovedCounts: {
            /**
             * @description Memories, archived sources included.
             * @example 42
             */
            memories: number;
            /**
             * @description Former versions of them.
             * @example 7
             */
            versions: number;
            /**
             * @description Rows of vectors.
             * @example 44
             */
            vectors: number;
            /**
             * @description Distinct words and filter keys under which the memories were found.
             * @example 611
             */
            word_entries: number;
            /**
             * @description Responses stored for an `Idempotency-Key` whose text was erased.
             * @example 1
             */
            stored_responses: number;
        };
        /** @description The receipt of a deletion. It has no text and is stored for 400 days. */
        Deletion: {
            /**
             * @description Identifier of the deletion.
             * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * @description `scope` for a deletion by scope, `memory` for that of one memory, `expiry` for expired memories that a sweep removed. Newer servers may have other kinds.
             * @example scope
             */
            kind: string;
            status: components["schemas"]["DeletionStatus"];
            parameters: components["schemas"]["DeletionParameters"];
            /** @description Who requested it; null for an expiry. */
            actor: components["schemas"]["Actor"] | null;
            /**
             * @description How many memories it deletes.
             * @example 42
             */
            matched: number;
            removed: components["schemas"]["RemovedCounts"];
            /**
             * Format: date-time
             * @description When the memories became unreadable, ISO 8601 UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When all rows were removed, ISO 8601 UTC; null before.
             * @example 2026-11-21T12:00:01.000Z
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When a scan of the store found nothing left of the memories: no rows, versions, vectors, words, stored responses, entries of search indexes or caches. ISO 8601 UTC; null before.
             * @example 2026-11-21T12:00:02.000Z
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @description Since when the SQLite file may have unreadable copies of the memories, which SQLite left when it moved rows. The operator erases them with `mnema compact`. ISO 8601 UTC; null when the file was compacted after the deletion. With MongoDB it is always null, because no compaction is due. MongoDB reuses the space of deleted data later. Its journal, oplog and backups have the data as long as they are configured to.
             * @example 2026-11-21T12:00:00.000Z
             */
            compaction_due_since: string | null;
        };
        /** @description A page of receipts. */
        DeletionList: {
            /** @description The receipts, newest first. */
            results: components["schemas"]["Deletion"][];
            /**
             * @description Send it as `cursor` to get the next page; null when this page is the last.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description The first line of an export. */
        ExportHeader: {
            /**
             * @description The name of the format.
             * @example mnema
             * @constant
             */
            format: "mnema";
            /**
             * @description The version of the format. A server imports no newer one than its own.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When the snapshot was taken, ISO 8601 UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            exported_at: string;
            /**
             * @description The id of the account that owns the memories.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            owner_user_id: string;
            /**
             * @description Whether each memory has its earlier versions.
             * @example false
             */
            versions: boolean;
            /**
             * @description The scope parameters of the request, without those that were not given.
             * @example {
             *       "project": "apollo"
             *     }
             */
            scope: {
                [key: string]: unknown;
            };
        };
        /** @description A memory in an export. It has the fields of `Memory` without the state of retries, the account that owns it, and with `versions=true` its earlier versions. An import extracts the entities of each text again. */
        ExportedMemory: {
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
             * @description The id of the account that owns the memory. An import writes the id of its own account wherever `user_id` is this one.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            owner_user_id: string;
            /**
             * @description The user within the account; over REST the account's own id, together with `end_user_id`, unless the server lets requests set it.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id: string;
            /**
             * @description The end user that a write over REST named, while `user_id` is the account's own id. Null when none was named, and where `user_id` is the end user itself: after writes over MCP, or with `MNEMA_REST_USER_ID=request`.
             * @example user-17
             */
            end_user_id: string | null;
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
             * @description Whether the facts in the text are still to be extracted.
             * @example false
             */
            infer: boolean;
            /**
             * @description Whether lists and searches leave the memory out, because it has no fact of its own.
             * @example false
             */
            archived: boolean;
            status: components["schemas"]["MemoryStatus"];
            /**
             * @description How ingest ended; null while it has not. `stored`: stored unchanged. The others follow a write with `infer`. `extracted`: the facts in it are in the memories `extracted_ids`. `duplicate`: it adds nothing to `duplicate_of`. `nothing_to_store`: it contains no stable fact. A memory without a fact of its own can be read only by its id. Lists, searches, the profile and counts of projects leave it out. New outcomes may be added.
             * @example stored
             */
            outcome: string | null;
            /** @description Why the last attempt of ingest failed. While the memory is `pending` another attempt follows at `next_attempt_at`; when it is `failed` this is final. Null when nothing went wrong. */
            failure: components["schemas"]["Failure"] | null;
            /** @description The names that the server recognised in the text; empty until the memory is `ready`. */
            entities: components["schemas"]["Entity"][];
            /**
             * @description 1 at first; every update and every restore adds one.
             * @example 1
             */
            version: number;
            /** @description Who wrote the current version. Null when it was written before the server recorded this. */
            changed_by: components["schemas"]["Actor"] | null;
            /**
             * Format: date-time
             * @description The time of the event itself, ISO 8601 UTC; the time of writing unless given.
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
             * Format: date-time
             * @description When the current text replaced another one, ISO 8601 UTC; null when it is the first.
             * @example null
             */
            text_changed_at: string | null;
            /**
             * Format: date-time
             * @description When the memory expires, ISO 8601 UTC; null when it does not.
             * @example null
             */
            expires_at: string | null;
            /**
             * @description The memory that already states the same; only with the outcome `duplicate`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            duplicate_of?: string;
            /**
             * @description The memories with the extracted facts, including this one when it has the first fact; only with the outcome `extracted`. Facts that complete an older fact are in that one.
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
             * @description The written text, if `memory` is a fact extracted from it. Searches ignore it.
             * @example user: I am vegetarian, and Tuesdays never work for me.
             */
            original_text?: string;
            /** @description The earlier versions, newest first; only in an export with `versions=true`. */
            versions?: components["schemas"]["MemoryVersion"][];
        };
        /** @description The last line of an export. An export without it was cut off. */
        ExportEnd: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            end: true;
            /**
             * @description The number of memories in the export.
             * @example 1
             */
            count: number;
        };
        /** @description One line of an export. The header comes first, the end last, and one line for each memory between them. */
        ExportLine: components["schemas"]["ExportHeader"] | components["schemas"]["ExportedMemory"] | components["schemas"]["ExportEnd"];
        /** @description A line of an import: a line of an export (`ExportLine`), or a memory of another service or program with the fields below. `x-aliases` lists the other names of a field. Null is as good as absent. Two names of one field with different values reject the line. Fields with other names are left out and counted in `ignored` of the response. The names inside `metadata` stay as they are. A memory as lists, searches and reads show it is one of its `end_user_id`, and keeps its id. */
        ImportLine: {
            /**
             * @description The id of the memory at its source, which identifies a repeated line. A line of an export keeps it as the id of the memory. Also as `memory_id`, `memoryId`.
             * @example f4cbdb08-7062-4f3e-8eb2-9f5c80dfe64c
             */
            id?: string | null;
            /**
             * @description The memory as text, as in `POST /memories`. A line has either text or messages. Also as `memory`, `content`, `data`.
             * @example Ada prefers short meetings.
             */
            text?: string | null;
            /** @description The memory as a conversation, as in `POST /memories`. Messages without text are left out, and counted in `ignored` as `messages`. */
            messages?: components["schemas"]["GivenMessage"][] | null;
            /**
             * @description The end user. Also as `userId`, `end_user_id`, `endUserId`.
             * @example carl
             */
            user_id?: string | null;
            /**
             * @description Agent or application. Also as `agentId`.
             * @example planner
             */
            agent_id?: string | null;
            /**
             * @description Session or task. Also as `runId`, `session_id`, `sessionId`, `thread_id`, `threadId`.
             * @example null
             */
            run_id?: string | null;
            /**
             * @description Metadata, as in `POST /memories`.
             * @example {
             *       "type": "project"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Becomes the key `categories` of the metadata.
             * @example [
             *       "work"
             *     ]
             */
            categories?: unknown;
            /**
             * @description Becomes the key `app_id` of the metadata. Also as `appId`.
             * @example null
             */
            app_id?: unknown;
            /**
             * @description When the memory was written, ISO 8601; the time of the import when left out. In UTC without a time zone. Also as `createdAt`.
             * @example 2026-07-26T10:29:36.630547-07:00
             */
            created_at?: string | null;
            /**
             * @description When the memory was last changed, ISO 8601; `created_at` when left out. Also as `updatedAt`.
             * @example null
             */
            updated_at?: string | null;
            /**
             * @description The time of the event itself, ISO 8601; `created_at` when left out. Also as `occurredAt`, `timestamp`.
             * @example null
             */
            occurred_at?: string | null;
            /**
             * @description When the memory expires, ISO 8601, in the future; never when left out. Also as `expiresAt`, `expiration_date`, `expirationDate`.
             * @example null
             */
            expires_at?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Lines of an import as one JSON document: an array of them, or an object with the array in `results`. Each item is checked alone. */
        ImportRequest: components["schemas"]["ImportLine"][] | ({
            /** @description The lines. */
            results: components["schemas"]["ImportLine"][];
        } & {
            [key: string]: unknown;
        });
        /** @description A line that an import did not write. */
        RejectedLine: {
            /**
             * @description The number of the line in the body, from 1; in an array, that of the item.
             * @example 3
             */
            line: number;
            /**
             * @description The code of `POST /memories`, such as `invalid_request`, `sensitive_content`, `outside_key_restriction`, `plan_limit_reached` or `quota_exceeded`. New codes may be added.
             * @example invalid_request
             */
            code: string;
            /**
             * @description The reason and its fix. It repeats no text of the line.
             * @example The line is not valid: /text is blank: send at least one visible character.
             */
            message: string;
        };
        /** @description The result of an import. The header and the end of an export are not counted. */
        ImportResult: {
            /**
             * @description The number of memories that were written.
             * @example 2
             */
            accepted: number;
            /**
             * @description The number of lines whose memory already exists.
             * @example 1
             */
            skipped: number;
            /** @description The lines that were not written, in their order. */
            rejected: components["schemas"]["RejectedLine"][];
            /**
             * @description The number of written memories by each field that was left out; not there when there is none. In lines of an export, these are fields that this server does not know. `messages` counts messages without text. Names have at most 64 characters, and names after the first 50 are counted together as `…`.
             * @example {
             *       "relations": 3
             *     }
             */
            ignored?: {
                [key: string]: number;
            };
        };
        /**
         * @description A value to compare with exactly; the number `1` is not the string `"1"`.
         * @example apollo
         */
        FilterScalar: string | number | boolean;
        /**
         * @description One value, or an array of 1 to 1,000 values of which any may match. An array in the memory matches when it contains the value. Objects, null and an empty array are rejected.
         * @example apollo
         * @example [
         *       "decision",
         *       "debug"
         *     ]
         */
        FilterValue: string | number | boolean | components["schemas"]["FilterScalar"][];
        /**
         * @description A value to compare with; the number `1` is not the string `"1"`.
         * @example apollo
         */
        ConditionScalar: string | number | boolean | null;
        /**
         * @description The operand of `op`. It is an array of 1 to 1,000 values for `in` and `not_in`, and `true` or `false` for `exists`. It is a number or a string for `gt`, `gte`, `lt` and `lte`, and one value for the others.
         * @example 3
         * @example [
         *       "decision",
         *       "debug"
         *     ]
         */
        ConditionValue: string | number | boolean | null | components["schemas"]["ConditionScalar"][];
        /** @description A condition on one metadata key. A memory without the key meets only `ne`, `not_in` and `exists` with `false`. */
        Condition: {
            /**
             * @description The metadata key. It is literal, as in `filters`.
             * @example priority
             */
            key: string;
            /**
             * @description `eq`, `in` and their opposites `ne` and `not_in` compare exactly; in an array of the memory, one equal element is enough. `gt`, `gte`, `lt` and `lte` compare numbers with numbers and strings with strings, as instants when both are times of RFC 3339. `contains` is for a part of a string, or an element of an array. `exists` is for the key itself.
             * @example gte
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "exists" | "contains";
            value: components["schemas"]["ConditionValue"];
        };
        /**
         * @description Conditions on metadata, at most 50 in all. Every group that is given must hold.
         * @example {
         *       "all": [
         *         {
         *           "key": "priority",
         *           "op": "gte",
         *           "value": 3
         *         }
         *       ],
         *       "none": [
         *         {
         *           "key": "state",
         *           "op": "in",
         *           "value": [
         *             "done",
         *             "dropped"
         *           ]
         *         }
         *       ]
         *     }
         */
        Where: {
            /** @description All of these must hold. */
            all?: components["schemas"]["Condition"][];
            /** @description At least one of these must hold. */
            any?: components["schemas"]["Condition"][];
            /** @description None of these may hold. */
            none?: components["schemas"]["Condition"][];
        };
        /** @description A query and the scope of the search. */
        SearchRequest: {
            /**
             * @description A question or a description of the situation, in plain language, at most 8,000 characters.
             * @example When is the launch?
             */
            query: string;
            /**
             * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
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
             * @description Only memories whose `metadata.project` is this or contains it.
             * @example apollo
             */
            project?: string;
            /**
             * @description Only memories whose `metadata.source` is this or contains it.
             * @example slack
             */
            source?: string;
            /**
             * @description Only memories whose `metadata.memory_type` is this or contains it.
             * @example decision
             */
            memory_type?: string;
            /**
             * @description Only memories whose `metadata.tags` contain this.
             * @example launch
             */
            tag?: string;
            /**
             * Format: date-time
             * @description Only memories that happened at this time or later (RFC 3339).
             * @example 2026-11-20T00:00:00Z
             */
            occurred_from?: string;
            /**
             * Format: date-time
             * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
             * @example 2026-11-21T00:00:00Z
             */
            occurred_to?: string;
            /**
             * Format: date-time
             * @description Only memories written at this time or later (RFC 3339).
             * @example 2026-11-20T00:00:00Z
             */
            created_from?: string;
            /**
             * Format: date-time
             * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
             * @example 2026-12-01T00:00:00Z
             */
            created_to?: string;
            /**
             * @description The maximum number of results. A shorter list is always the beginning of a longer one. Results end earlier after about a million characters of text.
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
            where?: components["schemas"]["Where"];
            /**
             * Format: double
             * @description Only results with at least this score. When omitted, the best `top_k` are returned, however low their scores are.
             * @example 0.3
             */
            threshold?: number;
            /**
             * @description A reranker compares the best 50 with the query, which takes up to a second. Their order and scores then combine both rankings. Without a reranker, or when it does not respond in time, the server uses its own ranking and reports it in `degraded`.
             * @default false
             * @example true
             */
            rerank?: boolean;
            /**
             * @description Explains each result: the contribution of each signal, the words and entities that matched, and the boosts.
             * @default false
             * @example true
             */
            explain?: boolean;
            /**
             * @description Id of a memory that should have been found; `expected` in the response explains why it was not, or gives its rank. Requires `explain`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            expect?: string;
        };
        /** @description The rank of the memory named in `expect`, and why it is not among the results. */
        ExpectedMemory: {
            /**
             * @description The id that was expected.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            /**
             * @description `found`: it is among the results. `missing`: this account has no such memory. `out_of_scope`: it belongs to another user, agent or run than requested. `filtered`: its metadata do not match. `no_evidence`: it has neither a word nor a meaning in common with the query. `not_a_candidate`: too many others match better, by keyword and in meaning, for it to be ranked. `below_threshold` and `below_top_k`: others are better. New reasons may be added.
             * @example filtered
             */
            reason: string;
            /**
             * @description The reason as a sentence, with the change that helps.
             * @example Its metadata do not match filters.project.
             */
            detail: string;
            /**
             * @description The conditions of the request that leave it out, such as `agent_id`, `occurred_from`, `filters.project` or `where.all.0`; `where.any` when none of that group holds.
             * @example [
             *       "filters.project"
             *     ]
             */
            conditions: string[];
            /**
             * @description Whether semantic search covers it; until then only keyword search does. False when it is missing.
             * @example true
             */
            embedded: boolean;
            /**
             * @description Its rank among the memories that can be found, from 1; null when it cannot be found.
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
        /** @description The results of a search, best first. */
        SearchResponse: {
            /** @description The memories found, by descending score; equal scores keep a stable order. */
            results: components["schemas"]["SearchResult"][];
            /**
             * @description Signals that were not available for this response; empty when all were. `vector` means that the results come from keyword search alone. While memories are re-embedded, it means that keyword search alone covers some of them. `rerank` means that it was requested and no reranker responded. New signals may be added.
             * @example []
             */
            degraded: string[];
            expected?: components["schemas"]["ExpectedMemory"];
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /** @description A value, and how many memories have it. */
        FacetValue: {
            /**
             * @description The value as the memories have it.
             * @example apollo
             */
            value: string;
            /**
             * @description How many memories of the scope have it, exactly.
             * @example 12
             */
            count: number;
        };
        /** @description The values that the memories of a scope have, each list with the most frequent first, at most 100. */
        Facets: {
            /** @description The users: end users, and the id of the account for the memories that have none. */
            users: components["schemas"]["FacetValue"][];
            /** @description The agents. */
            agents: components["schemas"]["FacetValue"][];
            /** @description The runs. */
            runs: components["schemas"]["FacetValue"][];
            /** @description The strings in `metadata.project`. */
            projects: components["schemas"]["FacetValue"][];
            /** @description The strings in `metadata.source`. */
            sources: components["schemas"]["FacetValue"][];
            /** @description The strings in `metadata.memory_type`. */
            memory_types: components["schemas"]["FacetValue"][];
            /** @description The strings in `metadata.tags`. */
            tags: components["schemas"]["FacetValue"][];
            /**
             * @description How many memories there are in the scope, whatever their status.
             * @example 42
             */
            total: number;
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /**
         * @description `computing` while the points are placed, `ready` when they are. Newer servers may have other states.
         * @example ready
         */
        MapStatus: string;
        /** @description A memory as a point of a map. */
        MapPoint: {
            /**
             * @description The id of the memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string;
            /**
             * Format: double
             * @description The position from left to right.
             * @example -0.25
             */
            x: number;
            /**
             * Format: double
             * @description The position from bottom to top, in the unit of `x`.
             * @example 0.5
             */
            y: number;
            /**
             * @description The beginning of the text, without line breaks, at most 160 UTF-16 units; a shortened text ends with `…`.
             * @example We moved the launch to the first of March.
             */
            excerpt: string;
            /**
             * @description The end user, or the id of the account for a memory that has none.
             * @example user-17
             */
            user_id: string;
            /**
             * @description The agent; null for a memory that has none.
             * @example planner
             */
            agent_id: string | null;
            /**
             * @description The first string in `metadata.project`; null for a memory that has none.
             * @example apollo
             */
            project: string | null;
            /**
             * @description The first string in `metadata.memory_type`; null for a memory that has none.
             * @example decision
             */
            memory_type: string | null;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 UTC.
             * @example 2026-11-20T16:00:00.000Z
             */
            occurred_at: string;
        };
        /** @description Memories as points in a plane. */
        MemoryMap: {
            status: components["schemas"]["MapStatus"];
            /**
             * @description The number of memories in the scope when the map was computed, whatever their status. null while they are counted.
             * @example 2
             */
            total: number | null;
            /** @description The sampled memories in the order of their ids, at most 2,000. Empty while the map is computed. */
            points: components["schemas"]["MapPoint"][];
            /**
             * Format: date-time
             * @description When the points were placed, ISO 8601 UTC; null while they are computed.
             * @example 2026-11-21T12:00:00.000Z
             */
            computed_at: string | null;
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /** @description A statement, in the words of the newest memory with it. */
        ProfileEntry: {
            /**
             * @description One sentence or line, without line breaks, at most 300 UTF-16 units; a shortened text ends with `…`. A statement of a conversation begins with its speaker.
             * @example Ada prefers answers in bullet points.
             */
            text: string;
            /**
             * @description The memories that state it, newest first, at most 20.
             * @example [
             *       "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2"
             *     ]
             */
            memory_ids: string[];
            /**
             * Format: date-time
             * @description When it was last stated, ISO 8601 UTC. This is the `occurred_at` of the newest of the memories, or the last change of its text if that was later.
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
        /** @description Something that the memories name, such as a person, a town, a file or a version. */
        ProfileEntity: {
            /**
             * @description The name as written in the texts.
             * @example Ada
             */
            name: string;
            /**
             * @description The kind of thing, as in `entities` of a memory. New kinds may be added.
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
        /** @description A summary of the memories, with the people and projects in them. The same memories always give the same profile. */
        Profile: {
            /**
             * @description The profile as plain text to paste into a prompt, at most `max_characters` long and never cut inside an entry. Empty when there are no memories. Each statement is one line that begins with `- `. A name with special characters is a JSON string. Thus no memory can imitate another.
             * @example Preferences:
             *     - Ada prefers answers in bullet points.
             *
             *     Projects: apollo (12)
             */
            summary: string;
            /** @description Things that a user likes, wants, avoids, always or never does; newest first, at most 100. */
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
            /** @description Possible reasons for an unexpected response. Absent if there are none. */
            warnings?: components["schemas"]["ResponseWarning"][];
        };
        /**
         * @description The plan an account is on. New plans may be added: treat an unknown value as a plan with limits of its own.
         * @example free
         */
        Plan: string;
        /** @description The usage of this month, counted against the quota of the plan. */
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
             * @description How many the plan allows; null means unlimited.
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
                 * @description First moment of the next month, when counting restarts (exclusive), ISO 8601 UTC.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                end: string;
            };
            /** @description Writes and updates of memories. Deleting and retrying cost nothing; rejected and replayed writes cost nothing either. */
            memory_write: components["schemas"]["UsageCount"];
            /** @description Searches that were completed. */
            memory_search: components["schemas"]["UsageCount"];
            /** @description Distinct end users of live memories. Each `end_user_id`, and each `user_id` other than the account's own id, counts once. */
            end_users: components["schemas"]["UsagePlaces"];
            /** @description Distinct strings in `metadata.project` among live memories, case-sensitive. */
            projects: components["schemas"]["UsagePlaces"];
        };
        /** @description One authenticated request, without its text, key, query string or body. Requests that the rate limit rejected share a row for each minute and operation, with the properties of the first one. */
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
             * @description HTTP status of the response; 499 when the caller was gone before there was one.
             * @example 202
             */
            status_code: number;
            /**
             * @description From the request to the end of the response, in milliseconds.
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
             * @description How many requests the row represents. 1, except for requests that the rate limit rejected.
             * @example 1
             */
            count: number;
        };
        /** @description A page of the request log, newest first; with `after`, in the order of the log. */
        RequestList: {
            /** @description The requests of this page. */
            results: components["schemas"]["LoggedRequest"][];
            /**
             * @description How many requests match altogether.
             * @example 1
             */
            total: number;
            /**
             * @description Send it as `after` to get the requests that were logged later. It is there even if no request is.
             * @example MTc5NTI1MTcyMDAwMCBsb2dfNDI
             */
            newer_cursor: string;
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
             * @description Requests that ended with a status of 400 or more.
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
             * @description How many of them had a status of 400 or more.
             * @example 2
             */
            errors: number;
            /** @description Percentiles of the time from request to response, in milliseconds, from histograms whose steps are 13 % wide. */
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
             * @description Requests that ended with a status of 400 or more.
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
            /** @description One entry for each requested operation, the most frequent first. */
            by_operation: components["schemas"]["OperationStats"][];
            /** @description Requests by class of status, `2xx` to `5xx`; classes without requests are 0. */
            by_status: {
                /** @description Successful. */
                "2xx": number;
                /** @description Redirected, or not modified. */
                "3xx": number;
                /** @description Rejected, or the caller closed the connection. */
                "4xx": number;
                /** @description Failed. */
                "5xx": number;
            };
            /** @description Every day from `from` to `to`, oldest first, also days without requests. */
            days: components["schemas"]["RequestDay"][];
        };
        /** @description Exactly one of `email` and `phone`, and a password. Sending both is rejected. */
        RegisterRequest: {
            /**
             * @description Email address such as `ada@example.com`. One that differs only in case counts as the same. It must be in Unicode's form NFKC and have no invisible characters, so that it looks like no other.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Phone number in E.164 form, a plus sign and 7 to 15 digits without spaces.
             * @example +351210000000
             */
            phone?: string;
            /**
             * @description 8 to 256 characters (Unicode code points), used exactly as given.
             * @example correct horse battery staple
             */
            password: string;
        } & (unknown | unknown);
        /** @description An account owns memories and API keys. It is named by an email address or by a phone number, never both. */
        Account: {
            /**
             * @description Identifier of the account. Memories written over REST carry it as `user_id`.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            id: string;
            /**
             * @description Email address, null when the account was registered with a phone number. Unique regardless of case.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description Phone number in E.164 form, null when the account was registered with an email address.
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
             * @description Email address of the account, in any case.
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
        /** @description The password confirms the deletion. */
        DeleteAccountRequest: {
            /**
             * @description Password of the account.
             * @example correct horse battery staple
             */
            password: string;
        };
        /** @description The counts of the account's data before the deletion. */
        DeletionCounts: {
            /**
             * @description Memories, with everything derived from them.
             * @example 1200
             */
            memories: number;
            /**
             * @description Keys, revoked and expired ones included.
             * @example 3
             */
            api_keys: number;
            /**
             * @description Access tokens and cookies.
             * @example 2
             */
            sessions: number;
            /**
             * @description Rows of the request log.
             * @example 5400
             */
            requests: number;
        };
        /** @description The deletion of an account that has begun. */
        DeletedAccount: {
            /**
             * @description Identifier of the deletion, under which the operator finds its receipt in the log.
             * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            deletion_id: string;
            counts: components["schemas"]["DeletionCounts"];
        };
        /** @description The current password proves that the owner of the session sent the request. */
        ChangePasswordRequest: {
            /**
             * @description The password that holds until now.
             * @example correct horse battery staple
             */
            current_password: string;
            /**
             * @description 8 to 256 characters (Unicode code points), used exactly as given.
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
        /** @description The identifier of the account (exactly one of `email` and `phone`) and its password, or the `code` of a sign-in link alone. */
        CreateSessionRequest: {
            /**
             * @description Email address of the account, in any case.
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
            password?: string;
            /**
             * @description The code of the link that the first start of a server prints. It signs in once, within ten minutes.
             * @example mno_4fQ8ZrT0vYbN2mLxKcWdEaSgHjU71Pi3Oq
             */
            code?: string;
        } & (unknown | unknown | unknown);
        /** @description A session, that is an access token or a cookie that has not ended. */
        Session: {
            /**
             * @description Identifier of the session, for ending it.
             * @example ses_5d41402abc4b2a76b9719d911f
             */
            id: string;
            /**
             * @description Whether the request came in this session.
             * @example true
             */
            current: boolean;
            /**
             * Format: date-time
             * @description When the session began, ISO 8601 UTC.
             * @example 2026-11-21T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the session ends by itself.
             * @example 2026-12-21T09:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the session was last used; null when it never was. May lag behind by some seconds.
             * @example 2026-11-21T10:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The `User-Agent` that signed in, at most 256 characters; null when it is unknown.
             * @example Mozilla/5.0
             */
            user_agent: string | null;
            /**
             * @description The address that signed in, of IPv6 the first 64 bits; null when it is unknown.
             * @example 192.0.2.7
             */
            address: string | null;
        };
        /** @description A list of the sessions of the account, at most 50. */
        SessionList: {
            /**
             * @description The sessions, newest first.
             * @example []
             */
            results: components["schemas"]["Session"][];
        };
        /** @description The number of sessions that were ended. */
        EndedSessions: {
            /**
             * @description How many sessions have ended.
             * @example 2
             */
            ended: number;
        };
        /** @description Who did it. */
        AuditActor: {
            /**
             * @description The kind of caller: `session` and `api_key` are credentials of the account, `operator` is the command line of the server, `anonymous` had no credential yet. Newer servers may have others.
             * @example session
             */
            kind: string;
            /**
             * @description The first characters of the API key.
             * @example mnk_EXAMPLEo
             */
            key_prefix?: string;
            /**
             * @description The session.
             * @example ses_5d41402abc4b2a76b9719d911f
             */
            session_id?: string;
        };
        /** @description Something that happened to the account or its credentials. It holds no secrets and no texts. */
        AuditEvent: {
            /**
             * @description Identifier of the event.
             * @example evt_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            time: string;
            /**
             * @description The action. Newer servers may have other actions.
             * @example key_created
             */
            action: string;
            /**
             * @description `ok`, `failed` (a wrong password), `locked` (too many attempts) or `rejected` (the server does not allow it). Each minute keeps at most ten attempts of each kind that were not `ok`.
             * @example ok
             */
            outcome: string;
            actor: components["schemas"]["AuditActor"];
            /**
             * @description The address of the client, of IPv6 the first 64 bits; null for the operator.
             * @example 192.0.2.7
             */
            address: string | null;
            /**
             * @description Details of the event, such as `key_id`, `key_prefix`, `session_id`, `webhook_id` or `changed`.
             * @example {
             *       "key_id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1"
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /** @description A page of audit events. */
        AuditList: {
            /**
             * @description The events, newest first.
             * @example []
             */
            results: components["schemas"]["AuditEvent"][];
            /**
             * @description The `cursor` of the next page; null on the last one.
             * @example null
             */
            next_cursor: string | null;
        };
        /**
         * @description What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them.
         * @example read
         * @enum {string}
         */
        Scope: "read" | "write";
        /**
         * @description What an API key is restricted to; all that is given holds. `user_id` stands for the memories whose `user_id` or `end_user_id` it is.
         * @example {
         *       "user_id": "user-17"
         *     }
         */
        KeyRestriction: {
            /**
             * @description The one user whose memories the key reads and writes, at most 256 characters.
             * @example user-17
             */
            user_id?: string;
            /**
             * @description The one agent, at most 256 characters.
             * @example planner
             */
            agent_id?: string;
            /**
             * @description The one `metadata.project`, at most 1,000 characters.
             * @example apollo
             */
            project?: string;
        };
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
             * @description The permissions of the key.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The restriction of the key; null for access to the whole account.
             * @example null
             */
            restrict: components["schemas"]["KeyRestriction"] | null;
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
            /**
             * @description The key that has replaced this one, or will when the overlap is over; null when none has.
             * @example null
             */
            replaced_by: string | null;
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
        /** @description A name for the key and, if wished, what it may do, for whom and until when. */
        CreateApiKeyRequest: {
            /**
             * @description A name by which you will recognise the key, 1 to 100 characters, without a secret.
             * @example laptop
             */
            label: string;
            /**
             * @description The permissions of the key; both by default.
             * @default [
             *       "read",
             *       "write"
             *     ]
             * @example [
             *       "read"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
            restrict?: components["schemas"]["KeyRestriction"];
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
             * @description The full secret, shown this once. The server keeps only a hash of it: null in the response to a retried request with the same Idempotency-Key.
             * @example mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            key: string | null;
            /**
             * @description The first 12 characters of the key, to tell keys apart later.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * @description The permissions of the key.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The restriction of the key; null for access to the whole account.
             * @example null
             */
            restrict: components["schemas"]["KeyRestriction"] | null;
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
        /** @description How long the replaced key keeps working. */
        RotateApiKeyRequest: {
            /**
             * @description The seconds for which both keys work, at most a week (604800). 0 ends the old key immediately.
             * @example 3600
             */
            overlap_seconds: number;
        };
        /** @description The key that a new one replaces. */
        ReplacedApiKey: {
            /**
             * @description Identifier of the replaced key.
             * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
             */
            id: string;
            /**
             * Format: date-time
             * @description When the replaced key stops working. It may expire before the overlap is over.
             * @example 2026-11-21T12:00:00.000Z
             */
            ends_at: string;
        };
        /** @description A new API key with its secret, and the key that it replaces. Keep `key` now; a lost key cannot be recovered. */
        RotatedApiKey: {
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
             * @description The name of the replaced key.
             * @example laptop
             */
            label: string;
            /**
             * @description The full secret, shown this once. The server keeps only a hash of it: null in the response to a retried request with the same Idempotency-Key.
             * @example mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly
             */
            key: string | null;
            /**
             * @description The first 12 characters of the key, to tell keys apart later.
             * @example mnk_EXAMPLEo
             */
            key_prefix: string;
            /**
             * @description The permissions of the key.
             * @example [
             *       "read",
             *       "write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The restriction of the key; null for access to the whole account.
             * @example null
             */
            restrict: components["schemas"]["KeyRestriction"] | null;
            /**
             * Format: date-time
             * @description When the key was created, ISO 8601 UTC.
             * @example 2026-11-21T09:01:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key stops working, as the replaced key was limited; null when it does not expire.
             * @example null
             */
            expires_at: string | null;
            replaces: components["schemas"]["ReplacedApiKey"];
        };
        /**
         * @description Type of an event. `memory.ready` and `memory.failed` end the ingest of a memory. `memory.updated` follows a change or a restore. `memory.deleted` and `memory.expired` end the memory itself. `quota.near` (80 %) and `quota.exceeded` (used up) occur once a calendar month for writes and once for searches. Newer servers may have other types.
         * @example memory.ready
         */
        WebhookEventType: string;
        /** @description A URL of yours to which the server posts the events of the account. */
        Webhook: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
             */
            id: string;
            /**
             * @description The URL that the events are posted to.
             * @example https://example.com/hooks/mnema
             */
            url: string;
            /**
             * @description The types of events that are delivered.
             * @example [
             *       "memory.ready",
             *       "memory.failed"
             *     ]
             */
            events: components["schemas"]["WebhookEventType"][];
            /**
             * @description A note of your own; null when there is none.
             * @example Keeps our search page up to date
             */
            description: string | null;
            /**
             * @description Whether events about a memory carry its text.
             * @example false
             */
            include_text: boolean;
            /**
             * @description Whether events are queued and delivered.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Null while the webhook is enabled, and `by_request` after a change of `enabled`. `deliveries_failed` if an event could not be delivered for 24 hours; `gone` if the receiver responded with 410. Newer servers may have other reasons.
             * @example null
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created, ISO 8601 UTC.
             * @example 2026-11-21T09:05:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed or disabled, ISO 8601 UTC.
             * @example 2026-11-21T09:05:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs as well; null when only one secret signs.
             * @example null
             */
            previous_secret_ends_at: string | null;
        };
        /** @description The webhooks of the account. */
        WebhookList: {
            /**
             * @description The webhooks, newest first.
             * @example []
             */
            results: components["schemas"]["Webhook"][];
        };
        /** @description The events to post, and the URL. */
        CreateWebhookRequest: {
            /**
             * Format: uri
             * @description Where the events are posted: an https URL without a user name, password or fragment. Private, loopback, link-local and metadata addresses are rejected here, and again at each delivery after the name is resolved. The setting MNEMA_WEBHOOK_ALLOW_PRIVATE of a private deployment allows them, and http.
             * @example https://example.com/hooks/mnema
             */
            url: string;
            /**
             * @description The types of events to deliver, at least one.
             * @example [
             *       "memory.ready",
             *       "memory.failed"
             *     ]
             */
            events: ("memory.ready" | "memory.failed" | "memory.updated" | "memory.deleted" | "memory.expired" | "quota.near" | "quota.exceeded")[];
            /**
             * @description A note of your own, 1 to 200 characters, without a secret.
             * @example Keeps our search page up to date
             */
            description?: string;
            /**
             * @description Whether events about a memory carry its text; without it they carry ids only.
             * @default false
             * @example false
             */
            include_text?: boolean;
            /**
             * @description Whether events are queued and delivered.
             * @default true
             * @example true
             */
            enabled?: boolean;
        };
        /** @description A webhook with its secret. Keep `secret` now; a lost secret cannot be shown again, only rotated. */
        WebhookWithSecret: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
             */
            id: string;
            /**
             * @description The URL that the events are posted to.
             * @example https://example.com/hooks/mnema
             */
            url: string;
            /**
             * @description The types of events that are delivered.
             * @example [
             *       "memory.ready",
             *       "memory.failed"
             *     ]
             */
            events: components["schemas"]["WebhookEventType"][];
            /**
             * @description A note of your own; null when there is none.
             * @example Keeps our search page up to date
             */
            description: string | null;
            /**
             * @description Whether events about a memory carry its text.
             * @example false
             */
            include_text: boolean;
            /**
             * @description Whether events are queued and delivered.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Null while the webhook is enabled, and `by_request` after a change of `enabled`. `deliveries_failed` if an event could not be delivered for 24 hours; `gone` if the receiver responded with 410. Newer servers may have other reasons.
             * @example null
             */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created, ISO 8601 UTC.
             * @example 2026-11-21T09:05:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed or disabled, ISO 8601 UTC.
             * @example 2026-11-21T09:05:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs as well; null when only one secret signs.
             * @example null
             */
            previous_secret_ends_at: string | null;
            /**
             * @description The secret that signs the deliveries, shown this once: `whsec_` and Base64. Null in the response to a retried request with the same Idempotency-Key.
             * @example whsec_EXAMPLEonlyEXAMPLEonlyEXAMPLEonlyEXAMPLE=
             */
            secret: string | null;
        };
        /** @description Receipt of the deletion of a webhook. */
        DeletedWebhook: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
             */
            id: string;
            /**
             * Format: date-time
             * @description When the webhook was deleted, ISO 8601 UTC.
             * @example 2026-11-21T11:00:00.000Z
             */
            deleted_at: string;
        };
        /** @description The changes; omitted fields stay unchanged. */
        UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description Where the events are posted: an https URL without a user name, password or fragment. Private, loopback, link-local and metadata addresses are rejected here, and again at each delivery after the name is resolved. The setting MNEMA_WEBHOOK_ALLOW_PRIVATE of a private deployment allows them, and http.
             * @example https://example.com/hooks/mnema
             */
            url?: string;
            /**
             * @description The types of events to deliver, at least one.
             * @example [
             *       "memory.ready",
             *       "memory.failed"
             *     ]
             */
            events?: ("memory.ready" | "memory.failed" | "memory.updated" | "memory.deleted" | "memory.expired" | "quota.near" | "quota.exceeded")[];
            /**
             * @description A note of your own, 1 to 200 characters, without a secret; null removes it.
             * @example Keeps our search page up to date
             */
            description?: string | null;
            /**
             * @description Whether events about a memory carry its text.
             * @example false
             */
            include_text?: boolean;
            /**
             * @description False stops the webhook; no further events are queued for it, and those that wait stay. True starts it again, also after the server disabled it.
             * @example true
             */
            enabled?: boolean;
        };
        /** @description How long the replaced secret keeps signing. */
        RotateWebhookSecretRequest: {
            /**
             * @description The seconds for which both secrets sign each delivery, at most a week (604800). 0 ends the old secret immediately.
             * @default 86400
             * @example 86400
             */
            overlap_seconds?: number;
        };
        /** @description An attempt to deliver an event. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When the attempt ended, ISO 8601 UTC.
             * @example 2026-11-21T09:06:01.000Z
             */
            time: string;
            /**
             * @description The status of the response of the receiver; null without a response.
             * @example 503
             */
            response_status: number | null;
            /**
             * @description Why the attempt failed, as in `error` of the delivery; null when it did not.
             * @example status
             */
            error: string | null;
        };
        /** @description An event that is being delivered to a webhook, or was. It contains no text of a memory. */
        WebhookDelivery: {
            /**
             * @description Identifier of the delivery; each attempt sends it as `webhook-id`.
             * @example dlv_01KAJ30B4D6F8H0J2M4P6R8T0V
             */
            id: string;
            /**
             * @description The webhook.
             * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
             */
            webhook_id: string;
            type: components["schemas"]["WebhookEventType"];
            /**
             * @description The memory of the event; null for `quota.near` and `quota.exceeded`.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id: string | null;
            /**
             * @description `pending` until the receiver responds with 2xx (`delivered`) or the delivery is given up (`failed`). Newer servers may have other values.
             * @example delivered
             */
            status: string;
            /**
             * @description How often the event was sent.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the event happened, ISO 8601 UTC.
             * @example 2026-11-21T09:06:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last attempt ended; null before the first.
             * @example 2026-11-21T09:06:01.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the event is sent next, unless an earlier event of the same memory waits; null when the delivery is completed.
             * @example null
             */
            next_attempt_at: string | null;
            /**
             * @description The status of the response of the receiver to the last attempt; null without a response.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description Why the last attempt failed; null when it did not. `status` is a response other than 2xx, `redirect` a 3xx, `timeout` no response within 10 seconds. `name_not_resolved`, `address_not_allowed` and `connection_failed` occur before any response. Newer servers may have other values.
             * @example null
             */
            error: string | null;
            /** @description The last 20 attempts, newest first. */
            recent_attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A page of deliveries. */
        WebhookDeliveryList: {
            /**
             * @description The deliveries, newest first.
             * @example []
             */
            results: components["schemas"]["WebhookDelivery"][];
            /**
             * @description The `cursor` of the next page; null on the last one.
             * @example null
             */
            next_cursor: string | null;
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
             * @description The purpose of the tool and when to use it.
             * @example Use it before you answer anything that earlier conversations may have settled.
             */
            description: string;
        };
        /** @description A header that identifies the caller. */
        McpCredential: {
            /**
             * @description Its name.
             * @example X-API-Key
             */
            header: string;
            /**
             * @description The content of the header.
             * @example <API key>
             */
            value: string;
        };
        /** @description The tools of the MCP endpoint and how to connect to it. */
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
             * @description A short description.
             * @example Long-term memory for AI agents.
             */
            description: string;
            /**
             * @description Where clients send their requests.
             * @example https://memory.example.com/mcp
             */
            endpoint: string;
            /**
             * @description The transport of the protocol.
             * @example streamable-http
             */
            transport: string;
            /**
             * @description Versions of the protocol that the endpoint supports, newest first.
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
             * @description URL of the reference.
             * @example https://memory.example.com/docs
             */
            documentation: string;
            /**
             * @description The server card.
             * @example https://memory.example.com/mcp/server-card
             */
            server_card: string;
        };
        /** @description One JSON-RPC 2.0 request or, without an id, notification. Batches are not supported. */
        JsonRpcMessage: {
            /**
             * @description The version of JSON-RPC.
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description Returned with the response, a string or a whole number. A notification has none, and no response.
             * @example 1
             */
            id?: unknown;
            /**
             * @description The method, such as `tools/call`.
             * @example tools/call
             */
            method: string;
            /**
             * @description The parameters of the method.
             * @example {
             *       "name": "service_search",
             *       "arguments": {
             *         "query": "When is the launch?"
             *       }
             *     }
             */
            params?: unknown;
        };
        /** @description Why a JSON-RPC request was rejected. */
        JsonRpcError: {
            /**
             * @description The kind of error, as JSON-RPC and MCP number them.
             * @example -32602
             */
            code: number;
            /**
             * @description The error message for people.
             * @example Unknown tool service_find
             */
            message: string;
            /**
             * @description More about it.
             * @example {}
             */
            data?: unknown;
        };
        /** @description The response to a JSON-RPC 2.0 request, with either a result or an error. */
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
             * @description The result of the method.
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
             * @description A short description.
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
        /** @description One service of a host. */
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
             * @description Media type of the document at the URL.
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
        /** @description The process responds. */
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
             * @description A short text for each problem; empty if there are none.
             * @example []
             */
            reasons: string[];
        };
        /** @description The subject of the event. Events about memories have `memory_id`, events about quotas have `metric`; newer servers may add fields. */
        WebhookEventData: {
            /**
             * @description The memory.
             * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
             */
            memory_id?: string;
            /**
             * @description The version of the memory that the event is about.
             * @example 1
             */
            version?: number;
            /**
             * @description The user of the memory; null once the memory is gone.
             * @example acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D
             */
            user_id?: string | null;
            /**
             * @description The end user named by a write over REST; null when none was named, and once the memory is gone.
             * @example user-17
             */
            end_user_id?: string | null;
            /**
             * @description The agent; null when there is none, and once the memory is gone.
             * @example null
             */
            agent_id?: string | null;
            /**
             * @description The run; null when there is none, and once the memory is gone.
             * @example null
             */
            run_id?: string | null;
            /**
             * @description Result of the ingest, with `memory.ready`, as `outcome` of the memory.
             * @example stored
             */
            outcome?: string;
            /**
             * @description Why the ingest failed, with `memory.failed`, as `failure.code` of the memory.
             * @example embedder_unavailable
             */
            failure_code?: string;
            /**
             * @description The text of this version, with `include_text`, while the memory exists; null once it is gone or the version is no longer stored. It is read when the event is sent, and stored nowhere else.
             * @example The launch is on the first of March.
             */
            text?: string | null;
            /**
             * @description Which quota, with `quota.near` and `quota.exceeded`.
             * @example memory_write
             */
            metric?: string;
            /**
             * @description How much of the quota was used at the event.
             * @example 80
             */
            used?: number;
            /**
             * @description The quota of the period.
             * @example 100
             */
            limit?: number;
            /**
             * Format: date-time
             * @description Start of the calendar month of the quota, ISO 8601 UTC.
             * @example 2026-11-01T00:00:00.000Z
             */
            period_start?: string;
            /**
             * Format: date-time
             * @description Start of the next calendar month, when counting restarts.
             * @example 2026-12-01T00:00:00.000Z
             */
            period_end?: string;
        };
        /** @description The body of a delivery. Verify its signature over the received bytes before you read it. */
        WebhookEvent: {
            type: components["schemas"]["WebhookEventType"];
            /**
             * Format: date-time
             * @description When the event happened, ISO 8601 UTC. It stays the same in each attempt.
             * @example 2026-11-21T09:06:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookEventData"];
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unauthenticated",
                 *       "title": "Not authenticated",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "detail": "No credential was sent. Send \"X-API-Key: <API key>\" or \"Authorization: Bearer <access token>\" (get one from POST /auth/login).",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account is suspended (`account_suspended`). Or the API key lacks the scope that the operation needs (`insufficient_scope`). Or the request is outside the restriction of the key (`outside_key_restriction`). Or the server does not accept the name in `Host` (`host_not_allowed`). A cookie without an `Origin` of this server is `origin_not_allowed`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests within a short time; `Retry-After` is the number of seconds until the next one is accepted. */
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#rate_limited",
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#internal",
                 *       "title": "Internal error",
                 *       "status": 500,
                 *       "code": "internal",
                 *       "detail": "An internal error occurred. Give the operator the request id req_01KAJ2W4T1D3F5H7J9K1M3N5P7.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The store cannot be read or written at the moment, or the server is stopping or overloaded. Or the account has not read too many bytes of earlier responses. If the request was a write, retry it with the same `Idempotency-Key`. It is then done once, even if only the response was lost. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unavailable",
                 *       "title": "Unavailable",
                 *       "status": 503,
                 *       "code": "unavailable",
                 *       "detail": "The store is unavailable: the disk is full. Try again later. With an Idempotency-Key, a retried write is stored only once.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account is suspended (`account_suspended`). Or the API key lacks the scope that the operation or its response needs (`insufficient_scope`). Or the request is outside the restriction of the key (`outside_key_restriction`). Or the server does not accept the name in `Host` (`host_not_allowed`). Or the plan allows no further project or end user (`plan_limit_reached`; `limit` names which). */
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#idempotency_key_reused",
                 *       "title": "Idempotency key reused",
                 *       "status": 409,
                 *       "code": "idempotency_key_reused",
                 *       "detail": "This Idempotency-Key was already used for a different request. Use a new key, or retry with the same method, path and body.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MB, for `/auth/*` than 16 KB, or comes in too many small chunks. The response is sent before the whole body has arrived. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#payload_too_large",
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unsupported_media_type",
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
        /** @description The memory would contain a credential or a sensitive identity number. `errors` names the kind and the field; the value is neither repeated, nor stored, nor logged. The server cannot detect data without a recognisable format: do not put secrets into memories. */
        SensitiveContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#sensitive_content",
                 *       "title": "Sensitive content",
                 *       "status": 422,
                 *       "code": "sensitive_content",
                 *       "detail": "The memory was rejected: /body/text contains a GitHub token (github_token): remove it, and store secrets in a secret manager.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                 *       "errors": [
                 *         {
                 *           "path": "/body/text",
                 *           "message": "contains a GitHub token (github_token): remove it, and store secrets in a secret manager"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quota of this month is used up (`quota_exceeded`; `resets_at` is the start of the next month). Or there were too many requests within a short time (`rate_limited`). `Retry-After` is the number of seconds until the next request is accepted. */
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
        /** @description The scope matches another number of memories than `confirm` (`confirmation_mismatch`; `matched` is the number). Nothing was deleted. Or the Idempotency-Key was used for a different request (`idempotency_key_reused`). */
        ConfirmationMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 4 MB, or comes in too many small chunks. The response is sent before the whole body has arrived. */
        BatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#payload_too_large",
                 *       "title": "Payload too large",
                 *       "status": 413,
                 *       "code": "payload_too_large",
                 *       "detail": "The body is larger than 4194304 bytes. Split it into several requests.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such memory, or not at that time (`not_found`), or its version is not stored (`version_not_kept`). The response for a memory of someone else is the first. */
        MemoryVersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown memory. The response for a memory of someone else is the same. */
        MemoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "No memory with this id exists in this account.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The memory has another version than those of `If-Match`. Nothing was written: read the memory again, then decide. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#precondition_failed",
                 *       "title": "Precondition failed",
                 *       "status": 412,
                 *       "code": "precondition_failed",
                 *       "detail": "The memory has changed since the version in If-Match, and now has version 2. Read it again, then retry the write with the new ETag.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
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
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                 *       "title": "Invalid request",
                 *       "status": 400,
                 *       "code": "invalid_request",
                 *       "detail": "The request is not valid: /query/verbose is not a parameter of this operation; it has no parameters.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                 *       "errors": [
                 *         {
                 *           "path": "/query/verbose",
                 *           "message": "is not a parameter of this operation; it has no parameters"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown deletion. The response for a deletion of someone else is the same. */
        DeletionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "Unknown deletion. GET /deletions lists the deletions of this account.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many registrations from this address. `Retry-After` is the number of seconds until the next one is accepted. */
        RegistrationThrottled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#rate_limited",
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
        /** @description The account is suspended (`account_suspended`), or the server does not accept the name in `Host` (`host_not_allowed`). A cookie without an `Origin` of this server is `origin_not_allowed`. */
        AccountForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed attempts for this identifier or from this address, or too many sign-ins of this account. `Retry-After` is the number of seconds until the next attempt is accepted. */
        SignInThrottled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#rate_limited",
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
        /** @description No access token, or one that is malformed, wrong, expired or revoked. An API key is not accepted here. */
        AccessTokenRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unauthenticated",
                 *       "title": "Not authenticated",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "detail": "No credential was sent. Send \"Authorization: Bearer <access token>\" (get one from POST /auth/login).",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for a different request. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#idempotency_key_reused",
                 *       "title": "Idempotency key reused",
                 *       "status": 409,
                 *       "code": "idempotency_key_reused",
                 *       "detail": "This Idempotency-Key was already used for a different request. Use a new key, or retry with the same method, path and body.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown session. The response for a session of someone else is the same. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "Unknown session. GET /auth/sessions lists the sessions of this account.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown key. The response for a key of someone else is the same. */
        ApiKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "Unknown API key. GET /api-keys lists the keys of this account.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown webhook. The response for a webhook of someone else is the same. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "Unknown webhook. GET /webhooks lists the webhooks of this account.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown webhook or delivery. The response for one of someone else is the same. */
        WebhookDeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "detail": "Unknown delivery. GET /webhooks/{webhook_id}/deliveries lists the deliveries of this webhook.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Origin` or `Host` header names a site that this server does not accept. This prevents other web pages from reaching the server through a visitor's browser. Clients other than browsers send no `Origin`. */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#origin_not_allowed",
                 *       "title": "Origin not allowed",
                 *       "status": 403,
                 *       "code": "origin_not_allowed",
                 *       "detail": "Web pages from this origin cannot call the MCP endpoint. To allow it, add its host to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No credential, or one that is malformed, wrong, expired or revoked. A JSON-RPC error, since clients of MCP show no other body; `data` has the `code`, the `status` and the `request_id` of a problem document. The `id` is `null`, because the credential is checked before the body is read. */
        McpUnauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": null,
                 *       "error": {
                 *         "code": -32010,
                 *         "message": "No credential was sent. Send \"X-API-Key: <API key>\" or \"Authorization: Bearer <access token>\" (get one from POST /auth/login).",
                 *         "data": {
                 *           "code": "unauthenticated",
                 *           "status": 401,
                 *           "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JsonRpcAnswer"];
            };
        };
        /** @description The account is suspended (`account_suspended`), or the `Origin` or `Host` header names a site that this server does not accept (`origin_not_allowed`, `host_not_allowed`). */
        McpForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Host` header names a host that this server does not accept. Only while it listens on loopback; it keeps web pages from reaching the server through their own names. */
        HostNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#host_not_allowed",
                 *       "title": "Host not allowed",
                 *       "status": 403,
                 *       "code": "host_not_allowed",
                 *       "detail": "This server accepts only loopback names. To accept memory.example.com, add it to MNEMA_ALLOWED_HOSTS, or set MNEMA_PUBLIC_URL to the URL that users open.",
                 *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
         * @example user-17
         */
        UserId: string;
        /**
         * @description Only memories of this agent.
         * @example planner
         */
        AgentId: string;
        /**
         * @description Only memories of this session or task.
         * @example standup-2026-11-20
         */
        RunId: string;
        /**
         * @description Only memories whose `metadata.project` is this or contains it.
         * @example apollo
         */
        Project: string;
        /**
         * @description Only memories whose `metadata.source` is this or contains it.
         * @example slack
         */
        Source: string;
        /**
         * @description Only memories whose `metadata.memory_type` is this or contains it.
         * @example decision
         */
        MemoryType: string;
        /**
         * @description Only memories whose `metadata.tags` contain this.
         * @example launch
         */
        Tag: string;
        /**
         * @description Only memories that happened at this time or later (RFC 3339).
         * @example 2026-11-20T00:00:00Z
         */
        OccurredFrom: string;
        /**
         * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
         * @example 2026-11-21T00:00:00Z
         */
        OccurredTo: string;
        /**
         * @description Only memories written at this time or later (RFC 3339).
         * @example 2026-11-20T00:00:00Z
         */
        CreatedFrom: string;
        /**
         * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
         * @example 2026-12-01T00:00:00Z
         */
        CreatedTo: string;
        /**
         * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
         * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
         */
        IdempotencyKey: string;
        /**
         * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
         * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
         */
        MemoryId: string;
        /**
         * @description One or more values of `ETag` from earlier responses, separated by commas, or `*`. If one of them is still current, the response is a 304.
         * @example "mFqGd0vYc1rB0a7N1n3cJ8sWq0s2Zk4uT6vX8y9zA0E"
         */
        IfNoneMatch: string;
        /**
         * @description One or more values of `ETag` of the memory, separated by commas, or `*`. If none of them matches the current version, nothing is written and the response is a 412 `precondition_failed`. Ingest adds no version, so its end does not make a write fail. `"v2-0"` names version 2 in every state, and `*` is any version. Not part of what an Idempotency-Key compares.
         * @example "v2-4"
         */
        IfMatch: string;
        /**
         * @description Identifier of the deletion. A malformed one gets the same response as an unknown one.
         * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
         */
        DeletionId: string;
        /**
         * @description Identifier of the session. A malformed one gets the same response as an unknown one.
         * @example ses_5d41402abc4b2a76b9719d911f
         */
        SessionId: string;
        /**
         * @description Identifier of the key. A malformed one gets the same response as an unknown one.
         * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
         */
        KeyId: string;
        /**
         * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
         * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
         */
        WebhookId: string;
        /**
         * @description Identifier of the delivery. A malformed one gets the same response as an unknown one.
         * @example dlv_01KAJ30B4D6F8H0J2M4P6R8T0V
         */
        DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, for questions about it; errors repeat it as `request_id`. */
        RequestId: string;
        /** @description How to authenticate (RFC 9110). */
        Authenticate: string;
        /** @description The seconds to wait before a retry. */
        RetryAfter: number;
        /** @description The number of requests left (`r`), and the seconds until the limit is fully restored (`t`). The form is that of the IETF draft "RateLimit header fields for HTTP". On every response to an account whose plan has a limit. */
        RateLimit: string;
        /** @description The number of requests (`q`) in a window of `w` seconds. */
        RateLimitPolicy: string;
        /** @description Path of the memory. */
        Location: string;
        /** @description `true` when this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise. */
        IdempotencyReplayed: "true";
        /** @description Names this state of the memory. Opaque. It changes with every version, and when ingest ends, but not with each attempt. Send it as `If-Match` with a write, or as `If-None-Match` with the next read. */
        MemoryETag: string;
        /**
         * @description The cookie of the session: `mnema_session`, over HTTPS `__Host-mnema_session`, with `HttpOnly`, `SameSite=Strict` and `Path=/`.
         * @example mnema_session=mnt_EXAMPLEonly; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict
         */
        SetCookie: string;
        /**
         * @description Methods that this path supports.
         * @example POST
         */
        Allow: string;
        /** @description How long, and by whom, the response may be cached. */
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
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: components["parameters"]["RunId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description Only memories whose `metadata.source` is this or contains it.
                 * @example slack
                 */
                source?: components["parameters"]["Source"];
                /**
                 * @description Only memories whose `metadata.memory_type` is this or contains it.
                 * @example decision
                 */
                memory_type?: components["parameters"]["MemoryType"];
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: components["parameters"]["Tag"];
                /**
                 * @description Only memories that happened at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                occurred_from?: components["parameters"]["OccurredFrom"];
                /**
                 * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
                 * @example 2026-11-21T00:00:00Z
                 */
                occurred_to?: components["parameters"]["OccurredTo"];
                /**
                 * @description Only memories written at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
                 * @example 2026-12-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /**
                 * @description Only memories in this state.
                 * @example ready
                 */
                status?: components["schemas"]["MemoryStatus"];
                /**
                 * @description The time that orders the list; memories of the same time are ordered by their ids.
                 * @example occurred_at
                 */
                order?: "created_at" | "occurred_at";
                /**
                 * @description `desc` begins with the newest, `asc` with the oldest.
                 * @example asc
                 */
                direction?: "desc" | "asc";
                /**
                 * @description The maximum number of memories on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
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
                     *           "end_user_id": "user-17",
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
                     *           "expires_at": null,
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` holds the response for up to N seconds (above 10 is 10) until the memory is ready (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares; a retry gets the 202 form.
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
            /** @description Written and ready: semantic search finds it as well. Only with `Prefer: wait`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
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
            /** @description Written: durable, and found by keyword. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
    deleteMemories: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: components["parameters"]["RunId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description Only memories whose `metadata.source` is this or contains it.
                 * @example slack
                 */
                source?: components["parameters"]["Source"];
                /**
                 * @description Only memories whose `metadata.memory_type` is this or contains it.
                 * @example decision
                 */
                memory_type?: components["parameters"]["MemoryType"];
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: components["parameters"]["Tag"];
                /**
                 * @description Only memories that happened at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                occurred_from?: components["parameters"]["OccurredFrom"];
                /**
                 * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
                 * @example 2026-11-21T00:00:00Z
                 */
                occurred_to?: components["parameters"]["OccurredTo"];
                /**
                 * @description Only memories written at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
                 * @example 2026-12-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /**
                 * @description `true` deletes all memories of the account, so that no scope parameter is needed. Parameters that are sent with it still narrow the scope.
                 * @example true
                 */
                all?: true;
                /**
                 * @description The number of memories that the scope matches. A request without `confirm` returns it.
                 * @example 42
                 */
                confirm?: number;
            };
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memories are removed; or, without `confirm`, only counted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMemories"];
                };
            };
            /** @description The memories are unreadable, and their rows are being removed. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 10000,
                     *       "deleted": 10000,
                     *       "deletion_id": "del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *       "status": "running"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedMemories"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query needs at least one scope parameter, such as user_id; all=true deletes every memory.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query",
                     *           "message": "needs at least one scope parameter, such as user_id; all=true deletes every memory"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConfirmationMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMemories: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` holds the response for up to N seconds (above 10 is 10) until all memories are ready (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares; in the response to a retry all are `pending`.
                 * @example wait=5
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memories": [
                 *         {
                 *           "text": "We moved the launch to the first of March.",
                 *           "metadata": {
                 *             "project": "apollo"
                 *           }
                 *         },
                 *         {
                 *           "text": "Ada prefers short meetings.",
                 *           "agent_id": "planner"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateMemoriesRequest"];
            };
        };
        responses: {
            /** @description The result of each memory. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "rejected": 1,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "memory": {
                     *             "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *             "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *             "status": "pending",
                     *             "metadata": {
                     *               "project": "apollo"
                     *             },
                     *             "created_at": "2026-11-21T09:02:00.000Z"
                     *           }
                     *         },
                     *         {
                     *           "index": 1,
                     *           "error": {
                     *             "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *             "title": "Invalid request",
                     *             "status": 400,
                     *             "code": "invalid_request",
                     *             "detail": "The request is not valid: /body/memories/1/text is blank: send at least one visible character.",
                     *             "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *             "errors": [
                     *               {
                     *                 "path": "/body/memories/1/text",
                     *                 "message": "is blank: send at least one visible character"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreateMemoriesResult"];
                };
            };
            /** @description The body is not a list of 1 to 100 memories; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/memories must have at most 100 items.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/memories",
                     *           "message": "must have at most 100 items"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMemory: {
        parameters: {
            query?: {
                /**
                 * @description A time, RFC 3339. At the exact time of a change, the new version applies, and in the future the current one. Before the memory was written the response is a 404 `not_found`; when the version of that time is not stored, a 404 `version_not_kept`.
                 * @example 2026-11-21T10:00:00Z
                 */
                as_of?: string;
            };
            header?: {
                /**
                 * @description One or more values of `ETag` from earlier responses, separated by commas, or `*`. If one of them is still current, the response is a 304.
                 * @example "mFqGd0vYc1rB0a7N1n3cJ8sWq0s2Zk4uT6vX8y9zA0E"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
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
                    ETag: components["headers"]["MemoryETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The memory is still in the state that `If-None-Match` names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["MemoryETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is unknown or not valid; `errors` names each with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/as_of must be a date and time with its zone, like 2026-11-21T09:30:00Z.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/as_of",
                     *           "message": "must be a date and time with its zone, like 2026-11-21T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemoryVersionNotFound"];
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
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `return=minimal` leaves the memory out of the response, which is then a 204 (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares.
                 * @example return=minimal
                 */
                Prefer?: string;
                /**
                 * @description One or more values of `ETag` of the memory, separated by commas, or `*`. If none of them matches the current version, nothing is written and the response is a 412 `precondition_failed`. Ingest adds no version, so its end does not make a write fail. `"v2-0"` names version 2 in every state, and `*` is any version. Not part of what an Idempotency-Key compares.
                 * @example "v2-4"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
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
                    ETag: components["headers"]["MemoryETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "memory": "We moved the launch to the eighth of March.",
                     *       "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "end_user_id": "user-17",
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
                     *       "expires_at": null,
                     *       "attempts": 0,
                     *       "next_attempt_at": "2026-11-21T11:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description Updated, and `Prefer` requested no memory in the response. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body must have at least one of text, metadata, expires_at.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body",
                     *           "message": "must have at least one of text, metadata, expires_at"
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description One or more values of `ETag` of the memory, separated by commas, or `*`. If none of them matches the current version, nothing is written and the response is a 412 `precondition_failed`. Ingest adds no version, so its end does not make a write fail. `"v2-0"` names version 2 in every state, and `*` is any version. Not part of what an Idempotency-Key compares.
                 * @example "v2-4"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
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
                     *       "deletion_id": "del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memory is ingested again. */
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
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
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
    listSimilarMemories: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results.
                 * @example 5
                 */
                top_k?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The similar memories; an empty list when there are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarMemories"];
                };
            };
            /** @description A parameter is unknown or not valid; `errors` names each with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/top_k must be between 1 and 100.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/top_k",
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
            404: components["responses"]["MemoryNotFound"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemoryVersions: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of versions on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
                 * @example djI
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
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
                     *           "version": 2,
                     *           "text": "We moved the launch to the eighth of March.",
                     *           "metadata": {
                     *             "project": "apollo",
                     *             "memory_type": "decision",
                     *             "tags": [
                     *               "launch"
                     *             ]
                     *           },
                     *           "changed_at": "2026-11-21T11:30:00.000Z",
                     *           "changed_by": {
                     *             "kind": "api_key",
                     *             "key_prefix": "mnk_7Hq2Vx9K"
                     *           }
                     *         },
                     *         {
                     *           "version": 1,
                     *           "text": "We moved the launch to the first of March.",
                     *           "metadata": {
                     *             "project": "apollo",
                     *             "memory_type": "decision",
                     *             "tags": [
                     *               "launch"
                     *             ]
                     *           },
                     *           "changed_at": "2026-11-21T09:02:00.000Z",
                     *           "changed_by": {
                     *             "kind": "session"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryVersionList"];
                };
            };
            /** @description A parameter is unknown or not valid; `errors` names each with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            404: components["responses"]["MemoryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreMemory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `return=minimal` leaves the memory out of the response, which is then a 204 (RFC 7240). Anything else is ignored. Not part of what an Idempotency-Key compares.
                 * @example return=minimal
                 */
                Prefer?: string;
                /**
                 * @description One or more values of `ETag` of the memory, separated by commas, or `*`. If none of them matches the current version, nothing is written and the response is a 412 `precondition_failed`. Ingest adds no version, so its end does not make a write fail. `"v2-0"` names version 2 in every state, and `*` is any version. Not part of what an Idempotency-Key compares.
                 * @example "v2-4"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the memory. A malformed one gets the same response as an unknown one.
                 * @example mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2
                 */
                memory_id: components["parameters"]["MemoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["RestoreMemoryRequest"];
            };
        };
        responses: {
            /** @description The memory as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["MemoryETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "memory": "We moved the launch to the first of March.",
                     *       "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "end_user_id": "user-17",
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
                     *       "version": 3,
                     *       "occurred_at": "2026-11-20T16:00:00.000Z",
                     *       "created_at": "2026-11-21T09:02:00.000Z",
                     *       "updated_at": "2026-11-21T12:10:00.000Z",
                     *       "expires_at": null,
                     *       "attempts": 0,
                     *       "next_attempt_at": "2026-11-21T12:10:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description Restored, and `Prefer` requested no memory in the response. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/version is missing: send a whole number.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/version",
                     *           "message": "is missing: send a whole number"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["MemoryVersionNotFound"];
            409: components["responses"]["IdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SensitiveContent"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /**
                 * @description Only deletions that were requested with this `user_id`.
                 * @example user-17
                 */
                user_id?: string;
                /**
                 * @description Only deletions that were requested with this `agent_id`.
                 * @example planner
                 */
                agent_id?: string;
                /**
                 * @description Only deletions that were requested with this `run_id`.
                 * @example standup-2026-11-20
                 */
                run_id?: string;
                /**
                 * @description Only deletions of this kind.
                 * @example scope
                 */
                kind?: "scope" | "memory" | "expiry";
                /**
                 * @description The maximum number of receipts on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
                 * @example MTc2MzcxNTY2MDAwMCBkZWxfMDFLQUoyVjZOM1Q4UTVXMFoyQjRENkY4SDE
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of receipts. */
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
                     *           "id": "del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *           "kind": "scope",
                     *           "status": "done",
                     *           "parameters": {
                     *             "user_id": "hmac-sha256:3f0a1c5e7b9d2f4a6c8e0b1d3f5a7c9e"
                     *           },
                     *           "actor": {
                     *             "kind": "api_key",
                     *             "key_prefix": "mnk_EXAMPLEo"
                     *           },
                     *           "matched": 42,
                     *           "removed": {
                     *             "memories": 42,
                     *             "versions": 7,
                     *             "vectors": 44,
                     *             "word_entries": 611,
                     *             "stored_responses": 1
                     *           },
                     *           "started_at": "2026-11-21T12:00:00.000Z",
                     *           "finished_at": "2026-11-21T12:00:01.000Z",
                     *           "verified_at": "2026-11-21T12:00:02.000Z",
                     *           "compaction_due_since": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeletionList"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the deletion. A malformed one gets the same response as an unknown one.
                 * @example del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                deletion_id: components["parameters"]["DeletionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *       "kind": "scope",
                     *       "status": "done",
                     *       "parameters": {
                     *         "user_id": "hmac-sha256:3f0a1c5e7b9d2f4a6c8e0b1d3f5a7c9e"
                     *       },
                     *       "actor": {
                     *         "kind": "api_key",
                     *         "key_prefix": "mnk_EXAMPLEo"
                     *       },
                     *       "matched": 42,
                     *       "removed": {
                     *         "memories": 42,
                     *         "versions": 7,
                     *         "vectors": 44,
                     *         "word_entries": 611,
                     *         "stored_responses": 1
                     *       },
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "finished_at": "2026-11-21T12:00:01.000Z",
                     *       "verified_at": "2026-11-21T12:00:02.000Z",
                     *       "compaction_due_since": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportMemories: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: components["parameters"]["RunId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description Only memories whose `metadata.source` is this or contains it.
                 * @example slack
                 */
                source?: components["parameters"]["Source"];
                /**
                 * @description Only memories whose `metadata.memory_type` is this or contains it.
                 * @example decision
                 */
                memory_type?: components["parameters"]["MemoryType"];
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: components["parameters"]["Tag"];
                /**
                 * @description Only memories that happened at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                occurred_from?: components["parameters"]["OccurredFrom"];
                /**
                 * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
                 * @example 2026-11-21T00:00:00Z
                 */
                occurred_to?: components["parameters"]["OccurredTo"];
                /**
                 * @description Only memories written at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
                 * @example 2026-12-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
                /**
                 * @description Whether each memory comes with its earlier versions.
                 * @example true
                 */
                versions?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. The schema is that of one line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLine"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/created_to must be later than created_from.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/created_to",
                     *           "message": "must be later than created_from"
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
    importMemories: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["ImportLine"];
                /**
                 * @example [
                 *       {
                 *         "memory": "Carl is leading the API redesign project, targeting Q2 launch",
                 *         "user_id": "carl",
                 *         "metadata": {
                 *           "type": "project"
                 *         }
                 *       },
                 *       {
                 *         "text": "Ada prefers short meetings.",
                 *         "user_id": "ada"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description The number of lines that were written, and those that were not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 2,
                     *       "skipped": 1,
                     *       "rejected": [
                     *         {
                     *           "line": 3,
                     *           "code": "invalid_request",
                     *           "message": "The line is not valid: /text is blank: send at least one visible character."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description The body is no list of lines, or has too many; `errors` names each field with its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body has more than 10000 lines: split it into several requests.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body",
                     *           "message": "has more than 10000 lines: split it into several requests"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["BatchTooLarge"];
            /** @description The body is neither application/x-ndjson nor application/json in UTF-8. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unsupported_media_type",
                     *       "title": "Unsupported media type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "Send lines of JSON in UTF-8 with the header Content-Type: application/x-ndjson, or one JSON array with application/json.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
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
            /** @description The results; an empty list if nothing was found. */
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
                     *           "end_user_id": "user-17",
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
                     *           "created_at": "2026-11-21T09:02:00.000Z",
                     *           "expires_at": null
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
    getFacets: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: components["parameters"]["RunId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description Only memories whose `metadata.source` is this or contains it.
                 * @example slack
                 */
                source?: components["parameters"]["Source"];
                /**
                 * @description Only memories whose `metadata.memory_type` is this or contains it.
                 * @example decision
                 */
                memory_type?: components["parameters"]["MemoryType"];
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: components["parameters"]["Tag"];
                /**
                 * @description Only memories that happened at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                occurred_from?: components["parameters"]["OccurredFrom"];
                /**
                 * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
                 * @example 2026-11-21T00:00:00Z
                 */
                occurred_to?: components["parameters"]["OccurredTo"];
                /**
                 * @description Only memories written at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
                 * @example 2026-12-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values; the lists are empty when there are no memories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "value": "user-17",
                     *           "count": 2
                     *         },
                     *         {
                     *           "value": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "agents": [
                     *         {
                     *           "value": "planner",
                     *           "count": 2
                     *         }
                     *       ],
                     *       "runs": [],
                     *       "projects": [
                     *         {
                     *           "value": "apollo",
                     *           "count": 3
                     *         }
                     *       ],
                     *       "sources": [],
                     *       "memory_types": [
                     *         {
                     *           "value": "decision",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "tags": [
                     *         {
                     *           "value": "launch",
                     *           "count": 2
                     *         }
                     *       ],
                     *       "total": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Facets"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/occurred_to must be later than occurred_from.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/occurred_to",
                     *           "message": "must be later than occurred_from"
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
    getMap: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories of this session or task.
                 * @example standup-2026-11-20
                 */
                run_id?: components["parameters"]["RunId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description Only memories whose `metadata.source` is this or contains it.
                 * @example slack
                 */
                source?: components["parameters"]["Source"];
                /**
                 * @description Only memories whose `metadata.memory_type` is this or contains it.
                 * @example decision
                 */
                memory_type?: components["parameters"]["MemoryType"];
                /**
                 * @description Only memories whose `metadata.tags` contain this.
                 * @example launch
                 */
                tag?: components["parameters"]["Tag"];
                /**
                 * @description Only memories that happened at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                occurred_from?: components["parameters"]["OccurredFrom"];
                /**
                 * @description Only memories that happened before this time (RFC 3339), which must be later than `occurred_from`.
                 * @example 2026-11-21T00:00:00Z
                 */
                occurred_to?: components["parameters"]["OccurredTo"];
                /**
                 * @description Only memories written at this time or later (RFC 3339).
                 * @example 2026-11-20T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only memories written before this time (RFC 3339), which must be later than `created_from`.
                 * @example 2026-12-01T00:00:00Z
                 */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map; without points when there are no memories, or while it is computed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "total": 2,
                     *       "points": [
                     *         {
                     *           "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *           "x": -1,
                     *           "y": 0,
                     *           "excerpt": "We moved the launch to the first of March.",
                     *           "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *           "agent_id": "planner",
                     *           "project": "apollo",
                     *           "memory_type": "decision",
                     *           "occurred_at": "2026-11-20T16:00:00.000Z"
                     *         },
                     *         {
                     *           "memory_id": "mem_01KAJ2X6B8D0F2H4K6M8P0R2T4",
                     *           "x": 1,
                     *           "y": 0,
                     *           "excerpt": "Ada: I prefer answers in bullet points.",
                     *           "user_id": "user-17",
                     *           "agent_id": null,
                     *           "project": null,
                     *           "memory_type": null,
                     *           "occurred_at": "2026-11-21T09:10:00.000Z"
                     *         }
                     *       ],
                     *       "computed_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MemoryMap"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/occurred_to must be later than occurred_from.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/occurred_to",
                     *           "message": "must be later than occurred_from"
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
    getProfile: {
        parameters: {
            query?: {
                /**
                 * @description Only memories of this end user, named as `user_id` or stored as `end_user_id`. The account's own id means all memories whose `user_id` it is, which is everything written over REST unless the server lets requests set `user_id`.
                 * @example user-17
                 */
                user_id?: components["parameters"]["UserId"];
                /**
                 * @description Only memories of this agent.
                 * @example planner
                 */
                agent_id?: components["parameters"]["AgentId"];
                /**
                 * @description Only memories whose `metadata.project` is this or contains it.
                 * @example apollo
                 */
                project?: components["parameters"]["Project"];
                /**
                 * @description The maximum length of `summary`, in UTF-16 units. The lists are not affected.
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
                 * @description The maximum number of results.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The number of newest requests to skip.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only requests that were logged after the response with this `newer_cursor`, in the order of the log. Opaque.
                 * @example MTc5NTI1MTcyMDAwMCBsb2dfNDI
                 */
                after?: string;
                /**
                 * @description Only requests with this status.
                 * @example 202
                 */
                status_code?: number;
                /**
                 * @description `true`: only requests with a status of 400 or more; `false`: only the others.
                 * @example true
                 */
                failed?: boolean;
                /**
                 * @description Only requests that came from there.
                 * @example rest
                 */
                source?: "rest" | "mcp" | "dashboard";
                /**
                 * @description Only requests of this operation.
                 * @example createMemory
                 */
                operation?: string;
                /**
                 * @description Only requests with this API key.
                 * @example key_01KAJ2V1A2B3C4D5E6F7G8H9J0
                 */
                key_id?: string;
                /**
                 * @description Only requests that arrived then or later; a date-time.
                 * @example 2026-11-21T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only requests that arrived before; a date-time, which must be later than `from`.
                 * @example 2026-11-22T00:00:00Z
                 */
                to?: string;
            };
            header?: {
                /**
                 * @description With `after`, `wait=N` holds the response for up to N seconds (above 10 is 10) until a request is logged (RFC 7240). At most five requests of an account wait in a server; further ones do not. Anything else is ignored.
                 * @example wait=10
                 */
                Prefer?: string;
            };
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
                     *       "total": 1,
                     *       "newer_cursor": "MTc5NTI1MTcyMDAwMCBsb2dfNDI"
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            /** @description Registration is closed on this server (`registration_closed`), or the server does not accept the name in `Host` (`host_not_allowed`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The email address or phone number belongs to an account already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#conflict",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "conflict",
                     *       "detail": "An account with this email already exists. Log in, or register with another email.",
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            /** @description The identifier or the password is incorrect. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unauthenticated",
                     *       "title": "Not authenticated",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "Incorrect email or password.",
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
    deleteAccount: {
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
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description The credentials have ended, and everything else is being deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletion_id": "del_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *       "counts": {
                     *         "memories": 1200,
                     *         "api_keys": 3,
                     *         "sessions": 2,
                     *         "requests": 5400
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedAccount"];
                };
            };
            /** @description The request is not valid, or the password is wrong; `errors` names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/password is not the current password.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/password",
                     *           "message": "is not the current password"
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
            /** @description The new password is in effect. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/current_password is not the current password.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/current_password",
                     *           "message": "is not the current password"
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
    createSession: {
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
                "application/json": components["schemas"]["CreateSessionRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            /** @description The identifier or the password is incorrect, or the code is wrong, used or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unauthenticated",
                     *       "title": "Not authenticated",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "Incorrect email or password.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The account is suspended (`account_suspended`). Or the request comes from a web page of another origin (`origin_not_allowed`). Or the server does not accept the name in `Host` (`host_not_allowed`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#origin_not_allowed",
                     *       "title": "Origin not allowed",
                     *       "status": 403,
                     *       "code": "origin_not_allowed",
                     *       "detail": "Requests with the session cookie must have the Origin of this server. Other programs must send \"Authorization: Bearer <access token>\". If users open the server at another URL, set MNEMA_PUBLIC_URL.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SignInThrottled"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
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
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
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
                     *           "id": "ses_5d41402abc4b2a76b9719d911f",
                     *           "current": true,
                     *           "created_at": "2026-11-21T09:00:00.000Z",
                     *           "expires_at": "2026-12-21T09:00:00.000Z",
                     *           "last_used_at": "2026-11-21T10:30:00.000Z",
                     *           "user_agent": "Mozilla/5.0",
                     *           "address": "192.0.2.7"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SessionList"];
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
    endOtherSessions: {
        parameters: {
            query: {
                /**
                 * @description Must be `true`. To end the session of the request, use `POST /auth/logout`.
                 * @example true
                 */
                others: true;
            };
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The other sessions have ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ended": 2
                     *     }
                     */
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the session. A malformed one gets the same response as an unknown one.
                 * @example ses_5d41402abc4b2a76b9719d911f
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of events on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
                 * @example MTc2MzcxNTY2MDAwMCBldnRfMDFLQUoyVjZOM1Q4UTVXMFoyQjRENkY4SDE
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
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
                     *           "id": "evt_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *           "time": "2026-11-21T09:01:00.000Z",
                     *           "action": "key_created",
                     *           "outcome": "ok",
                     *           "actor": {
                     *             "kind": "session",
                     *             "session_id": "ses_5d41402abc4b2a76b9719d911f"
                     *           },
                     *           "address": "192.0.2.7",
                     *           "detail": {
                     *             "key_id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *             "key_prefix": "mnk_EXAMPLEo"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditList"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of keys on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
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
                     *           "restrict": null,
                     *           "created_at": "2026-11-21T09:01:00.000Z",
                     *           "expires_at": null,
                     *           "last_used_at": "2026-11-21T10:30:00.000Z",
                     *           "revoked_at": null,
                     *           "replaced_by": null
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                     *       "restrict": null,
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            /** @description The account has 100 keys that are neither revoked nor expired, or the Idempotency-Key was used for a different request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
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
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key. A malformed one gets the same response as an unknown one.
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the key. A malformed one gets the same response as an unknown one.
                 * @example key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ2X8P5V0S7Y2B4D6F8H0J2",
                     *       "user_id": "acct_01KAJ2T0ZQ4W8M6R1C3X5Y7B9D",
                     *       "label": "laptop",
                     *       "key": "mnk_EXAMPLEonlyEXAMPLEonlyEXAMPLEonly",
                     *       "key_prefix": "mnk_EXAMPLEo",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "restrict": null,
                     *       "created_at": "2026-11-21T11:00:00.000Z",
                     *       "expires_at": null,
                     *       "replaces": {
                     *         "id": "key_01KAJ2V6N3T8Q5W0Z2B4D6F8H1",
                     *         "ends_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiKey"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/overlap_seconds must be between 0 and 604800.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/overlap_seconds",
                     *           "message": "must be between 0 and 604800"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            /** @description The key has ended or was rotated before, the account has 100 live keys, or the Idempotency-Key was used for a different request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
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
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
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
                     *           "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *           "url": "https://example.com/hooks/mnema",
                     *           "events": [
                     *             "memory.ready",
                     *             "memory.failed"
                     *           ],
                     *           "description": "Keeps our search page up to date",
                     *           "include_text": false,
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "created_at": "2026-11-21T09:05:00.000Z",
                     *           "updated_at": "2026-11-21T09:05:00.000Z",
                     *           "previous_secret_ends_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
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
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/mnema",
                 *       "events": [
                 *         "memory.ready",
                 *         "memory.failed"
                 *       ],
                 *       "description": "Keeps our search page up to date"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook with its secret, shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "url": "https://example.com/hooks/mnema",
                     *       "events": [
                     *         "memory.ready",
                     *         "memory.failed"
                     *       ],
                     *       "description": "Keeps our search page up to date",
                     *       "include_text": false,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:05:00.000Z",
                     *       "updated_at": "2026-11-21T09:05:00.000Z",
                     *       "previous_secret_ends_at": null,
                     *       "secret": "whsec_EXAMPLEonlyEXAMPLEonlyEXAMPLEonlyEXAMPLE="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/url must be an https URL of at most 2048 characters, like https://example.com/hooks/mnema.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/url",
                     *           "message": "must be an https URL of at most 2048 characters, like https://example.com/hooks/mnema"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            /** @description The webhook that this Idempotency-Key created was deleted. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
                     *       "title": "Not found",
                     *       "status": 404,
                     *       "code": "not_found",
                     *       "detail": "Unknown webhook. GET /webhooks lists the webhooks of this account.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The account has 10 webhooks, or the Idempotency-Key was used for a different request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
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
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "url": "https://example.com/hooks/mnema",
                     *       "events": [
                     *         "memory.ready",
                     *         "memory.failed"
                     *       ],
                     *       "description": "Keeps our search page up to date",
                     *       "include_text": false,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:05:00.000Z",
                     *       "updated_at": "2026-11-21T09:05:00.000Z",
                     *       "previous_secret_ends_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "deleted_at": "2026-11-21T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "memory.ready",
                 *         "memory.failed",
                 *         "memory.deleted"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "url": "https://example.com/hooks/mnema",
                     *       "events": [
                     *         "memory.ready",
                     *         "memory.failed",
                     *         "memory.deleted"
                     *       ],
                     *       "description": "Keeps our search page up to date",
                     *       "include_text": false,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:05:00.000Z",
                     *       "updated_at": "2026-11-21T10:30:00.000Z",
                     *       "previous_secret_ends_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/events must have at least 1 item.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/events",
                     *           "message": "must have at least 1 item"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The webhook with its new secret, shown this once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "url": "https://example.com/hooks/mnema",
                     *       "events": [
                     *         "memory.ready",
                     *         "memory.failed"
                     *       ],
                     *       "description": "Keeps our search page up to date",
                     *       "include_text": false,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:05:00.000Z",
                     *       "updated_at": "2026-11-21T11:00:00.000Z",
                     *       "previous_secret_ends_at": "2026-11-22T11:00:00.000Z",
                     *       "secret": "whsec_EXAMPLEonlyEXAMPLEonlyEXAMPLEonlyEXAMPLE="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /body/overlap_seconds must be between 0 and 604800.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/body/overlap_seconds",
                     *           "message": "must be between 0 and 604800"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of deliveries on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Opaque.
                 * @example MTc2MzcxNTY2MDAwMCBkbHZfMDFLQUozMEI0RDZGOEgwSjJNNFA2UjhUMFY
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
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
                     *           "id": "dlv_01KAJ30B4D6F8H0J2M4P6R8T0V",
                     *           "webhook_id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *           "type": "memory.ready",
                     *           "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *           "status": "delivered",
                     *           "attempts": 1,
                     *           "created_at": "2026-11-21T09:06:00.000Z",
                     *           "last_attempt_at": "2026-11-21T09:06:01.000Z",
                     *           "next_attempt_at": null,
                     *           "response_status": 204,
                     *           "error": null,
                     *           "recent_attempts": [
                     *             {
                     *               "time": "2026-11-21T09:06:01.000Z",
                     *               "response_status": 204,
                     *               "error": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
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
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
                 * @example 5f0c7e1e-2f0b-4a57-9a8e-0f4b3f6d2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook. A malformed one gets the same response as an unknown one.
                 * @example whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Identifier of the delivery. A malformed one gets the same response as an unknown one.
                 * @example dlv_01KAJ30B4D6F8H0J2M4P6R8T0V
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01KAJ30B4D6F8H0J2M4P6R8T0V",
                     *       "webhook_id": "whk_01KAJ2Y3A6C9E2G5J8M1P4R7T0",
                     *       "type": "memory.ready",
                     *       "memory_id": "mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T09:06:00.000Z",
                     *       "last_attempt_at": "2026-11-21T09:06:01.000Z",
                     *       "next_attempt_at": "2026-11-21T11:00:00.000Z",
                     *       "response_status": 204,
                     *       "error": null,
                     *       "recent_attempts": [
                     *         {
                     *           "time": "2026-11-21T09:06:01.000Z",
                     *           "response_status": 204,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["AccessTokenRequired"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["WebhookDeliveryNotFound"];
            /** @description The delivery is already waiting, the webhook is disabled, or the Idempotency-Key was used for a different request. */
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
                     *         "2025-06-18"
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
            /** @description A stream was requested. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#method_not_allowed",
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
                 * @description Makes the write safe to retry. 1 to 255 visible ASCII characters, chosen by the client, one for each intended write. For 24 hours, a request with the same key, method, path and body gets the first response again, also after a restart of the server. That response is identical byte for byte and has `Idempotency-Replayed: true`. Bodies are compared as canonical JSON. The same key with a different request is a 409 `idempotency_key_reused`. Only successful responses are stored. A response with the text of a memory is deleted with the memory: the same request is then a 404. A secret that is shown once is null in a response to a retry. Simultaneous retries wait for the first request and get its response. Keys are separate for each account and API key; the sessions of an account share theirs.
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
            /** @description The response to a request, a result or an error. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
            /** @description A notification was accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not JSON, not one JSON-RPC request, or not valid in this protocol version. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#invalid_request",
                     *       "title": "Invalid request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid: /query/verbose is not a parameter of this operation; it has no parameters.",
                     *       "request_id": "req_01KAJ2W4T1D3F5H7J9K1M3N5P7",
                     *       "errors": [
                     *         {
                     *           "path": "/query/verbose",
                     *           "message": "is not a parameter of this operation; it has no parameters"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["McpUnauthenticated"];
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
            /** @description The page may call the endpoint. `Access-Control-Allow-Origin`, `-Methods` and `-Headers` describe how. */
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
                     *             "2025-06-18"
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
            /** @description The process responds. */
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
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#unauthenticated",
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
            /** @description No metrics token is configured, and other machines may reach the server. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#not_found",
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
                 * @description One or more values of `ETag` from earlier responses, separated by commas, or `*`. If one of them is still current, the response is a 304.
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
    receiveWebhookEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifier of the delivery, the same in each attempt.
                 * @example dlv_01KAJ30B4D6F8H0J2M4P6R8T0V
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was signed, in seconds since 1970 (UTC).
                 * @example 1795251960
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the Base64 of the HMAC-SHA256 over id, timestamp and body, joined by dots. There are two, separated by a space, while a rotated secret still signs.
                 * @example v1,EXAMPLEonlyEXAMPLEonlyEXAMPLEonlyEXAMPLEonl=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later; 410 disables the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
