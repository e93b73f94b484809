package mnema

import (
	"context"
	"slices"
	"sync"
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

// Recall reads the profile and searches at the same time. [FormatMemories] writes the results for a prompt. The first
// error of the two requests ends the other one; there is no result then. [WithResponse] has the response of the search.
func (c *Client) Recall(ctx context.Context, params RecallParams, options ...Option) (*RecallResult, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	var result RecallResult
	var first sync.Once
	var failure error
	keep := func(err error) {
		if err != nil {
			first.Do(func() { failure = err })
			cancel()
		}
	}
	var profile sync.WaitGroup
	profile.Go(func() {
		var err error
		result.Profile, err = c.Profile(both, ProfileParams{
			UserID: params.UserID, AgentID: params.AgentID, Project: params.Project, MaxCharacters: params.MaxCharacters,
		}, append(slices.Clone(options), WithResponse(nil))...)
		keep(err)
	})
	var err error
	result.Search, err = c.Search(both, SearchParams{
		Query: params.Query, UserID: params.UserID, AgentID: params.AgentID, RunID: params.RunID,
		Project: params.Project, Filters: params.Filters, Where: params.Where,
		TopK: params.TopK, Threshold: params.Threshold, Rerank: params.Rerank,
	}, options...)
	keep(err)
	profile.Wait()
	if failure != nil {
		return nil, failure
	}
	return &result, nil
}
