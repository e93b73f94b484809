package mnema

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
)

const webhooksPath = "/webhooks"

// WebhooksService manages the webhooks of the account. It needs an access token.
type WebhooksService struct {
	client *Client
}

// WebhookCreateParams describes a new webhook.
type WebhookCreateParams struct {
	// URL is the https address to which events are posted.
	URL string `json:"url"`
	// Events are the types of events to deliver, such as memory.ready.
	Events []WebhookEventType `json:"events"`
	// Description is a note of your own, at most 200 characters.
	Description string `json:"description,omitzero"`
	// IncludeText adds the text of the memory to its events.
	IncludeText bool `json:"include_text,omitzero"`
	// Enabled is true when nil; see [Ptr].
	Enabled *bool `json:"enabled,omitzero"`
}

// Create creates a webhook, to which events are posted from now on. Only the first response contains the secret that
// signs them, in Secret. It is empty in the response to a retry. It returns [ErrBadRequest] for an address that is not
// allowed, and [ErrConflict] when the account has the maximum number of webhooks.
func (s *WebhooksService) Create(ctx context.Context, params WebhookCreateParams, options ...Option) (*WebhookWithSecret, error) {
	op := operation{
		method: http.MethodPost, path: webhooksPath, body: params, credential: accountCredential, keyed: true,
	}
	return fetch[WebhookWithSecret](ctx, s.client, op, options)
}

// List reads all webhooks, newest first, without their secrets.
func (s *WebhooksService) List(ctx context.Context, options ...Option) (*WebhookList, error) {
	op := operation{method: http.MethodGet, path: webhooksPath, credential: accountCredential}
	return fetch[WebhookList](ctx, s.client, op, options)
}

// Get reads a webhook. DisabledReason is set when it is disabled. It returns [ErrNotFound] when the webhook does not
// exist.
func (s *WebhooksService) Get(ctx context.Context, webhookID string, options ...Option) (*Webhook, error) {
	op, err := webhookOperation(http.MethodGet, webhookID)
	if err != nil {
		return nil, err
	}
	return fetch[Webhook](ctx, s.client, op, options)
}

// WebhookUpdateParams has the changes; at least one is required.
type WebhookUpdateParams struct {
	// URL replaces the address; empty keeps it.
	URL string `json:"url,omitzero"`
	// Events replaces the types of events; nil keeps them.
	Events []WebhookEventType `json:"events,omitzero"`
	// Description replaces the note; a pointer to an empty text removes it, and nil keeps it. See [Ptr].
	Description *string `json:"description,omitzero"`
	// IncludeText adds the text of the memory to its events, or leaves it out; nil keeps the setting.
	IncludeText *bool `json:"include_text,omitzero"`
	// Enabled starts or stops the webhook; nil keeps its state.
	Enabled *bool `json:"enabled,omitzero"`
}

// MarshalJSON writes an empty description as null, which removes it.
func (p WebhookUpdateParams) MarshalJSON() ([]byte, error) {
	type fields WebhookUpdateParams
	if p.Description == nil || *p.Description != "" {
		return json.Marshal(fields(p))
	}
	return json.Marshal(struct {
		fields
		Description *string `json:"description"`
	}{fields: fields(p)})
}

// Update changes a webhook. It returns [ErrNotFound] when the webhook does not exist.
func (s *WebhooksService) Update(ctx context.Context, webhookID string, params WebhookUpdateParams, options ...Option) (*Webhook, error) {
	op, err := webhookOperation(http.MethodPatch, webhookID)
	if err != nil {
		return nil, err
	}
	op.body, op.keyed = params, true
	return fetch[Webhook](ctx, s.client, op, options)
}

// Delete deletes a webhook with its secret and its deliveries, including those that wait. It returns [ErrNotFound] when
// the webhook does not exist.
func (s *WebhooksService) Delete(ctx context.Context, webhookID string, options ...Option) (*DeletedWebhook, error) {
	op, err := webhookOperation(http.MethodDelete, webhookID)
	if err != nil {
		return nil, err
	}
	op.keyed = true
	return fetch[DeletedWebhook](ctx, s.client, op, options)
}

// WebhookRotateSecretParams has the time for which the replaced secret still signs.
type WebhookRotateSecretParams struct {
	// OverlapSeconds is the number of seconds for which both secrets sign, at most a week (604800); a day when nil. 0 ends
	// the old secret immediately; see [Ptr].
	OverlapSeconds *int `json:"overlap_seconds,omitzero"`
}

// RotateSecret replaces the secret of a webhook. As with [WebhooksService.Create], only the first response contains the
// secret. It returns [ErrNotFound] when the webhook does not exist.
func (s *WebhooksService) RotateSecret(ctx context.Context, webhookID string, params WebhookRotateSecretParams, options ...Option) (*WebhookWithSecret, error) {
	op, err := webhookOperation(http.MethodPost, webhookID)
	if err != nil {
		return nil, err
	}
	op.path += "/rotate-secret"
	op.body, op.keyed = params, true
	return fetch[WebhookWithSecret](ctx, s.client, op, options)
}

// WebhookDeliveryListParams names a page of deliveries.
type WebhookDeliveryListParams struct {
	// Limit is the maximum number of deliveries on a page, 1 to 1000; 100 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page.
	Cursor string
}

func (p WebhookDeliveryListParams) query() query {
	var q query
	q.addInt("limit", p.Limit)
	q.add("cursor", p.Cursor)
	return q
}

// Deliveries reads one page of the deliveries of the last 7 days, newest first. [WebhooksService.DeliveriesAutoPaging]
// reads all pages. It returns [ErrNotFound] when the webhook does not exist.
func (s *WebhooksService) Deliveries(ctx context.Context, webhookID string, params WebhookDeliveryListParams, options ...Option) (*WebhookDeliveryList, error) {
	op, err := webhookOperation(http.MethodGet, webhookID)
	if err != nil {
		return nil, err
	}
	op.path += "/deliveries"
	op.query = params.query()
	return fetch[WebhookDeliveryList](ctx, s.client, op, options)
}

// DeliveriesAutoPaging reads all deliveries, newest first. Each page is requested when its first delivery is read. An
// error comes with an empty delivery and ends the sequence.
func (s *WebhooksService) DeliveriesAutoPaging(ctx context.Context, webhookID string, params WebhookDeliveryListParams, options ...Option) iter.Seq2[WebhookDelivery, error] {
	return allPages(webhooksPath+"/"+webhookID+"/deliveries", params.Cursor, func(cursor string) ([]WebhookDelivery, string, error) {
		params.Cursor = cursor
		page, err := s.Deliveries(ctx, webhookID, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}

// ReplayDelivery delivers an event again, with the same webhook-id. It returns [ErrConflict] when the event is still
// waiting or the webhook is disabled, and [ErrNotFound] when the delivery does not exist.
func (s *WebhooksService) ReplayDelivery(ctx context.Context, webhookID, deliveryID string, options ...Option) (*WebhookDelivery, error) {
	op, err := webhookOperation(http.MethodPost, webhookID)
	if err != nil {
		return nil, err
	}
	path, failure := pathOf(op.path+"/deliveries", "the delivery's id", deliveryID)
	if failure != nil {
		return nil, failure
	}
	op.path, op.keyed = path+"/replay", true
	return fetch[WebhookDelivery](ctx, s.client, op, options)
}

func webhookOperation(method, webhookID string) (operation, error) {
	path, failure := pathOf(webhooksPath, "the webhook's id", webhookID)
	if failure != nil {
		return operation{}, failure
	}
	return operation{method: method, path: path, credential: accountCredential}, nil
}
