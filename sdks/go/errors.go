package mnema

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Each code of a server of this version has a sentinel for errors.Is.
var (
	// ErrInvalidRequest: the request is not valid; Errors of the [Error] names each field and how to correct it.
	ErrInvalidRequest error = apiCode("invalid_request")
	// ErrUnauthenticated: the credential is missing, unknown, expired or revoked.
	ErrUnauthenticated error = apiCode("unauthenticated")
	// ErrAccountSuspended: the operator of the server has suspended the account.
	ErrAccountSuspended error = apiCode("account_suspended")
	// ErrInsufficientScope: the API key lacks the scope for this.
	ErrInsufficientScope error = apiCode("insufficient_scope")
	// ErrRegistrationClosed: the server allows no registration.
	ErrRegistrationClosed error = apiCode("registration_closed")
	// ErrPlanLimitReached: the plan allows no further project or end user; Limit of the [Error] names the limit.
	ErrPlanLimitReached error = apiCode("plan_limit_reached")
	// ErrHostNotAllowed: the server does not serve the host name in the base URL.
	ErrHostNotAllowed error = apiCode("host_not_allowed")
	// ErrOriginNotAllowed: the server does not serve web pages of this origin.
	ErrOriginNotAllowed error = apiCode("origin_not_allowed")
	// ErrNotFound: the resource does not exist, or belongs to another account.
	ErrNotFound error = apiCode("not_found")
	// ErrMethodNotAllowed: the path does not support the method.
	ErrMethodNotAllowed error = apiCode("method_not_allowed")
	// ErrRequestTimeout: the server waited too long for the request.
	ErrRequestTimeout error = apiCode("request_timeout")
	// ErrConflict: the current state does not allow this, or the resource exists already.
	ErrConflict error = apiCode("conflict")
	// ErrIdempotencyKeyReused: the idempotency key was used for another write.
	ErrIdempotencyKeyReused error = apiCode("idempotency_key_reused")
	// ErrPayloadTooLarge: the body is larger than the server accepts, 1 MB.
	ErrPayloadTooLarge error = apiCode("payload_too_large")
	// ErrUnsupportedMediaType: the body is not JSON in UTF-8.
	ErrUnsupportedMediaType error = apiCode("unsupported_media_type")
	// ErrHeadersTooLarge: the headers are larger than the server accepts.
	ErrHeadersTooLarge error = apiCode("headers_too_large")
	// ErrSensitiveContent: the text contains a credential or an identity number; Errors of the [Error] has its
	// position.
	ErrSensitiveContent error = apiCode("sensitive_content")
	// ErrQuotaExceeded: the month's quota is used up until ResetsAt of the [Error]. Never retried.
	ErrQuotaExceeded error = apiCode("quota_exceeded")
	// ErrRateLimited: there are too many requests; RetryAfter of the [Error] is the time to wait.
	ErrRateLimited error = apiCode("rate_limited")
	// ErrInternal: the server failed.
	ErrInternal error = apiCode("internal")
	// ErrUnavailable: the server is not available now.
	ErrUnavailable error = apiCode("unavailable")
)

// ErrAPI matches every response without success, whatever its code, for errors.Is.
var ErrAPI error = apiCode("")

// Calls without a response have these sentinels for errors.Is.
var (
	// ErrConnection: there was no response, or an incomplete or unreadable one. It matches [ErrTimeout], too.
	ErrConnection error = clientCode("connection_error")
	// ErrTimeout: there was no complete response within the time of [WithTimeout] or the context's deadline.
	ErrTimeout error = clientCode("timeout")
	// ErrAborted: the context was cancelled.
	ErrAborted error = clientCode("aborted")
	// ErrMemoryFailed: the memory of a [Client.Wait] has failed.
	ErrMemoryFailed error = clientCode("memory_failed")
	// ErrWaitTimeout: the time of a [Client.Wait] is over.
	ErrWaitTimeout error = clientCode("wait_timeout")
	// ErrConfiguration: the client has an invalid option, or no credential for the call. Nothing was sent.
	ErrConfiguration error = clientCode("configuration")
	// ErrInvalidArgument: an argument is invalid, such as an empty id. Nothing was sent.
	ErrInvalidArgument error = clientCode("invalid_argument")
)

// Error is the type of all errors of this package. Without a response, Status is 0 and Code is that of a sentinel.
type Error struct {
	// Status is the HTTP status of the response; 0 when there was none.
	Status int
	// Code is the kind of error, for programs. A newer server may send a code without a sentinel. It is empty for a
	// response without a problem document, such as the page of a gateway.
	Code string
	// Detail is the cause and how to correct it, for people.
	Detail string
	// Errors lists all faults of the request, with ErrInvalidRequest and ErrSensitiveContent.
	Errors []ProblemError
	// RequestID identifies the request in questions about it; empty without a response.
	RequestID string
	// RetryAfter is the wait that the server requests; 0 when it states none. Header distinguishes a stated 0.
	RetryAfter time.Duration
	// Attempts is the number of requests that were sent.
	Attempts int
	// Limit is the limit of the plan that is reached, with ErrPlanLimitReached.
	Limit string
	// ResetsAt is when the next month of the quota begins, with ErrQuotaExceeded.
	ResetsAt time.Time
	// Method and Path are those of the request, without the query; empty when no request was made.
	Method, Path string
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
	case codeOf(ErrConnection):
		return "connection failed after " + attempts(e.Attempts)
	case codeOf(ErrTimeout):
		return "timed out after " + attempts(e.Attempts)
	case codeOf(ErrAborted):
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

// Is reports whether target is the sentinel of this error's code, or ErrAPI or ErrConnection when these match as well.
func (e *Error) Is(target error) bool {
	wanted, ok := target.(sentinel)
	switch {
	case !ok || wanted.hasResponse != (e.Status != 0):
		return false
	case target == ErrAPI:
		return true
	case target == ErrConnection && e.Code == codeOf(ErrTimeout):
		return true
	}
	return wanted.code == e.Code
}

// Unwrap returns the cause: the context's error when it ended the call, that of the connection, or nil.
func (e *Error) Unwrap() error {
	return e.cause
}

// Timeout reports whether there was no complete response in time.
func (e *Error) Timeout() bool {
	return errors.Is(e, ErrTimeout)
}

// sentinel is a code. Servers may use any code, even one that this package has for calls without a response.
type sentinel struct {
	code        string
	hasResponse bool
}

func apiCode(code string) sentinel    { return sentinel{code, true} }
func clientCode(code string) sentinel { return sentinel{code, false} }

// Error describes the code in words.
func (s sentinel) Error() string {
	if s.code == "" {
		return "mnema: the server refused"
	}
	return "mnema: " + strings.ReplaceAll(s.code, "_", " ")
}

func configurationError(detail string) *Error {
	return &Error{Code: codeOf(ErrConfiguration), Detail: detail}
}

func argumentError(detail string) *Error {
	return &Error{Code: codeOf(ErrInvalidArgument), Detail: detail}
}

func codeOf(err error) string {
	return err.(sentinel).code
}

func attempts(count int) string {
	if count == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", count)
}
