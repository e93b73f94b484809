package mnema

import (
	"context"
	"iter"
	"net/http"
	"strconv"
	"time"
)

// RequestsService reads the account's request log, which contains no texts, keys or bodies.
type RequestsService struct {
	client *Client
}

// RequestListParams filters the request log: a request must match every field that is set.
type RequestListParams struct {
	// Limit is the maximum number of requests on a page, 1 to 1000; 100 when zero.
	Limit int
	// Offset is the number of newest requests to skip.
	Offset int
	// After is the NewerCursor of a page: only requests that were logged later, in the order of the log.
	After string
	// StatusCode is the HTTP status of the response.
	StatusCode int
	// Failed narrows to statuses of 400 or more when true, to the others when false.
	Failed *bool
	// Source is where the request came from: rest, mcp or dashboard.
	Source string
	// Operation is the operation of the contract, such as createMemory.
	Operation string
	// KeyID is the API key of the request.
	KeyID string
	// From is the first moment, To the one after the last.
	From, To time.Time
}

func (p RequestListParams) query() query {
	var q query
	q.addInt("limit", p.Limit)
	q.addInt("offset", p.Offset)
	q.add("after", p.After)
	q.addInt("status_code", p.StatusCode)
	if p.Failed != nil {
		q.add("failed", strconv.FormatBool(*p.Failed))
	}
	q.add("source", p.Source)
	q.add("operation", p.Operation)
	q.add("key_id", p.KeyID)
	q.addTime("from", p.From)
	q.addTime("to", p.To)
	return q
}

// List reads one page of the request log, newest first. [RequestsService.ListAutoPaging] reads all pages.
func (s *RequestsService) List(ctx context.Context, params RequestListParams, options ...Option) (*RequestList, error) {
	op := operation{method: http.MethodGet, path: "/requests", query: params.query()}
	return fetch[RequestList](ctx, s.client, op, options)
}

// ListAutoPaging reads the whole request log, newest first, each request once although the log grows meanwhile. Each page
// is requested when its first request is read. An error comes with an empty request and ends the sequence.
func (s *RequestsService) ListAutoPaging(ctx context.Context, params RequestListParams, options ...Option) iter.Seq2[LoggedRequest, error] {
	return func(yield func(LoggedRequest, error) bool) {
		params := params
		seen := map[string]bool{}
		for {
			page, err := s.List(ctx, params, options...)
			if err != nil {
				yield(LoggedRequest{}, err)
				return
			}
			for _, request := range page.Results {
				if seen[request.ID] {
					continue
				}
				seen[request.ID] = true
				if !yield(request, nil) {
					return
				}
			}
			params.Offset += len(page.Results)
			if len(page.Results) == 0 || params.Offset >= page.Total {
				return
			}
		}
	}
}

// RequestTailParams chooses the requests to follow: a request must match every field that is set.
type RequestTailParams struct {
	// After is where to begin, the NewerCursor of a page; now when empty.
	After string
	// StatusCode is the HTTP status of the response.
	StatusCode int
	// Failed narrows to statuses of 400 or more when true, to the others when false.
	Failed *bool
	// Source is where the request came from: rest, mcp or dashboard.
	Source string
	// Operation is the operation of the contract, such as createMemory.
	Operation string
	// KeyID is the API key of the request.
	KeyID string
}

// tailWait is the header Prefer of a call that the server holds until a request is logged, and tailPause the minimum of
// time from one call without requests to the next.
const (
	tailWait  = "wait=10"
	tailPause = time.Second
)

// Tail follows the log. The sequence has each request soon after it was logged, until the loop ends or ctx is done. The
// server holds each call for up to 10 seconds, so the time of [WithTimeout] must be longer. An error comes with an
// empty request and ends the sequence.
func (s *RequestsService) Tail(ctx context.Context, params RequestTailParams, options ...Option) iter.Seq2[LoggedRequest, error] {
	return func(yield func(LoggedRequest, error) bool) {
		list := RequestListParams{
			StatusCode: params.StatusCode, Failed: params.Failed, Source: params.Source,
			Operation: params.Operation, KeyID: params.KeyID,
			After: params.After,
		}
		for {
			soonest := time.Now().Add(tailPause)
			page, err := s.tailPage(ctx, list, options)
			if err != nil {
				yield(LoggedRequest{}, err)
				return
			}
			begins := list.After == ""
			list.After = page.NewerCursor
			if begins {
				continue
			}
			for _, request := range page.Results {
				if !yield(request, nil) {
					return
				}
			}
			// The server does not hold the call while it stops, and for many followers of one account.
			if len(page.Results) == 0 && sleep(ctx, time.Until(soonest)) != nil {
				yield(LoggedRequest{}, contextError(ctx))
				return
			}
		}
	}
}

// tailPage reads the requests after a cursor; without one it reads where the log ends now.
func (s *RequestsService) tailPage(ctx context.Context, params RequestListParams, options []Option) (*RequestList, error) {
	op := operation{method: http.MethodGet, path: "/requests"}
	if params.After == "" {
		params.Limit = 1
	} else {
		op.prefer = tailWait
	}
	op.query = params.query()
	page, err := fetch[RequestList](ctx, s.client, op, options)
	if err == nil && page.NewerCursor == "" {
		return nil, &Error{
			Code: codeConnection, Detail: "this server cannot follow the log",
			Method: op.method, Path: op.path, Attempts: 1,
		}
	}
	return page, err
}

// RequestStatsParams limits statistics to whole UTC days: those of the times.
type RequestStatsParams struct {
	// From is a time of the first day; 364 days before To when zero.
	From time.Time
	// To is a time of the last day; now when zero.
	To time.Time
}

// Stats reads counts and latencies of the account's requests over whole days.
func (s *RequestsService) Stats(ctx context.Context, params RequestStatsParams, options ...Option) (*RequestStats, error) {
	op := operation{method: http.MethodGet, path: "/requests/stats"}
	op.query.addDay("from", params.From)
	op.query.addDay("to", params.To)
	return fetch[RequestStats](ctx, s.client, op, options)
}
