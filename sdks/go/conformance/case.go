package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mnema/mnema/sdks/go"
)

type conformanceCase struct {
	ID     string       `json:"id"`
	Client clientFields `json:"client"`
	Steps  []step       `json:"steps"`
}

type clientFields struct {
	Credential  string            `json:"credential"`
	MaxRetries  *int              `json:"max_retries"`
	TimeoutMS   *int              `json:"timeout_ms"`
	Headers     map[string]any    `json:"headers"`
	Environment map[string]string `json:"environment"`
}

type step struct {
	Call    string            `json:"call"`
	Args    map[string]any    `json:"args"`
	Options stepOptions       `json:"options"`
	Save    map[string]string `json:"save"`
	Expect  map[string]any    `json:"expect"`
}

type stepOptions struct {
	IdempotencyKey any            `json:"idempotency_key"`
	IfVersion      *int           `json:"if_version"`
	TimeoutMS      *int           `json:"timeout_ms"`
	MaxRetries     *int           `json:"max_retries"`
	WaitSeconds    *int           `json:"wait_seconds"`
	Return         string         `json:"return"`
	Headers        map[string]any `json:"headers"`
	AbortAfterMS   *int           `json:"abort_after_ms"`
	Take           int            `json:"take"`
	Scope          scopeFields    `json:"scope"`
}

// scopeFields are the ids of the client of one step; nil where it has none.
type scopeFields struct {
	UserID  any `json:"user_id"`
	AgentID any `json:"agent_id"`
	RunID   any `json:"run_id"`
}

type caseResult struct {
	ID        string         `json:"id"`
	Saved     map[string]any `json:"saved"`
	Variables map[string]any `json:"variables"`
	Steps     []outcome      `json:"steps"`
}

// outcome is {"value": …} or {"error": …}; a call without a response has the value null.
type outcome map[string]any

func runCase(given plan, each conformanceCase) caseResult {
	names := newVariables(given, each)
	report := caseResult{ID: each.ID, Saved: names.saved, Variables: names.own}
	client, err := makeClient(given, each, names)
	for _, step := range each.Steps {
		result := outcome{}
		if err != nil {
			result["error"] = describe(err)
		} else {
			result = carryOut(client, step, names)
		}
		report.Steps = append(report.Steps, result)
		if !isOfExpectedKind(result, step) || !names.save(result["value"], step.Save) {
			break
		}
	}
	return report
}

// isOfExpectedKind reports whether a step ended with a value or an error as expected; the harness compares the rest.
func isOfExpectedKind(result outcome, step step) bool {
	_, failed := result["error"]
	_, shouldFail := step.Expect["error"]
	return failed == shouldFail
}

// environment is locked while the variables of the process belong to one case.
var environment sync.Mutex

func makeClient(given plan, each conformanceCase, names *variables) (*mnema.Client, error) {
	environment.Lock()
	defer environment.Unlock()
	for _, name := range []string{"MNEMA_API_KEY", "MNEMA_BASE_URL"} {
		os.Unsetenv(name)
		if value, ok := each.Client.Environment[name]; ok {
			os.Setenv(name, fmt.Sprint(names.resolve(value)))
		}
	}
	var options []mnema.Option
	if each.Client.Environment == nil {
		options = append(options, mnema.WithBaseURL(names.baseURL()))
		options = append(options, credentialOption(given, each.Client.Credential)...)
	}
	if each.Client.MaxRetries != nil {
		options = append(options, mnema.WithMaxRetries(*each.Client.MaxRetries))
	}
	if each.Client.TimeoutMS != nil {
		options = append(options, mnema.WithTimeout(milliseconds(*each.Client.TimeoutMS)))
	}
	options = append(options, headerOptions(each.Client.Headers, names)...)
	return mnema.New(options...)
}

func credentialOption(given plan, kind string) []mnema.Option {
	switch kind {
	case "none":
		return nil
	case "access_token":
		return []mnema.Option{mnema.WithAccessToken(given.Credentials["access_token"])}
	case "":
		kind = "api_key"
	}
	return []mnema.Option{mnema.WithAPIKey(given.Credentials[kind])}
}

func headerOptions(headers map[string]any, names *variables) []mnema.Option {
	var options []mnema.Option
	for name, value := range headers {
		options = append(options, mnema.WithHeader(name, fmt.Sprint(names.resolve(value))))
	}
	return options
}

func milliseconds(count int) time.Duration {
	return time.Duration(count) * time.Millisecond
}

// fresh makes a word that no other case has.
func fresh() string {
	return strings.ToLower(rand.Text()[:12])
}
