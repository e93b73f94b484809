package mnema

import (
	"context"
	"iter"
	"net/http"
	"time"
)

// GetAsOf reads a memory as it was at a time. It returns [ErrNotFound] when it does not exist or did not exist then.
// The code is version_not_kept when that version is not stored.
func (c *Client) GetAsOf(ctx context.Context, memoryID string, asOf time.Time, options ...Option) (*Memory, error) {
	if asOf.IsZero() {
		return nil, argumentError("the time is zero: use Get for the memory as it is now")
	}
	op, err := memoryOperation(http.MethodGet, memoryID)
	if err != nil {
		return nil, err
	}
	op.query.addTime("as_of", asOf)
	return fetch[Memory](ctx, c, op, options)
}

// VersionListParams names a page of versions.
type VersionListParams struct {
	// Limit is the maximum number of versions on a page, 1 to 1000; 50 when zero.
	Limit int
	// Cursor is the NextCursor of the previous page.
	Cursor string
}

// Versions reads one page of the versions of a memory, newest first, beginning with the present one. The newest 50 are
// stored. It returns [ErrNotFound] when the memory does not exist. [Client.VersionsAutoPaging] reads all pages.
func (c *Client) Versions(ctx context.Context, memoryID string, params VersionListParams, options ...Option) (*MemoryVersionList, error) {
	op, err := memoryOperation(http.MethodGet, memoryID)
	if err != nil {
		return nil, err
	}
	op.path += "/versions"
	op.query.addInt("limit", params.Limit)
	op.query.add("cursor", params.Cursor)
	return fetch[MemoryVersionList](ctx, c, op, options)
}

// VersionsAutoPaging reads all versions of a memory, newest first. Each page is requested when its first version is
// read. An error comes with an empty version and ends the sequence.
func (c *Client) VersionsAutoPaging(ctx context.Context, memoryID string, params VersionListParams, options ...Option) iter.Seq2[MemoryVersion, error] {
	path := memoriesPath + "/" + escape(memoryID) + "/versions"
	return allPages(path, params.Cursor, func(cursor string) ([]MemoryVersion, string, error) {
		params.Cursor = cursor
		page, err := c.Versions(ctx, memoryID, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page.Results, page.NextCursor, nil
	})
}

// Restore writes text, messages and metadata of a version of a memory again, as a new version. It returns [ErrNotFound]
// when there is no such memory or the version is not stored; its other errors are those of [Client.Update].
func (c *Client) Restore(ctx context.Context, memoryID string, version int, options ...Option) (*Memory, error) {
	op, err := restoreOperation(memoryID, version)
	if err != nil {
		return nil, err
	}
	return fetch[Memory](ctx, c, op, options)
}

// RestoreMinimal restores a version like [Client.Restore] and returns nothing of the memory. An API key without the
// scope read must use it.
func (c *Client) RestoreMinimal(ctx context.Context, memoryID string, version int, options ...Option) error {
	op, err := restoreOperation(memoryID, version)
	if err != nil {
		return err
	}
	op.prefer = returnMinimal
	return c.call(ctx, op, nil, options)
}

func restoreOperation(memoryID string, version int) (operation, error) {
	op, err := memoryOperation(http.MethodPost, memoryID)
	if err != nil {
		return operation{}, err
	}
	op.path += "/restore"
	op.body, op.keyed, op.conditional = restoreParams{version}, true, true
	return op, nil
}

// restoreParams is the body of a restore.
type restoreParams struct {
	Version int `json:"version"`
}
