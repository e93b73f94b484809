package mnema

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/url"
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
		return nil, &Error{Code: codeOf(ErrInvalidArgument), Detail: "the arguments can not be written as JSON", cause: err}
	}
	content := bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
	if hasReplacedBytes(content) {
		return nil, argumentError("a text is not valid UTF-8")
	}
	return content, nil
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

// query keeps its parameters in the order in which they were added and omits those without a value.
type query struct {
	text string
}

func (q *query) add(name, value string) {
	if value == "" {
		return
	}
	separator := "&"
	if q.text == "" {
		separator = "?"
	}
	q.text += separator + name + "=" + escape(value)
}

func (q *query) addInt(name string, value int) {
	if value != 0 {
		q.add(name, strconv.Itoa(value))
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
		return "", argumentError(name + " can not be " + strconv.Quote(id) + ": it is the id of one thing")
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
