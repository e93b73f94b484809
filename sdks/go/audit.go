package mnema

import (
	"context"
	"iter"
	"net/http"
)

const auditPath = "/audit"

// AuditService reads the audit log of the account. It needs an access token.
type AuditService struct {
	client *Client
}

// AuditListParams names a page of the audit log.
type AuditListParams struct {
	// Limit is the maximum number of events on a page, 1 to 1000; 100 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page.
	Cursor string
}

func (p AuditListParams) query() query {
	var q query
	q.addInt("limit", p.Limit)
	q.add("cursor", p.Cursor)
	return q
}

// List reads one page of the events of the account and its credentials, newest first. [AuditService.ListAutoPaging]
// reads all pages.
func (s *AuditService) List(ctx context.Context, params AuditListParams, options ...Option) (*AuditList, error) {
	op := operation{method: http.MethodGet, path: auditPath, query: params.query(), credential: accountCredential}
	return fetch[AuditList](ctx, s.client, op, options)
}

// ListAutoPaging reads the whole audit log, newest first. Each page is requested when its first event is read. An error
// comes with an empty event and ends the sequence.
func (s *AuditService) ListAutoPaging(ctx context.Context, params AuditListParams, options ...Option) iter.Seq2[AuditEvent, error] {
	return allPages(auditPath, params.Cursor, func(cursor string) ([]AuditEvent, string, error) {
		params.Cursor = cursor
		page, err := s.List(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}
