package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	mnema "github.com/mnema/mnema/sdks/go"
)

const (
	agentID          = "example-agent"
	recalledMemories = 3
	secondsToReady   = 10
)

// agent stores statements and answers questions from them. A real agent has a language model instead of these rules:
// the results of recall go into its prompt, and the facts that it selects go through learn.
type agent struct {
	client  *mnema.Client
	project string
}

// learn stores a statement, only once within a day.
func (a agent) learn(ctx context.Context, statement string) (string, error) {
	params := mnema.AddParams{
		Text:     statement,
		AgentID:  agentID,
		Metadata: mnema.Metadata{"project": a.project, "source": "examples/go"},
	}
	key := fmt.Sprintf("example-%x", sha256.Sum256([]byte(a.project+"\n"+statement)))
	written, err := a.client.Add(ctx, params, mnema.WithIdempotencyKey(key), mnema.WithWaitSeconds(secondsToReady))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("I will remember that for %s (%s).", a.project, written.MemoryID), nil
}

// recall answers a question with the memories of the project that fit best.
func (a agent) recall(ctx context.Context, question string) (string, error) {
	found, err := a.client.Search(ctx, mnema.SearchParams{
		Query:   question,
		AgentID: agentID,
		TopK:    recalledMemories,
		Filters: map[string]any{"project": a.project},
	})
	if err != nil {
		return "", err
	}
	if len(found.Results) == 0 {
		return fmt.Sprintf("I know nothing about that in %s yet.", a.project), nil
	}
	var answer strings.Builder
	fmt.Fprintf(&answer, "What I know of %s:", a.project)
	for _, result := range found.Results {
		fmt.Fprintf(&answer, "\n  %.2f  %s", result.Score, result.Memory)
	}
	return answer.String(), nil
}

// summarize summarises the project, in the form for a prompt.
func (a agent) summarize(ctx context.Context) (string, error) {
	profile, err := a.client.Profile(ctx, mnema.ProfileParams{AgentID: agentID, Project: a.project})
	if err != nil {
		return "", err
	}
	if profile.MemoryCount == 0 {
		return fmt.Sprintf("I know nothing of %s yet.", a.project), nil
	}
	return profile.Summary, nil
}
