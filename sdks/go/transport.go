package mnema

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// connectionsPerHost is the maximum number of idle connections; with fewer, an agent with parallel calls would open one for
// each call.
const connectionsPerHost = 100

var defaultHTTPClient = withoutRedirects(http.Client{Transport: defaultTransport()})

func defaultTransport() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		// The program has replaced the default transport, for example to trace; its own is used.
		return http.DefaultTransport
	}
	transport := standard.Clone()
	transport.MaxIdleConnsPerHost = connectionsPerHost
	return transport
}

// withoutRedirects protects the API key: net/http sends it to any host that a redirect names.
func withoutRedirects(client http.Client) *http.Client {
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// operation is one request, which may take several attempts.
type operation struct {
	method string
	path   string
	query  query
	// body is written as JSON; nil sends none.
	body any
	// lines are JSON, one document a line, in place of a body.
	lines []byte
	// stream gets the body of a successful response, which is then not read; nil for a call that reads it whole.
	stream *stream
	// keyed is true for a write that its Idempotency-Key makes safe to repeat.
	keyed bool
	// mayWait is true for a write that obeys [WithWaitSeconds].
	mayWait bool
	// conditional is true for a change that takes an If-Match.
	conditional bool
	// prefer is the value of the header Prefer; empty sends none.
	prefer string
	// rejectedOnly is true for a call without an Idempotency-Key that is repeated only after a rejection.
	rejectedOnly bool
	credential   credentialKind
}

type credentialKind int

const (
	memoryCredential  credentialKind = iota // the API key rather than the access token
	accountCredential                       // the access token rather than the API key
	noCredential
)

var errNoContext = argumentError("the context is nil: use context.Background() when there is no other")

// call carries op out and decodes the response into result, a pointer, unless it is nil.
func (c *Client) call(ctx context.Context, op operation, result any, options []Option) error {
	if ctx == nil {
		return errNoContext
	}
	settings, err := c.settings.forCall(options)
	if err != nil {
		return err
	}
	if err := settings.scope.check(); err != nil {
		return err
	}
	prepared, failure := prepare(op, settings)
	if failure != nil {
		return failure
	}
	if failure := prepared.run(ctx, result); failure != nil {
		return failure
	}
	return nil
}

// preparedCall has the parts that all attempts of a call share.
type preparedCall struct {
	operation
	settings *settings
	url      *url.URL
	header   http.Header
	content  []byte
}

func prepare(op operation, settings *settings) (*preparedCall, *Error) {
	prepared := &preparedCall{operation: op, settings: settings}
	fail := func(failure *Error) (*preparedCall, *Error) {
		failure.Method, failure.Path = op.method, op.path
		return nil, failure
	}
	body, failure := settings.scope.fillBody(op.body)
	if failure != nil {
		return fail(failure)
	}
	if body != nil {
		content, failure := encode(body)
		if failure != nil {
			return fail(failure)
		}
		prepared.content = content
	}
	if op.lines != nil {
		prepared.content = op.lines
	}
	query, failure := settings.scope.fillQuery(op.query)
	if failure != nil {
		return fail(failure)
	}
	address, err := url.Parse(settings.baseURL + op.path + query.text())
	if err != nil {
		return fail(argumentError("the URL is not valid: " + err.Error()))
	}
	prepared.url = address
	header, failure := prepared.makeHeader()
	if failure != nil {
		return fail(failure)
	}
	prepared.header = header
	return prepared, nil
}

func (p *preparedCall) makeHeader() (http.Header, *Error) {
	header := http.Header{
		"Accept":     {"application/json"},
		"User-Agent": {userAgent},
	}
	if failure := p.authorize(header); failure != nil {
		return nil, failure
	}
	if p.content != nil {
		header["Content-Type"] = []string{"application/json"}
		if p.lines != nil {
			header["Content-Type"] = []string{"application/x-ndjson"}
		}
	}
	if p.keyed {
		key := p.settings.call.idempotencyKey
		if key == "" {
			key = newUUID()
		}
		header[p.idempotencyHeader()] = []string{key}
	}
	if version := p.settings.call.ifVersion; version != 0 && p.conditional {
		// The tag with the revision 0 names the version in every state of the memory.
		header["If-Match"] = []string{`"v` + strconv.Itoa(version) + `-0"`}
	}
	if p.prefer != "" {
		header["Prefer"] = []string{p.prefer}
	}
	if seconds := p.settings.call.waitSeconds; seconds > 0 && p.mayWait {
		header["Prefer"] = []string{"wait=" + strconv.Itoa(seconds)}
	}
	for name, values := range p.settings.header {
		if name == "Idempotency-Key" {
			name = p.idempotencyHeader()
		}
		header[name] = values
	}
	return header, nil
}

func (p *preparedCall) authorize(header http.Header) *Error {
	key, token := p.settings.apiKey, p.settings.accessToken
	switch {
	case p.credential == noCredential:
	case token != "" && (key == "" || p.credential == accountCredential):
		header["Authorization"] = []string{"Bearer " + token}
	case key != "":
		header["X-Api-Key"] = []string{key}
	default:
		return configurationError("no credential: use WithAPIKey or WithAccessToken, or set " + apiKeyVariable)
	}
	return nil
}

func (p *preparedCall) run(ctx context.Context, result any) *Error {
	if ctx.Err() != nil {
		return p.ended(ctx, 0)
	}
	for attempt := 1; ; attempt++ {
		failure := p.attempt(ctx, attempt, result)
		if failure == nil {
			return nil
		}
		p.describe(failure, attempt)
		if attempt > p.settings.maxRetries || ctx.Err() != nil || !p.isRetryable(failure) {
			return failure
		}
		wait, ok := waitBefore(attempt, failure)
		if !ok || reachesBeyondDeadline(ctx, wait) {
			return failure
		}
		if logger := p.settings.logger; logger != nil {
			logger.InfoContext(ctx, "mnema: retrying", "method", p.method, "path", p.path,
				"attempt", attempt, "wait", wait, "status", failure.Status, "code", failure.Code)
		}
		if sleep(ctx, wait) != nil {
			return p.ended(ctx, attempt)
		}
	}
}

// ended returns the error of a call whose context was done after this many attempts.
func (p *preparedCall) ended(ctx context.Context, attempts int) *Error {
	failure := contextError(ctx)
	p.describe(failure, attempts)
	return failure
}

// describe adds the request and the server to the error of a call.
func (p *preparedCall) describe(failure *Error, attempts int) {
	failure.Attempts, failure.Method, failure.Path = attempts, p.method, p.path
	failure.Host = hostAndPort(p.url)
}

func hostAndPort(address *url.URL) string {
	port := address.Port()
	switch {
	case port != "":
	case address.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	return net.JoinHostPort(address.Hostname(), port)
}

var errAttemptTimeout = errors.New("no complete response in time")

func (p *preparedCall) attempt(ctx context.Context, attempt int, result any) *Error {
	if p.stream != nil {
		return p.attemptStream(ctx, attempt)
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.settings.timeout, errAttemptTimeout)
	defer cancel()
	started := time.Now()
	response, content, err := p.exchange(limited, attempt)
	var failure *Error
	switch {
	case err != nil:
		failure = p.transportError(ctx, limited, err)
	case response.StatusCode < 200 || response.StatusCode > 299:
		failure = responseError(response, content)
	default:
		failure = decode(response, content, result)
	}
	p.fillResponse(response, content, attempt)
	p.log(ctx, attempt, response, failure, time.Since(started))
	return failure
}

// attemptStream sends one request. It reads the response only when it is an error.
func (p *preparedCall) attemptStream(ctx context.Context, attempt int) *Error {
	limited, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(p.settings.timeout, func() { cancel(errAttemptTimeout) })
	started := time.Now()
	response, err := p.send(limited, attempt)
	isStream := err == nil && response.StatusCode >= 200 && response.StatusCode <= 299
	var content []byte
	if err == nil && !isStream {
		content, err = readBody(response)
	}
	inTime := timer.Stop()
	var failure *Error
	switch {
	case isStream && inTime:
		*p.stream = stream{body: response.Body, timeout: p.settings.timeout, cancel: func() { cancel(errAttemptTimeout) }}
	case isStream:
		response.Body.Close()
		failure = p.transportError(ctx, limited, errAttemptTimeout)
	case err != nil:
		failure = p.transportError(ctx, limited, err)
	default:
		failure = responseError(response, content)
	}
	if failure != nil {
		cancel(nil)
	}
	p.fillResponse(response, content, attempt)
	p.log(ctx, attempt, response, failure, time.Since(started))
	return failure
}

// exchange sends one request and reads the whole response. The response is nil when there is an error.
func (p *preparedCall) exchange(ctx context.Context, attempt int) (*http.Response, []byte, error) {
	response, err := p.send(ctx, attempt)
	if err != nil {
		return nil, nil, err
	}
	content, err := readBody(response)
	if err != nil {
		return nil, nil, err
	}
	return response, content, nil
}

// send sends one request and returns the response, whose body is still to be read.
func (p *preparedCall) send(ctx context.Context, attempt int) (*http.Response, error) {
	header := p.header
	if attempt > 1 {
		header = header.Clone()
		header.Set("Mnema-Retry-Count", strconv.Itoa(attempt-1))
	}
	request := (&http.Request{
		Method:        p.method,
		URL:           p.url,
		Host:          header.Get("Host"),
		Header:        header,
		Body:          p.openBody(),
		ContentLength: int64(len(p.content)),
	}).WithContext(ctx)
	response, err := p.settings.httpClient.Do(request)
	if err != nil {
		return nil, withoutAddress(err)
	}
	return response, nil
}

func readBody(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("the response was cut off: %w", err)
	}
	return content, nil
}

// openBody returns a body that can't be rewound, even for a request without a body. Otherwise net/http repeats a
// request by itself when a reused connection breaks. Attempts are counted and spaced here.
func (p *preparedCall) openBody() io.ReadCloser {
	if p.isEmptyPost() {
		return http.NoBody
	}
	return io.NopCloser(bytes.NewReader(p.content))
}

// isEmptyPost is true for a request whose empty body would be sent with an unknown length.
func (p *preparedCall) isEmptyPost() bool {
	return p.method == http.MethodPost && p.content == nil
}

// idempotencyHeader returns the spelling of the header. Requests that can be rewound need one that net/http does not
// recognise, because it would repeat them.
func (p *preparedCall) idempotencyHeader() string {
	if p.isEmptyPost() {
		return "idempotency-key"
	}
	return "Idempotency-Key"
}

// withoutAddress removes the prefix of net/http from a cause: the method, and the address with its query.
func withoutAddress(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

func (p *preparedCall) transportError(ctx, limited context.Context, err error) *Error {
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return contextError(ctx)
	case limited.Err() != nil:
		return &Error{Code: codeTimeout, cause: fmt.Errorf("%w (%v)", errAttemptTimeout, p.settings.timeout)}
	case errors.As(err, &network) && network.Timeout():
		return &Error{Code: codeTimeout, cause: err}
	}
	return &Error{Code: codeConnection, cause: err}
}

// contextError returns the error of a call whose context is done.
func contextError(ctx context.Context) *Error {
	err := ctx.Err()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, err) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	code := codeAborted
	if errors.Is(err, context.DeadlineExceeded) {
		code = codeTimeout
	}
	return &Error{Code: code, cause: err}
}

func responseError(response *http.Response, content []byte) *Error {
	failure := &Error{
		Status:    response.StatusCode,
		RequestID: response.Header.Get("X-Request-Id"),
		Header:    response.Header,
		Body:      content,
	}
	failure.RetryAfter, _ = retryAfter(response.Header, time.Now())
	var problem map[string]json.RawMessage
	// A document with a code comes from the service, even if a gateway has changed its content type.
	if json.Unmarshal(content, &problem) != nil {
		return failure
	}
	// Members are read one by one, so that one that a newer server changed does not hide the code.
	if !readMember(problem, "code", &failure.Code) || failure.Code == "" {
		return failure
	}
	readMember(problem, "detail", &failure.Detail)
	readMember(problem, "request_id", &failure.RequestID)
	readMember(problem, "errors", &failure.Errors)
	readMember(problem, "limit", &failure.Limit)
	readMember(problem, "matched", &failure.Matched)
	readMember(problem, "resets_at", &failure.ResetsAt)
	return failure
}

// readMember reads a member of a document into target, which is not changed when the member is missing, null or of
// another type.
func readMember[T any](document map[string]json.RawMessage, name string, target *T) bool {
	var value *T
	if err := json.Unmarshal(document[name], &value); err != nil || value == nil {
		return false
	}
	*target = *value
	return true
}

// decode reads the response to a successful call. Other content than the expected object does not come from the
// service: the login page of a network has the status 200, too.
func decode(response *http.Response, content []byte, result any) *Error {
	if response.StatusCode == http.StatusNoContent && result == nil {
		return nil
	}
	var err error
	switch {
	case result == nil && json.Valid(content):
	case result == nil || !bytes.HasPrefix(bytes.TrimLeft(content, " \t\r\n"), []byte("{")):
		err = errors.New("it is not JSON, or not an object")
	default:
		err = decodeObject(content, result)
	}
	if err == nil {
		return nil
	}
	cause := fmt.Errorf("the response with status %d cannot be read: %w", response.StatusCode, err)
	// An incomplete document or a login page is temporary; the response of another server version is not.
	return &Error{Code: codeConnection, cause: cause, final: json.Valid(content)}
}

func (p *preparedCall) fillResponse(response *http.Response, content []byte, attempts int) {
	if p.settings.call.response == nil || response == nil {
		return
	}
	*p.settings.call.response = Response{
		Status:    response.StatusCode,
		Header:    response.Header,
		Body:      content,
		RequestID: response.Header.Get("X-Request-Id"),
		Attempts:  attempts,
		Replayed:  response.Header.Get("Idempotency-Replayed") == "true",
	}
}

func (p *preparedCall) log(ctx context.Context, attempt int, response *http.Response, failure *Error, took time.Duration) {
	logger := p.settings.logger
	if logger == nil {
		return
	}
	attributes := []any{"method", p.method, "path", p.path, "attempt", attempt, "duration", took}
	if response != nil {
		attributes = append(attributes, "status", response.StatusCode, "request_id", response.Header.Get("X-Request-Id"))
	}
	if failure != nil && failure.cause != nil {
		attributes = append(attributes, "error", failure.cause)
	}
	logger.DebugContext(ctx, "mnema: request", attributes...)
}
