// Command agent is a small agent with a memory: it remembers in later runs the facts of earlier ones, project by
// project.
//
//	go run . -project apollo "We deploy on Thursdays, never on Fridays."
//	go run . -project apollo "When do we deploy?"
//	go run . -project apollo
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	mnema "github.com/mnema/mnema/sdks/go"
)

func main() {
	project := flag.String("project", "apollo", "what the memories belong to")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	reply, err := run(ctx, *project, strings.TrimSpace(strings.Join(flag.Args(), " ")))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
	fmt.Println(reply)
}

func run(ctx context.Context, project, message string) (string, error) {
	client, err := mnema.New()
	if err != nil {
		return "", err
	}
	agent := agent{client: client, project: project}
	switch {
	case message == "":
		return agent.summarize(ctx)
	case strings.HasSuffix(message, "?"):
		return agent.recall(ctx, message)
	}
	return agent.learn(ctx, message)
}
