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

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

const fragments = `package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"time"

	mnema "github.com/mnema/mnema/sdks/go"
)

var _ = errors.Is
var _ = slog.Default
var _ = os.Getenv
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

// TestEveryBlockOfTheReadmeRuns runs whole programs unchanged and all fragments in one program, from a module outside
// of this one.
func TestEveryBlockOfTheReadmeRuns(t *testing.T) {
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
	if output := runProgram(t, programs[0]); !strings.HasPrefix(output, "mem_") || !strings.HasSuffix(output, " found\n") {
		t.Errorf("the program prints %q", output)
	}
	var names []string
	joined := fragments
	for index, part := range parts {
		name := "block" + strconv.Itoa(index+1)
		names = append(names, name)
		joined += "\nfunc " + name + "(ctx context.Context, client *mnema.Client) error {\n" + part + "\nreturn nil\n}\n"
	}
	output := runProgram(t, strings.Replace(joined, "BLOCKS", strings.Join(names, ", "), 1))
	if done := strings.Count(output, " done\n"); done != len(parts) {
		t.Errorf("%d of %d blocks ended well:\n%s", done, len(parts), output)
	}
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
			"replace github.com/mnema/mnema/sdks/go => " + strconv.Quote(module) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", ".")
	command.Dir = folder
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}
