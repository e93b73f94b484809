// Package mnema is the client of Mnema, long-term memory for AI agents.
//
//	client, err := mnema.New(mnema.WithAPIKey(key))
//	written, err := client.Add(ctx, mnema.AddParams{Text: "Ada prefers tea."})
//	found, err := client.Search(ctx, mnema.SearchParams{Query: "What does Ada drink?"})
//
// # Values
//
// A field of params that has its zero value is not sent. Fields with a meaningful zero are pointers, see [Ptr].
// In responses, a text that is null is the empty string, which the service does not use otherwise. Numbers, times and
// structs that may be null are pointers. Unknown values of newer servers, such as a new [MemoryStatus], stay unchanged,
// and unknown fields are left out.
//
// # Lists and scopes
//
// [Client.AddMany] writes a list of any length. [Client.ForUser], [Client.ForAgent] and [Client.ForRun] create clients
// that set their id in every call that has one:
//
//	alice := client.ForUser("alice").ForAgent("planner")
//	found, err := alice.Search(ctx, mnema.SearchParams{Query: "What does Alice drink?"})
//
// # Pages
//
// [Client.List], [Client.Versions], [WebhooksService.Deliveries] and the methods List of [RequestsService],
// [APIKeysService], [AuditService] and [DeletionsService] read one page. The method of the same name with AutoPaging,
// such as [Client.ListAutoPaging], is an iterator over all pages:
//
//	for memory, err := range client.ListAutoPaging(ctx, mnema.ListParams{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(memory.ID, memory.Memory)
//	}
//
// [Metadata] and filters are map[string]any, as in encoding/json. Numbers are float64, which represents every integer
// up to the server's maximum of 2^53 exactly. Keys and text are never changed.
//
// # Credentials
//
// A client takes an API key, an access token or both. With both, operations on the account and its keys use the token
// and all others the key. Without either, the client uses MNEMA_API_KEY. A client without any credential can register
// and sign in, see [AuthService].
//
// # Errors
//
// Every error is an [*Error], for errors.As. For errors.Is, each kind has a sentinel. Responses have those of their
// status, such as [ErrNotFound]. Calls without a response have [ErrAPIConnection], [ErrAPITimeout] and [ErrAPIAbort];
// the context's own error matches, too. A status may have several codes: compare Code of the [Error] to distinguish
// them. The sentinels have the names of the error classes of the TypeScript and Python SDKs.
//
// # Retries
//
// Connection errors, timeouts, 408, 429 with the code rate_limited, and every status from 500 are retried. There are two
// retries unless [WithMaxRetries] sets another number. The wait before a retry is the response's Retry-After; above 60 s
// there is no retry. Otherwise it is about 0.5 s, 1 s, 2 s … up to 8 s. It ends immediately with the context, and no
// wait exceeds the context's deadline. Writes of memories, API keys, sessions and webhooks send the same Idempotency-Key in every
// attempt, so a retried write is done once. Registering, changing the password and deleting the account are retried
// only if the response shows that nothing was changed.
//
// # Webhooks
//
// [UnwrapWebhook] verifies a request to a webhook, and returns its event. It needs no client:
//
//	event, err := mnema.UnwrapWebhook(body, request.Header, secret)
//
// Calls and services are safe for concurrent use.
package mnema
