package mnema

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

const (
	// maxMemories is the maximum number of memories that the server takes in one request.
	maxMemories = 100
	// maxMemoryBytes is the maximum size of a body without its braces and names. A comma is counted for each memory,
	// also the last one.
	maxMemoryBytes = 4*1024*1024 - len(`{"memories":[]}`) + 1
	maxKeyLength   = 255
)

// AddManyResult is the result of each memory of a list.
type AddManyResult struct {
	// Accepted is the number of memories that were written.
	Accepted int `json:"accepted"`
	// Rejected is the number of memories that were not written.
	Rejected int `json:"rejected"`
	// Results has one result for each memory, in order. Index is the position in the whole list. The paths of an Error
	// count within the request of its RequestID, which has up to 100 memories.
	Results []CreateMemoriesItem `json:"results"`
	// IdempotencyKey is the key with which the same call continues after its last finished request.
	IdempotencyKey string `json:"idempotency_key"`
}

// createMemoriesRequest is the body of one request.
type createMemoriesRequest struct {
	Memories []AddParams `json:"memories"`
}

// AddMany writes any number of memories, in sequential requests of up to 100 memories and 4 MB. Each memory is accepted
// or rejected alone; Results has one entry for each.
//
// When a request fails, AddMany returns the results of the requests before it together with the error. To continue,
// repeat the call with the same list and [WithIdempotencyKey]: finished requests are not done twice. Rejections stay
// rejections with that key, so send corrected memories with a new one. The result is nil, and nothing was sent, with
// [ErrInvalidArgument] for a memory or an option. [WithResponse] has the response of the last request.
func (c *Client) AddMany(ctx context.Context, memories []AddParams, options ...Option) (*AddManyResult, error) {
	settings, err := c.settings.forCall(options)
	if err != nil {
		return nil, err
	}
	parts, err := cutMemories(memories, settings.scope)
	if err != nil {
		return nil, err
	}
	key := settings.call.idempotencyKey
	if key == "" {
		key = newUUID()
	}
	if room := "/" + strconv.Itoa(len(memories)); len(key+room) > maxKeyLength {
		return nil, argumentError(fmt.Sprintf("the idempotency key must leave room for %s within %d characters", room, maxKeyLength))
	}
	result := &AddManyResult{Results: []CreateMemoriesItem{}, IdempotencyKey: key}
	first := 0
	for _, part := range parts {
		op := operation{
			method: http.MethodPost, path: memoriesPath + "/batch", body: createMemoriesRequest{part},
			keyed: true, mayWait: true,
		}
		keyed := append(slices.Clone(options), WithIdempotencyKey(key+"/"+strconv.Itoa(first)))
		done, err := fetch[CreateMemoriesResult](ctx, c, op, keyed)
		if err != nil {
			return result, err
		}
		result.Accepted += done.Accepted
		result.Rejected += done.Rejected
		for _, item := range done.Results {
			item.Index += first
			result.Results = append(result.Results, item)
		}
		first += len(part)
	}
	return result, nil
}

// cutMemories returns the memories of each request, with the ids of the client.
func cutMemories(memories []AddParams, scope scope) ([][]AddParams, error) {
	if err := scope.check(); err != nil {
		return nil, err
	}
	var parts [][]AddParams
	freeBytes := 0
	for index, given := range memories {
		memory, size, failure := prepareMemory(given, scope)
		if failure != nil {
			failure.Detail = fmt.Sprintf("the memory with the index %d: %s", index, failure.Detail)
			return nil, failure
		}
		freeBytes -= size
		if freeBytes < 0 || len(parts[len(parts)-1]) == maxMemories {
			parts = append(parts, nil)
			freeBytes = maxMemoryBytes - size
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], memory)
	}
	return parts, nil
}

// prepareMemory returns the memory with the ids of the client, and its size in a body with a comma.
func prepareMemory(given AddParams, scope scope) (AddParams, int, *Error) {
	filled, failure := scope.fillBody(given)
	if failure != nil {
		return AddParams{}, 0, failure
	}
	content, failure := encode(filled)
	if failure != nil {
		return AddParams{}, 0, failure
	}
	size := len(content) + 1
	if size > maxMemoryBytes {
		return AddParams{}, 0, argumentError("it is larger than 4 MB")
	}
	return filled.(AddParams), size, nil
}
