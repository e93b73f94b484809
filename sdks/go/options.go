package mnema

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	defaultBaseURL    = "http://127.0.0.1:8787"
	defaultTimeout    = 60 * time.Second
	defaultMaxRetries = 2

	apiKeyVariable  = "MNEMA_API_KEY"
	baseURLVariable = "MNEMA_BASE_URL"
)

// Option changes a setting. It applies to all calls of a client when given to [New] or [Client.With], otherwise to a
// single call. [WithIdempotencyKey], [WithIfVersion], [WithWaitSeconds] and [WithResponse] are for calls only. [New]
// returns [ErrConfiguration] for an invalid option, a call returns [ErrInvalidArgument].
type Option func(*settings) error

// settings are those of a call. Its header is never changed in place, because settings are copied from client to call.
type settings struct {
	apiKey      string
	accessToken string
	baseURL     string
	timeout     time.Duration
	maxRetries  int
	httpClient  *http.Client
	header      http.Header
	logger      *slog.Logger
	scope       scope

	call callSettings
}

// callSettings are the settings that only a call has.
type callSettings struct {
	idempotencyKey string
	ifVersion      int
	waitSeconds    int
	response       *Response
}

// WithAPIKey sets the API key (mnk_…), sent as X-API-Key. The default is the environment variable MNEMA_API_KEY, unless
// an access token is given.
func WithAPIKey(key string) Option {
	return credential("the API key", key, func(s *settings, key string) { s.apiKey = key })
}

// WithAccessToken sets the access token (mnt_…) from [AuthService.Login], sent as Authorization: Bearer.
func WithAccessToken(token string) Option {
	return credential("the access token", token, func(s *settings, token string) { s.accessToken = token })
}

func credential(name, value string, set func(*settings, string)) Option {
	return func(s *settings) error {
		if strings.TrimSpace(value) == "" {
			return configurationError(name + " is blank: leave the option out for a client without one")
		}
		if !isVisible(value) {
			return configurationError(name + " has characters that cannot be sent: only visible ASCII can, without white space")
		}
		set(s, value)
		return nil
	}
}

// WithBaseURL sets the address of the server, http or https, with or without a path. The default is the environment
// variable MNEMA_BASE_URL, and without that http://127.0.0.1:8787.
func WithBaseURL(address string) Option {
	return func(s *settings) error {
		if strings.TrimSpace(address) == "" {
			return configurationError("the base URL is blank: leave the option out for the default")
		}
		parsed, err := url.Parse(address)
		if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
			return configurationError("the base URL is not an http or https address like " + defaultBaseURL)
		}
		if parsed.User != nil {
			return configurationError("the base URL must not contain a user name or a password: use WithAPIKey or WithHeader")
		}
		if parsed.RawQuery != "" || parsed.ForceQuery || parsed.Fragment != "" {
			return configurationError("the base URL must not have a query or a fragment")
		}
		s.baseURL = strings.TrimRight(parsed.String(), "/")
		return nil
	}
}

// WithTimeout sets the time of one attempt, from connecting to the end of the response's body; 60 s by default. To
// limit a call with all its retries, give it a context with a deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) error {
		if timeout <= 0 {
			return configurationError("the timeout must be more than 0")
		}
		s.timeout = timeout
		return nil
	}
}

// WithMaxRetries sets the maximum number of retries; 2 by default, 0 for none.
func WithMaxRetries(retries int) Option {
	return func(s *settings) error {
		if retries < 0 {
			return configurationError("the number of retries must be 0 or more")
		}
		s.maxRetries = retries
		return nil
	}
}

// WithHTTPClient sets the client for requests: its Transport, Jar and Timeout are used. Redirects are never followed,
// even with a CheckRedirect, because they would send the API key to another address.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) error {
		if client == nil {
			return configurationError("the HTTP client is nil: leave the option out for the default")
		}
		s.httpClient = withoutRedirects(*client)
		return nil
	}
}

// WithHeader sets a header of every request. It replaces the header of the package, and one of a call replaces that of
// the client.
func WithHeader(name, value string) Option {
	return func(s *settings) error {
		if !isToken(name) || !isFieldValue(value) {
			return configurationError("the header " + strconv.Quote(name) + " cannot be sent as it is")
		}
		header := s.header.Clone()
		if header == nil {
			header = http.Header{}
		}
		header.Set(name, value)
		s.header = header
		return nil
	}
}

// WithLogger sets the logger of requests: each attempt at level Debug, each retry at level Info. Methods, paths,
// statuses, durations and request ids are logged; queries, headers and bodies never are. There is no logger by default.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) error {
		s.logger = logger
		return nil
	}
}

// WithIdempotencyKey sets the Idempotency-Key of one write, 1 to 255 visible ASCII characters. Each intended write
// needs its own key. Within 24 hours the server repeats the first response for the same write with the same key and
// does not write again. By default every write has its own random key. Writes of memories, API keys, sessions and
// webhooks have one; other calls ignore it.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) error {
		if key == "" || !isFieldValue(key) {
			return argumentError("the idempotency key is empty or has characters that cannot be sent")
		}
		s.call.idempotencyKey = key
		return nil
	}
}

// WithIfVersion limits a change to a memory that has this Version. If it has another one, [Client.Update],
// [Client.Delete] and [Client.Restore] change nothing and return [ErrPreconditionFailed]. Other calls ignore it.
func WithIfVersion(version int) Option {
	return func(s *settings) error {
		if version < 1 {
			return argumentError("the expected version must be the version of a memory, 1 or more")
		}
		s.call.ifVersion = version
		return nil
	}
}

// WithWaitSeconds makes [Client.Add] wait until semantic search finds the memory, for this many seconds at most; the
// maximum is 10. It applies to each request of [Client.AddMany]. Other calls ignore it; see [Client.Wait] for longer
// waits.
func WithWaitSeconds(seconds int) Option {
	return func(s *settings) error {
		if seconds < 0 {
			return argumentError("the seconds to wait must be 0 or more")
		}
		s.call.waitSeconds = seconds
		return nil
	}
}

// WithResponse fills response with the response of the server, even when the call fails. It is not changed without a
// response.
func WithResponse(response *Response) Option {
	return func(s *settings) error {
		s.call.response = response
		return nil
	}
}

// Response is the raw response.
type Response struct {
	// Status is the HTTP status.
	Status int
	// Header holds the headers.
	Header http.Header
	// Body is the whole body.
	Body []byte
	// RequestID identifies the request in questions about it.
	RequestID string
	// Attempts is the number of requests that were sent.
	Attempts int
	// Replayed reports whether this is the stored response to an earlier write with the same idempotency key.
	Replayed bool
}

func newSettings(options []Option) (*settings, error) {
	s := &settings{
		timeout:    defaultTimeout,
		maxRetries: defaultMaxRetries,
		httpClient: defaultHTTPClient,
	}
	if err := s.applyToClient(options); err != nil {
		return nil, err
	}
	if err := s.applyEnvironment(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *settings) applyToClient(options []Option) error {
	if err := s.apply(options); err != nil {
		return err
	}
	if s.call != (callSettings{}) {
		return configurationError("WithIdempotencyKey, WithIfVersion, WithWaitSeconds and WithResponse belong to a call, not to a client")
	}
	return nil
}

// applyEnvironment sets what the options did not set; a blank variable counts as unset.
func (s *settings) applyEnvironment() error {
	var options []Option
	if key := strings.TrimSpace(os.Getenv(apiKeyVariable)); key != "" && s.apiKey == "" && s.accessToken == "" {
		options = append(options, WithAPIKey(key))
	}
	if s.baseURL == "" {
		address := strings.TrimSpace(os.Getenv(baseURLVariable))
		if address == "" {
			address = defaultBaseURL
		}
		options = append(options, WithBaseURL(address))
	}
	return s.apply(options)
}

func (s *settings) apply(options []Option) error {
	for _, option := range options {
		if option == nil {
			continue
		}
		if err := option(s); err != nil {
			return err
		}
	}
	return nil
}

// forCall returns s with the options of one call.
func (s *settings) forCall(options []Option) (*settings, error) {
	if len(options) == 0 {
		return s, nil
	}
	copied := *s
	if err := copied.apply(options); err != nil {
		var failure *Error
		if errors.As(err, &failure) {
			return nil, argumentError(failure.Detail)
		}
		return nil, err
	}
	return &copied, nil
}

func isVisible(text string) bool {
	for _, character := range []byte(text) {
		if character < '!' || character > '~' {
			return false
		}
	}
	return text != ""
}

// isToken reports whether text is valid as the name of a header (RFC 9110).
func isToken(text string) bool {
	for _, character := range []byte(text) {
		if character < '!' || character > '~' || strings.IndexByte(`"(),/:;<=>?@[\]{}`, character) >= 0 {
			return false
		}
	}
	return text != ""
}

// isFieldValue reports whether text is valid as the value of a header. Servers decode characters beyond ASCII
// differently.
func isFieldValue(text string) bool {
	for _, character := range []byte(text) {
		if character < ' ' && character != '\t' || character > '~' {
			return false
		}
	}
	return true
}
