package mnema

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const minFormattedCharacters = 200

// FormatMemoriesOptions has the limit of [FormatMemories].
type FormatMemoriesOptions struct {
	// MaxCharacters is the maximum length in UTF-16 units, 200 or more; unlimited when zero.
	MaxCharacters int
}

// FormatMemories writes search results as text for a prompt: one line each, "- " and the text. Line breaks and control
// characters become spaces, so that the text of one memory cannot imitate another entry. Results that do not fit are
// left out, the last ones first; a first one that is too long is shortened and ends with "…". It returns
// [ErrInvalidArgument] when MaxCharacters is below 200 and not zero.
func FormatMemories(results []SearchResult, options FormatMemoriesOptions) (string, error) {
	limit := options.MaxCharacters
	if limit != 0 && limit < minFormattedCharacters {
		return "", argumentError("MaxCharacters must be " + strconv.Itoa(minFormattedCharacters) + " or more, or zero")
	}
	var text strings.Builder
	used := 0
	for _, result := range results {
		line := strings.Join(strings.FieldsFunc(result.Memory, isBlank), " ")
		if line == "" {
			continue
		}
		line = "- " + line
		if used > 0 {
			line = "\n" + line
		}
		length := utf16Length(line)
		if limit > 0 && used+length > limit {
			if used == 0 {
				return shorten(line, limit), nil
			}
			break
		}
		text.WriteString(line)
		used += length
	}
	return text.String(), nil
}

// isBlank reports whether a character is white space or a control character, which include every line break.
func isBlank(char rune) bool {
	return unicode.In(char, unicode.White_Space, unicode.Cc)
}

func utf16Length(text string) int {
	length := 0
	for _, char := range text {
		length += utf16.RuneLen(char)
	}
	return length
}

// shorten cuts a line to a number of UTF-16 units without splitting a character, and marks the cut.
func shorten(line string, limit int) string {
	used, end := 0, 0
	for index, char := range line {
		used += utf16.RuneLen(char)
		if used > limit-1 {
			break
		}
		end = index + utf8.RuneLen(char)
	}
	return strings.TrimRight(line[:end], " ") + "…"
}
