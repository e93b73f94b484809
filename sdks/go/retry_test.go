package mnema

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// script is a transport without a network, so that a test's clock works. It records the time of each request.
type script struct {
	responses []*http.Response
	came      []time.Time
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	response := s.responses[min(len(s.came), len(s.responses)-1)]
	s.came = append(s.came, time.Now())
	if response == nil {
		return nil, errors.New("scripted: connection refused")
	}
	copied := *response
	copied.Body = io.NopCloser(strings.NewReader(response.Status))
	copied.Request = request
	return &copied, nil
}

// waits returns the times between the requests.
func (s *script) waits() []time.Duration {
	var waits []time.Duration
	for index := 1; index < len(s.came); index++ {
		waits = append(waits, s.came[index].Sub(s.came[index-1]))
	}
	return waits
}

func (s *script) client(t *testing.T, options ...Option) *Client {
	t.Helper()
	options = append(options, WithAPIKey("mnk_test"), WithBaseURL("http://mnema.test"), WithHTTPClient(&http.Client{Transport: s}))
	client, err := New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// scripted is a response with a problem document of this code, or without a code that of a gateway.
func scripted(status int, code string, headers ...string) *http.Response {
	header := http.Header{"Content-Type": {"application/problem+json"}}
	body := `{"code":"` + code + `","detail":"scripted"}`
	if code == "" {
		header.Set("Content-Type", "text/html")
		body = "<html>"
	}
	for index := 0; index < len(headers); index += 2 {
		header.Set(headers[index], headers[index+1])
	}
	return &http.Response{StatusCode: status, Status: body, Header: header, ProtoMajor: 1, ProtoMinor: 1}
}

var scriptedUsage = func() *http.Response {
	response := scripted(200, "", "Content-Type", "application/json")
	response.Status = usageResponse
	return response
}()

func TestWaitsGrowFromHalfASecondToEight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := &script{responses: []*http.Response{nil}}
		_, err := given.client(t, WithMaxRetries(7)).Usage(t.Context())
		var failure *Error
		if !errors.As(err, &failure) || failure.Attempts != 8 {
			t.Fatalf("the error is %v", err)
		}
		for index, wait := range given.waits() {
			limit := min(500*time.Millisecond<<index, 8*time.Second)
			if wait > limit || wait < limit*3/4 {
				t.Errorf("wait %d is %v, not %v less up to a quarter", index, wait, limit)
			}
		}
	})
}

func TestRetryAfterIsObeyed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inSevenSeconds := time.Now().Add(7 * time.Second).UTC().Format(http.TimeFormat)
		given := &script{responses: []*http.Response{
			scripted(429, "rate_limited", "Retry-After", "60"),
			scripted(503, "", "Retry-After", "0"),
			scripted(503, "unavailable", "Retry-After", inSevenSeconds),
			scriptedUsage,
		}}
		if _, err := given.client(t, WithMaxRetries(3)).Usage(t.Context()); err != nil {
			t.Fatal(err)
		}
		waits := given.waits()
		// The date is in the past: the test's clock made it a minute ago.
		if waits[0] != time.Minute || waits[1] != 0 || waits[2] != 0 {
			t.Errorf("the waits are %v", waits)
		}
	})
}

func TestBeyondAMinuteOfRetryAfterThereIsNoRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := &script{responses: []*http.Response{scripted(503, "unavailable", "Retry-After", "61")}}
		_, err := given.client(t).Usage(t.Context())
		var failure *Error
		if !errors.As(err, &failure) || failure.RetryAfter != 61*time.Second || failure.Attempts != 1 {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestNoWaitReachesBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := &script{responses: []*http.Response{scripted(503, "unavailable", "Retry-After", "30")}}
		ctx, cancel := context.WithTimeout(t.Context(), 29*time.Second)
		defer cancel()
		started := time.Now()
		_, err := given.client(t).Usage(ctx)
		if !errors.Is(err, ErrServiceUnavailable) || time.Since(started) != 0 || len(given.came) != 1 {
			t.Errorf("after %v: %v", time.Since(started), err)
		}
	})
}

func TestTheWaitEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := &script{responses: []*http.Response{scripted(503, "unavailable", "Retry-After", "30")}}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		started := time.Now()
		_, err := given.client(t).Usage(ctx)
		if !errors.Is(err, ErrAPIAbort) || errors.Is(err, ErrServiceUnavailable) || time.Since(started) != time.Second {
			t.Errorf("after %v: %v", time.Since(started), err)
		}
	})
}

func TestRetriedFailures(t *testing.T) {
	usage := func(c *Client, ctx context.Context) error { _, err := c.Usage(ctx); return err }
	add := func(c *Client, ctx context.Context) error { _, err := c.Add(ctx, AddParams{Text: "t"}); return err }
	createKey := func(c *Client, ctx context.Context) error {
		_, err := c.APIKeys.Create(ctx, APIKeyCreateParams{Label: "l"})
		return err
	}
	register := func(c *Client, ctx context.Context) error {
		_, err := c.Auth.Register(ctx, RegisterParams{Email: "a@b.c", Password: "p"})
		return err
	}
	password := func(c *Client, ctx context.Context) error { return c.Auth.Password(ctx, PasswordParams{}) }
	deleteAccount := func(c *Client, ctx context.Context) error {
		_, err := c.Auth.DeleteAccount(ctx, DeleteAccountParams{Password: "p"})
		return err
	}
	rotate := func(c *Client, ctx context.Context) error {
		_, err := c.APIKeys.Rotate(ctx, "key_1", APIKeyRotateParams{})
		return err
	}
	login := func(c *Client, ctx context.Context) error {
		_, err := c.Auth.Login(ctx, LoginParams{Email: "a@b.c", Password: "p"})
		return err
	}
	cases := []struct {
		name     string
		call     func(*Client, context.Context) error
		response *http.Response
		again    bool
	}{
		{"a read without an response", usage, nil, true},
		{"a write without an response", add, nil, true},
		{"signing in without an response", login, nil, true},
		{"408", usage, scripted(408, "request_timeout"), true},
		{"429 rate_limited", add, scripted(429, "rate_limited"), true},
		{"429 quota_exceeded", add, scripted(429, "quota_exceeded"), false},
		{"429 of a gateway", usage, scripted(429, ""), false},
		{"500", add, scripted(500, "internal"), true},
		{"a gateway's 502", usage, scripted(502, ""), true},
		{"an unknown code and 599", usage, scripted(599, "brand_new"), true},
		{"409", add, scripted(409, "conflict"), false},
		{"400", usage, scripted(400, "invalid_request"), false},
		{"a redirect", usage, scripted(307, ""), false},
		{"creating a key without an response", createKey, nil, true},
		{"creating a key and 500", createKey, scripted(500, "internal"), true},
		{"creating a key and 408", createKey, scripted(408, "request_timeout"), true},
		{"creating a key and 503", createKey, scripted(503, "unavailable"), true},
		{"registering and 429", register, scripted(429, "rate_limited"), true},
		{"registering without an response", register, nil, false},
		{"the password and 503 of a gateway", password, scripted(503, ""), true},
		{"the password and 500", password, scripted(500, ""), false},
		{"deleting the account without an response", deleteAccount, nil, false},
		{"deleting the account and 503", deleteAccount, scripted(503, "unavailable"), true},
		{"rotating a key without an response", rotate, nil, true},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				given := &script{responses: []*http.Response{each.response}}
				if err := each.call(given.client(t), t.Context()); err == nil {
					t.Fatal("there is no error")
				}
				if want := map[bool]int{true: 3, false: 1}[each.again]; len(given.came) != want {
					t.Errorf("%d requests, not %d", len(given.came), want)
				}
			})
		})
	}
}

func TestRetryAfterIsWholeSecondsOrADate(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"0":                             0,
		"120":                           2 * time.Minute,
		"Sat, 21 Nov 2026 09:00:30 GMT": 30 * time.Second,
		"Sat, 21 Nov 2026 08:00:00 GMT": 0,
		"":                              -1,
		"soon":                          -1,
		"-5":                            -1,
		"1.5":                           -1,
		"1e3":                           -1,
		"99999999999999999999":          math.MaxInt64,
	} {
		got, ok := retryAfter(http.Header{"Retry-After": {text}}, now)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
}
