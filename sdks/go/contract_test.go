package mnema

import (
	"bytes"
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

const contractFile = "../../server/src/generated/openapi.json"

type contract struct {
	Paths map[string]map[string]json.RawMessage `json:"paths"`

	Components struct {
		Schemas    map[string]schema            `json:"schemas"`
		Parameters map[string]contractParameter `json:"parameters"`
	} `json:"components"`
}

type schema struct {
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Extensible []string          `json:"x-extensible-enum"`
}

type contractParameter struct {
	Ref  string `json:"$ref"`
	Name string `json:"name"`
	In   string `json:"in"`
}

type contractOperation struct {
	Tags       []string            `json:"tags"`
	SDKMethod  string              `json:"x-sdk-method"`
	Parameters []contractParameter `json:"parameters"`
	Responses  map[string]struct {
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
	content, err := os.ReadFile(contractFile)
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
	for index, each := range operation.Parameters {
		if name, isShared := strings.CutPrefix(each.Ref, "#/components/parameters/"); isShared {
			operation.Parameters[index] = c.Components.Parameters[name]
		}
	}
	return operation
}

func TestParamsHaveTheFieldsOfTheContract(t *testing.T) {
	schemas := readContract(t).Components.Schemas
	for name, params := range map[string]any{
		"CreateMemoryRequest":   AddParams{},
		"UpdateMemoryRequest":   UpdateParams{},
		"RestoreMemoryRequest":  restoreParams{},
		"SearchRequest":         SearchParams{},
		"CreateApiKeyRequest":   APIKeyCreateParams{},
		"RegisterRequest":       RegisterParams{},
		"LoginRequest":          LoginParams{},
		"ChangePasswordRequest": PasswordParams{},
		"DeleteAccountRequest":  DeleteAccountParams{},
		"RotateApiKeyRequest":   APIKeyRotateParams{},
		"Where":                 Where{},
		"Condition":             Condition{},

		"CreateWebhookRequest":       WebhookCreateParams{},
		"UpdateWebhookRequest":       WebhookUpdateParams{},
		"RotateWebhookSecretRequest": WebhookRotateSecretParams{},
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
				OccurredFrom: moment, OccurredTo: moment, CreatedFrom: moment, CreatedTo: moment,
				Order: ListOrderOccurredAt, Direction: ListDirectionAsc,
			})
			return err
		},
		"/facets": func() error {
			_, err := client.Facets(t.Context(), FacetsParams{
				UserID: "a", AgentID: "b", RunID: "c", Project: "d", Source: "e", MemoryType: "f", Tag: "g",
				OccurredFrom: moment, OccurredTo: moment, CreatedFrom: moment, CreatedTo: moment,
			})
			return err
		},
		"/map": func() error {
			_, err := client.Map(t.Context(), MapParams{
				UserID: "a", AgentID: "b", RunID: "c", Project: "d", Source: "e", MemoryType: "f", Tag: "g",
				OccurredFrom: moment, OccurredTo: moment, CreatedFrom: moment, CreatedTo: moment,
			})
			return err
		},
		"/webhooks/{webhook_id}/deliveries": func() error {
			access, err := client.With(WithAccessToken("t"))
			if err != nil {
				return err
			}
			_, err = access.Webhooks.Deliveries(t.Context(), "whk_1", WebhookDeliveryListParams{Limit: 1, Cursor: "a"})
			return err
		},
		"/export": func() error {
			for range client.Export(t.Context(), ExportParams{
				UserID: "a", AgentID: "b", RunID: "c", Project: "d", Source: "e", MemoryType: "f", Tag: "g",
				OccurredFrom: moment, OccurredTo: moment, CreatedFrom: moment, CreatedTo: moment, Versions: true,
			}) {
				continue
			}
			return nil
		},
		"/deletions": func() error {
			_, err := client.Deletions.List(t.Context(), DeletionListParams{
				UserID: "a", AgentID: "b", RunID: "c", Kind: "scope", Limit: 1, Cursor: "d",
			})
			return err
		},
		"/memories/{memory_id}": func() error {
			_, err := client.GetAsOf(t.Context(), "mem_1", moment)
			return err
		},
		"/memories/{memory_id}/similar": func() error {
			_, err := client.Similar(t.Context(), "mem_1", SimilarParams{TopK: 1})
			return err
		},
		"/memories/{memory_id}/versions": func() error {
			_, err := client.Versions(t.Context(), "mem_1", VersionListParams{Limit: 1, Cursor: "a"})
			return err
		},
		"/profile": func() error {
			_, err := client.Profile(t.Context(), ProfileParams{UserID: "a", AgentID: "b", Project: "c", MaxCharacters: 200})
			return err
		},
		"/requests": func() error {
			failed := true
			_, err := client.Requests.List(t.Context(), RequestListParams{
				Limit: 1, Offset: 2, After: "c", StatusCode: 3, Failed: &failed, Source: "mcp", Operation: "a", KeyID: "b",
				From: moment, To: moment,
			})
			return err
		},
		"/requests/stats": func() error {
			_, err := client.Requests.Stats(t.Context(), RequestStatsParams{From: moment, To: moment})
			return err
		},
		"/audit": func() error {
			_, err := client.Audit.List(t.Context(), AuditListParams{Limit: 1, Cursor: "a"})
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

// responsesOf finds the types of the responses of the contract: what the methods of the client and its services return.
func responsesOf(schemas map[string]schema) map[string]reflect.Type {
	returned := map[string]reflect.Type{
		// AddMany returns the results of all its requests together.
		"creatememoriesresult": reflect.TypeFor[CreateMemoriesResult](),
	}
	client := reflect.TypeFor[*Client]()
	receivers := []reflect.Type{client}
	for index := range client.Elem().NumField() {
		receivers = append(receivers, client.Elem().Field(index).Type)
	}
	for _, receiver := range receivers {
		for index := range receiver.NumMethod() {
			method := receiver.Method(index).Type
			if method.NumOut() == 2 && method.Out(0).Kind() == reflect.Pointer {
				kind := method.Out(0).Elem()
				returned[strings.ToLower(kind.Name())] = kind
			}
		}
	}
	responses := map[string]reflect.Type{}
	for name := range schemas {
		if kind := returned[strings.ToLower(name)]; kind != nil {
			responses[name] = kind
		}
	}
	return responses
}

func TestEveryResponseOfTheContractKeepsItsFields(t *testing.T) {
	contract := readContract(t)
	responses := responsesOf(contract.Components.Schemas)
	read := map[string]bool{}
	for path, operations := range contract.Paths {
		for method := range operations {
			if method == "parameters" {
				continue
			}
			operation := contract.operation(t, path, method)
			if slices.Contains(operation.Tags, "service") || slices.Contains(operation.Tags, "web pages") {
				continue
			}
			if !hasMethod(operation.SDKMethod) {
				t.Errorf("%s %s: the client has no method %s", method, path, operation.SDKMethod)
			}
			for status, response := range operation.Responses {
				content, ok := response.Content["application/json"]
				if !ok || !strings.HasPrefix(status, "2") {
					continue
				}
				name := content.Schema.Ref[strings.LastIndex(content.Schema.Ref, "/")+1:]
				if responses[name] == nil {
					t.Errorf("%s %s responds with a %s, which no method of the client returns", method, path, name)
					continue
				}
				examples := []json.RawMessage{content.Example}
				for _, example := range content.Examples {
					examples = append(examples, example.Value)
				}
				for _, example := range examples {
					if example != nil {
						read[name] = true
						readsWhole(t, responses[name], example)
					}
				}
			}
		}
	}
	if len(read) != len(responses) {
		t.Errorf("there are examples of %d types, but the methods return %d", len(read), len(responses))
	}
}

// hasMethod reports whether the client has the method with this Python name, such as api_keys.create.
func hasMethod(name string) bool {
	isNamed := func(own string) func(string) bool {
		return func(name string) bool { return strings.EqualFold(name, strings.ReplaceAll(own, "_", "")) }
	}
	receiver := reflect.TypeFor[*Client]()
	if service, method, ok := strings.Cut(name, "."); ok {
		field, ok := receiver.Elem().FieldByNameFunc(isNamed(service))
		if !ok {
			return false
		}
		receiver, name = field.Type, method
	}
	for index := range receiver.NumMethod() {
		if isNamed(name)(receiver.Method(index).Name) {
			return true
		}
	}
	return false
}

func TestFieldsOfResponsesAreInTheOrderOfTheContract(t *testing.T) {
	responses := responsesOf(readContract(t).Components.Schemas)
	for name, order := range propertiesInOrder(t) {
		kind := responses[name]
		if kind == nil {
			continue
		}
		var fields []string
		for index := range kind.NumField() {
			field, _, _ := strings.Cut(kind.Field(index).Tag.Get("json"), ",")
			fields = append(fields, field)
		}
		if !slices.Equal(fields, order) {
			t.Errorf("%s has %v, the contract %v", kind.Name(), fields, order)
		}
	}
}

// propertiesInOrder reads the names of the properties of each schema.
func propertiesInOrder(t *testing.T) map[string][]string {
	t.Helper()
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties json.RawMessage `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	content, err := os.ReadFile(contractFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &document); err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{}
	for name, schema := range document.Components.Schemas {
		decoder := json.NewDecoder(bytes.NewReader(schema.Properties))
		if _, err := decoder.Token(); err != nil {
			continue // a schema without properties
		}
		for decoder.More() {
			property, err := decoder.Token()
			if err != nil {
				t.Fatal(err)
			}
			names[name] = append(names[name], property.(string))
			var value json.RawMessage
			if err := decoder.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
	}
	return names
}

// readsWhole checks that an example keeps all fields when it is read into its type and written again.
func readsWhole(t *testing.T, kind reflect.Type, example json.RawMessage) {
	t.Helper()
	value := reflect.New(kind).Interface()
	decoder := json.NewDecoder(strings.NewReader(string(example)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		t.Errorf("%s: %v", kind.Name(), err)
		return
	}
	back, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := comparable(t, back), comparable(t, example); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v became %v", kind.Name(), want, got)
	}
}

// comparable reads JSON, drops trailing zeros of times, as encoding/json does, and members that are null: a text that is
// null is empty in Go and is not written.
func comparable(t *testing.T, content []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(content), ".000Z", "Z")), &value); err != nil {
		t.Fatal(err)
	}
	return withoutNull(value)
}

func withoutNull(value any) any {
	switch value := value.(type) {
	case []any:
		for index, item := range value {
			value[index] = withoutNull(item)
		}
	case map[string]any:
		maps.DeleteFunc(value, func(_ string, member any) bool { return member == nil })
		for name, member := range value {
			value[name] = withoutNull(member)
		}
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
