package mnema

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestUnsetFieldsAreNotSentAndOthersAreUnchanged(t *testing.T) {
	server := newScriptedServer(t, respond(202, "application/json", `{"memory_id":"mem_1","status":"pending","metadata":{}}`))
	params := AddParams{Text: "a <b> & ü 漢 \u2713", Metadata: Metadata{"snake_case": 1, "camelCase": true, "X-1": nil}}
	if _, err := server.client(t).Add(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	want := `{"text":"a <b> & ü 漢 ✓","metadata":{"X-1":null,"camelCase":true,"snake_case":1}}`
	if got := server.requests()[0].body; got != want {
		t.Errorf("the body is %s", got)
	}
}

func TestAnEmptyMapAndAPointerToZeroAreSent(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"results":[],"degraded":[]}`))
	params := SearchParams{Query: "q", Threshold: Ptr(0.0), Filters: map[string]any{}}
	if _, err := server.client(t).Search(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if got, want := server.requests()[0].body, `{"query":"q","filters":{},"threshold":0}`; got != want {
		t.Errorf("the body is %s", got)
	}
}

func TestAnIdIsOnePartOfThePath(t *testing.T) {
	server := newScriptedServer(t, reject(404, "not_found"))
	client := server.client(t)
	if _, err := client.Get(t.Context(), "a/b?c#d %é+&"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if got, want := server.requests()[0].RequestURI, "/memories/a%2Fb%3Fc%23d%20%25%C3%A9%2B%26"; got != want {
		t.Errorf("the path is %s", got)
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.Delete(t.Context(), id); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("the error of %q is %v", id, err)
		}
	}
	if count := len(server.requests()); count != 1 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestTextThatIsNotUTF8IsRejectedBeforeARequest(t *testing.T) {
	server := newScriptedServer(t, reject(400, "invalid_request"))
	client := server.client(t)
	for _, metadata := range []Metadata{{"k": "a\xffb"}, {"\xff": 1}} {
		if _, err := client.Add(t.Context(), AddParams{Text: "t", Metadata: metadata}); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("the error is %v", err)
		}
	}
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests were sent", count)
	}
	for _, text := range []string{"\ufffd", `\ufffd`, `\\ufffd`} {
		if _, err := client.Add(t.Context(), AddParams{Text: text}); !errors.Is(err, ErrBadRequest) {
			t.Errorf("the error of %q is %v", text, err)
		}
	}
}

func TestArgumentsWithoutAJSONFormAreRejectedBeforeARequest(t *testing.T) {
	server := newScriptedServer(t, reject(400, "invalid_request"))
	_, err := server.client(t).Add(t.Context(), AddParams{Text: "t", Metadata: Metadata{"f": func() {}}})
	if !errors.Is(err, ErrInvalidArgument) || len(server.requests()) != 0 {
		t.Errorf("the error is %v", err)
	}
}

func TestAWriteCarriesOneIdempotencyKeyOverAllAttempts(t *testing.T) {
	unavailable := reject(503, "unavailable", "Retry-After", "0")
	server := newScriptedServer(t, unavailable, unavailable, respondJSON(`{"id":"mem_1"}`))
	if _, err := server.client(t).Delete(t.Context(), "mem_1"); err != nil {
		t.Fatal(err)
	}
	requests := server.requests()
	key := requests[0].Header.Get("Idempotency-Key")
	if len(requests) != 3 || len(key) != 36 {
		t.Fatalf("%d requests, the key is %q", len(requests), key)
	}
	for index, request := range requests {
		count := request.Header.Get("Mnema-Retry-Count")
		if request.Header.Get("Idempotency-Key") != key || count != []string{"", "1", "2"}[index] {
			t.Errorf("request %d: key %q, count %q", index, request.Header.Get("Idempotency-Key"), count)
		}
	}
}

// net/http itself repeats requests that look repeatable when a reused connection breaks.
func TestEveryRequestOnTheWireIsCounted(t *testing.T) {
	calls := map[string]func(*Client, context.Context) error{
		"GET":        func(c *Client, ctx context.Context) error { _, err := c.Get(ctx, "mem_1"); return err },
		"DELETE":     func(c *Client, ctx context.Context) error { _, err := c.Delete(ctx, "mem_1"); return err },
		"POST":       func(c *Client, ctx context.Context) error { _, err := c.Add(ctx, AddParams{Text: "t"}); return err },
		"empty POST": func(c *Client, ctx context.Context) error { _, err := c.Retry(ctx, "mem_1"); return err },
		"PUT": func(c *Client, ctx context.Context) error {
			_, err := c.Update(ctx, "mem_1", UpdateParams{Text: "t"})
			return err
		},
		"own key": func(c *Client, ctx context.Context) error {
			_, err := c.Retry(ctx, "m", WithIdempotencyKey("k"))
			return err
		},
		"header's key": func(c *Client, ctx context.Context) error {
			_, err := c.Retry(ctx, "m", WithHeader("Idempotency-Key", "k"))
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			server := newScriptedServer(t, respondJSON(usageResponse), drop)
			client := server.client(t, WithMaxRetries(0))
			if _, err := client.Usage(t.Context()); err != nil {
				t.Fatal(err)
			}
			err := call(client, t.Context())
			if !errors.Is(err, ErrAPIConnection) || errors.Is(err, ErrAPITimeout) {
				t.Errorf("the error is %v", err)
			}
			requests := server.requests()
			if len(requests) != 2 {
				t.Fatalf("%d requests were sent for one call and its %s", len(requests), name)
			}
			if got := requests[1]; got.TransferEncoding != nil || (name != "POST" && name != "PUT" && got.body != "") {
				t.Errorf("an empty body was sent as %v %q", got.TransferEncoding, got.body)
			}
		})
	}
}

func TestTheTimeoutCoversTheBody(t *testing.T) {
	server := newScriptedServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"plan":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := server.client(t, WithTimeout(50*time.Millisecond), WithMaxRetries(1)).Usage(t.Context())
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, ErrAPITimeout) || !errors.Is(err, ErrAPIConnection) || !failure.Timeout() {
		t.Fatalf("the error is %v", err)
	}
	if failure.Attempts != 2 || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d attempts, cause %v", failure.Attempts, failure.Unwrap())
	}
}

func TestACancelledContextEndsTheCallAndIsTheCause(t *testing.T) {
	reason := errors.New("the user closed the window")
	ctx, cancel := context.WithCancelCause(t.Context())
	server := newScriptedServer(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel(reason)
		<-r.Context().Done()
	})
	_, err := server.client(t).Usage(ctx)
	if !errors.Is(err, ErrAPIAbort) || !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
		t.Errorf("the error is %v", err)
	}
	if count := len(server.requests()); count != 1 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestADeadlineOfTheContextIsATimeoutAndEndsTheCall(t *testing.T) {
	server := newScriptedServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := server.client(t).Usage(ctx)
	if !errors.Is(err, ErrAPITimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	if count := len(server.requests()); count != 1 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestWithADoneContextNothingIsSent(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var failure *Error
	if _, err := server.client(t).Usage(ctx); !errors.As(err, &failure) || !errors.Is(err, ErrAPIAbort) || failure.Attempts != 0 {
		t.Errorf("the error is %v", err)
	}
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestASuccessThatIsNotJSONIsAConnectionError(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a login page":  respond(200, "text/html", "<html>"),
		"half a JSON":   respondJSON(`{"plan":`),
		"another shape": respondJSON(`{"plan":1}`),
		"null":          respondJSON(`null`),
		"a list":        respondJSON(`[]`),
		"no content":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
		"nothing":       respond(200, "", ""),
	} {
		server := newScriptedServer(t, handler)
		_, err := server.client(t, WithMaxRetries(0)).Usage(t.Context())
		if !errors.Is(err, ErrAPIConnection) || errors.Is(err, ErrAPI) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestAnUnreadableResponseLeavesNothingInTheNext(t *testing.T) {
	server := newScriptedServer(t,
		respondJSON(`{"id":"mem_old","metadata":{"old":1},"version":`), respondJSON(`{"metadata":{"new":1},"version":2}`))
	memory, err := server.client(t).Get(t.Context(), "mem_1")
	if err != nil {
		t.Fatal(err)
	}
	if memory.ID != "" || memory.Metadata["old"] != nil || memory.Metadata["new"] != 1.0 || memory.Version != 2 {
		t.Errorf("the memory is %+v", memory)
	}
}

func TestAPageIsNoResponseToACallWithoutABody(t *testing.T) {
	server := newScriptedServer(t, respond(200, "text/html", "<html>"))
	if err := server.client(t, WithMaxRetries(0)).Auth.Logout(t.Context()); !errors.Is(err, ErrAPIConnection) {
		t.Errorf("the error is %v", err)
	}
}

func TestWithResponseReturnsTheResponse(t *testing.T) {
	server := newScriptedServer(t,
		reject(503, "unavailable", "Retry-After", "0"),
		respondJSON(usageResponse, "X-Request-Id", "req_2", "Idempotency-Replayed", "true"))
	var response Response
	if _, err := server.client(t).Usage(t.Context(), WithResponse(&response)); err != nil {
		t.Fatal(err)
	}
	if response.Status != 200 || response.Attempts != 2 || !response.Replayed || response.RequestID != "req_2" || string(response.Body) != usageResponse {
		t.Errorf("the response is %+v", response)
	}
}

func TestTheLogContainsNoSecretsAndNoTexts(t *testing.T) {
	server := newScriptedServer(t, reject(503, "unavailable", "Retry-After", "0"), respondJSON(`{"results":[],"next_cursor":null}`))
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client := server.client(t, WithLogger(logger), WithHeader("X-Tenant", "secret-tenant"))
	if _, err := client.List(t.Context(), ListParams{AgentID: "secret-agent"}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Search(t.Context(), SearchParams{Query: "secret-query"}); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	if strings.Count(text, "mnema: request") != 3 || strings.Count(text, "mnema: retrying") != 1 {
		t.Errorf("the log is\n%s", text)
	}
	for _, secret := range []string{"mnk_test", "secret"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %q:\n%s", secret, text)
		}
	}
}

func TestAClientIsSafeForConcurrentUse(t *testing.T) {
	server := newScriptedServer(t, respondJSON(usageResponse))
	client := server.client(t, WithHeader("X-A", "1"))
	var running sync.WaitGroup
	for range 20 {
		running.Add(1)
		go func() {
			defer running.Done()
			if _, err := client.Usage(t.Context(), WithHeader("X-B", "2")); err != nil {
				t.Error(err)
			}
		}()
	}
	running.Wait()
	if count := len(server.requests()); count != 20 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestAConnectionErrorNamesTheHostAndThePort(t *testing.T) {
	for address, host := range map[string]string{
		"http://127.0.0.1:1": "127.0.0.1:1", "http://mnema.invalid": "mnema.invalid:80", "https://mnema.invalid/base": "mnema.invalid:443",
		"http://[::1]:1": "[::1]:1",
	} {
		refuses := &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })}
		client, err := New(WithAPIKey("mnk_test"), WithBaseURL(address), WithMaxRetries(0), WithHTTPClient(refuses))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Usage(t.Context())
		var failure *Error
		if !errors.As(err, &failure) || failure.Host != host || !strings.Contains(err.Error(), "connection to "+host+" failed") {
			t.Errorf("%s: the error is %v", address, err)
		}
	}
}
