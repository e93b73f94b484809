package mnema

import "context"

// Client sends requests to one server with one set of settings. Create one with [New] and share it.
type Client struct {
	// Requests reads the request log and its statistics.
	Requests *RequestsService
	// APIKeys creates, lists, rotates and revokes API keys; it needs an access token.
	APIKeys *APIKeysService
	// Auth registers accounts, signs in and out, changes passwords, ends sessions and deletes accounts.
	Auth *AuthService
	// Audit reads the audit log; it needs an access token.
	Audit *AuditService
	// Deletions reads the receipts of deletions.
	Deletions *DeletionsService
	// Webhooks manages webhooks and their deliveries; it needs an access token.
	Webhooks *WebhooksService

	settings *settings
}

// New creates a client and sends nothing. Settings come from the options, then from the environment variables
// MNEMA_API_KEY and MNEMA_BASE_URL. It returns [ErrConfiguration] for an invalid option.
func New(options ...Option) (*Client, error) {
	settings, err := newSettings(options)
	if err != nil {
		return nil, err
	}
	return newClient(settings), nil
}

// With creates a client like c with further options. Both share connections.
func (c *Client) With(options ...Option) (*Client, error) {
	settings := *c.settings
	if err := settings.applyToClient(options); err != nil {
		return nil, err
	}
	return newClient(&settings), nil
}

func newClient(settings *settings) *Client {
	client := &Client{settings: settings}
	client.Requests = &RequestsService{client}
	client.APIKeys = &APIKeysService{client}
	client.Auth = &AuthService{client}
	client.Audit = &AuditService{client}
	client.Deletions = &DeletionsService{client}
	client.Webhooks = &WebhooksService{client}
	return client
}

// fetch carries op out and returns the decoded response.
func fetch[T any](ctx context.Context, client *Client, op operation, options []Option) (*T, error) {
	result := new(T)
	if err := client.call(ctx, op, result, options); err != nil {
		return nil, err
	}
	return result, nil
}
