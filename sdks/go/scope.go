package mnema

import (
	"maps"
	"reflect"
	"strconv"
	"strings"
)

// ForUser creates a client like c that sets the user's id in every call that has one. These are the params of a list or
// a search, and each memory that it adds. A call with another id returns [ErrInvalidArgument] and sends nothing. So
// does every call if userID is empty, or if c is already for another user. Both clients share connections.
func (c *Client) ForUser(userID string) *Client {
	return c.narrow("user_id", userID)
}

// ForAgent creates a client like c that sets the agent's id in every call that has one, by the rules of
// [Client.ForUser].
func (c *Client) ForAgent(agentID string) *Client {
	return c.narrow("agent_id", agentID)
}

// ForRun creates a client like c that sets the id of a session or task in every call that has one. The rules are those
// of [Client.ForUser]. A profile has no such id.
func (c *Client) ForRun(runID string) *Client {
	return c.narrow("run_id", runID)
}

func (c *Client) narrow(name, id string) *Client {
	settings := *c.settings
	settings.scope.ids = maps.Clone(c.settings.scope.ids)
	if settings.scope.ids == nil {
		settings.scope.ids = map[string]string{}
	}
	switch own := settings.scope.ids[name]; {
	case settings.scope.fault != "":
	case id == "":
		settings.scope.fault = name + " of the client is empty"
	case own != "" && own != id:
		settings.scope.fault = anotherID(name, id, own)
	}
	settings.scope.ids[name] = id
	return newClient(&settings)
}

// scope has the ids that a client sets in its calls, by their names in requests.
type scope struct {
	ids map[string]string
	// fault is the reason for which no call of the client can be made.
	fault string
}

// check returns the error of a client whose ids are not possible.
func (s scope) check() error {
	if s.fault == "" {
		return nil
	}
	return argumentError(s.fault)
}

// fill sets value to the client's id of this name, if there is one, unless it is another id.
func (s scope) fill(name string, value *string) *Error {
	own, ok := s.ids[name]
	if !ok {
		return nil
	}
	if *value != "" && *value != own {
		return argumentError(anotherID(name, *value, own))
	}
	*value = own
	return nil
}

// fillQuery returns the query with the ids of the client.
func (s scope) fillQuery(given query) (query, *Error) {
	if len(s.ids) == 0 {
		return given, nil
	}
	filled := make(query, len(given))
	for index, parameter := range given {
		if failure := s.fill(parameter.name, &parameter.value); failure != nil {
			return nil, failure
		}
		filled[index] = parameter
	}
	return filled, nil
}

// fillBody returns a body, a struct, with the ids of the client in the fields of their names.
func (s scope) fillBody(body any) (any, *Error) {
	if len(s.ids) == 0 || body == nil {
		return body, nil
	}
	filled := reflect.New(reflect.TypeOf(body)).Elem()
	filled.Set(reflect.ValueOf(body))
	for index := range filled.NumField() {
		name, _, _ := strings.Cut(filled.Type().Field(index).Tag.Get("json"), ",")
		value, ok := filled.Field(index).Addr().Interface().(*string)
		if !ok {
			continue
		}
		if failure := s.fill(name, value); failure != nil {
			return nil, failure
		}
	}
	return filled.Interface(), nil
}

func anotherID(name, id, own string) string {
	return name + " " + strconv.Quote(id) + " differs from " + strconv.Quote(own) + " of this client"
}
