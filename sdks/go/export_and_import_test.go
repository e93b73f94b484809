package mnema

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

const exportHeader = `{"format":"mnema","version":1}` + "\n"

func respondText(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text)) }
}

func TestAnExportHasItsMemoriesAndTheirLinesUnchanged(t *testing.T) {
	line := `{"id":"mem_1","memory":"one\u2028two <b>","agent_id":null,"end_user_id":null,"brand_new":1.50}`
	server := newScriptedServer(t, respondText(exportHeader+line+"\n"+`{"id":"mem_2"}`+"\n"+`{"end":true,"count":2}`))
	var ids []string
	var first ExportedLine
	for memory, err := range server.client(t).Export(t.Context(), ExportParams{}) {
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, memory.ID); len(ids) == 1 {
			first = memory
		}
	}
	if !slices.Equal(ids, []string{"mem_1", "mem_2"}) {
		t.Errorf("the memories are %v", ids)
	}
	if back, err := first.MarshalJSON(); err != nil || string(back) != line {
		t.Errorf("the line became %s, %v", back, err)
	}
}

func TestAnExportThatWasCutOffIsAnError(t *testing.T) {
	for name, body := range map[string]string{
		"no end":       exportHeader + `{"id":"mem_1"}` + "\n",
		"half a line":  exportHeader + `{"id":"mem_1"}` + "\n" + `{"id":`,
		"fewer":        exportHeader + `{"id":"mem_1"}` + "\n" + `{"end":true,"count":2}` + "\n",
		"no header":    `{"id":"mem_1"}` + "\n" + `{"end":true,"count":1}` + "\n",
		"nothing":      "",
		"another page": "<p>Sign in</p>",
	} {
		server := newScriptedServer(t, respondText(body))
		var last error
		for _, err := range server.client(t).Export(t.Context(), ExportParams{}) {
			last = err
		}
		if !errors.Is(last, ErrIncompleteExport) || !errors.Is(last, ErrAPIConnection) || !strings.Contains(last.Error(), "start it again") {
			t.Errorf("%s: %v", name, last)
		}
	}
}

func TestAnExportIsRetriedBeforeItsFirstLineOnly(t *testing.T) {
	server := newScriptedServer(t,
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
		respondText(exportHeader+`{"end":true,"count":0}`),
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) },
	)
	client := server.client(t)
	for _, err := range client.Export(t.Context(), ExportParams{}) {
		t.Error(err)
	}
	for _, err := range client.Export(t.Context(), ExportParams{}) {
		if !errors.Is(err, ErrBadRequest) {
			t.Error(err)
		}
	}
	if count := len(server.requests()); count != 3 {
		t.Errorf("%d requests were sent", count)
	}
}

func TestAnExportThatStallsEndsInTime(t *testing.T) {
	released := make(chan struct{})
	server := newScriptedServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(exportHeader + `{"id":"mem_1"}` + "\n"))
		w.(http.Flusher).Flush()
		<-released
	})
	defer close(released)
	var last error
	for _, err := range server.client(t).Export(t.Context(), ExportParams{}, WithTimeout(50*time.Millisecond)) {
		last = err
	}
	if !errors.Is(last, ErrIncompleteExport) || !strings.Contains(last.Error(), "50ms") {
		t.Error(last)
	}
	for range server.client(t).Export(t.Context(), ExportParams{}) {
		break // ends the request, or the handler would hold the server
	}
}

func imported(accepted int, rejected ...int) http.HandlerFunc {
	result := ImportResult{Accepted: accepted, Rejected: []RejectedLine{}, Ignored: map[string]int{"hash": 1}}
	for _, line := range rejected {
		result.Rejected = append(result.Rejected, RejectedLine{Line: line, Code: "invalid_request"})
	}
	content, _ := json.Marshal(result)
	return respondJSON(string(content))
}

func TestAnImportIsCutAndItsLinesAreNumberedOverAllRequests(t *testing.T) {
	server := newScriptedServer(t, imported(9_999, 7), imported(1, 3), imported(1), imported(1))
	client := server.client(t)
	source := strings.Repeat("{}\n", 10_000) + "\n" + strings.Repeat("x", maxImportBytes) + "\r\n{}"
	done, err := client.ImportMemories(t.Context(), iotest.HalfReader(strings.NewReader(source)), WithIdempotencyKey("k"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, line := range done.Rejected {
		lines = append(lines, line.Line)
	}
	if done.Accepted != 10_000 || !slices.Equal(lines, []int{7, 10_002, 10_003}) || done.Rejected[1].Code != "payload_too_large" || done.Ignored["hash"] != 2 {
		t.Errorf("%+v", done)
	}
	large := `{"text":"` + strings.Repeat("x", 3_000_000) + `"}` + "\n"
	if _, err := client.ImportMemories(t.Context(), strings.NewReader(large+large)); err != nil {
		t.Fatal(err)
	}
	requests := server.requests()
	if requests[1].body != "\n\n{}\n" || requests[1].Header.Get("Idempotency-Key") != "k/10000" || requests[1].Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("%q, %v", requests[1].body, requests[1].Header)
	}
	if requests[2].body != large || requests[3].body != large {
		t.Error("a request is not what fits into it")
	}
}

func TestAFailedImportHasWhatWasDoneBefore(t *testing.T) {
	server := newScriptedServer(t, imported(10_000), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	client := server.client(t)
	done, err := client.ImportMemories(t.Context(), strings.NewReader(strings.Repeat("{}\n", 10_001)))
	if !errors.Is(err, ErrPermissionDenied) || done.Accepted != 10_000 {
		t.Errorf("%+v, %v", done, err)
	}
	if _, err := client.ImportMemories(t.Context(), iotest.ErrReader(errors.New("the disk is gone"))); err == nil || err.Error() != "the disk is gone" {
		t.Error(err)
	}
	if done, err := client.ImportMemories(t.Context(), strings.NewReader("\n\n")); err != nil || done.Accepted != 0 {
		t.Error(done, err)
	}
	if _, err := client.ForUser("alice").ImportMemories(t.Context(), strings.NewReader("{}")); !errors.Is(err, ErrInvalidArgument) {
		t.Error(err)
	}
	if count := len(server.requests()); count != 2 {
		t.Errorf("%d requests were sent", count)
	}
}
