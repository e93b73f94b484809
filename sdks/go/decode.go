package mnema

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// decodeObject reads a JSON object into result, a pointer to a struct, by the exact names of its fields.
func decodeObject(content []byte, result any) error {
	target := reflect.ValueOf(result).Elem()
	if mayNameInOtherLetters(content) {
		content = withExactNames(content, target.Type())
	}
	if err := json.Unmarshal(content, result); err != nil {
		return err
	}
	// A page without its list is not an empty page, which would end the iteration too early.
	if list := target.FieldByName("Results"); list.IsValid() && list.IsNil() {
		return errors.New("results is missing")
	}
	return nil
}

// mayNameInOtherLetters reports whether a name in the document, of a field or within metadata, has characters that no
// field name has. Such names are rare and slow to handle.
func mayNameInOtherLetters(content []byte) bool {
	for position := 0; position < len(content); position++ {
		if content[position] != '"' {
			continue
		}
		odd := false
		for position++; position < len(content) && content[position] != '"'; position++ {
			switch character := content[position]; {
			case character == '\\':
				odd = true
				position++
			case character >= 'A' && character <= 'Z', character >= 0x80:
				odd = true
			}
		}
		if odd && isFollowedByColon(content, position+1) {
			return true
		}
	}
	return false
}

func isFollowedByColon(content []byte, position int) bool {
	for position < len(content) && strings.IndexByte(" \t\r\n", content[position]) >= 0 {
		position++
	}
	return position < len(content) && content[position] == ':'
}

// withExactNames removes members whose names differ from a field's only in case, because encoding/json would use them:
// a newer server's "ID" is not "id". Values of another kind stay, so that encoding/json rejects them.
func withExactNames(content []byte, kind reflect.Type) []byte {
	if reflect.PointerTo(kind).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return content
	}
	switch kind.Kind() {
	case reflect.Pointer:
		return withExactNames(content, kind.Elem())
	case reflect.Slice:
		var parts []json.RawMessage
		if json.Unmarshal(content, &parts) != nil || parts == nil {
			return content
		}
		for index := range parts {
			parts[index] = withExactNames(parts[index], kind.Elem())
		}
		return rewritten(parts, content)
	case reflect.Struct:
		var members map[string]json.RawMessage
		if json.Unmarshal(content, &members) != nil || members == nil {
			return content
		}
		exact := make(map[string]json.RawMessage, kind.NumField())
		for index := range kind.NumField() {
			field := kind.Field(index)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if part, ok := members[name]; ok {
				exact[name] = withExactNames(part, field.Type)
			}
		}
		return rewritten(exact, content)
	}
	return content
}

func rewritten(parts any, content []byte) []byte {
	written, err := json.Marshal(parts)
	if err != nil {
		// Parts that were just read can be written, so this error is not expected; the original document is used then.
		return content
	}
	return written
}
