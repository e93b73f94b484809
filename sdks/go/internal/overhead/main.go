// Command overhead measures the cost of this package: the time of a call divided by that of the same request with only
// net/http and encoding/json. Both use a server in this process that does no work.
//
//	go run ./internal/overhead [-json]
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mnema/mnema/sdks/go"
)

const (
	maxRatio       = 1.25
	rounds         = 60
	callsPerRound  = 100
	apiKey         = "mnk_overhead"
	searchResults  = 10
	memoryTemplate = `{"id":"mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2","memory":"We moved the launch to the first of March.","user_id":"acct_1",` +
		`"agent_id":"planner","run_id":null,"metadata":{"project":"apollo","tags":["launch"]},"score":0.5,"status":"ready","outcome":"stored",` +
		`"failure":null,"entities":[],"version":1,"occurred_at":"2026-11-20T16:00:00.000Z","created_at":"2026-11-21T09:02:00.000Z",` +
		`"updated_at":"2026-11-21T09:02:00.000Z","attempts":1,"next_attempt_at":null}`
)

// measurement is one request, made in both ways.
type measurement struct {
	name      string
	sdk, bare func() error
}

func main() {
	asJSON := flag.Bool("json", false, "print the medians as JSON, in milliseconds")
	flag.Parse()
	server := httptest.NewServer(http.HandlerFunc(serve))
	defer server.Close()
	client, err := mnema.New(mnema.WithBaseURL(server.URL), mnema.WithAPIKey(apiKey))
	if err != nil {
		fail(err)
	}
	var results []result
	for _, each := range measurements(client, server.URL) {
		measured, err := each.run()
		if err != nil {
			fail(err)
		}
		results = append(results, measured)
	}
	if *asJSON {
		if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
			fail(err)
		}
		return
	}
	fmt.Printf("%-8s %9s %9s %6s\n", "call", "SDK", "net/http", "ratio")
	for _, each := range results {
		fmt.Printf("%-8s %6.3f ms %6.3f ms %6.2f\n", each.Call, each.OwnMS, each.BareMS, each.Ratio)
	}
	for _, each := range results {
		if each.Ratio > maxRatio {
			fail(fmt.Errorf("the ratio of %s is above %.2f", each.Call, maxRatio))
		}
	}
}

// result has the medians of a call and the median of the ratios of the rounds.
type result struct {
	Call   string  `json:"call"`
	OwnMS  float64 `json:"own_ms"`
	BareMS float64 `json:"bare_ms"`
	Ratio  float64 `json:"ratio"`
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func serve(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/search":
		io.WriteString(w, `{"results":[`+strings.Repeat(memoryTemplate+",", searchResults-1)+memoryTemplate+`],"degraded":[]}`)
	case "/memories":
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, `{"memory_id":"mem_1","status":"pending","metadata":{},"created_at":"2026-11-21T09:02:00.000Z"}`)
	default:
		io.WriteString(w, memoryTemplate)
	}
}

func measurements(client *mnema.Client, address string) []measurement {
	ctx := context.Background()
	query := mnema.SearchParams{Query: "When is the launch?", TopK: searchResults, Filters: map[string]any{"project": "apollo"}}
	text := mnema.AddParams{Text: "We moved the launch to the first of March.", AgentID: "planner"}
	return []measurement{
		{
			"get",
			func() error { _, err := client.Get(ctx, "mem_1"); return err },
			func() error { return request[mnema.Memory](http.MethodGet, address+"/memories/mem_1", nil) },
		},
		{
			"search",
			func() error { _, err := client.Search(ctx, query); return err },
			func() error { return request[mnema.SearchResponse](http.MethodPost, address+"/search", query) },
		},
		{
			"add",
			func() error { _, err := client.Add(ctx, text); return err },
			func() error { return request[mnema.WriteAccepted](http.MethodPost, address+"/memories", text) },
		},
	}
}

// request makes the request as code without an SDK does.
func request[T any](method, address string, body any) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return err
	}
	request.Header.Set("X-API-Key", apiKey)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var result T
	return json.Unmarshal(received, &result)
}

// run alternates between both ways, so that other load of the machine affects both.
func (m measurement) run() (result, error) {
	var own, bare, ratios []float64
	for range rounds {
		ownMS, err := timeOf(m.sdk)
		if err != nil {
			return result{}, err
		}
		bareMS, err := timeOf(m.bare)
		if err != nil {
			return result{}, err
		}
		own, bare, ratios = append(own, ownMS), append(bare, bareMS), append(ratios, ownMS/bareMS)
	}
	return result{m.name, median(own), median(bare), median(ratios)}, nil
}

// timeOf returns the milliseconds of one call, the mean of many.
func timeOf(call func() error) (float64, error) {
	started := time.Now()
	for range callsPerRound {
		if err := call(); err != nil {
			return 0, err
		}
	}
	return time.Since(started).Seconds() * 1000 / callsPerRound, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
