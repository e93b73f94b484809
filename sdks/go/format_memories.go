package mnema

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const minFormattedCharacters = 200

// hiding are characters that are not shown: Default_Ignorable_Code_Point of Unicode, and annotations. They can hide text
// or change its order. Joiners and the two variation selectors of emoji are missing here.
const hiding = `\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180f}\x{200b}\x{200e}\x{200f}` +
	`\x{202a}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{fe00}-\x{fe0d}\x{feff}\x{ffa0}\x{fff0}-\x{fffb}` +
	`\x{1bca0}-\x{1bca3}\x{1d173}-\x{1d17a}\x{e0000}-\x{e0fff}`

// invisible finds each of these, and runs of at least three of them or of joiners and selectors, which no script has.
var invisible = regexp.MustCompile(`[` + hiding + `\x{200c}\x{200d}\x{fe0e}\x{fe0f}]{3,}|[` + hiding + `]`)

// FormatMemoriesOptions has the limit of [FormatMemories].
type FormatMemoriesOptions struct {
	// MaxCharacters is the maximum length in UTF-16 units, 200 or more; unlimited when zero.
	MaxCharacters int
}

// FormatMemories writes search results as text for a prompt: one line each, "- " and the text. Line breaks and control
// characters become spaces, so that the text of one memory cannot imitate another entry. Invisible characters are
// removed, such as tags and those that change the order of a text; emoji and the joiners of scripts stay. Results that
// do not fit are left out, the last ones first; a first one that is too long is shortened and ends with "…". It returns
// [ErrInvalidArgument] when MaxCharacters is below 200 and not zero.
func FormatMemories(results []SearchResult, options FormatMemoriesOptions) (string, error) {
	limit := options.MaxCharacters
	if limit != 0 && limit < minFormattedCharacters {
		return "", argumentError("MaxCharacters must be " + strconv.Itoa(minFormattedCharacters) + " or more, or zero")
	}
	var text strings.Builder
	used := 0
	for _, result := range results {
		line := strings.Join(strings.FieldsFunc(invisible.ReplaceAllString(result.Memory, ""), isBlank), " ")
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
