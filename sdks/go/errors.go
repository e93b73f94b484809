package mnema

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// One for each code that a server of this version answers with, for errors.Is.
var (
	// ErrInvalidRequest: the request is not valid; Errors of the [Error] name each field and how to put it right.
	ErrInvalidRequest error = answered("invalid_request")
	// ErrUnauthenticated: the credential is missing, unknown, expired or revoked.
	ErrUnauthenticated error = answered("unauthenticated")
	// ErrInsufficientScope: the API key may not do this.
	ErrInsufficientScope error = answered("insufficient_scope")
	// ErrRegistrationClosed: the server takes no registrations.
	ErrRegistrationClosed error = answered("registration_closed")
	// ErrPlanLimitReached: the plan has no room for another project or end user; Limit of the [Error] says which.
	ErrPlanLimitReached error = answered("plan_limit_reached")
	// ErrHostNotAllowed: the server does not answer to the name in the base URL.
	ErrHostNotAllowed error = answered("host_not_allowed")
	// ErrOriginNotAllowed: the server does not answer to web pages of this origin.
	ErrOriginNotAllowed error = answered("origin_not_allowed")
	// ErrNotFound: there is no such thing, or it belongs to another account.
	ErrNotFound error = answered("not_found")
	// ErrMethodNotAllowed: the server does not know this operation.
	ErrMethodNotAllowed error = answered("method_not_allowed")
	// ErrRequestTimeout: the server waited too long for the request.
	ErrRequestTimeout error = answered("request_timeout")
	// ErrConflict: the thing is not in a state for this, or exists already.
	ErrConflict error = answered("conflict")
	// ErrIdempotencyKeyReused: the idempotency key was used for another write.
	ErrIdempotencyKeyReused error = answered("idempotency_key_reused")
	// ErrPayloadTooLarge: the body is larger than the server takes, 1 MB.
	ErrPayloadTooLarge error = answered("payload_too_large")
	// ErrUnsupportedMediaType: the body is not the JSON that the server takes.
	ErrUnsupportedMediaType error = answered("unsupported_media_type")
	// ErrHeadersTooLarge: the headers are larger than the server takes.
	ErrHeadersTooLarge error = answered("headers_too_large")
	// ErrSensitiveContent: the text holds a credential or an identity number; Errors of the [Error] say where.
	ErrSensitiveContent error = answered("sensitive_content")
	// ErrQuotaExceeded: the month's quota is used up; ResetsAt of the [Error] says when the next begins. Never retried.
	ErrQuotaExceeded error = answered("quota_exceeded")
	// ErrRateLimited: too many requests within a short time; RetryAfter of the [Error] says how long to wait.
	ErrRateLimited error = answered("rate_limited")
	// ErrInternal: the server failed.
	ErrInternal error = answered("internal")
	// ErrUnavailable: the server can't do this now.
	ErrUnavailable error = answered("unavailable")
)

// ErrAPI holds for every answer that is not a success, whatever its code, for errors.Is.
var ErrAPI error = answered("")

// What went wrong without an answer, for errors.Is.
var (
	// ErrConnection: there was no answer, or one that was cut off or can't be read. Holds for [ErrTimeout], too.
	ErrConnection error = unanswered("connection_error")
	// ErrTimeout: there was no whole answer in time, that of [WithTimeout] or of the context's deadline.
	ErrTimeout error = unanswered("timeout")
	// ErrAborted: the context was cancelled.
	ErrAborted error = unanswered("aborted")
	// ErrMemoryFailed: [Client.Wait] saw that ingest of the memory has failed.
	ErrMemoryFailed error = unanswered("memory_failed")
	// ErrWaitTimeout: [Client.Wait] ran out of time.
	ErrWaitTimeout error = unanswered("wait_timeout")
	// ErrConfiguration: the client can not be made, or has no credential for the call. Nothing was sent.
	ErrConfiguration error = unanswered("configuration")
	// ErrInvalidArgument: the arguments can not be sent, such as an empty id. Nothing was sent.
	ErrInvalidArgument error = unanswered("invalid_argument")
)

// Error is every error of this package. Without an answer Status is 0 and Code is that of one of the sentinels.
type Error struct {
	// Status is the HTTP status of the answer; 0 when there was none.
	Status int
	// Code is what went wrong, for programs: the server's word, also one that is newer than this package. It is empty
	// for an answer without a problem document, such as the page of a gateway.
	Code string
	// Detail is what went wrong this time and how to put it right, for people.
	Detail string
	// Errors is each thing that is wrong with the request, with ErrInvalidRequest and ErrSensitiveContent.
	Errors []ProblemError
	// RequestID identifies the request in questions about it; empty without an answer.
	RequestID string
	// RetryAfter is how long the server asks to wait; 0 when it doesn't say. Header tells 0 from nothing said.
	RetryAfter time.Duration
	// Attempts tells how many requests were sent.
	Attempts int
	// Limit is the limit of the plan that is reached, with ErrPlanLimitReached.
	Limit string
	// ResetsAt is when the next month of the quota begins, with ErrQuotaExceeded.
	ResetsAt time.Time
	// Method and Path are those of the request, without the query; empty when it was never made.
	Method, Path string
	// Header and Body are the answer as it came; nil when there was none.
	Header http.Header
	Body   []byte

	cause error
	// final is set for an answer that would be the same the next time.
	final bool
}

// Error gives the status, the code, the detail, the request and its id in one line.
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

// Is tells whether target is the sentinel of this error's code, or ErrAPI or ErrConnection when they hold as well.
func (e *Error) Is(target error) bool {
	wanted, ok := target.(sentinel)
	switch {
	case !ok || wanted.answered != (e.Status != 0):
		return false
	case target == ErrAPI:
		return true
	case target == ErrConnection && e.Code == codeOf(ErrTimeout):
		return true
	}
	return wanted.code == e.Code
}

// Unwrap gives the cause: the context's error when it ended the call, what the connection failed of, or nil.
func (e *Error) Unwrap() error {
	return e.cause
}

// Timeout tells whether there was no whole answer in time.
func (e *Error) Timeout() bool {
	return errors.Is(e, ErrTimeout)
}

// sentinel is a code. A server may use any word, also one that this package uses for what happens without an answer.
type sentinel struct {
	code     string
	answered bool
}

func answered(code string) sentinel   { return sentinel{code, true} }
func unanswered(code string) sentinel { return sentinel{code, false} }

// Error gives the code in words.
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
