package mnema

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	goBlock   = regexp.MustCompile("(?s)```go\n(.*?)```")
	textBlock = regexp.MustCompile("(?s)```text\n(.*?)```")
	blockEnd  = regexp.MustCompile(`block \d+ done\n`)
)

// standardWebhooks is the module with which the guide for webhooks verifies events.
const standardWebhooks = "github.com/standard-webhooks/standard-webhooks/libraries"

const fragments = `package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"

	mnema "github.com/mnema/mnema/sdks/go"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

var _ = errors.Is
var _ = slog.Default
var _ = os.Getenv
var _ = bytes.Clone
var _ = json.Marshal
var _ = strings.Join
var _ = io.Discard
var _ = http.Get
var _ = httptest.NewServer
var _ sync.Once
var _ = standardwebhooks.NewWebhook
var _ = time.Second

func main() {
	ctx := context.Background()
	client, err := mnema.New()
	if err != nil {
		log.Fatal(err)
	}
	for index, block := range []func(context.Context, *mnema.Client) error{BLOCKS} {
		if err := block(ctx, client); err != nil {
			log.Fatalf("block %d: %v", index+1, err)
		}
		fmt.Println("block", index+1, "done")
	}
}
`

// TestEveryBlockOfTheReadmeAndTheGuidesRuns runs whole programs unchanged and all fragments in one program, from a module
// outside of this one.
func TestEveryBlockOfTheReadmeAndTheGuidesRuns(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var programs, parts []string
	for _, match := range goBlock.FindAllStringSubmatch(string(readme), -1) {
		if strings.HasPrefix(match[1], "package main") {
			programs = append(programs, match[1])
		} else {
			parts = append(parts, match[1])
		}
	}
	if len(programs) != 1 || len(parts) < 5 {
		t.Fatalf("the README has %d programs and %d parts", len(programs), len(parts))
	}
	if output := runProgram(t, programs[0]); output != "Ada prefers tea to coffee.\n" {
		t.Errorf("the program prints %q", output)
	}
	guides := readGuides(t)
	for _, guide := range guides {
		parts = append(parts, guide.example)
	}
	var names []string
	joined := fragments
	for index, part := range parts {
		name := "block" + strconv.Itoa(index+1)
		names = append(names, name)
		joined += "\nfunc " + name + "(ctx context.Context, client *mnema.Client) error {\n" + part + "\nreturn nil\n}\n"
	}
	output := runProgram(t, strings.Replace(joined, "BLOCKS", strings.Join(names, ", "), 1))
	outputs := blockEnd.Split(output, -1)
	if len(outputs) != len(parts)+1 {
		t.Fatalf("%d of %d blocks ended well:\n%s", len(outputs)-1, len(parts), output)
	}
	if outputs[0] != "I drink tea, never coffee.\n" {
		t.Errorf("the first block prints %q", outputs[0])
	}
	for index, guide := range guides {
		if printed := outputs[len(parts)-len(guides)+index]; printed != guide.output {
			t.Errorf("the example of %s prints\n%s", guide.name, printed)
		}
	}
}

type guide struct {
	name, example, output string
}

// readGuides returns the Go example of each guide, with the output that the guide shows for it.
func readGuides(t *testing.T) []guide {
	t.Helper()
	paths, err := filepath.Glob("../../docs/guides/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var guides []guide
	for _, path := range paths {
		if filepath.Base(path) == "README.md" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		examples, output := goBlock.FindAllStringSubmatch(string(text), -1), textBlock.FindStringSubmatch(string(text))
		if len(examples) != 1 || output == nil {
			t.Fatalf("%s needs one block of Go and its output", path)
		}
		guides = append(guides, guide{filepath.Base(path), examples[0][1], output[1]})
	}
	return guides
}

func runProgram(t *testing.T, source string) string {
	t.Helper()
	module, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, content := range map[string]string{
		"main.go": source,
		"go.mod": "module example.com/readme\n\ngo 1.25.0\n\nrequire github.com/mnema/mnema/sdks/go v0.0.0\n\n" +
			"replace github.com/mnema/mnema/sdks/go => " + strconv.Quote(module) + "\n" +
			"require " + standardWebhooks + " v0.0.1\n",
		"go.sum": standardWebhooks + " v0.0.1 h1:uOfcYT+3QungH6tIGSVCR/Y3KJmgJiHcojJbMTPDZAI=\n" +
			standardWebhooks + " v0.0.1/go.mod h1:L1MQhA6x4dn9r007T033lsaZMv9EmBAdXyU/+EF40fo=\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", ".")
	command.Dir = folder
	// The standard error also has the downloads of modules.
	var errors strings.Builder
	command.Stderr = &errors
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, output, errors.String())
	}
	return string(output)
}
