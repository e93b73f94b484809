package mnema

import (
	"context"
	"net/http"
)

// Usage reads how much of its plan the account has used in the current month.
func (c *Client) Usage(ctx context.Context, options ...Option) (*Usage, error) {
	return fetch[Usage](ctx, c, operation{method: http.MethodGet, path: "/usage"}, options)
}
