package mnema

import (
	"os/exec"
	"strings"
	"testing"
)

func TestTheExampleAgentRemembersStatementsOfEarlierRuns(t *testing.T) {
	program := t.TempDir() + "/agent"
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../../examples/go"
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	runs := []struct {
		arguments []string
		want      string
	}{
		{[]string{"-project", "agent-test", "We deploy on Thursdays, never on Fridays."}, "I will remember that for agent-test (mem_"},
		{[]string{"-project", "agent-test", "When", "do", "we", "deploy?"}, "We deploy on Thursdays, never on Fridays."},
		{[]string{"-project", "agent-other", "When do we deploy?"}, "I know nothing about that in agent-other yet."},
		{[]string{"-project", "agent-test"}, "- We deploy on Thursdays, never on Fridays."},
		{[]string{"-project", "agent-other"}, "I know nothing of agent-other yet."},
	}
	for _, each := range runs {
		output, err := exec.Command(program, each.arguments...).CombinedOutput()
		if err != nil || !strings.Contains(string(output), each.want) {
			t.Errorf("%v: %v\n%s", each.arguments, err, output)
		}
	}
}
