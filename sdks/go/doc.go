// Package mnema is the client of Mnema, long-term memory for AI agents.
//
//	client, err := mnema.New(mnema.WithAPIKey(key))
//	written, err := client.Add(ctx, mnema.AddParams{Text: "Ada prefers tea."})
//	found, err := client.Search(ctx, mnema.SearchParams{Query: "What does Ada drink?"})
//
// # Values
//
// A field of params that has its zero value is not sent. Where zero means something of its own the field is a pointer,
// see [Ptr]. Answers have plain fields; what the server may leave empty (null) is a pointer. A value that a newer server
// invents, such as a new [MemoryStatus], arrives as it is, and a field that this version does not know is left out.
//
// [Metadata] and filters are map[string]any, as encoding/json makes them: numbers are float64, which holds every integer
// up to 2^53 exactly, the largest the server takes. Keys and text are never changed.
//
// # Credentials
//
// A client takes an API key, an access token or both. With both, operations on the account and its keys carry the token
// and all others the key. Without either, MNEMA_API_KEY is looked at; a client that has no credential at all can
// register and sign in, see [AuthService].
//
// # Errors
//
// Every error is an [*Error], for errors.As. For errors.Is there is one sentinel a code, such as [ErrNotFound], and
// [ErrConnection], [ErrTimeout] and [ErrAborted] for calls without an answer; the context's own error is reachable too.
//
// # Retries
//
// Connection errors, timeouts, 408, 429 (never [ErrQuotaExceeded]) and every status from 500 are tried again, twice
// unless [WithMaxRetries] says otherwise, after the answer's Retry-After (up to 60 s) or about 0.5 s, 1 s, 2 s … up to
// 8 s. A wait ends at once with the context, and there is none that would reach beyond its deadline. Writes of memories
// carry an Idempotency-Key, the same in every attempt, so a write that is tried again is never two. Registering,
// changing the password and creating an API key are tried again only when the server says that it did nothing.
//
// Calls and services are safe for concurrent use.
package mnema
