package mnema

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait     = 500 * time.Millisecond
	maxWait       = 8 * time.Second
	maxJitter     = 0.25
	maxRetryAfter = 60 * time.Second
)

func (p *preparedCall) isRetryable(failure *Error) bool {
	switch {
	case p.rejectedOnly:
		// These statuses mean that the server has done nothing.
		return failure.Status == http.StatusServiceUnavailable || failure.Code == codeRateLimited
	case failure.Status == 0:
		return errors.Is(failure, ErrAPIConnection) && !failure.final
	case failure.Status == http.StatusTooManyRequests:
		return failure.Code == codeRateLimited
	}
	return failure.Status == http.StatusRequestTimeout || failure.Status >= 500
}

// waitBefore returns the wait after the given attempt; false when the server requests a longer wait than the maximum.
func waitBefore(attempt int, failure *Error) (time.Duration, bool) {
	if wait, ok := retryAfter(failure.Header, time.Now()); ok {
		return wait, wait <= maxRetryAfter
	}
	wait := maxWait
	if doublings := attempt - 1; doublings < 5 {
		wait = min(firstWait<<doublings, maxWait)
	}
	return time.Duration(float64(wait) * (1 - rand.Float64()*maxJitter)), true
}

// retryAfter reads the header Retry-After, whole seconds or a date; false when it has neither.
func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	text := header.Get("Retry-After")
	if text != "" && strings.Trim(text, "0123456789") == "" {
		seconds, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return math.MaxInt64, true
		}
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(date.Sub(now), 0), true
}

func reachesBeyondDeadline(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < wait
}

// sleep returns early, with the context's error, when the context is done.
func sleep(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
