package mnema

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
)

const (
	// maxImportBytes and maxImportLines are the maximum size of a request.
	maxImportBytes = 4 * 1024 * 1024
	maxImportLines = 10_000
)

// ImportMemories imports any number of memories, one JSON object a line, from an export, from mem0, or with a text. It
// reads lines as it sends them, in sequential requests of up to 4 MB. Each line is accepted, skipped because its memory
// already exists, or rejected alone, with its number from 1.
//
// When a request fails, ImportMemories returns the results of the requests before it together with the error. To
// continue, repeat the import; it skips existing memories. A client of one user, agent or run returns
// [ErrInvalidArgument], because lines have their own ids. An error of the reader is returned unchanged.
func (c *Client) ImportMemories(ctx context.Context, lines io.Reader, options ...Option) (*ImportResult, error) {
	settings, err := c.settings.forCall(options)
	if err != nil {
		return nil, err
	}
	if err := settings.scope.check(); err != nil {
		return nil, err
	}
	for name := range settings.scope.ids {
		return nil, argumentError(name + " is set on this client, but each line of an import has its own: use another client")
	}
	key := settings.call.idempotencyKey
	if key == "" {
		key = newUUID()
	}
	running := &importing{
		client: c, options: options, key: key, reader: bufio.NewReader(lines), result: &ImportResult{Rejected: []RejectedLine{}},
	}
	err = running.run(ctx)
	slices.SortFunc(running.result.Rejected, func(a, b RejectedLine) int { return cmp.Compare(a.Line, b.Line) })
	return running.result, err
}

// importing is an import with the lines of its next request.
type importing struct {
	client  *Client
	options []Option
	key     string
	reader  *bufio.Reader
	result  *ImportResult
	part    bytes.Buffer
	// lines is the number of lines of the next request, before that of the requests before it.
	lines, before int
}

func (i *importing) run(ctx context.Context) error {
	for {
		line, isTooLarge, err := i.readLine()
		isLast := errors.Is(err, io.EOF)
		if err != nil && !isLast {
			return err
		}
		if isLast && len(line) == 0 && !isTooLarge {
			return i.send(ctx)
		}
		if i.lines == maxImportLines || i.part.Len()+len(line)+1 > maxImportBytes {
			if err := i.send(ctx); err != nil {
				return err
			}
		}
		// An empty line keeps the number of those after it.
		i.part.Write(line)
		i.part.WriteByte('\n')
		i.lines++
		if isTooLarge {
			i.result.Rejected = append(i.result.Rejected, RejectedLine{
				Line: i.before + i.lines, Code: "payload_too_large", Message: "The line is larger than 4 MB.",
			})
		}
	}
}

// readLine reads a line without its end. It drops the content of a line that is too large for a request, so that no line
// takes all memory.
func (i *importing) readLine() (line []byte, isTooLarge bool, err error) {
	for {
		piece, err := i.reader.ReadSlice('\n')
		line = append(line, piece...)
		if len(line) > maxImportBytes+1 {
			line, isTooLarge = line[:0], true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if isTooLarge || len(bytes.TrimRight(line, "\r\n"))+1 > maxImportBytes {
			return nil, true, err
		}
		return bytes.TrimRight(line, "\r\n"), false, err
	}
}

// send sends the lines that were read.
func (i *importing) send(ctx context.Context) error {
	before := i.before
	i.before += i.lines
	i.lines = 0
	defer i.part.Reset()
	if len(bytes.TrimSpace(i.part.Bytes())) == 0 {
		return nil
	}
	op := operation{method: http.MethodPost, path: "/import", lines: i.part.Bytes(), keyed: true}
	keyed := append(slices.Clone(i.options), WithIdempotencyKey(i.key+"/"+strconv.Itoa(before)))
	done, err := fetch[ImportResult](ctx, i.client, op, keyed)
	if err != nil {
		return err
	}
	i.result.Accepted += done.Accepted
	i.result.Skipped += done.Skipped
	for name, count := range done.Ignored {
		if i.result.Ignored == nil {
			i.result.Ignored = map[string]int{}
		}
		i.result.Ignored[name] += count
	}
	for _, line := range done.Rejected {
		line.Line += before
		i.result.Rejected = append(i.result.Rejected, line)
	}
	return nil
}
