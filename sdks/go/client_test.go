package mnema

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestNewTakesKeyAndAddressFromTheEnvironment(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	t.Setenv("MNEMA_API_KEY", "mnk_environment")
	t.Setenv("MNEMA_BASE_URL", server.URL+"/")
	client, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Usage(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := server.requests()[0].Header.Get("X-Api-Key"); got != "mnk_environment" {
		t.Errorf("X-API-Key is %q", got)
	}
}

func TestAnOptionReplacesTheEnvironment(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	t.Setenv("MNEMA_API_KEY", "mnk_environment")
	t.Setenv("MNEMA_BASE_URL", "http://127.0.0.1:1")
	client, err := New(WithAccessToken("mnt_argument"), WithBaseURL(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Usage(t.Context()); err != nil {
		t.Fatal(err)
	}
	header := server.requests()[0].Header
	if header.Get("Authorization") != "Bearer mnt_argument" || header.Get("X-Api-Key") != "" {
		t.Errorf("the credentials are %q and %q", header.Get("Authorization"), header.Get("X-Api-Key"))
	}
}

func TestWithBothCredentialsTheAccountsOperationsCarryTheToken(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{}`))
	client := server.client(t, WithAccessToken("mnt_test"))
	if _, err := client.Auth.Me(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Usage(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Auth.Login(t.Context(), LoginParams{Email: "a@b.c", Password: "p"}); err != nil {
		t.Fatal(err)
	}
	want := []struct{ authorization, key string }{{"Bearer mnt_test", ""}, {"", "mnk_test"}, {"", ""}}
	for index, request := range server.requests() {
		header := request.Header
		if header.Get("Authorization") != want[index].authorization || header.Get("X-Api-Key") != want[index].key {
			t.Errorf("%s carries %q and %q", request.URL.Path, header.Get("Authorization"), header.Get("X-Api-Key"))
		}
	}
}

func TestWithoutACredentialACallFailsBeforeARequest(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	t.Setenv("MNEMA_API_KEY", " \n")
	client, err := New(WithBaseURL(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Usage(t.Context()); !errors.Is(err, ErrConfiguration) {
		t.Errorf("the error is %v", err)
	}
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestAnInvalidOptionIsRejected(t *testing.T) {
	options := map[string]Option{
		"retries below 0":         WithMaxRetries(-1),
		"no time":                 WithTimeout(0),
		"another scheme":          WithBaseURL("ftp://127.0.0.1"),
		"no host":                 WithBaseURL("http://"),
		"an address with a query": WithBaseURL("http://127.0.0.1?x=1"),
		"a password":              WithBaseURL("http://ada:hunter2@127.0.0.1"),
		"a blank address":         WithBaseURL(" "),
		"white space at the end":  WithAPIKey("mnk_a\n"),
		"white space around":      WithAccessToken(" mnt_a "),
		"a blank key":             WithAPIKey(" "),
		"a key of two lines":      WithAPIKey("mnk_a\nb"),
		"a token with a blank":    WithAccessToken("mnt_a b"),
		"a header of two lines":   WithHeader("X-A", "1\r\nX-B: 2"),
		"a header without a name": WithHeader("", "1"),
		"no HTTP client":          WithHTTPClient(nil),
	}
	for name, option := range options {
		t.Run(name, func(t *testing.T) {
			if _, err := New(option); !errors.Is(err, ErrConfiguration) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("New returns %v", err)
			}
			client, err := New(WithAPIKey("mnk_test"), WithBaseURL("http://127.0.0.1:1"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Usage(t.Context(), option); !errors.Is(err, ErrInvalidArgument) {
				t.Errorf("a call returns %v", err)
			}
		})
	}
}

func TestAClientRejectsAnOptionOfACall(t *testing.T) {
	for name, option := range map[string]Option{
		"idempotency key": WithIdempotencyKey("k"),
		"wait":            WithWaitSeconds(1),
		"response":        WithResponse(&Response{}),
	} {
		if _, err := New(option); !errors.Is(err, ErrConfiguration) {
			t.Errorf("%s: New returns %v", name, err)
		}
	}
}

func TestAnInvalidIdempotencyKeyIsRejected(t *testing.T) {
	server := newScriptedServer(t, reject(400, "invalid_request"))
	client := server.client(t)
	for key, want := range map[string]error{
		"": ErrInvalidArgument, "a\r\nb": ErrInvalidArgument, "schlüssel": ErrInvalidArgument, "a b": ErrBadRequest,
	} {
		if _, err := client.Delete(t.Context(), "mem_1", WithIdempotencyKey(key)); !errors.Is(err, want) {
			t.Errorf("%q: the error is %v", key, err)
		}
	}
}

func TestWithDoesNotChangeItsClient(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	client := server.client(t, WithHeader("X-Tenant", "one"))
	other, err := client.With(WithAPIKey("mnk_other"), WithHeader("X-Tenant", "two"))
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range []*Client{other, client} {
		if _, err := each.Usage(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	want := [][2]string{{"mnk_other", "two"}, {"mnk_test", "one"}}
	for index, request := range server.requests() {
		if got := [2]string{request.Header.Get("X-Api-Key"), request.Header.Get("X-Tenant")}; got != want[index] {
			t.Errorf("request %d carries %v", index, got)
		}
	}
}

func TestAHeaderOfTheCallReplacesThoseOfTheClientAndThePackage(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	client := server.client(t, WithHeader("x-tenant", "client"), WithHeader("user-agent", "mine"))
	if _, err := client.Usage(t.Context(), WithHeader("X-TENANT", "call"), WithHeader("x-api-key", "mnk_call")); err != nil {
		t.Fatal(err)
	}
	header := server.requests()[0].Header
	for name, want := range map[string]string{"X-Tenant": "call", "User-Agent": "mine", "X-Api-Key": "mnk_call"} {
		if got := header.Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

func TestTheHTTPClientOfTheCallerCarriesTheRequestsButFollowsNoRedirect(t *testing.T) {
	server := newScriptedServer(t, respond(302, "text/html", "", "Location", "/elsewhere"))
	var carried int
	given := &http.Client{Transport: roundTripper(func(request *http.Request) (*http.Response, error) {
		carried++
		return http.DefaultTransport.RoundTrip(request)
	})}
	_, err := server.client(t, WithHTTPClient(given)).Usage(t.Context())
	var failure *Error
	if !errors.As(err, &failure) || failure.Status != 302 || failure.Code != "" {
		t.Errorf("the error is %v", err)
	}
	if carried != 1 || given.CheckRedirect != nil {
		t.Errorf("%d requests went through the caller's client, whose CheckRedirect is nil: %v", carried, given.CheckRedirect == nil)
	}
}

func TestTheHTTPClientsOwnTimeoutIsATimeout(t *testing.T) {
	server := newScriptedServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	given := &http.Client{Timeout: 50 * time.Millisecond}
	_, err := server.client(t, WithHTTPClient(given), WithMaxRetries(0)).Usage(t.Context())
	if !errors.Is(err, ErrAPITimeout) {
		t.Errorf("the error is %v", err)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	return r(request)
}

func TestANilContextIsRejected(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	client := server.client(t)
	var none context.Context
	if _, err := client.Usage(none); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("Usage returns %v", err)
	}
	if _, err := client.Wait(none, "mem_1", WaitParams{}); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("Wait returns %v", err)
	}
}
