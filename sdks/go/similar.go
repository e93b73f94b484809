package mnema

import (
	"context"
	"net/http"
)

// SimilarParams limits a list of similar memories.
type SimilarParams struct {
	// TopK is the maximum number of memories, 1 to 100; 10 when zero.
	TopK int
}

// Similar lists the memories most similar to a memory, most similar first. It counts as a search. For a memory without
// a vector, such as a pending one, the list is empty and Warnings gives the reason. Its own errors are [ErrNotFound]
// and [ErrQuotaExceeded].
func (c *Client) Similar(ctx context.Context, memoryID string, params SimilarParams, options ...Option) (*SimilarMemories, error) {
	op, err := memoryOperation(http.MethodGet, memoryID)
	if err != nil {
		return nil, err
	}
	op.path += "/similar"
	op.query.addInt("top_k", params.TopK)
	return fetch[SimilarMemories](ctx, c, op, options)
}
