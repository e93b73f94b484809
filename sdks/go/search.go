package mnema

import (
	"context"
	"net/http"
)

// SearchParams is what to look for, and where.
type SearchParams struct {
	// Query is a question or a description of the situation, in plain language, at most 8,000 characters.
	Query string `json:"query"`
	// UserID, AgentID and RunID narrow the search to memories that have them.
	UserID  string `json:"user_id,omitzero"`
	AgentID string `json:"agent_id,omitzero"`
	RunID   string `json:"run_id,omitzero"`
	// TopK is how many results at most, 1 to 100; 10 when zero.
	TopK int `json:"top_k,omitzero"`
	// Filters are metadata keys and the values they must have: a string, a number, a bool, or a slice of these of which
	// any may match. All keys must hold.
	Filters map[string]any `json:"filters,omitzero"`
	// Threshold keeps results with at least this score, 0 to 1; see [Ptr].
	Threshold *float64 `json:"threshold,omitzero"`
	// Rerank has a reranker read the best once more; Degraded of the answer says when none did.
	Rerank bool `json:"rerank,omitzero"`
	// Explain adds to each result why it is there.
	Explain bool `json:"explain,omitzero"`
	// Expect is the id of a memory that should be found; Expected of the answer says where it stands. It needs Explain.
	Expect string `json:"expect,omitzero"`
}

// Search finds memories by words and by meaning, best first. No results are not an error. [ErrQuotaExceeded] when the
// searches of the month are used up.
func (c *Client) Search(ctx context.Context, params SearchParams, options ...Option) (*SearchResponse, error) {
	return fetch[SearchResponse](ctx, c, operation{method: http.MethodPost, path: "/search", body: params}, options)
}
