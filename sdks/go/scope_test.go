package mnema

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
)

// scopedCalls are the operations of the contract that take ids of the scope.
var scopedCalls = map[string]func(context.Context, *Client) error{
	"post /memories": func(ctx context.Context, c *Client) error {
		_, err := c.Add(ctx, AddParams{Text: "tea"})
		return err
	},
	"post /memories/batch": func(ctx context.Context, c *Client) error {
		_, err := c.AddMany(ctx, []AddParams{{Text: "tea"}})
		return err
	},
	"post /search": func(ctx context.Context, c *Client) error {
		_, err := c.Search(ctx, SearchParams{Query: "tea"})
		return err
	},
	"get /memories": func(ctx context.Context, c *Client) error {
		_, err := c.List(ctx, ListParams{})
		return err
	},
	"get /facets": func(ctx context.Context, c *Client) error {
		_, err := c.Facets(ctx, FacetsParams{})
		return err
	},
	"get /map": func(ctx context.Context, c *Client) error {
		_, err := c.Map(ctx, MapParams{})
		return err
	},
	"delete /memories": func(ctx context.Context, c *Client) error {
		_, err := c.Forget(ctx, ForgetParams{})
		return err
	},
	"get /export": func(ctx context.Context, c *Client) error {
		for range c.Export(ctx, ExportParams{}) {
			continue
		}
		return nil
	},
	"get /deletions": func(ctx context.Context, c *Client) error {
		_, err := c.Deletions.List(ctx, DeletionListParams{})
		return err
	},
	"get /profile": func(ctx context.Context, c *Client) error {
		_, err := c.Profile(ctx, ProfileParams{})
		return err
	},
}

// TestScopedClientsSetTheirIDsWhereverTheContractHasThem finds the ids of an operation in its parameters and its body.
func TestScopedClientsSetTheirIDsWhereverTheContractHasThem(t *testing.T) {
	ids := map[string]string{"user_id": "alice", "agent_id": "planner", "run_id": "r1"}
	found := 0
	contract := readContract(t)
	for path, operations := range contract.Paths {
		for method, raw := range operations {
			if method == "parameters" {
				continue
			}
			var wanted []string
			for _, name := range sortedKeys(ids) {
				if contract.takes(t, path, method, raw, name) {
					wanted = append(wanted, name)
				}
			}
			if len(wanted) == 0 {
				continue
			}
			found++
			call, ok := scopedCalls[method+" "+path]
			if !ok {
				t.Errorf("%s %s takes %v: add it to scopedCalls", method, path, wanted)
				continue
			}
			server := newScriptedServer(t, respondJSON(`{"results":[]}`))
			scoped := server.client(t).ForUser("alice").ForAgent("planner").ForRun("r1")
			if err := call(t.Context(), scoped); err != nil {
				t.Errorf("%s %s: %v", method, path, err)
				continue
			}
			request := server.requests()[0]
			for _, name := range wanted {
				text := request.URL.RawQuery + request.body
				if !strings.Contains(text, name+"="+ids[name]) && !strings.Contains(text, `"`+name+`":"`+ids[name]+`"`) {
					t.Errorf("%s %s sends %s without %s", method, path, text, name)
				}
			}
			if method == "get" && len(wanted) != len(request.URL.Query()) {
				t.Errorf("%s %s sends %s", method, path, request.URL.RawQuery)
			}
		}
	}
	if found != len(scopedCalls) {
		t.Errorf("the contract has %d operations with ids, not %d", found, len(scopedCalls))
	}
}

// takes reports whether an operation has a parameter or a field of this name, also in the memories of a list.
func (c contract) takes(t *testing.T, path, method string, raw json.RawMessage, name string) bool {
	t.Helper()
	for _, parameter := range c.operation(t, path, method).Parameters {
		if parameter.Name == name {
			return true
		}
	}
	var body struct {
		RequestBody struct {
			Content map[string]struct {
				Schema struct {
					Ref string `json:"$ref"`
				} `json:"schema"`
			} `json:"content"`
		} `json:"requestBody"`
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		return false
	}
	ref := body.RequestBody.Content["application/json"].Schema.Ref
	schema := c.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]]
	if _, isList := schema.Properties["memories"]; isList {
		schema = c.Components.Schemas["CreateMemoryRequest"]
	}
	_, ok := schema.Properties[name]
	return ok
}

func TestOtherCallsOfAScopedClientAreUnchanged(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{}`))
	scoped := server.client(t).ForUser("alice")
	if _, err := scoped.Get(t.Context(), "mem_1"); err != nil {
		t.Error(err)
	}
	if _, err := scoped.Update(t.Context(), "mem_1", UpdateParams{Text: "tea"}); err != nil {
		t.Error(err)
	}
	requests := server.requests()
	if requests[0].URL.RequestURI() != "/memories/mem_1" || requests[1].body != `{"text":"tea"}` {
		t.Errorf("%s, %s", requests[0].URL, requests[1].body)
	}
}

func TestAScopedClientTakesItsOwnIDAndNoOther(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{}`))
	client := server.client(t)
	alice := client.ForUser("alice")
	given := AddParams{Text: "tea", UserID: "alice", AgentID: "barista"}
	if _, err := alice.Add(t.Context(), given); err != nil {
		t.Error(err)
	}
	for name, ask := range map[string]func() error{
		"add": func() error {
			_, err := alice.Add(t.Context(), AddParams{Text: "tea", UserID: "bob"})
			return err
		},
		"add many": func() error {
			_, err := alice.AddMany(t.Context(), []AddParams{{Text: "tea"}, {Text: "tea", UserID: "bob"}})
			return err
		},
		"search": func() error {
			_, err := alice.Search(t.Context(), SearchParams{Query: "tea", UserID: "bob"})
			return err
		},
		"list": func() error {
			_, err := alice.List(t.Context(), ListParams{UserID: "bob"})
			return err
		},
		"another user": func() error {
			_, err := alice.ForUser("bob").Usage(t.Context())
			return err
		},
		"no agent": func() error {
			_, err := client.ForAgent("").ForRun("r1").AddMany(t.Context(), nil)
			return err
		},
	} {
		if err := ask(); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if requests := server.requests(); len(requests) != 1 || requests[0].body != `{"text":"tea","user_id":"alice","agent_id":"barista"}` {
		t.Errorf("%d requests, the first with %s", len(requests), requests[0].body)
	}
}

func TestAScopedClientLeavesTheOneThatItComesFromAsItWas(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"results":[]}`))
	client := server.client(t)
	alice := client.ForUser("alice")
	planner := alice.ForAgent("planner")
	for index, each := range []struct {
		client *Client
		want   url.Values
	}{{client, url.Values{}}, {alice, url.Values{"user_id": {"alice"}}}, {planner.ForUser("alice"), url.Values{"user_id": {"alice"}, "agent_id": {"planner"}}}} {
		if _, err := each.client.List(t.Context(), ListParams{}); err != nil {
			t.Fatal(err)
		}
		if got := server.requests()[index].URL.Query().Encode(); got != each.want.Encode() {
			t.Errorf("the query is %s, not %s", got, each.want.Encode())
		}
	}
}
