package mnema

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// seenRequest is a request as the server received it.
type seenRequest struct {
	*http.Request
	body string
}

// scriptedServer handles each request with the next handler, and further ones with the last.
type scriptedServer struct {
	*httptest.Server
	mutex sync.Mutex
	seen  []seenRequest
}

func newScriptedServer(t *testing.T, handlers ...http.HandlerFunc) *scriptedServer {
	t.Helper()
	server := &scriptedServer{}
	server.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the request's body: %v", err)
		}
		server.mutex.Lock()
		index := min(len(server.seen), len(handlers)-1)
		server.seen = append(server.seen, seenRequest{r, string(body)})
		server.mutex.Unlock()
		handlers[index](w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

func (s *scriptedServer) requests() []seenRequest {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]seenRequest(nil), s.seen...)
}

func (s *scriptedServer) client(t *testing.T, options ...Option) *Client {
	t.Helper()
	client, err := New(append([]Option{WithBaseURL(s.URL), WithAPIKey("mnk_test")}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func respond(status int, contentType, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for index := 0; index < len(headers); index += 2 {
			w.Header().Set(headers[index], headers[index+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func respondJSON(body string, headers ...string) http.HandlerFunc {
	return respond(200, "application/json", body, headers...)
}

func reject(status int, code string, headers ...string) http.HandlerFunc {
	body := `{"code":"` + code + `","detail":"scripted ` + code + `","request_id":"req_1"}`
	return respond(status, "application/problem+json", body, headers...)
}

// drop closes the connection without a response.
func drop(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		connection.Close()
	}
}

const usageResponse = `{"plan":"free","memory_write":{"used":1,"limit":100,"remaining":99}}`
