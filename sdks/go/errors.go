package mnema

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Responses match these for errors.Is by their status, so newer codes than those of this package match, too. Code of
// the [Error] is empty for the page of a gateway, which distinguishes it from the service.
var (
	// ErrBadRequest means that the request is not valid (400). Errors of the [Error] names each field and how to
	// correct it.
	ErrBadRequest error = statusSentinel(http.StatusBadRequest)
	// ErrAuthentication means that the credential is missing, unknown, expired or revoked (401).
	ErrAuthentication error = statusSentinel(http.StatusUnauthorized)
	// ErrPermissionDenied means that the credential is valid but does not allow this (403). Code of the [Error] names
	// the reason, such as insufficient_scope or account_suspended.
	ErrPermissionDenied error = statusSentinel(http.StatusForbidden)
	// ErrNotFound means that the resource does not exist, or belongs to another account (404).
	ErrNotFound error = statusSentinel(http.StatusNotFound)
	// ErrConflict means that the current state does not allow this, or that the resource already exists (409). It also
	// means that the idempotency key was used for another write, or that another number of memories matches than was
	// confirmed.
	ErrConflict error = statusSentinel(http.StatusConflict)
	// ErrPreconditionFailed means that the resource was changed meanwhile (412).
	ErrPreconditionFailed error = statusSentinel(http.StatusPreconditionFailed)
	// ErrPayloadTooLarge means that the body is larger than the server accepts (413).
	ErrPayloadTooLarge error = statusSentinel(http.StatusRequestEntityTooLarge)
	// ErrSensitiveContent means that the text contains a credential or an identity number (422). Errors of the [Error]
	// has its position.
	ErrSensitiveContent error = codeSentinel(http.StatusUnprocessableEntity, "sensitive_content")
	// ErrRateLimit means that there are too many requests (429); RetryAfter of the [Error] is the time to wait. An
	// [ErrQuotaExceeded] is not an ErrRateLimit.
	ErrRateLimit error = &sentinel{"rate limit", func(e *Error) bool {
		return e.Status == http.StatusTooManyRequests && e.Code != codeQuotaExceeded
	}}
	// ErrQuotaExceeded means that the month's quota is used up until ResetsAt of the [Error] (429). It is never
	// retried.
	ErrQuotaExceeded error = codeSentinel(http.StatusTooManyRequests, codeQuotaExceeded)
	// ErrPlanLimit means that the plan allows no further project or end user (403); Limit of the [Error] names the
	// limit. Such an error is an [ErrPermissionDenied], too.
	ErrPlanLimit error = codeSentinel(http.StatusForbidden, "plan_limit_reached")
	// ErrInternalServer means that the server failed or is not available (500 and above).
	ErrInternalServer error = &sentinel{"internal server error", func(e *Error) bool {
		return e.Status >= http.StatusInternalServerError
	}}
	// ErrServiceUnavailable means that the server is not available now (503). Such an error is an [ErrInternalServer],
	// too.
	ErrServiceUnavailable error = statusSentinel(http.StatusServiceUnavailable)
)

// ErrAPI matches every response without success for errors.Is, whatever its status and code.
var ErrAPI error = &sentinel{"the server responded with an error", func(e *Error) bool { return e.Status != 0 }}

// Calls without a response have these sentinels for errors.Is.
var (
	// ErrAPIConnection means that there was no response, or an incomplete or unreadable one. It matches
	// [ErrAPITimeout] and [ErrIncompleteExport], too.
	ErrAPIConnection error = &sentinel{"connection error", func(e *Error) bool {
		return e.Status == 0 && (e.Code == codeConnection || e.Code == codeTimeout || e.Code == codeIncompleteExport)
	}}
	// ErrAPITimeout means that there was no complete response within the time of [WithTimeout] or the context's
	// deadline.
	ErrAPITimeout error = clientSentinel(codeTimeout)
	// ErrIncompleteExport means that a [Client.Export] ended before its last line: the memories so far are valid, but
	// others are missing.
	ErrIncompleteExport error = clientSentinel(codeIncompleteExport)
	// ErrAPIAbort means that the context was cancelled.
	ErrAPIAbort error = clientSentinel(codeAborted)
	// ErrMemoryFailed means that the memory of a [Client.Wait] has failed.
	ErrMemoryFailed error = clientSentinel(codeMemoryFailed)
	// ErrWaitTimeout means that the time of a [Client.Wait] is over.
	ErrWaitTimeout error = clientSentinel(codeWaitTimeout)
	// ErrConfiguration means that the client has an invalid option, or no credential for the call. Nothing was sent.
	ErrConfiguration error = clientSentinel(codeConfiguration)
	// ErrInvalidArgument means that an argument is invalid, such as an empty id. Nothing was sent.
	ErrInvalidArgument error = clientSentinel(codeInvalidArgument)
	// ErrWebhookVerification means that the request to a webhook does not come from the service, or is too old.
	ErrWebhookVerification error = clientSentinel(codeWebhookVerification)
)

// Codes of the service that change what the package does.
const (
	codeRateLimited   = "rate_limited"
	codeQuotaExceeded = "quota_exceeded"
)

// Codes of errors without a response.
const (
	codeConnection          = "connection_error"
	codeIncompleteExport    = "incomplete_export"
	codeTimeout             = "timeout"
	codeAborted             = "aborted"
	codeMemoryFailed        = "memory_failed"
	codeWaitTimeout         = "wait_timeout"
	codeConfiguration       = "configuration"
	codeInvalidArgument     = "invalid_argument"
	codeWebhookVerification = "webhook_verification"
)

// Error is the type of all errors of this package. Sentinels such as [ErrNotFound] name its kinds for errors.Is. Without
// a response, Status is 0.
type Error struct {
	// Status is the HTTP status of the response; 0 when there was none.
	Status int
	// Code is the kind of error, for programs, such as insufficient_scope. Newer servers may add codes. It is empty for
	// a response without a problem document, such as the page of a gateway.
	Code string
	// Detail is the cause and how to correct it, for people.
	Detail string
	// Errors lists all faults of the request, with [ErrBadRequest] and [ErrSensitiveContent].
	Errors []ProblemError
	// RequestID identifies the request in questions about it; empty without a response.
	RequestID string
	// RetryAfter is the wait that the server requests; 0 when it states none. Header distinguishes a stated 0.
	RetryAfter time.Duration
	// Attempts is the number of requests that were sent.
	Attempts int
	// Limit is the limit of the plan that is reached, with [ErrPlanLimit].
	Limit string
	// Matched is the number of memories that match the scope of a [Client.Forget] now, with [ErrConflict] and the code
	// confirmation_mismatch.
	Matched int
	// ResetsAt is when the next month of the quota begins, with [ErrQuotaExceeded].
	ResetsAt time.Time
	// Method and Path are those of the request, without the query; empty when no request was made.
	Method, Path string
	// Host is the host and the port of the server; empty when no request was made.
	Host string
	// Header and Body are those of the response; nil when there was none.
	Header http.Header
	Body   []byte

	cause error
	// final is true for a response that a retry would not change.
	final bool
}

// Error describes the status, the code, the detail, the request and its id in one line.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(e.headline())
	if detail := e.explanation(); detail != "" {
		text.WriteString(": " + detail)
	}
	switch {
	case e.Method != "" && e.RequestID != "":
		fmt.Fprintf(&text, " (%s %s, request %s)", e.Method, e.Path, e.RequestID)
	case e.Method != "":
		fmt.Fprintf(&text, " (%s %s)", e.Method, e.Path)
	}
	return text.String()
}

func (e *Error) headline() string {
	if e.Status != 0 {
		return strings.TrimSpace(fmt.Sprintf("%d %s", e.Status, e.Code))
	}
	switch e.Code {
	case codeConnection:
		return "connection" + to(e.Host) + " failed after " + attempts(e.Attempts)
	case codeTimeout:
		return "connection" + to(e.Host) + " timed out after " + attempts(e.Attempts)
	case codeAborted:
		return "aborted after " + attempts(e.Attempts)
	}
	return e.Code
}

func (e *Error) explanation() string {
	switch {
	case e.Detail != "":
		return e.Detail
	case e.Status != 0 && e.Code == "":
		return http.StatusText(e.Status)
	case e.cause != nil:
		return e.cause.Error()
	}
	return ""
}

// Is reports whether target is a sentinel of this package that matches the error.
func (e *Error) Is(target error) bool {
	wanted, ok := target.(*sentinel)
	return ok && wanted.matches(e)
}

// Unwrap returns the cause: the context's error when it ended the call, that of the connection, or nil.
func (e *Error) Unwrap() error {
	return e.cause
}

// Timeout reports whether there was no complete response in time.
func (e *Error) Timeout() bool {
	return e.Is(ErrAPITimeout)
}

// sentinel is a kind of error. The status is part of each kind, because servers may use any code, even one that this
// package has for calls without a response.
type sentinel struct {
	text    string
	matches func(*Error) bool
}

// Error describes the kind in words.
func (s *sentinel) Error() string {
	return "mnema: " + s.text
}

func statusSentinel(status int) *sentinel {
	return &sentinel{strings.ToLower(http.StatusText(status)), func(e *Error) bool { return e.Status == status }}
}

func codeSentinel(status int, code string) *sentinel {
	return &sentinel{strings.ReplaceAll(code, "_", " "), func(e *Error) bool { return e.Status == status && e.Code == code }}
}

func clientSentinel(code string) *sentinel {
	return codeSentinel(0, code)
}

func configurationError(detail string) *Error {
	return &Error{Code: codeConfiguration, Detail: detail}
}

func argumentError(detail string) *Error {
	return &Error{Code: codeInvalidArgument, Detail: detail}
}

func to(host string) string {
	if host == "" {
		return ""
	}
	return " to " + host
}

func attempts(count int) string {
	if count == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", count)
}
