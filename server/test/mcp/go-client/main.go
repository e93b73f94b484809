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

type seen struct {
	Version  string   `json:"version"`
	Server   string   `json:"server"`
	Tools    []string `json:"tools"`
	Found    []bool   `json:"found"`
	Listed   int      `json:"listed"`
	Profiled int      `json:"profiled"`
	Updated  int      `json:"updated"`
	Deleted  bool     `json:"deleted"`
	Again    []any    `json:"again"`
	Unknown  int64    `json:"unknown"`
}

// keyed adds the API key to every request.
type keyed struct{ key string }

func (transport keyed) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("X-API-Key", transport.key)
	return http.DefaultTransport.RoundTrip(request)
}

func call[Answer any](ctx context.Context, session *mcp.ClientSession, name string, arguments map[string]any) (Answer, error) {
	var answer Answer
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		return answer, fmt.Errorf("%s: %w", name, err)
	}
	if result.IsError {
		return answer, fmt.Errorf("%s: %s", name, text(result))
	}
	content, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(content, &answer)
}

func text(result *mcp.CallToolResult) string {
	content, isText := result.Content[0].(*mcp.TextContent)
	if !isText {
		return ""
	}
	return content.Text
}

type results struct {
	Results []struct{ ID, Memory string }
}

func drive(ctx context.Context, session *mcp.ClientSession) (seen, error) {
	hello := session.InitializeResult()
	all := seen{Version: hello.ProtocolVersion, Server: hello.ServerInfo.Name}
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return all, err
	}
	for _, tool := range tools.Tools {
		all.Tools = append(all.Tools, tool.Name)
	}
	added, err := call[struct {
		MemoryID string `json:"memory_id"`
	}](ctx, session, "service_add", map[string]any{"memory": memory, "metadata": map[string]any{"tags": []string{"tea"}}, "wait": 10})
	if err != nil {
		return all, err
	}
	found, err := call[results](ctx, session, "service_search", map[string]any{"query": "How does she like her hot drinks?"})
	if err != nil {
		return all, err
	}
	for _, hit := range found.Results {
		all.Found = append(all.Found, hit.ID == added.MemoryID && hit.Memory == memory)
	}
	listed, err := call[results](ctx, session, "service_list", map[string]any{"tag": "tea"})
	if err != nil {
		return all, err
	}
	all.Listed = len(listed.Results)
	profile, err := call[struct {
		MemoryCount int `json:"memory_count"`
	}](ctx, session, "service_profile", map[string]any{})
	if err != nil {
		return all, err
	}
	all.Profiled = profile.MemoryCount
	updated, err := call[struct{ Version int }](ctx, session, "service_update", map[string]any{"memory_id": added.MemoryID, "metadata": map[string]any{"seen": true}})
	if err != nil {
		return all, err
	}
	all.Updated = updated.Version
	deleted, err := call[struct {
		MemoryID string `json:"memory_id"`
	}](ctx, session, "service_delete", map[string]any{"memory_id": added.MemoryID})
	if err != nil {
		return all, err
	}
	all.Deleted = deleted.MemoryID == added.MemoryID
	again, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "service_delete", Arguments: map[string]any{"memory_id": added.MemoryID}})
	if err != nil {
		return all, err
	}
	all.Again = []any{again.IsError, strings.SplitN(text(again), ":", 2)[0]}
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "service_burn"})
	var refusal *jsonrpc.Error
	if errors.As(err, &refusal) {
		all.Unknown = refusal.Code
	}
	return all, nil
}

func connect(ctx context.Context, version string) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	options := &mcp.ClientSessionOptions{ProtocolVersion: version}
	bridge := os.Getenv("MNEMA_BRIDGE")
	if bridge == "" {
		endpoint := os.Getenv("MNEMA_BASE_URL") + "/mcp"
		httpClient := &http.Client{Transport: keyed{os.Getenv("MNEMA_API_KEY")}}
		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: httpClient}, options)
	}
	var words []string
	if err := json.Unmarshal([]byte(bridge), &words); err != nil {
		return nil, err
	}
	return client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(words[0], words[1:]...)}, options)
}

func run() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	session, err := connect(ctx, os.Args[1])
	if err != nil {
		return err
	}
	all, err := drive(ctx, session)
	if err != nil {
		return err
	}
	if err := session.Close(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
