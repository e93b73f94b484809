package mnema

import (
	"context"
	"errors"
)

// RecallParams has the query of a recall, and the scope of its search and its profile.
type RecallParams struct {
	// Query is a question or a description of the situation, in plain language, at most 8,000 characters.
	Query string
	// UserID and AgentID limit the profile and the search, RunID the search only.
	UserID, AgentID, RunID string
	// Project is the value of the metadata key project, or one of its values.
	Project string
	// Filters and Where have conditions on metadata for the search; see [SearchParams].
	Filters map[string]any
	Where   *Where
	// TopK is the maximum number of results, 1 to 100; 10 when zero.
	TopK int
	// Threshold drops results with a lower score, 0 to 1; see [Ptr].
	Threshold *float64
	// Rerank has a reranker reorder the best results.
	Rerank bool
	// MaxCharacters is the maximum length of the profile's summary in UTF-16 units, 200 to 20,000; 2,000 when zero.
	MaxCharacters int
}

// RecallResult is a profile, and the memories that match a query.
type RecallResult struct {
	// Profile condenses the memories of the scope.
	Profile *Profile
	// Search has the results, best first.
	Search *SearchResponse
}

// Recall reads the profile and searches at the same time. [FormatMemories] writes the results for a prompt. It returns
// the errors of both requests; there is no result when one of them fails.
func (c *Client) Recall(ctx context.Context, params RecallParams, options ...Option) (*RecallResult, error) {
	var profile *Profile
	var profileErr error
	done := make(chan struct{})
	go func() {
		defer close(done)
		profile, profileErr = c.Profile(ctx, ProfileParams{
			UserID: params.UserID, AgentID: params.AgentID, Project: params.Project, MaxCharacters: params.MaxCharacters,
		}, options...)
	}()
	search, err := c.Search(ctx, SearchParams{
		Query: params.Query, UserID: params.UserID, AgentID: params.AgentID, RunID: params.RunID,
		Project: params.Project, Filters: params.Filters, Where: params.Where,
		TopK: params.TopK, Threshold: params.Threshold, Rerank: params.Rerank,
	}, options...)
	<-done
	if err := errors.Join(err, profileErr); err != nil {
		return nil, err
	}
	return &RecallResult{Profile: profile, Search: search}, nil
}
