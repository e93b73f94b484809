package mnema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// sentinels are those of single statuses and codes.
var sentinels = []error{
	ErrBadRequest, ErrAuthentication, ErrPermissionDenied, ErrNotFound, ErrConflict, ErrPreconditionFailed,
	ErrPayloadTooLarge, ErrSensitiveContent, ErrRateLimit, ErrQuotaExceeded, ErrPlanLimit, ErrInternalServer,
	ErrServiceUnavailable,
}

func TestAResponseMatchesTheSentinelsOfItsStatusAndCodeAndErrAPI(t *testing.T) {
	for _, each := range []struct {
		status int
		code   string
		want   []error
	}{
		{400, "invalid_request", []error{ErrBadRequest}},
		{401, "unauthenticated", []error{ErrAuthentication}},
		{403, "insufficient_scope", []error{ErrPermissionDenied}},
		{403, "plan_limit_reached", []error{ErrPermissionDenied, ErrPlanLimit}},
		{403, "a_newer_code", []error{ErrPermissionDenied}},
		{404, "not_found", []error{ErrNotFound}},
		{404, "", []error{ErrNotFound}},
		{405, "method_not_allowed", nil},
		{409, "conflict", []error{ErrConflict}},
		{409, "idempotency_key_reused", []error{ErrConflict}},
		{412, "precondition_failed", []error{ErrPreconditionFailed}},
		{413, "payload_too_large", []error{ErrPayloadTooLarge}},
		{418, "a_newer_code", nil},
		{422, "sensitive_content", []error{ErrSensitiveContent}},
		{422, "", nil},
		{429, "rate_limited", []error{ErrRateLimit}},
		{429, "quota_exceeded", []error{ErrQuotaExceeded}},
		{500, "internal", []error{ErrInternalServer}},
		{503, "unavailable", []error{ErrInternalServer, ErrServiceUnavailable}},
		{503, "", []error{ErrInternalServer, ErrServiceUnavailable}},
		{504, "a_newer_code", []error{ErrInternalServer}},
	} {
		err := fmt.Errorf("wrapped: %w", &Error{Status: each.status, Code: each.code})
		for _, sentinel := range sentinels {
			if errors.Is(err, sentinel) != slices.Contains(each.want, sentinel) {
				t.Errorf("%d %s is %v: %v", each.status, each.code, sentinel, errors.Is(err, sentinel))
			}
		}
		if !errors.Is(err, ErrAPI) || errors.Is(err, ErrAPIConnection) {
			t.Errorf("%d %s: a response is an ErrAPI and no ErrAPIConnection", each.status, each.code)
		}
	}
}

func TestSentinelsHaveDifferentTexts(t *testing.T) {
	texts := map[string]bool{}
	others := []error{ErrAPI, ErrAPIConnection, ErrAPITimeout, ErrAPIAbort, ErrMemoryFailed, ErrWaitTimeout, ErrConfiguration, ErrInvalidArgument}
	for _, sentinel := range append(others, sentinels...) {
		text := sentinel.Error()
		if texts[text] || !strings.HasPrefix(text, "mnema: ") {
			t.Errorf("%q is no text of its own", text)
		}
		texts[text] = true
	}
}

func TestACodeOfTheServerDoesNotMatchASentinelOfThePackage(t *testing.T) {
	err := &Error{Status: 504, Code: "timeout"}
	for _, sentinel := range []error{ErrAPITimeout, ErrAPIConnection} {
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
		"connection to [::1]:8787 failed after 3 attempts: refused (GET /memories/mem_x)": call(
			Error{Code: "connection_error", Attempts: 3, Host: "[::1]:8787", cause: errors.New("refused")}),
		"connection to mnema.test:443 timed out after 1 attempt: no complete response in time (GET /memories/mem_x)": call(
			Error{Code: "timeout", Attempts: 1, Host: "mnema.test:443", cause: errAttemptTimeout}),
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
			failure.RequestID != "req_8" || !errors.Is(err, ErrAPI) || !errors.Is(err, ErrNotFound) {
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
