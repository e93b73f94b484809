package mnema

import (
	"context"
	"time"
)

const (
	firstPollWait      = 100 * time.Millisecond
	maxPollWait        = time.Second
	defaultWaitTimeout = 60 * time.Second
)

// WaitParams limits a wait.
type WaitParams struct {
	// Timeout limits the whole wait; 60 s when zero.
	Timeout time.Duration
}

// Wait reads a memory repeatedly until it is ready, and returns it. The error is [ErrMemoryFailed] when its ingest has
// failed permanently, and [ErrWaitTimeout] when the time is over. Both come with the last state of the memory, if any.
func (c *Client) Wait(ctx context.Context, memoryID string, params WaitParams, options ...Option) (*Memory, error) {
	timeout := params.Timeout
	switch {
	case ctx == nil:
		return nil, argumentError("the context is nil: use context.Background() when there is no other")
	case timeout < 0:
		return nil, argumentError("the time to wait must be more than 0")
	case timeout == 0:
		timeout = defaultWaitTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var memory *Memory
	for pause := firstPollWait; ; pause = min(pause+pause/2, maxPollWait) {
		read, err := c.Get(limited, memoryID, options...)
		switch {
		case err == nil:
			memory = read
		case ctx.Err() == nil && limited.Err() != nil:
			return memory, waitTimeoutError(memoryID, memory, timeout)
		default:
			return memory, err
		}
		switch memory.Status {
		case MemoryStatusReady:
			return memory, nil
		case MemoryStatusFailed:
			return memory, memoryFailedError(memory)
		}
		if sleep(limited, pause) == nil {
			continue
		}
		if ctx.Err() != nil {
			return memory, contextError(ctx)
		}
		return memory, waitTimeoutError(memoryID, memory, timeout)
	}
}

func memoryFailedError(memory *Memory) *Error {
	detail := "no reason given"
	if memory.Failure != nil {
		detail = memory.Failure.Code + ": " + memory.Failure.Message
	}
	return &Error{Code: codeMemoryFailed, Detail: detail + " (memory " + memory.ID + ")"}
}

func waitTimeoutError(memoryID string, memory *Memory, timeout time.Duration) *Error {
	status := "not read"
	if memory != nil {
		status = "still " + string(memory.Status)
	}
	return &Error{Code: codeWaitTimeout, Detail: "memory " + memoryID + " is " + status + " after " + timeout.String()}
}
