package mnema

import (
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

type contract struct {
	Paths map[string]map[string]json.RawMessage `json:"paths"`

	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

type schema struct {
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Extensible []string          `json:"x-extensible-enum"`
}

type contractOperation struct {
	Tags       []string `json:"tags"`
	Parameters []struct {
		Name string `json:"name"`
		In   string `json:"in"`
	} `json:"parameters"`
	Responses map[string]struct {
		Content map[string]struct {
			Schema struct {
				Ref string `json:"$ref"`
			} `json:"schema"`
			Example  json.RawMessage `json:"example"`
			Examples map[string]struct {
				Value json.RawMessage `json:"value"`
			} `json:"examples"`
		} `json:"content"`
	} `json:"responses"`
}

func readContract(t *testing.T) contract {
	t.Helper()
	content, err := os.ReadFile("../../server/src/generated/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var read contract
	if err := json.Unmarshal(content, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func (c contract) operation(t *testing.T, path, method string) contractOperation {
	t.Helper()
	var operation contractOperation
	if err := json.Unmarshal(c.Paths[path][method], &operation); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return operation
}

func TestParamsHaveTheFieldsOfTheContract(t *testing.T) {
	schemas := readContract(t).Components.Schemas
	for name, params := range map[string]any{
		"CreateMemoryRequest":   AddParams{},
		"UpdateMemoryRequest":   UpdateParams{},
		"SearchRequest":         SearchParams{},
		"CreateApiKeyRequest":   CreateAPIKeyParams{},
		"RegisterRequest":       RegisterParams{},
		"LoginRequest":          LoginParams{},
		"ChangePasswordRequest": PasswordParams{},
	} {
		kind := reflect.TypeOf(params)
		var names, always []string
		for index := range kind.NumField() {
			name, option, _ := strings.Cut(kind.Field(index).Tag.Get("json"), ",")
			names = append(names, name)
			if option != "omitzero" {
				always = append(always, name)
			}
		}
		if want := sortedKeys(schemas[name].Properties); !slices.Equal(slices.Sorted(slices.Values(names)), want) {
			t.Errorf("%s has %v, the contract %v", kind.Name(), names, want)
		}
		if want := schemas[name].Required; !slices.Equal(slices.Sorted(slices.Values(always)), slices.Sorted(slices.Values(want))) {
			t.Errorf("%s always sends %v, the contract requires %v", kind.Name(), always, want)
		}
	}
}

func TestQueriesHaveTheParametersOfTheContract(t *testing.T) {
	server := newScriptedServer(t, respondJSON(`{"results":[]}`))
	client := server.client(t)
	contract := readContract(t)
	moment := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for path, ask := range map[string]func() error{
		"/memories": func() error {
			_, err := client.List(t.Context(), ListParams{
				UserID: "a", AgentID: "b", RunID: "c", Project: "d", Source: "e", MemoryType: "f", Tag: "g", Status: "h", Limit: 1, Cursor: "i",
			})
			return err
		},
		"/profile": func() error {
			_, err := client.Profile(t.Context(), ProfileParams{UserID: "a", AgentID: "b", Project: "c", MaxCharacters: 200})
			return err
		},
		"/requests": func() error {
			_, err := client.Requests.List(t.Context(), RequestListParams{
				Limit: 1, Offset: 2, StatusCode: 3, Operation: "a", KeyID: "b", From: moment, To: moment,
			})
			return err
		},
		"/requests/stats": func() error {
			_, err := client.Requests.Stats(t.Context(), RequestStatsParams{From: "a", To: "b"})
			return err
		},
	} {
		if err := ask(); err != nil {
			t.Fatal(err)
		}
		requests := server.requests()
		sent, err := url.ParseQuery(requests[len(requests)-1].URL.RawQuery)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, parameter := range contract.operation(t, path, "get").Parameters {
			if parameter.In == "query" {
				want = append(want, parameter.Name)
			}
		}
		slices.Sort(want)
		if got := sortedKeys(sent); !slices.Equal(got, want) {
			t.Errorf("GET %s sends %v, the contract has %v", path, got, want)
		}
	}
}

// responses maps the responses of the contract to their types.
var responses = map[string]any{
	"AccessToken": AccessToken{}, "Account": Account{}, "ApiKeyList": APIKeyList{}, "CreatedApiKey": CreatedAPIKey{},
	"DeletedMemory": DeletedMemory{}, "Memory": Memory{}, "MemoryList": MemoryList{}, "Profile": Profile{},
	"RequestList": RequestList{}, "RequestStats": RequestStats{}, "RevokedApiKey": RevokedAPIKey{},
	"SearchResponse": SearchResponse{}, "Usage": Usage{}, "WriteAccepted": WriteAccepted{},
}

func TestEveryResponseOfTheContractKeepsItsFields(t *testing.T) {
	contract := readContract(t)
	read := map[string]bool{}
	for path, operations := range contract.Paths {
		for method := range operations {
			if method == "parameters" {
				continue
			}
			operation := contract.operation(t, path, method)
			if slices.Contains(operation.Tags, "service") {
				continue
			}
			for status, response := range operation.Responses {
				content, ok := response.Content["application/json"]
				if !ok || !strings.HasPrefix(status, "2") {
					continue
				}
				name := content.Schema.Ref[strings.LastIndex(content.Schema.Ref, "/")+1:]
				if responses[name] == nil {
					t.Errorf("%s %s responds with a %s: add it to the table responses, and a method to the client", method, path, name)
					continue
				}
				examples := []json.RawMessage{content.Example}
				for _, example := range content.Examples {
					examples = append(examples, example.Value)
				}
				for _, example := range examples {
					if example != nil {
						read[name] = true
						readsWhole(t, name, example)
					}
				}
			}
		}
	}
	if len(read) != len(responses) {
		t.Errorf("there are examples of %d types, not %d", len(read), len(responses))
	}
}

// readsWhole checks that an example keeps all fields when it is read into its type and written again.
func readsWhole(t *testing.T, name string, example json.RawMessage) {
	t.Helper()
	value := reflect.New(reflect.TypeOf(responses[name])).Interface()
	decoder := json.NewDecoder(strings.NewReader(string(example)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	back, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := comparable(t, back), comparable(t, example); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v became %v", name, want, got)
	}
}

// comparable reads JSON and drops trailing zeros of times, as encoding/json does.
func comparable(t *testing.T, content []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(content), ".000Z", "Z")), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestMetadataComesBackAsItIs(t *testing.T) {
	given := `{"":0,"X-1":{"deep":[9007199254740991,-9007199254740991,0.1,1e21,null,true]},"camelCase":"\ud83d\ude00 e\u0301 \u2028","snake_case":1.5}`
	server := newScriptedServer(t, respondJSON(`{"id":"mem_1","metadata":`+given+`,"brand_new":1}`))
	client := server.client(t)
	memory, err := client.Get(t.Context(), "mem_1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Update(t.Context(), "mem_1", UpdateParams{Metadata: memory.Metadata}); err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Metadata json.RawMessage `json:"metadata"`
	}
	if err := json.Unmarshal([]byte(server.requests()[1].body), &sent); err != nil {
		t.Fatal(err)
	}
	want := `{"":0,"X-1":{"deep":[9007199254740991,-9007199254740991,0.1,1e+21,null,true]},"camelCase":"😀 é\u2028","snake_case":1.5}`
	want = strings.ReplaceAll(want, "é", "e\u0301 ")
	if string(sent.Metadata) != want {
		t.Errorf("the metadata became\n%s, not\n%s", sent.Metadata, want)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
