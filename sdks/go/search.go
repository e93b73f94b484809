package mnema

import (
	"context"
	"net/http"
	"time"
)

// SearchParams has the query, the filters and the form of a search.
type SearchParams struct {
	// Query is a question or a description of the situation, in plain language, at most 8,000 characters.
	Query string `json:"query"`
	// UserID, AgentID and RunID limit the search to memories that have them.
	UserID  string `json:"user_id,omitzero"`
	AgentID string `json:"agent_id,omitzero"`
	RunID   string `json:"run_id,omitzero"`
	// Project, Source and MemoryType are values of the metadata keys project, source and memory_type.
	Project    string `json:"project,omitzero"`
	Source     string `json:"source,omitzero"`
	MemoryType string `json:"memory_type,omitzero"`
	// Tag is one of the metadata key tags.
	Tag string `json:"tag,omitzero"`
	// OccurredFrom is the first moment at which memories may have happened, OccurredTo the one after the last.
	OccurredFrom time.Time `json:"occurred_from,omitzero"`
	OccurredTo   time.Time `json:"occurred_to,omitzero"`
	// CreatedFrom is the first moment at which memories may have been written, CreatedTo the one after the last.
	CreatedFrom time.Time `json:"created_from,omitzero"`
	CreatedTo   time.Time `json:"created_to,omitzero"`
	// TopK is the maximum number of results, 1 to 100; 10 when zero.
	TopK int `json:"top_k,omitzero"`
	// Filters are metadata keys and their values: a string, a number, a bool, or a slice of these of which any matches.
	// A memory must match all keys. The ids of a scope are no filters: set UserID, AgentID or RunID.
	Filters map[string]any `json:"filters,omitzero"`
	// Where has conditions on metadata.
	Where *Where `json:"where,omitzero"`
	// Threshold drops results with a lower score, 0 to 1; see [Ptr].
	Threshold *float64 `json:"threshold,omitzero"`
	// Rerank makes a reranker reorder the best results; Degraded of the response names it when that failed.
	Rerank bool `json:"rerank,omitzero"`
	// Explain adds to each result the parts of its score.
	Explain bool `json:"explain,omitzero"`
	// Expect is the id of an expected memory; Expected of the response has its rank. It needs Explain.
	Expect string `json:"expect,omitzero"`
}

// Search finds memories with keyword and semantic search, best first. An empty result is not an error; Warnings of the
// response name a UserID that no memory has. It returns [ErrQuotaExceeded] when the searches of the month are used up,
// and [ErrInvalidArgument] for an id of a scope among the filters.
func (c *Client) Search(ctx context.Context, params SearchParams, options ...Option) (*SearchResponse, error) {
	for name, field := range map[string]string{"user_id": "UserID", "agent_id": "AgentID", "run_id": "RunID"} {
		if _, ok := params.Filters[name]; ok {
			return nil, argumentError("filters are for metadata: set " + field + " in place of the filter " + name +
				". For a metadata key with this name, use Where")
		}
	}
	return fetch[SearchResponse](ctx, c, operation{method: http.MethodPost, path: "/search", body: params}, options)
}
