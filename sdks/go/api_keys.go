package mnema

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const apiKeysPath = "/api-keys"

// APIKeysService manages the API keys of the account. It needs an access token: an API key may not manage keys.
type APIKeysService struct {
	client *Client
}

// APIKeyCreateParams describes a new key.
type APIKeyCreateParams struct {
	// Label is a name that identifies the key for people, 1 to 100 characters.
	Label string `json:"label"`
	// Scopes are the scopes of the key; nil means all of them.
	Scopes []Scope `json:"scopes,omitzero"`
	// Restrict limits the key to the memories of a user, an agent or a project; nil means the whole account.
	Restrict *KeyRestriction `json:"restrict,omitzero"`
	// ExpiresAt is the time at which the key expires; never when zero.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}

// Create creates a key. Only the first response contains the secret, in Key. It is empty in the response to a retry, or
// to a call with the idempotency key of an earlier one. If you have lost the secret, rotate the key. It returns
// [ErrConflict] when the account has the maximum number of keys.
func (s *APIKeysService) Create(ctx context.Context, params APIKeyCreateParams, options ...Option) (*CreatedAPIKey, error) {
	op := operation{
		method: http.MethodPost, path: apiKeysPath, body: params, credential: accountCredential, keyed: true,
	}
	return fetch[CreatedAPIKey](ctx, s.client, op, options)
}

// APIKeyListParams names a page of keys.
type APIKeyListParams struct {
	// Limit is the maximum number of keys on a page, 1 to 1000; 1000 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page.
	Cursor string
}

func (p APIKeyListParams) query() query {
	var q query
	q.addInt("limit", p.Limit)
	q.add("cursor", p.Cursor)
	return q
}

// List reads one page of keys, newest first, revoked and expired ones included, without their secrets.
// [APIKeysService.ListAutoPaging] reads all pages.
func (s *APIKeysService) List(ctx context.Context, params APIKeyListParams, options ...Option) (*APIKeyList, error) {
	op := operation{method: http.MethodGet, path: apiKeysPath, query: params.query(), credential: accountCredential}
	return fetch[APIKeyList](ctx, s.client, op, options)
}

// ListAutoPaging reads all keys, newest first. Each page is requested when its first key is read. An error comes with an
// empty key and ends the sequence.
func (s *APIKeysService) ListAutoPaging(ctx context.Context, params APIKeyListParams, options ...Option) iter.Seq2[APIKey, error] {
	return allPages(apiKeysPath, params.Cursor, func(cursor string) ([]APIKey, string, error) {
		params.Cursor = cursor
		page, err := s.List(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}

// APIKeyRotateParams has the time for which the replaced key still works.
type APIKeyRotateParams struct {
	// OverlapSeconds is the number of seconds for which both keys work, at most a week (604800); 0 ends the old one
	// immediately.
	OverlapSeconds int `json:"overlap_seconds"`
}

// Rotate replaces a key with a new one of the same label, scopes, restriction and expiry. Only the first response
// contains the secret, in Key; it is empty in the response to a retry. It returns [ErrNotFound] when the key does not
// exist, and [ErrConflict] when it has ended or was rotated before. It also returns [ErrConflict] when the account has
// the maximum number of keys.
func (s *APIKeysService) Rotate(ctx context.Context, keyID string, params APIKeyRotateParams, options ...Option) (*RotatedAPIKey, error) {
	path, failure := pathOf(apiKeysPath, "the key's id", keyID)
	if failure != nil {
		return nil, failure
	}
	op := operation{
		method: http.MethodPost, path: path + "/rotate", body: params, credential: accountCredential, keyed: true,
	}
	return fetch[RotatedAPIKey](ctx, s.client, op, options)
}

// Revoke ends a key immediately; repeating it returns the same response. It returns [ErrNotFound] when the key does not
// exist.
func (s *APIKeysService) Revoke(ctx context.Context, keyID string, options ...Option) (*RevokedAPIKey, error) {
	path, failure := pathOf(apiKeysPath, "the key's id", keyID)
	if failure != nil {
		return nil, failure
	}
	op := operation{method: http.MethodDelete, path: path, credential: accountCredential, keyed: true}
	return fetch[RevokedAPIKey](ctx, s.client, op, options)
}
