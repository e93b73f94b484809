package mnema

import (
	"context"
	"net/http"
)

// ProfileParams filters a profile: a memory must match every field that is set.
type ProfileParams struct {
	// UserID and AgentID are those of the memories.
	UserID, AgentID string
	// Project is the value of the metadata key project, or one of its values.
	Project string
	// MaxCharacters is the maximum length of Summary in UTF-16 units, 200 to 20,000; 2,000 when zero.
	MaxCharacters int
}

// Profile reads a profile, which condenses memories into preferences, facts, projects, names and the newest memories.
// Its summary is a text to paste into a prompt. It does not count as a search.
func (c *Client) Profile(ctx context.Context, params ProfileParams, options ...Option) (*Profile, error) {
	op := operation{method: http.MethodGet, path: "/profile"}
	op.query.add("user_id", params.UserID)
	op.query.add("agent_id", params.AgentID)
	op.query.add("project", params.Project)
	op.query.addInt("max_characters", params.MaxCharacters)
	return fetch[Profile](ctx, c, op, options)
}
