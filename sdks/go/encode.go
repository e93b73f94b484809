package mnema

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// encode writes body as JSON without escaping characters for HTML.
func encode(body any) ([]byte, *Error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		place, reason := findFault(reflect.ValueOf(body), "the body", err)
		return nil, &Error{Code: codeInvalidArgument, Detail: place + " cannot be written as JSON: " + reason.Error(), cause: err}
	}
	content := bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
	if hasReplacedBytes(content) {
		return nil, argumentError("a text is not valid UTF-8")
	}
	return content, nil
}

// maxFaultDepth ends the search in a value that contains itself.
const maxFaultDepth = 100

// findFault returns the innermost part of a value that cannot be written as JSON, such as metadata["score"], and the
// reason. Place is that of the value, and err its error.
func findFault(value reflect.Value, place string, err error) (string, error) {
	for range maxFaultDepth {
		for value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer {
			value = value.Elem()
		}
		part, name, failure := failingPart(value)
		if failure == nil {
			return place, err
		}
		if value.Kind() == reflect.Struct {
			place = name
		} else {
			place += "[" + name + "]"
		}
		value, err = part, failure
	}
	return place, err
}

// failingPart returns the first part of a struct, a map or a list that cannot be written as JSON.
func failingPart(value reflect.Value) (part reflect.Value, name string, err error) {
	fails := func(each reflect.Value) bool {
		part = each
		_, err = json.Marshal(each.Interface())
		return err != nil
	}
	switch value.Kind() {
	case reflect.Struct:
		for index := range value.NumField() {
			field := value.Type().Field(index)
			name, _, _ = strings.Cut(field.Tag.Get("json"), ",")
			if name != "" && field.IsExported() && fails(value.Field(index)) {
				return part, name, err
			}
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			if fails(value.MapIndex(key)) {
				return part, strconv.Quote(fmt.Sprint(key)), err
			}
		}
	case reflect.Slice:
		for index := range value.Len() {
			if fails(value.Index(index)) {
				return part, strconv.Itoa(index), err
			}
		}
	}
	return value, "", nil
}

// hasReplacedBytes finds the escape \ufffd, which encoding/json writes for bytes that are not UTF-8. It writes the
// character itself unescaped, and a backslash before these letters as two.
func hasReplacedBytes(content []byte) bool {
	for rest := content; ; {
		position := bytes.Index(rest, []byte(`\ufffd`))
		if position < 0 {
			return false
		}
		before := rest[:position]
		if (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 0 {
			return true
		}
		rest = rest[position+1:]
	}
}

// query has all parameters of an operation, in the order in which they were added. Those without a value are not sent.
type query []parameter

type parameter struct {
	name, value string
}

func (q *query) add(name, value string) {
	*q = append(*q, parameter{name, value})
}

// text writes the query with its question mark.
func (q query) text() string {
	text, separator := "", "?"
	for _, parameter := range q {
		if parameter.value != "" {
			text += separator + parameter.name + "=" + escape(parameter.value)
			separator = "&"
		}
	}
	return text
}

func (q *query) addInt(name string, value int) {
	if value != 0 {
		q.add(name, strconv.Itoa(value))
	}
}

func (q *query) addTrue(name string, value bool) {
	if value {
		q.add(name, "true")
	}
}

// addDay adds the UTC day of a time.
func (q *query) addDay(name string, value time.Time) {
	if !value.IsZero() {
		q.add(name, value.UTC().Format(time.DateOnly))
	}
}

func (q *query) addTime(name string, value time.Time) {
	if !value.IsZero() {
		q.add(name, value.Format(time.RFC3339Nano))
	}
}

// escape percent-encodes all but the unreserved characters of RFC 3986, in a query and in a path.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// pathOf joins a path of the API and an id; the id can't change the path.
func pathOf(base, name, id string) (string, *Error) {
	if id == "" || id == "." || id == ".." {
		return "", argumentError(name + " cannot be " + strconv.Quote(id) + ": pass the id of one item")
	}
	return base + "/" + escape(id), nil
}

// newUUID creates a random UUID (version 4).
func newUUID() string {
	var bits [16]byte
	rand.Read(bits[:]) // this never returns an error: it ends the program instead
	bits[6] = bits[6]&0x0f | 0x40
	bits[8] = bits[8]&0x3f | 0x80
	text := hex.EncodeToString(bits[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}
