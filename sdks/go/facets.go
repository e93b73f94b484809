package mnema

import (
	"context"
	"net/http"
	"time"
)

// FacetsParams filters the memories to count: a memory must match every filter that is set.
type FacetsParams struct {
	// UserID, AgentID and RunID are those of the memory.
	UserID, AgentID, RunID string
	// Project, Source and MemoryType are values of the metadata keys project, source and memory_type.
	Project, Source, MemoryType string
	// Tag is one of the metadata key tags.
	Tag string
	// OccurredFrom is the first moment at which the memory may have happened, OccurredTo the one after the last.
	OccurredFrom, OccurredTo time.Time
	// CreatedFrom is the first moment at which the memory may have been written, CreatedTo the one after the last.
	CreatedFrom, CreatedTo time.Time
}

func (p FacetsParams) query() query {
	var q query
	q.add("user_id", p.UserID)
	q.add("agent_id", p.AgentID)
	q.add("run_id", p.RunID)
	q.add("project", p.Project)
	q.add("source", p.Source)
	q.add("memory_type", p.MemoryType)
	q.add("tag", p.Tag)
	q.addTime("occurred_from", p.OccurredFrom)
	q.addTime("occurred_to", p.OccurredTo)
	q.addTime("created_from", p.CreatedFrom)
	q.addTime("created_to", p.CreatedTo)
	return q
}

// Facets counts the users, agents, runs, projects, sources, memory types and tags of the memories in a scope. Use these
// values to narrow a list or a search. Each list has at most 100 values, the most frequent first. Warnings of the
// response name a UserID that no memory has.
func (c *Client) Facets(ctx context.Context, params FacetsParams, options ...Option) (*Facets, error) {
	return fetch[Facets](ctx, c, operation{method: http.MethodGet, path: "/facets", query: params.query()}, options)
}
