package mnema

import (
	"context"
	"net/http"
)

// Usage reads the usage of the account's plan in the current month.
func (c *Client) Usage(ctx context.Context, options ...Option) (*Usage, error) {
	return fetch[Usage](ctx, c, operation{method: http.MethodGet, path: "/usage"}, options)
}
