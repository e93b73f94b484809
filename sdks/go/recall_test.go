package mnema

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"testing"
	"time"
)

// byPath responds to a profile and to a search.
func byPath(profile, search http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/profile" {
			profile(w, r)
		} else {
			search(w, r)
		}
	}
}

func TestRecallReadsTheProfileAndSearchesInTheSameScope(t *testing.T) {
	server := newScriptedServer(t, byPath(
		respondJSON(`{"summary":"Likes tea."}`), respondJSON(`{"results":[{"memory":"tea"}]}`),
	))
	scoped := server.client(t).ForUser("alice").ForRun("r1")
	recalled, err := scoped.Recall(t.Context(), RecallParams{
		Query: "tea", Project: "p", TopK: 3, Filters: map[string]any{"a": 1}, MaxCharacters: 500,
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := FormatMemories(recalled.Search.Results, FormatMemoriesOptions{})
	if err != nil || recalled.Profile.Summary != "Likes tea." || text != "- tea" {
		t.Errorf("got %q, %q and %v", recalled.Profile.Summary, text, err)
	}
	for _, request := range server.requests() {
		if request.URL.Path == "/profile" {
			if got := request.URL.RawQuery; got != "user_id=alice&project=p&max_characters=500" {
				t.Errorf("the profile was requested with %s", got)
			}
			continue
		}
		var got, want any
		sent := json.Unmarshal([]byte(request.body), &got)
		expected := json.Unmarshal([]byte(
			`{"query":"tea","user_id":"alice","run_id":"r1","project":"p","top_k":3,"filters":{"a":1}}`,
		), &want)
		if err := errors.Join(sent, expected); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("the search was requested with %s, %v", request.body, err)
		}
	}
}

func TestRecallFailsWhenOneOfItsRequestsFails(t *testing.T) {
	fine := respondJSON(`{"results":[]}`)
	failing := reject(http.StatusTooManyRequests, "quota_exceeded")
	for _, handler := range []http.HandlerFunc{byPath(fine, failing), byPath(failing, fine)} {
		recalled, err := newScriptedServer(t, handler).client(t, WithMaxRetries(0)).Recall(t.Context(), RecallParams{Query: "tea"})
		if recalled != nil || !errors.Is(err, ErrQuotaExceeded) {
			t.Errorf("got %v and %v", recalled, err)
		}
	}
}

func TestTheFirstErrorOfARecallEndsTheOtherRequest(t *testing.T) {
	wait := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	failing := reject(http.StatusTooManyRequests, "quota_exceeded")
	for _, handler := range []http.HandlerFunc{byPath(wait, failing), byPath(failing, wait)} {
		client := newScriptedServer(t, handler).client(t)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := client.Recall(ctx, RecallParams{Query: "tea"}); !errors.Is(err, ErrQuotaExceeded) {
			t.Errorf("got %v", err)
		}
		if ctx.Err() != nil {
			t.Error("the other request went on until the context ended")
		}
	}
}

func TestRecallFillsTheResponseOfTheSearchOnly(t *testing.T) {
	server := newScriptedServer(t, byPath(
		respondJSON(`{"summary":"Likes tea."}`), respondJSON(`{"results":[]}`),
	))
	for range 20 {
		var response Response
		if _, err := server.client(t).Recall(t.Context(), RecallParams{Query: "tea"}, WithResponse(&response)); err != nil {
			t.Fatal(err)
		}
		if string(response.Body) != `{"results":[]}` {
			t.Fatalf("got the response %s", response.Body)
		}
	}
}

func TestRecallRejectsAMissingContext(t *testing.T) {
	client := newScriptedServer(t, respondJSON(`{}`)).client(t)
	var none context.Context
	if _, err := client.Recall(none, RecallParams{Query: "tea"}); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("got %v", err)
	}
}
