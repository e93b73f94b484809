package mnema_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/mnema/mnema/sdks/go"
)

var ctx = context.Background()

func Example() {
	// MNEMA_API_KEY and MNEMA_BASE_URL contain the key and the address; see WithAPIKey and WithBaseURL.
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	written, err := client.Add(ctx, mnema.AddParams{
		Text:     "Ada prefers tea to coffee.",
		AgentID:  "example",
		Metadata: mnema.Metadata{"project": "apollo", "cups": 3},
	})
	if err != nil {
		log.Fatal(err)
	}
	found, err := client.Search(ctx, mnema.SearchParams{Query: "Does Ada like tea?", AgentID: "example", TopK: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range found.Results {
		fmt.Println(result.ID == written.MemoryID, result.Memory, result.Metadata["cups"])
	}
	// Output: true Ada prefers tea to coffee. 3
}

func ExampleClient_Add_conversation() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	written, err := client.Add(ctx, mnema.AddParams{
		Messages: []mnema.Message{
			{Role: mnema.MessageRoleUser, Name: "Ada", Content: "Can we still make February?"},
			{Role: mnema.MessageRoleAssistant, Content: "Not with the new antenna."},
		},
		RunID:      "standup",
		OccurredAt: time.Date(2026, 11, 20, 16, 0, 0, 0, time.UTC),
	})
	if err != nil {
		log.Fatal(err)
	}
	memory, err := client.Get(ctx, written.MemoryID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(memory.Memory)
	// Output:
	// Ada: Can we still make February?
	// assistant: Not with the new antenna.
}

func ExampleClient_ListAutoPaging() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"one", "two", "three"} {
		if _, err := client.Add(ctx, mnema.AddParams{Text: text, AgentID: "counter"}); err != nil {
			log.Fatal(err)
		}
	}
	for memory, err := range client.ListAutoPaging(ctx, mnema.ListParams{AgentID: "counter", Limit: 2}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(memory.Memory)
	}
	// Output:
	// three
	// two
	// one
}

func ExampleClient_Update() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	written, err := client.Add(ctx, mnema.AddParams{Text: "draft", Metadata: mnema.Metadata{"a": 1, "b": 2}})
	if err != nil {
		log.Fatal(err)
	}
	// A nil value removes its key; keys that are not named stay.
	memory, err := client.Update(ctx, written.MemoryID, mnema.UpdateParams{
		Text:     "final",
		Metadata: mnema.Metadata{"a": nil, "c": "new"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(memory.Memory, memory.Version, memory.Metadata)
	// Output: final 2 map[b:2 c:new]
}

func ExampleClient_Wait() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	written, err := client.Add(ctx, mnema.AddParams{Text: "The launch is on the first of March."})
	if err != nil {
		log.Fatal(err)
	}
	memory, err := client.Wait(ctx, written.MemoryID, mnema.WaitParams{Timeout: 30 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(memory.Status)
	// Output: ready
}

func ExampleError() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Search(ctx, mnema.SearchParams{Query: "tea", TopK: 1000})
	if errors.Is(err, mnema.ErrBadRequest) {
		var failure *mnema.Error
		errors.As(err, &failure)
		fmt.Println(failure.Status, failure.Code)
		for _, wrong := range failure.Errors {
			fmt.Println(wrong.Path, wrong.Message)
		}
	}
	// Output:
	// 400 invalid_request
	// /body/top_k must be between 1 and 100
}

func ExampleWithIdempotencyKey() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	key := "import-row-7-" + rand.Text()
	first, err := client.Add(ctx, mnema.AddParams{Text: "Row 7"}, mnema.WithIdempotencyKey(key))
	if err != nil {
		log.Fatal(err)
	}
	again, err := client.Add(ctx, mnema.AddParams{Text: "Row 7"}, mnema.WithIdempotencyKey(key))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.MemoryID == again.MemoryID)
	// Output: true
}

func ExamplePtr() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	found, err := client.Search(ctx, mnema.SearchParams{Query: "zeppelin", AgentID: "nobody", Threshold: mnema.Ptr(0.0)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(found.Results))
	// Output: 0
}

func ExampleWithResponse() {
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	var response mnema.Response
	if _, err := client.Usage(ctx, mnema.WithResponse(&response)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status, response.RequestID[:4], response.Attempts)
	// Output: 200 req_ 1
}

func ExampleAuthService_Login() {
	// Registering and signing in need no credential.
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	email, password := "ada-"+rand.Text()+"@example.com", "correct horse battery staple"
	if _, err := client.Auth.Register(ctx, mnema.RegisterParams{Email: email, Password: password}); err != nil {
		log.Fatal(err)
	}
	session, err := client.Auth.Login(ctx, mnema.LoginParams{Email: email, Password: password})
	if err != nil {
		log.Fatal(err)
	}
	client, err = client.With(mnema.WithAccessToken(session.AccessToken))
	if err != nil {
		log.Fatal(err)
	}
	key, err := client.APIKeys.Create(ctx, mnema.APIKeyCreateParams{Label: "laptop", Scopes: []mnema.Scope{mnema.ScopeRead}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.Label, key.Scopes, key.Key != "")
	// Output: laptop [read] true
}
