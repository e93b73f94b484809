package mnema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// batchOf responds to a batch of count memories, of which these are rejected.
func batchOf(count int, rejected ...int) http.HandlerFunc {
	items := make([]string, count)
	for index := range items {
		outcome := `"memory":{"memory_id":"mem_` + fmt.Sprint(index) + `"}`
		if slices.Contains(rejected, index) {
			outcome = `"error":{"code":"invalid_request","status":400}`
		}
		items[index] = fmt.Sprintf(`{"index":%d,%s}`, index, outcome)
	}
	accepted := count - len(rejected)
	return respondJSON(fmt.Sprintf(`{"accepted":%d,"rejected":%d,"results":[%s]}`, accepted, len(rejected), strings.Join(items, ",")))
}

func texts(count int) []AddParams {
	memories := make([]AddParams, count)
	for index := range memories {
		memories[index].Text = fmt.Sprint(index)
	}
	return memories
}

func sentMemories(t *testing.T, request seenRequest) []AddParams {
	t.Helper()
	var body createMemoriesRequest
	if err := json.Unmarshal([]byte(request.body), &body); err != nil {
		t.Fatal(err)
	}
	return body.Memories
}

func keysOf(server *scriptedServer) []string {
	var keys []string
	for _, request := range server.requests() {
		keys = append(keys, request.Header.Get("Idempotency-Key"))
	}
	return keys
}

func TestAddManySendsAtMost100MemoriesAndCountsOverTheWholeList(t *testing.T) {
	server := newScriptedServer(t, batchOf(100), batchOf(100, 50), batchOf(1))
	result, err := server.client(t).AddMany(t.Context(), texts(201), WithIdempotencyKey("import"), WithWaitSeconds(3))
	if err != nil {
		t.Fatal(err)
	}
	if keys := keysOf(server); !slices.Equal(keys, []string{"import/0", "import/100", "import/200"}) {
		t.Errorf("the keys are %v", keys)
	}
	for index, want := range []int{100, 100, 1} {
		request := server.requests()[index]
		memories := sentMemories(t, request)
		if len(memories) != want || memories[0].Text != fmt.Sprint(index*100) || request.Header.Get("Prefer") != "wait=3" {
			t.Errorf("request %d has %d memories and prefers %q", index, len(memories), request.Header.Get("Prefer"))
		}
	}
	if result.Accepted != 200 || result.Rejected != 1 || result.IdempotencyKey != "import" || len(result.Results) != 201 {
		t.Fatalf("the result is %d, %d, %q of %d", result.Accepted, result.Rejected, result.IdempotencyKey, len(result.Results))
	}
	for index, item := range result.Results {
		if item.Index != index || (item.Error != nil) != (index == 150) || (item.Memory == nil) != (index == 150) {
			t.Errorf("the result at %d is %+v", index, item)
		}
	}
}

func TestAddManySendsAtMost4MBInARequest(t *testing.T) {
	const limit = 4 * 1024 * 1024
	server := newScriptedServer(t, batchOf(2), batchOf(1))
	// With its braces, names and comma this memory fills half of the largest body.
	half := AddParams{Text: strings.Repeat("é", (limit-14)/4-6)}
	if _, err := server.client(t).AddMany(t.Context(), []AddParams{half, half, half}); err != nil {
		t.Fatal(err)
	}
	requests := server.requests()
	if size := len(requests[0].body); len(requests) != 2 || size > limit || size < limit-10 {
		t.Errorf("%d requests, the first of %d bytes", len(requests), size)
	}
}

func TestAddManyOfNothingSendsNothing(t *testing.T) {
	server := newScriptedServer(t, drop)
	result, err := server.client(t).AddMany(t.Context(), nil)
	if err != nil || len(result.Results) != 0 || len(server.requests()) != 0 {
		t.Errorf("%+v, %v after %d requests", result, err, len(server.requests()))
	}
}

func TestAddManyReturnsWhatWasDoneBeforeAnError(t *testing.T) {
	server := newScriptedServer(t, batchOf(100), reject(503, "unavailable"), batchOf(100), batchOf(1))
	client := server.client(t, WithMaxRetries(0))
	done, err := client.AddMany(t.Context(), texts(101))
	if !errors.Is(err, ErrServiceUnavailable) || done.Accepted != 100 || len(done.Results) != 100 {
		t.Fatalf("%v after %+v", err, done)
	}
	again, err := client.AddMany(t.Context(), texts(101), WithIdempotencyKey(done.IdempotencyKey))
	if err != nil || again.Accepted != 101 {
		t.Errorf("%v after %+v", err, again)
	}
	if keys := keysOf(server); !slices.Equal(keys[:2], keys[2:]) || keys[1] != done.IdempotencyKey+"/100" {
		t.Errorf("the keys are %v", keys)
	}
}

func TestAddManySendsNothingWhenAMemoryOrTheKeyIsNotPossible(t *testing.T) {
	server := newScriptedServer(t, batchOf(10))
	client := server.client(t)
	for reason, ask := range map[string]func() (*AddManyResult, error){
		`the memory with the index 150: metadata["score"] cannot be written as JSON: json: unsupported value: NaN`: func() (*AddManyResult, error) {
			odd := AddParams{Text: "x", Metadata: Metadata{"score": math.NaN()}}
			return client.AddMany(t.Context(), append(texts(150), odd))
		},
		"the memory with the index 101: it is larger than 4 MB": func() (*AddManyResult, error) {
			large := AddParams{Text: strings.Repeat("x", 4*1024*1024)}
			return client.AddMany(t.Context(), append(texts(101), large))
		},
		"must leave room for /10": func() (*AddManyResult, error) {
			return client.AddMany(t.Context(), texts(10), WithIdempotencyKey(strings.Repeat("k", 253)))
		},
		"the idempotency key is empty": func() (*AddManyResult, error) {
			return client.AddMany(t.Context(), texts(10), WithIdempotencyKey(""))
		},
	} {
		result, err := ask()
		if !errors.Is(err, ErrInvalidArgument) || !strings.Contains(err.Error(), reason) || result != nil {
			t.Errorf("%s: %v, %v", reason, result, err)
		}
	}
	if count := len(server.requests()); count != 0 {
		t.Errorf("%d requests were sent", count)
	}
	if _, err := client.AddMany(t.Context(), texts(10), WithIdempotencyKey(strings.Repeat("k", 252))); err != nil {
		t.Error(err)
	}
}
