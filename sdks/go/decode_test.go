package mnema

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestNamesOfFieldsAreExact(t *testing.T) {
	for name, body := range map[string]string{
		"after":   `{"id":"mem_1","ID":"mem_2","metadata":{"ID":"a","id":"b"},"entities":[{"name":"Ada","NAME":"Eve"}]}`,
		"before":  `{"ID":"mem_2","id":"mem_1","metadata":{"ID":"a","id":"b"},"entities":[{"NAME":"Eve","name":"Ada"}]}`,
		"escaped": `{"id":"mem_1","\u0049d":"mem_2","metadata":{"ID":"a","id":"b"},"entities":[{"name":"Ada","Name" : "Eve"}]}`,
	} {
		memory, err := newScriptedServer(t, respondJSON(body)).client(t).Get(t.Context(), "mem_1")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if memory.ID != "mem_1" || memory.Metadata["ID"] != "a" || memory.Metadata["id"] != "b" ||
			len(memory.Entities) != 1 || memory.Entities[0].Name != "Ada" {
			t.Errorf("%s: the memory is %+v", name, memory)
		}
	}
}

func TestAResponseOfAnotherShapeIsNotRetried(t *testing.T) {
	for _, body := range []string{`{"memory_id":7}`, `{"MEMORY_id":1,"memory_id":7}`, `[]`, `null`} {
		server := newScriptedServer(t, respondJSON(body))
		if _, err := server.client(t).Add(t.Context(), AddParams{Text: "tea"}); !errors.Is(err, ErrAPIConnection) {
			t.Errorf("%s: the error is %v", body, err)
		}
		if count := len(server.requests()); count != 1 {
			t.Errorf("%s: %d requests were sent", body, count)
		}
	}
}

func TestAListWithoutItsListIsAnError(t *testing.T) {
	for _, body := range []string{`{}`, `{"results":null}`, `{"RESULTS":[]}`} {
		server := newScriptedServer(t, respondJSON(body))
		client := server.client(t, WithAccessToken("mnt_test"))
		for name, ask := range map[string]func() error{
			"list":     func() error { _, err := client.List(t.Context(), ListParams{}); return err },
			"search":   func() error { _, err := client.Search(t.Context(), SearchParams{Query: "tea"}); return err },
			"requests": func() error { _, err := client.Requests.List(t.Context(), RequestListParams{}); return err },
			"keys":     func() error { _, err := client.APIKeys.List(t.Context(), APIKeyListParams{}); return err },
			"audit":    func() error { _, err := client.Audit.List(t.Context(), AuditListParams{}); return err },
			"sessions": func() error { _, err := client.Auth.ListSessions(t.Context()); return err },
		} {
			if err := ask(); !errors.Is(err, ErrAPIConnection) {
				t.Errorf("%s of %s: the error is %v", name, body, err)
			}
		}
		if count := len(server.requests()); count != 6 {
			t.Errorf("%s: %d requests were sent", body, count)
		}
	}
}

func TestAPageWithItsOwnCursorEndsTheSequence(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"results":[{"id":"mem_1"}],"next_cursor":"c1"}`))
	var last error
	for _, err := range server.client(t).ListAutoPaging(t.Context(), ListParams{}) {
		last = err
	}
	if count := len(server.requests()); !errors.Is(last, ErrAPIConnection) || count != 2 {
		t.Errorf("after %d requests the error is %v", count, last)
	}
}

func TestATextThatIsNullPrintsAsText(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"id":"mem_1","agent_id":"planner","run_id":null,"outcome":null}`))
	memory, err := server.client(t).Get(t.Context(), "mem_1")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintln(memory.AgentID, "-", memory.RunID, "-", memory.Outcome); got != "planner -  - \n" {
		t.Errorf("the texts print as %q", got)
	}
	if text := fmt.Sprintf("%+v", *memory); strings.Contains(text, "0xc") {
		t.Errorf("a memory prints with an address: %s", text)
	}
}
