package mnema

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
)

func TestATailGoesOnFromCursorToCursorUntilTheLoopEnds(t *testing.T) {
	pages := []string{
		`{"results":[{"id":"req_0"}],"total":1,"newer_cursor":"c0"}`,
		`{"results":[{"id":"req_1"}],"total":1,"newer_cursor":"c1"}`,
		`{"results":[{"id":"req_2"},{"id":"req_3"}],"total":2,"newer_cursor":"c2"}`,
	}
	served := 0
	server := newScriptedServer(t, func(w http.ResponseWriter, r *http.Request) {
		respondJSON(pages[served])(w, r)
		served++
	})
	var ids []string
	for request, err := range server.client(t).Requests.Tail(t.Context(), RequestTailParams{Operation: "getUsage"}) {
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, request.ID); len(ids) == 2 {
			break
		}
	}
	if want := []string{"req_1", "req_2"}; !slices.Equal(ids, want) {
		t.Errorf("read %q, not %q", ids, want)
	}
	var sent []string
	for _, request := range server.requests() {
		sent = append(sent, request.URL.RawQuery+" "+request.Header.Get("Prefer"))
	}
	want := []string{"limit=1&operation=getUsage ", "after=c0&operation=getUsage wait=10", "after=c1&operation=getUsage wait=10"}
	if !slices.Equal(sent, want) {
		t.Errorf("sent %q, not %q", sent, want)
	}
}

func TestATailEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := newScriptedServer(t, func(w http.ResponseWriter, r *http.Request) {
		respondJSON(`{"results":[],"total":0,"newer_cursor":"c1"}`)(w, r)
		// The client has the response before the context ends, or not: the error is the same.
		cancel()
	})
	for _, err := range server.client(t).Requests.Tail(ctx, RequestTailParams{After: "c0"}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	}
}
