package mnema

import (
	"iter"
	"net/http"
)

// allPages reads the items of all pages that begin at cursor. read requests a page and returns its items and the cursor
// of the next one, which is empty after the last page.
func allPages[T any](path, cursor string, read func(cursor string) ([]T, string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		cursor := cursor
		for {
			items, next, err := read(cursor)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			if next == cursor {
				yield(none, repeatedCursorError(path))
				return
			}
			cursor = next
		}
	}
}

// repeatedCursorError prevents reading one page forever.
func repeatedCursorError(path string) *Error {
	return &Error{
		Code:   codeConnection,
		Detail: "the response names its own cursor as that of the next page",
		Method: http.MethodGet, Path: path,
		Attempts: 1,
	}
}
