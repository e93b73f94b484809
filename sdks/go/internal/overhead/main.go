// Command overhead measures what this package costs: the time of a call divided by that of the same request made, encoded
// and decoded with nothing but net/http and encoding/json. Both talk to a server in this process that does no work.
//
//	go run ./internal/overhead
package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	largestRatio   = 1.25
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
	server := httptest.NewServer(http.HandlerFunc(answer))
	defer server.Close()
	client, err := mnema.New(mnema.WithBaseURL(server.URL), mnema.WithAPIKey(apiKey))
	if err != nil {
		fail(err)
	}
	tooSlow := false
	fmt.Printf("%-8s %12s %12s %7s\n", "call", "SDK", "net/http", "ratio")
	for _, each := range measurements(client, server.URL) {
		sdk, bare, ratio, err := each.run()
		if err != nil {
			fail(err)
		}
		fmt.Printf("%-8s %12v %12v %7.2f\n", each.name, sdk, bare, ratio)
		tooSlow = tooSlow || ratio > largestRatio
	}
	if tooSlow {
		fail(fmt.Errorf("a ratio is above %.2f", largestRatio))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func answer(w http.ResponseWriter, r *http.Request) {
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

// request is what somebody writes who has no SDK.
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
	answered, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var result T
	return json.Unmarshal(answered, &result)
}

// run alternates between both ways, so that what else the machine does falls on both, and answers the medians of a call
// and the median of the rounds' ratios.
func (m measurement) run() (sdk, bare time.Duration, ratio float64, err error) {
	var sdkTimes, bareTimes []time.Duration
	var ratios []float64
	for range rounds {
		sdkTime, err := timeOf(m.sdk)
		if err != nil {
			return 0, 0, 0, err
		}
		bareTime, err := timeOf(m.bare)
		if err != nil {
			return 0, 0, 0, err
		}
		sdkTimes, bareTimes = append(sdkTimes, sdkTime), append(bareTimes, bareTime)
		ratios = append(ratios, float64(sdkTime)/float64(bareTime))
	}
	return median(sdkTimes), median(bareTimes), median(ratios), nil
}

func timeOf(call func() error) (time.Duration, error) {
	started := time.Now()
	for range callsPerRound {
		if err := call(); err != nil {
			return 0, err
		}
	}
	return time.Since(started) / callsPerRound, nil
}

func median[T int64 | float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
