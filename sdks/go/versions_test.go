package mnema

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"
)

func TestChangesNameTheExpectedVersionAndOtherCallsDoNot(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"id":"mem_1"}`))
	client, expected := server.client(t), WithIfVersion(2)
	for _, call := range []func() error{
		func() error {
			_, err := client.Update(t.Context(), "mem_1", UpdateParams{Text: "a"}, expected)
			return err
		},
		func() error { _, err := client.Delete(t.Context(), "mem_1", expected); return err },
		func() error { _, err := client.Restore(t.Context(), "mem_1", 1, expected); return err },
		func() error { _, err := client.Restore(t.Context(), "mem_1", 1); return err },
		func() error { _, err := client.Get(t.Context(), "mem_1", expected); return err },
	} {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	var sent []string
	for _, request := range server.requests() {
		sent = append(sent, request.Header.Get("If-Match"))
	}
	if want := []string{`"v2-0"`, `"v2-0"`, `"v2-0"`, "", ""}; !slices.Equal(sent, want) {
		t.Errorf("sent %q, not %q", sent, want)
	}
}

func TestChangesWithoutAResponseNameTheExpectedVersionToo(t *testing.T) {
	server := newScriptedServer(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	client := server.client(t)
	if err := client.UpdateMinimal(t.Context(), "mem_1", UpdateParams{Text: "a"}, WithIfVersion(1)); err != nil {
		t.Fatal(err)
	}
	if err := client.RestoreMinimal(t.Context(), "mem_1", 1, WithIfVersion(1)); err != nil {
		t.Fatal(err)
	}
	for _, request := range server.requests() {
		if request.Header.Get("If-Match") != `"v1-0"` || request.Header.Get("Prefer") != "return=minimal" {
			t.Errorf("%s %s has %v", request.Method, request.URL.Path, request.Header)
		}
	}
}

func TestAVersionBelowOneAndAZeroTimeAreRejectedBeforeARequest(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{}`))
	client := server.client(t)
	if _, err := client.Delete(t.Context(), "mem_1", WithIfVersion(0)); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("version 0: %v", err)
	}
	if _, err := client.GetAsOf(t.Context(), "mem_1", time.Time{}); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("zero time: %v", err)
	}
	if _, err := New(WithIfVersion(1)); !errors.Is(err, ErrConfiguration) {
		t.Errorf("option of a client: %v", err)
	}
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests", count)
	}
}

func TestVersionsAutoPagingFollowsTheCursor(t *testing.T) {
	server := newScriptedServer(t,
		respondJSON(`{"results":[{"version":2},{"version":1}],"next_cursor":"c1"}`),
		respondJSON(`{"results":[],"next_cursor":"c1"}`))
	var versions []int
	var last error
	for version, err := range server.client(t).VersionsAutoPaging(t.Context(), "mem_1", VersionListParams{Limit: 2}) {
		if last = err; err == nil {
			versions = append(versions, version.Version)
		}
	}
	var failure *Error
	if !errors.As(last, &failure) || failure.Path != "/memories/mem_1/versions" || !slices.Equal(versions, []int{2, 1}) {
		t.Errorf("%v, then %v", versions, last)
	}
	if query := server.requests()[1].URL.RawQuery; query != "limit=2&cursor=c1" {
		t.Errorf("the second page is %s", query)
	}
}

func TestWarningsAreHandedOver(t *testing.T) {
	body := `{"results":[],"degraded":[],"next_cursor":null,"warnings":[{"code":"unknown_user_id","message":"No memory has it."}]}`
	client := newScriptedServer(t, respondJSON(body)).client(t)
	list, err := client.List(t.Context(), ListParams{UserID: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := client.Search(t.Context(), SearchParams{Query: "tea", UserID: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	want := []ResponseWarning{{Code: "unknown_user_id", Message: "No memory has it."}}
	if !slices.Equal(list.Warnings, want) || !slices.Equal(found.Warnings, want) {
		t.Errorf("%v and %v", list.Warnings, found.Warnings)
	}
}
