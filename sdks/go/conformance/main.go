// Command conformance carries out the cases of the conformance suite with this SDK and reports the results of the
// calls:
//
//	go run ./conformance PLAN RESULT
//
// The file conformance/README.md at the root of the repository describes both files.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/mnema/mnema/sdks/go"
)

// parallelCases is the number of cases that run at once: most of them wait for a retry.
const parallelCases = 8

type plan struct {
	BaseURL     string            `json:"base_url"`
	Credentials map[string]string `json:"credentials"`
	Variables   map[string]any    `json:"variables"`
	Cases       []conformanceCase `json:"cases"`
}

type result struct {
	Language string       `json:"language"`
	Version  string       `json:"version"`
	Cases    []caseResult `json:"cases"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: conformance PLAN RESULT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(planFile, resultFile string) error {
	content, err := os.ReadFile(planFile)
	if err != nil {
		return err
	}
	var given plan
	if err := json.Unmarshal(content, &given); err != nil {
		return fmt.Errorf("%s: %w", planFile, err)
	}
	report, err := json.Marshal(result{Language: "go", Version: mnema.Version, Cases: runCases(given)})
	if err != nil {
		return err
	}
	return os.WriteFile(resultFile, report, 0o600)
}

func runCases(given plan) []caseResult {
	results := make([]caseResult, len(given.Cases))
	places := make(chan struct{}, parallelCases)
	var running sync.WaitGroup
	for index, each := range given.Cases {
		running.Add(1)
		places <- struct{}{}
		go func() {
			defer func() { <-places; running.Done() }()
			results[index] = runCase(given, each)
		}()
	}
	running.Wait()
	return results
}
