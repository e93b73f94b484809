package mnema

import (
	"encoding/json"
	"errors"
	"os"
	"testing"
)

func TestFormatMemoriesWritesOneLineForEachMemory(t *testing.T) {
	content, err := os.ReadFile("../../conformance/format-memories.json")
	if err != nil {
		t.Fatal(err)
	}
	var shared struct {
		Cases []struct {
			Name          string
			Memories      []string
			MaxCharacters int
			Text, Error   string
		}
	}
	if err := json.Unmarshal(content, &shared); err != nil {
		t.Fatal(err)
	}
	for _, test := range shared.Cases {
		t.Run(test.Name, func(t *testing.T) {
			results := make([]SearchResult, len(test.Memories))
			for index, memory := range test.Memories {
				results[index].Memory = memory
			}
			text, err := FormatMemories(results, FormatMemoriesOptions{MaxCharacters: test.MaxCharacters})
			if rejected := errors.Is(err, ErrInvalidArgument); rejected != (test.Error != "") || text != test.Text {
				t.Errorf("got %q and %v, want %q and %q", text, err, test.Text, test.Error)
			}
		})
	}
}
