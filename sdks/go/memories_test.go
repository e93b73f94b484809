package mnema

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func page(next string, ids ...string) http.HandlerFunc {
	results := ""
	for index, id := range ids {
		if index > 0 {
			results += ","
		}
		results += `{"id":"` + id + `"}`
	}
	return respondJSON(`{"results":[` + results + `],"next_cursor":` + next + `}`)
}

func TestListAutoPagingFollowsTheCursorWithTheSameFilters(t *testing.T) {
	server := newScriptedServer(t, page(`"c1"`, "m1", "m2"), page(`"c2"`), page(`null`, "m3"))
	var ids []string
	for memory, err := range server.client(t).ListAutoPaging(t.Context(), ListParams{AgentID: "a", Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, memory.ID)
	}
	var queries []string
	for _, request := range server.requests() {
		queries = append(queries, request.URL.RawQuery)
	}
	if !slices.Equal(ids, []string{"m1", "m2", "m3"}) ||
		!slices.Equal(queries, []string{"agent_id=a&limit=2", "agent_id=a&limit=2&cursor=c1", "agent_id=a&limit=2&cursor=c2"}) {
		t.Errorf("%v of %v", ids, queries)
	}
}

func TestListAutoPagingRequestsAPageWhenItsFirstItemIsRead(t *testing.T) {
	server := newScriptedServer(t, page(`"c1"`, "m1", "m2"), page(`null`, "m3"))
	memories := server.client(t).ListAutoPaging(t.Context(), ListParams{})
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests before the first memory", count)
	}
	for range 2 {
		taken := 0
		for range memories {
			if taken++; taken == 2 {
				break
			}
		}
	}
	requests := server.requests()
	if len(requests) != 2 || requests[1].URL.RawQuery != "" {
		t.Errorf("%d requests; each range starts anew", len(requests))
	}
}

func TestListAutoPagingEndsWithAnError(t *testing.T) {
	server := newScriptedServer(t, page(`"c1"`, "m1"), reject(401, "unauthenticated"))
	var ids []string
	var failure error
	for memory, err := range server.client(t).ListAutoPaging(t.Context(), ListParams{}) {
		if err != nil {
			failure = err
			continue
		}
		ids = append(ids, memory.ID)
	}
	if !errors.Is(failure, ErrAuthentication) || !slices.Equal(ids, []string{"m1"}) || len(server.requests()) != 2 {
		t.Errorf("%v, then %v", ids, failure)
	}
}

func logPage(total int, ids ...string) http.HandlerFunc {
	results := ""
	for index, id := range ids {
		if index > 0 {
			results += ","
		}
		results += `{"id":"` + id + `"}`
	}
	return respondJSON(fmt.Sprintf(`{"results":[%s],"total":%d}`, results, total))
}

func TestTheWholeLogHasEachRequestOnceAlthoughItGrows(t *testing.T) {
	server := newScriptedServer(t, logPage(4, "r4", "r3"), logPage(5, "r3", "r2"), logPage(6, "r2", "r1"))
	var ids []string
	for request, err := range server.client(t).Requests.ListAutoPaging(t.Context(), RequestListParams{Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, request.ID)
	}
	if !slices.Equal(ids, []string{"r4", "r3", "r2", "r1"}) {
		t.Errorf("the requests are %v", ids)
	}
	if got := server.requests()[2].URL.RawQuery; got != "limit=2&offset=4" {
		t.Errorf("the last query is %s", got)
	}
}

func memoryIn(status string) *http.Response {
	response := scripted(200, "", "Content-Type", "application/json")
	response.Status = `{"id":"mem_1","status":"` + status + `","failure":{"code":"embedding_failed","message":"It did not work."}}`
	return response
}

func TestWaitPollsAtGrowingIntervals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pending := memoryIn("pending")
		given := &script{responses: []*http.Response{pending, memoryIn("brand_new"), pending, pending, pending, pending, pending, pending, memoryIn("ready")}}
		memory, err := given.client(t).Wait(t.Context(), "mem_1", WaitParams{})
		if err != nil || memory.Status != MemoryStatusReady {
			t.Fatalf("%v, %v", memory, err)
		}
		var waits []int64
		for _, wait := range given.waits() {
			waits = append(waits, wait.Milliseconds())
		}
		if !slices.Equal(waits, []int64{100, 150, 225, 337, 506, 759, 1000, 1000}) {
			t.Errorf("the waits are %v ms", waits)
		}
	})
}

func TestWaitEndsWithTheFailureOfTheMemory(t *testing.T) {
	given := &script{responses: []*http.Response{memoryIn("failed")}}
	memory, err := given.client(t).Wait(t.Context(), "mem_1", WaitParams{})
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, ErrMemoryFailed) || failure.Detail == "" || memory == nil {
		t.Errorf("%v, %v", memory, err)
	}
}

func TestWaitGivesUpInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := &script{responses: []*http.Response{memoryIn("pending")}}
		started := time.Now()
		memory, err := given.client(t).Wait(t.Context(), "mem_1", WaitParams{Timeout: 2 * time.Second})
		if !errors.Is(err, ErrWaitTimeout) || errors.Is(err, ErrAPITimeout) || memory.Status != MemoryStatusPending || time.Since(started) != 2*time.Second {
			t.Errorf("after %v: %v, %v", time.Since(started), memory, err)
		}
	})
}

func TestWaitGivesUpInTimeWithoutAResponse(t *testing.T) {
	server := newScriptedServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	memory, err := server.client(t).Wait(t.Context(), "mem_1", WaitParams{Timeout: 50 * time.Millisecond})
	if !errors.Is(err, ErrWaitTimeout) || memory != nil {
		t.Errorf("%v, %v", memory, err)
	}
}

func TestWaitEndsWithTheErrorsOfReading(t *testing.T) {
	given := &script{responses: []*http.Response{scripted(404, "not_found")}}
	if _, err := given.client(t).Wait(t.Context(), "mem_1", WaitParams{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if _, err := given.client(t).Wait(t.Context(), "mem_1", WaitParams{Timeout: -1}); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("the error is %v", err)
	}
}

func TestStatisticsAreOfTheUTCDaysOfTheTimes(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{}`))
	east := time.FixedZone("east", 3*60*60)
	params := RequestStatsParams{From: time.Date(2026, 11, 21, 1, 0, 0, 0, east), To: time.Date(2026, 11, 21, 3, 0, 0, 0, east)}
	if _, err := server.client(t).Requests.Stats(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if got := server.requests()[0].URL.RawQuery; got != "from=2026-11-20&to=2026-11-21" {
		t.Errorf("the query is %s", got)
	}
}

func TestUpdateSendsTheExpiryAndNullForNever(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"id":"mem_1"}`), respondJSON(`{"id":"mem_1"}`), respondJSON(`{"id":"mem_1"}`))
	client := server.client(t)
	at := time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)
	for _, params := range []UpdateParams{{ExpiresAt: ExpireAt(at)}, {ExpiresAt: ExpireNever()}, {Text: "tea"}} {
		if _, err := client.Update(t.Context(), "mem_1", params); err != nil {
			t.Fatal(err)
		}
	}
	var bodies []string
	for _, request := range server.requests() {
		bodies = append(bodies, request.body)
	}
	want := []string{`{"expires_at":"2026-12-24T18:00:00Z"}`, `{"expires_at":null}`, `{"text":"tea"}`}
	if !slices.Equal(bodies, want) {
		t.Errorf("sent %v, not %v", bodies, want)
	}
}

func TestAValueThatJSONDoesNotHaveIsNamed(t *testing.T) {
	client := newScriptedServer(t, respondJSON(`{}`)).client(t)
	circle := map[string]any{}
	circle["own"] = circle
	for place, metadata := range map[string]Metadata{
		`metadata["a"]["b"][1] cannot be written as JSON: json: unsupported value: NaN`: {"a": map[string]any{"b": []any{1, math.NaN()}}},
		`metadata["a"] cannot be written as JSON: json: unsupported type: chan int`:     {"a": make(chan int)},
		`["own"] cannot be written as JSON`:                                             circle,
	} {
		_, err := client.Add(t.Context(), AddParams{Text: "tea", Metadata: metadata})
		if !errors.Is(err, ErrInvalidArgument) || !strings.Contains(err.Error(), place) {
			t.Errorf("got %v, want %s", err, place)
		}
	}
}

func TestSearchTakesNoIDOfAScopeAsAFilter(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"results":[]}`))
	for name, field := range map[string]string{"user_id": "UserID", "agent_id": "AgentID", "run_id": "RunID"} {
		filters := map[string]any{"project": "apollo", name: "ada"}
		_, err := server.client(t).Search(t.Context(), SearchParams{Query: "tea", Filters: filters})
		_, failed := server.client(t).Recall(t.Context(), RecallParams{Query: "tea", Filters: filters})
		for _, err := range []error{err, failed} {
			if !errors.Is(err, ErrInvalidArgument) || !strings.Contains(err.Error(), "set "+field+" in place of") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
