package mnema

import (
	"context"
	"net/http"
	"time"
)

const apiKeysPath = "/api-keys"

// APIKeysService manages the API keys of the account. It needs an access token: an API key may not manage keys.
type APIKeysService struct {
	client *Client
}

// CreateAPIKeyParams describes a new key.
type CreateAPIKeyParams struct {
	// Label is a name that identifies the key for people, 1 to 100 characters.
	Label string `json:"label"`
	// Scopes limit what the key may do; nil allows everything.
	Scopes []Scope `json:"scopes,omitzero"`
	// ExpiresAt is the time at which the key expires; never when zero.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}

// Create creates a key. Only its response contains the secret.
func (s *APIKeysService) Create(ctx context.Context, params CreateAPIKeyParams, options ...Option) (*CreatedAPIKey, error) {
	op := operation{
		method: http.MethodPost, path: apiKeysPath, body: params, credential: accountCredential, rejectedOnly: true,
	}
	return fetch[CreatedAPIKey](ctx, s.client, op, options)
}

// List reads all keys, newest first, revoked and expired ones included, without their secrets.
func (s *APIKeysService) List(ctx context.Context, options ...Option) (*APIKeyList, error) {
	op := operation{method: http.MethodGet, path: apiKeysPath, credential: accountCredential}
	return fetch[APIKeyList](ctx, s.client, op, options)
}

// Revoke ends a key at once; a repetition has the same response. [ErrNotFound] when the key does not exist.
func (s *APIKeysService) Revoke(ctx context.Context, keyID string, options ...Option) (*RevokedAPIKey, error) {
	path, failure := pathOf(apiKeysPath, "the key's id", keyID)
	if failure != nil {
		return nil, failure
	}
	op := operation{method: http.MethodDelete, path: path, credential: accountCredential}
	return fetch[RevokedAPIKey](ctx, s.client, op, options)
}
