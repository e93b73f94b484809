// Command go-client drives all six tools with the official Go client and prints what it saw as JSON.
//
// MNEMA_BASE_URL and MNEMA_API_KEY say where, MNEMA_BRIDGE names the program of the stdio bridge and the interpreter
// before it, when the client is to go through that. The first argument is a protocol version, or empty for the newest.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const memory = "Tea (Ada):\n1) Ada prefers tea without sugar."

// object is an object of JSON.
type object = map[string]any

// keyed adds the API key to every request.
type keyed struct{ key string }

func (transport keyed) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("X-API-Key", transport.key)
	return http.DefaultTransport.RoundTrip(request)
}

// must ends the program with the first error.
func must[Value any](value Value, err error) Value {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func text(result *mcp.CallToolResult) string {
	content, _ := result.Content[0].(*mcp.TextContent)
	return content.Text
}

func drive(ctx context.Context, session *mcp.ClientSession) object {
	call := func(name string, arguments object) object {
		result := must(session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments}))
		if result.IsError {
			must(name, errors.New(text(result)))
		}
		content, _ := result.StructuredContent.(object)
		return content
	}
	results := func(content object) []any { return content["results"].([]any) }
	names := []string{}
	for _, tool := range must(session.ListTools(ctx, nil)).Tools {
		names = append(names, tool.Name)
	}
	id := call("service_add", object{"memory": memory, "metadata": object{"tags": []string{"tea"}}, "wait": 10})["memory_id"]
	found := []bool{}
	for _, hit := range results(call("service_search", object{"query": "How does she like her hot drinks?"})) {
		found = append(found, hit.(object)["id"] == id && hit.(object)["memory"] == memory)
	}
	hello := session.InitializeResult()
	seen := object{
		"version":  hello.ProtocolVersion,
		"server":   hello.ServerInfo.Name,
		"tools":    names,
		"found":    found,
		"listed":   len(results(call("service_list", object{"tag": "tea"}))),
		"profiled": call("service_profile", object{})["memory_count"],
		"updated":  call("service_update", object{"memory_id": id, "metadata": object{"seen": true}})["version"],
		"deleted":  call("service_delete", object{"memory_id": id})["memory_id"] == id,
	}
	deletion := &mcp.CallToolParams{Name: "service_delete", Arguments: object{"memory_id": id}}
	again := must(session.CallTool(ctx, deletion))
	seen["again"] = []any{again.IsError, strings.SplitN(text(again), ":", 2)[0]}
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "service_burn"})
	var refusal *jsonrpc.Error
	if errors.As(err, &refusal) {
		seen["unknown"] = refusal.Code
	}
	return seen
}

func transport() mcp.Transport {
	if bridge := os.Getenv("MNEMA_BRIDGE"); bridge != "" {
		var words []string
		must(words, json.Unmarshal([]byte(bridge), &words))
		return &mcp.CommandTransport{Command: exec.Command(words[0], words[1:]...)}
	}
	httpClient := &http.Client{Transport: keyed{os.Getenv("MNEMA_API_KEY")}}
	return &mcp.StreamableClientTransport{Endpoint: os.Getenv("MNEMA_BASE_URL") + "/mcp", HTTPClient: httpClient}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session := must(client.Connect(ctx, transport(), &mcp.ClientSessionOptions{ProtocolVersion: os.Args[1]}))
	seen := drive(ctx, session)
	must(seen, session.Close())
	must(seen, json.NewEncoder(os.Stdout).Encode(seen))
}
