package mnema

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"time"
)

// ExportParams is the scope of an export: a memory must match every field that is set.
type ExportParams struct {
	// UserID, AgentID and RunID are those of the memory.
	UserID, AgentID, RunID string
	// Project, Source and MemoryType are values of the metadata keys project, source and memory_type.
	Project, Source, MemoryType string
	// Tag is one of the metadata key tags.
	Tag string
	// OccurredFrom is the first moment at which the memory may have happened, OccurredTo the one after the last.
	OccurredFrom, OccurredTo time.Time
	// CreatedFrom is the first moment at which the memory may have been written, CreatedTo the one after the last.
	CreatedFrom, CreatedTo time.Time
	// Versions adds the earlier versions of each memory.
	Versions bool
}

func (p ExportParams) query() query {
	var q query
	q.add("user_id", p.UserID)
	q.add("agent_id", p.AgentID)
	q.add("run_id", p.RunID)
	q.add("project", p.Project)
	q.add("source", p.Source)
	q.add("memory_type", p.MemoryType)
	q.add("tag", p.Tag)
	q.addTime("occurred_from", p.OccurredFrom)
	q.addTime("occurred_to", p.OccurredTo)
	q.addTime("created_from", p.CreatedFrom)
	q.addTime("created_to", p.CreatedTo)
	q.addTrue("versions", p.Versions)
	return q
}

// ExportedLine is a memory of an export. Its JSON is the line of the server, so that an import of it loses nothing.
type ExportedLine struct {
	ExportedMemory
	line json.RawMessage
}

// MarshalJSON returns the line of the server.
func (l ExportedLine) MarshalJSON() ([]byte, error) {
	if l.line == nil {
		return json.Marshal(l.ExportedMemory)
	}
	return l.line, nil
}

// UnmarshalJSON reads a line of an export.
func (l *ExportedLine) UnmarshalJSON(content []byte) error {
	l.line = bytes.Clone(content)
	return json.Unmarshal(content, &l.ExportedMemory)
}

// Export reads the memories of a scope, by default all of the account, oldest first, as they were when the export began.
// Nothing is sent before the first memory is read. The time of [WithTimeout] is for each piece of the response. An error
// comes with an empty memory and ends the sequence: [ErrIncompleteExport] when the response ends too early.
func (c *Client) Export(ctx context.Context, params ExportParams, options ...Option) iter.Seq2[ExportedLine, error] {
	op := operation{method: http.MethodGet, path: "/export", query: params.query()}
	return func(yield func(ExportedLine, error) bool) {
		stream := &stream{}
		defer stream.close()
		op.stream = stream
		if err := c.call(ctx, op, nil, options); err != nil {
			yield(ExportedLine{}, err)
			return
		}
		if failure := stream.readExport(func(line ExportedLine) bool { return yield(line, nil) }); failure != nil {
			failure.Method, failure.Path, failure.Attempts = op.method, op.path, 1
			if ctx.Err() != nil {
				failure.Code, failure.cause = contextError(ctx).Code, contextError(ctx).cause
			}
			yield(ExportedLine{}, failure)
		}
	}
}

// stream is the body of a response that is read piece by piece.
type stream struct {
	body    io.ReadCloser
	timeout time.Duration
	// cancel ends the request. It is called by the timer of a piece, and at the end.
	cancel context.CancelFunc
}

func (s *stream) close() {
	if s.body != nil {
		s.body.Close()
		s.cancel()
	}
}

// Read reads one piece. The time that the reader takes between two pieces does not count.
func (s *stream) Read(piece []byte) (int, error) {
	timer := time.AfterFunc(s.timeout, s.cancel)
	count, err := s.body.Read(piece)
	if !timer.Stop() && err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w (%v)", errAttemptTimeout, s.timeout)
	}
	return count, err
}

// exportLine is a line of an export: its header, a memory or its end.
type exportLine struct {
	Format string `json:"format"`
	End    bool   `json:"end"`
	Count  int    `json:"count"`
}

// readExport passes each memory on until use returns false. It returns the error of an export that ends too early.
func (s *stream) readExport(use func(ExportedLine) bool) *Error {
	reader := bufio.NewReader(s)
	count := -1 // the header comes first
	for {
		text, err := reader.ReadBytes('\n')
		var line exportLine
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return incompleteExport(count, err)
		case len(text) == 0:
			return incompleteExport(count, errors.New("its last line is missing"))
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return incompleteExport(count, errors.New("a line was cut off"))
		}
		switch {
		case count < 0 && line.Format != "mnema":
			return incompleteExport(count, errors.New("its first line is not a header"))
		case line.End && line.Count != count:
			return incompleteExport(count, errors.New("its last line counts "+strconv.Itoa(line.Count)))
		case line.End:
			return nil
		case count >= 0:
			var memory ExportedLine
			if err := json.Unmarshal(bytes.TrimSpace(text), &memory); err != nil {
				return &Error{Code: codeConnection, cause: fmt.Errorf("a memory of the export cannot be read: %w", err)}
			}
			if !use(memory) {
				return nil
			}
		}
		count++
	}
}

func incompleteExport(count int, cause error) *Error {
	detail := fmt.Sprintf("the export is incomplete after %d memories: %v; start it again", max(count, 0), cause)
	return &Error{Code: codeIncompleteExport, Detail: detail, cause: cause}
}
