package mnema

import (
	"context"
	"net/http"
)

// MapParams filters the memories of a map: a memory must match every filter that is set.
type MapParams FacetsParams

// Map arranges the memories of a scope in a plane, with similar ones close to each other. Above 2,000 memories, it is a
// sample. While the map is computed, its Status is "computing" and it has no Points: call again after a second.
// Warnings of the response name a UserID that no memory has.
func (c *Client) Map(ctx context.Context, params MapParams, options ...Option) (*MemoryMap, error) {
	query := FacetsParams(params).query()
	return fetch[MemoryMap](ctx, c, operation{method: http.MethodGet, path: "/map", query: query}, options)
}
