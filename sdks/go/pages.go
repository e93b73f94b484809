package mnema

import (
	"iter"
	"net/http"
)

// allPages reads the items of all pages that begin at cursor. read requests a page and returns its items and the cursor
// of the next one, which is nil after the last page.
func allPages[T any](path, cursor string, read func(cursor string) ([]T, *string, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		cursor := cursor
		for {
			items, next, err := read(cursor)
			if err != nil {
				yield(nil, err)
				return
			}
			for index := range items {
				if !yield(&items[index], nil) {
					return
				}
			}
			if next == nil {
				return
			}
			if *next == cursor {
				yield(nil, repeatedCursorError(path))
				return
			}
			cursor = *next
		}
	}
}

// repeatedCursorError prevents reading one page forever.
func repeatedCursorError(path string) *Error {
	return &Error{
		Code:   codeOf(ErrConnection),
		Detail: "the answer names its own cursor as that of the next page",
		Method: http.MethodGet, Path: path,
		Attempts: 1,
	}
}
