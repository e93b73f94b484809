package mnema

import (
	"context"
	"iter"
	"net/http"
	"time"
)

const memoriesPath = "/memories"

// returnMinimal is the header Prefer of a write whose response has no body.
const returnMinimal = "return=minimal"

// AddParams is the memory to write: exactly one of Text and Messages, and its ids, metadata and time.
type AddParams struct {
	// Text is the memory as text, at most 100,000 characters, stored unchanged.
	Text string `json:"text,omitzero"`
	// Messages is the memory as a conversation.
	Messages []Message `json:"messages,omitzero"`
	// UserID is your end user. Lists and searches with the same UserID find the memory. A [Memory] has it as EndUserID,
	// or as UserID if the server runs with MNEMA_REST_USER_ID=request.
	UserID string `json:"user_id,omitzero"`
	// AgentID is the agent or application that writes.
	AgentID string `json:"agent_id,omitzero"`
	// RunID is the session or task the memory belongs to.
	RunID string `json:"run_id,omitzero"`
	// Metadata is free-form, at most 16 KB as JSON. Recommended keys are project, area, scope, source, memory_type
	// and tags.
	Metadata Metadata `json:"metadata,omitzero"`
	// Infer requests that the server extracts facts with a language model and stores those.
	Infer bool `json:"infer,omitzero"`
	// OccurredAt is the time of the event; the time of writing when zero.
	OccurredAt time.Time `json:"occurred_at,omitzero"`
	// ExpiresAt is the time at which the memory expires; never when zero.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}

// Add writes a memory. When it returns, the memory is on disk, can be read by its id, and is found by keyword search.
// Semantic search finds it when its status is ready, see [WithWaitSeconds] and [Client.Wait]. Its own errors are
// [ErrSensitiveContent], [ErrQuotaExceeded], [ErrPlanLimit], [ErrPayloadTooLarge] and [ErrConflict].
func (c *Client) Add(ctx context.Context, params AddParams, options ...Option) (*WriteAccepted, error) {
	op := operation{method: http.MethodPost, path: memoriesPath, body: params, keyed: true, mayWait: true}
	return fetch[WriteAccepted](ctx, c, op, options)
}

// Get reads a memory. You can read a new memory immediately after its write. It returns [ErrNotFound] when it does not exist.
// [Client.GetAsOf] reads it as it was at a time.
func (c *Client) Get(ctx context.Context, memoryID string, options ...Option) (*Memory, error) {
	op, err := memoryOperation(http.MethodGet, memoryID)
	if err != nil {
		return nil, err
	}
	return fetch[Memory](ctx, c, op, options)
}

// ListOrder is the time that orders a list of memories.
type ListOrder string

// The orders of a list.
const (
	// ListOrderCreatedAt is the time of the write.
	ListOrderCreatedAt ListOrder = "created_at"
	// ListOrderOccurredAt is the time of the event.
	ListOrderOccurredAt ListOrder = "occurred_at"
)

// ListDirection is the end at which a list of memories begins.
type ListDirection string

// The directions of a list.
const (
	// ListDirectionDesc begins with the newest memory.
	ListDirectionDesc ListDirection = "desc"
	// ListDirectionAsc begins with the oldest memory.
	ListDirectionAsc ListDirection = "asc"
)

// ListParams filters and orders a list: a memory must match every filter that is set.
type ListParams struct {
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
	// Status is the state of the memory.
	Status MemoryStatus
	// Order is the time that orders the list; that of the write when empty.
	Order ListOrder
	// Direction is descending, which begins with the newest memory, when empty.
	Direction ListDirection
	// Limit is the maximum number of memories on a page, 1 to 1000; 1000 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page, for a list with the same filters and order.
	Cursor string
}

func (p ListParams) query() query {
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
	q.add("status", string(p.Status))
	q.add("order", string(p.Order))
	q.add("direction", string(p.Direction))
	q.addInt("limit", p.Limit)
	q.add("cursor", p.Cursor)
	return q
}

// List reads one page of memories, newest first by default. [Client.ListAutoPaging] reads all pages. Warnings of the
// response name a UserID that no memory has.
func (c *Client) List(ctx context.Context, params ListParams, options ...Option) (*MemoryList, error) {
	op := operation{method: http.MethodGet, path: memoriesPath, query: params.query()}
	return fetch[MemoryList](ctx, c, op, options)
}

// ListAutoPaging reads all memories, newest first by default. Each page is requested when its first memory is read. An
// error comes with an empty memory and ends the sequence.
func (c *Client) ListAutoPaging(ctx context.Context, params ListParams, options ...Option) iter.Seq2[Memory, error] {
	return allPages(memoriesPath, params.Cursor, func(cursor string) ([]Memory, string, error) {
		params.Cursor = cursor
		page, err := c.List(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}

// UpdateParams has the changes: the text, metadata, the expiry, or several of these.
type UpdateParams struct {
	// Text replaces the text; empty keeps it.
	Text string `json:"text,omitzero"`
	// Metadata is merged into the metadata: a key replaces its whole value, nil removes its key, other keys stay.
	Metadata Metadata `json:"metadata,omitzero"`
	// ExpiresAt replaces the expiry, see [ExpireAt] and [ExpireNever]; zero keeps it.
	ExpiresAt Expiry `json:"expires_at,omitzero"`
}

// Update changes a memory and adds one to its version. A new text goes through ingest again. Its own errors are those
// of [Client.Add], [ErrNotFound] and with [WithIfVersion] [ErrPreconditionFailed].
func (c *Client) Update(ctx context.Context, memoryID string, params UpdateParams, options ...Option) (*Memory, error) {
	op, err := memoryOperation(http.MethodPut, memoryID)
	if err != nil {
		return nil, err
	}
	op.body, op.keyed, op.conditional = params, true, true
	return fetch[Memory](ctx, c, op, options)
}

// UpdateMinimal changes a memory like [Client.Update] and returns nothing of it. An API key without the scope read must
// use it.
func (c *Client) UpdateMinimal(ctx context.Context, memoryID string, params UpdateParams, options ...Option) error {
	op, err := memoryOperation(http.MethodPut, memoryID)
	if err != nil {
		return err
	}
	op.body, op.keyed, op.conditional, op.prefer = params, true, true, returnMinimal
	return c.call(ctx, op, nil, options)
}

// Delete removes a memory with its versions, immediately and permanently. It returns [ErrNotFound] when it does not
// exist, and [ErrPreconditionFailed] when it has another version than that of [WithIfVersion].
func (c *Client) Delete(ctx context.Context, memoryID string, options ...Option) (*DeletedMemory, error) {
	op, err := memoryOperation(http.MethodDelete, memoryID)
	if err != nil {
		return nil, err
	}
	op.keyed, op.conditional = true, true
	return fetch[DeletedMemory](ctx, c, op, options)
}

// Retry retries the ingest of a memory whose status is failed. It returns [ErrConflict] when it has another status.
func (c *Client) Retry(ctx context.Context, memoryID string, options ...Option) (*WriteAccepted, error) {
	op, err := memoryOperation(http.MethodPost, memoryID)
	if err != nil {
		return nil, err
	}
	op.path += "/retry"
	op.keyed = true
	return fetch[WriteAccepted](ctx, c, op, options)
}

func memoryOperation(method, memoryID string) (operation, error) {
	path, failure := pathOf(memoriesPath, "the memory's id", memoryID)
	if failure != nil {
		return operation{}, failure
	}
	return operation{method: method, path: path}, nil
}
