package mnema

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

var codeSentinels = []error{
	ErrInvalidRequest, ErrUnauthenticated, ErrAccountSuspended, ErrInsufficientScope, ErrRegistrationClosed, ErrPlanLimitReached,
	ErrHostNotAllowed, ErrOriginNotAllowed, ErrNotFound, ErrMethodNotAllowed, ErrRequestTimeout, ErrConflict,
	ErrIdempotencyKeyReused, ErrPayloadTooLarge, ErrUnsupportedMediaType, ErrHeadersTooLarge, ErrSensitiveContent,
	ErrQuotaExceeded, ErrRateLimited, ErrInternal, ErrUnavailable,
}

func TestThereIsASentinelForEachCodeOfTheContract(t *testing.T) {
	var codes []string
	for _, sentinel := range codeSentinels {
		codes = append(codes, codeOf(sentinel))
	}
	want := readContract(t).Components.Schemas["Problem"].Properties["code"].Extensible
	if len(want) == 0 || !slices.Equal(codes, want) {
		t.Errorf("the sentinels have\n%v, the contract has\n%v", codes, want)
	}
}

func TestAnErrorIsItsSentinelAndErrAPIAndNoOther(t *testing.T) {
	err := fmt.Errorf("wrapped: %w", &Error{Status: 404, Code: "not_found"})
	for _, sentinel := range codeSentinels {
		if errors.Is(err, sentinel) != (sentinel == ErrNotFound) {
			t.Errorf("is %v: %v", sentinel, errors.Is(err, sentinel))
		}
	}
	if !errors.Is(err, ErrAPI) || errors.Is(err, ErrConnection) {
		t.Error("a response is an ErrAPI and no ErrConnection")
	}
}

func TestACodeOfTheServerDoesNotMatchASentinelOfThePackage(t *testing.T) {
	err := &Error{Status: 504, Code: "timeout"}
	for _, sentinel := range []error{ErrTimeout, ErrConnection} {
		if errors.Is(err, sentinel) {
			t.Errorf("a response is %v", sentinel)
		}
	}
	if !errors.Is(err, ErrAPI) || errors.Is(&Error{Code: "not_found"}, ErrNotFound) {
		t.Error("only responses are ErrAPI and have its codes")
	}
}

func TestAnErrorDescribesTheCauseAndTheRequest(t *testing.T) {
	call := func(e Error) *Error { e.Method, e.Path = "GET", "/memories/mem_x"; return &e }
	for want, err := range map[string]*Error{
		"404 not_found: No memory with this id (GET /memories/mem_x, request req_123)": call(
			Error{Status: 404, Code: "not_found", Detail: "No memory with this id", RequestID: "req_123"}),
		"502: Bad Gateway (GET /memories/mem_x)": call(Error{Status: 502}),
		"connection failed after 3 attempts: refused (GET /memories/mem_x)": call(
			Error{Code: "connection_error", Attempts: 3, cause: errors.New("refused")}),
		"timed out after 1 attempt: no whole answer in time (GET /memories/mem_x)": call(
			Error{Code: "timeout", Attempts: 1, cause: errAttemptTimeout}),
		"configuration: the timeout must be more than 0": configurationError("the timeout must be more than 0"),
	} {
		if got := err.Error(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestAnErrorHasAllFieldsOfTheResponse(t *testing.T) {
	body := `{"type":"t","title":"t","status":400,"code":"quota_exceeded","detail":"d","request_id":"req_9",` +
		`"errors":[{"path":"/body/a","message":"m"}],"resets_at":"2026-12-01T00:00:00.000Z","limit":"projects","new":1}`
	server := newScriptedServer(t, respond(429, "application/problem+json; charset=utf-8", body, "Retry-After", "7", "X-Request-Id", "req_8"))
	_, err := server.client(t).Usage(t.Context())
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatalf("the error is %v", err)
	}
	if failure.Status != 429 || failure.Code != "quota_exceeded" || failure.Detail != "d" || failure.RequestID != "req_9" ||
		failure.RetryAfter != 7*time.Second || failure.Attempts != 1 || failure.Limit != "projects" ||
		!failure.ResetsAt.Equal(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)) || string(failure.Body) != body ||
		failure.Method != "GET" || failure.Path != "/usage" {
		t.Errorf("the error is %+v", failure)
	}
	if !slices.Equal(failure.Errors, []ProblemError{{Path: "/body/a", Message: "m"}}) {
		t.Errorf("its errors are %v", failure.Errors)
	}
}

func TestAMemberOfAnotherTypeDoesNotHideTheCode(t *testing.T) {
	body := `{"code":"not_found","detail":7,"errors":"many","request_id":null,"resets_at":"soon","limit":[]}`
	server := newScriptedServer(t, respond(404, "application/problem+json", body, "X-Request-Id", "req_8"))
	_, err := server.client(t).Usage(t.Context())
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, ErrNotFound) || failure.Detail != "" || failure.Errors != nil ||
		failure.RequestID != "req_8" || !failure.ResetsAt.IsZero() || failure.Limit != "" {
		t.Errorf("the error is %+v", failure)
	}
}

func TestAResponseWithoutAProblemDocumentKeepsItsStatus(t *testing.T) {
	for _, each := range []struct{ contentType, body string }{
		{"text/html", "<html>"}, {"", ""}, {"application/problem+json", `{"code":`}, {"application/json", `[1]`},
		{"application/json", `{"code":7}`}, {"text/plain", "not_found"},
	} {
		server := newScriptedServer(t, respond(404, each.contentType, each.body, "X-Request-Id", "req_8"))
		_, err := server.client(t).Usage(t.Context())
		var failure *Error
		if !errors.As(err, &failure) || failure.Status != 404 || failure.Code != "" || failure.Detail != "" ||
			failure.RequestID != "req_8" || !errors.Is(err, ErrAPI) || errors.Is(err, ErrNotFound) {
			t.Errorf("%s %s: the error is %v", each.contentType, each.body, err)
		}
	}
}

func TestAProblemDocumentIsReadWhateverItsType(t *testing.T) {
	for _, contentType := range []string{"text/plain", "", "application/problem+json; =;"} {
		server := newScriptedServer(t, respond(404, contentType, `{"code":"not_found","detail":"gone"}`))
		_, err := server.client(t).Usage(t.Context())
		var failure *Error
		if !errors.As(err, &failure) || !errors.Is(err, ErrNotFound) || failure.Detail != "gone" {
			t.Errorf("%q: the error is %v", contentType, err)
		}
	}
}
