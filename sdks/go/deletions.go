package mnema

import (
	"context"
	"iter"
	"net/http"
	"strconv"
	"time"
)

const deletionsPath = "/deletions"

// ForgetParams is the scope of the memories to delete: a memory must match every field that is set.
type ForgetParams struct {
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
	// All allows a scope without any other field: every memory of the account.
	All bool
	// Confirm is the number of memories to delete, which a call without it returns as Matched; see [Ptr]. Without it
	// nothing is deleted.
	Confirm *int
}

func (p ForgetParams) query() query {
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
	q.addTrue("all", p.All)
	if p.Confirm != nil {
		q.add("confirm", strconv.Itoa(*p.Confirm))
	}
	return q
}

// Forget permanently deletes all memories of a scope, such as all of a user. Without Confirm it only counts them. To
// delete them, call it again with Matched of the result as Confirm. [DeletionsService.Get] reads the receipt. It
// returns [ErrBadRequest] without any scope. It returns [ErrConflict] when another number of memories matches, with
// that number in Matched of the [Error].
func (c *Client) Forget(ctx context.Context, params ForgetParams, options ...Option) (*DeletedMemories, error) {
	op := operation{method: http.MethodDelete, path: memoriesPath, query: params.query(), keyed: true}
	return fetch[DeletedMemories](ctx, c, op, options)
}

// DeletionsService reads the receipts of deletions.
type DeletionsService struct {
	client *Client
}

// DeletionListParams filters the receipts: a receipt must match every field that is set.
type DeletionListParams struct {
	// UserID, AgentID and RunID are those of the scope that was deleted.
	UserID, AgentID, RunID string
	// Kind is scope, memory or expiry.
	Kind string
	// Limit is the maximum number of receipts on a page, 1 to 1000; 100 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page, for a list with the same filters.
	Cursor string
}

func (p DeletionListParams) query() query {
	var q query
	q.add("user_id", p.UserID)
	q.add("agent_id", p.AgentID)
	q.add("run_id", p.RunID)
	q.add("kind", p.Kind)
	q.addInt("limit", p.Limit)
	q.add("cursor", p.Cursor)
	return q
}

// List reads one page of receipts, newest first. They are stored for 400 days. [DeletionsService.ListAutoPaging] reads
// all pages.
func (s *DeletionsService) List(ctx context.Context, params DeletionListParams, options ...Option) (*DeletionList, error) {
	op := operation{method: http.MethodGet, path: deletionsPath, query: params.query()}
	return fetch[DeletionList](ctx, s.client, op, options)
}

// ListAutoPaging reads all receipts, newest first. Each page is requested when its first receipt is read. An error comes
// with an empty receipt and ends the sequence.
func (s *DeletionsService) ListAutoPaging(ctx context.Context, params DeletionListParams, options ...Option) iter.Seq2[Deletion, error] {
	return allPages(deletionsPath, params.Cursor, func(cursor string) ([]Deletion, string, error) {
		params.Cursor = cursor
		page, err := s.List(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}

// Get reads a receipt: the scope, the counts of removed rows, and VerifiedAt when a scan has found nothing left. It
// returns [ErrNotFound] when the deletion does not exist.
func (s *DeletionsService) Get(ctx context.Context, deletionID string, options ...Option) (*Deletion, error) {
	path, failure := pathOf(deletionsPath, "the deletion's id", deletionID)
	if failure != nil {
		return nil, failure
	}
	return fetch[Deletion](ctx, s.client, operation{method: http.MethodGet, path: path}, options)
}
