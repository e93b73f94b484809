package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// variables are the values of ${name} in one case.
type variables struct {
	saved map[string]any
	own   map[string]any
	given plan
}

func newVariables(given plan, each conformanceCase) *variables {
	return &variables{
		saved: map[string]any{},
		own:   map[string]any{"unique": fresh(), "base_url": given.BaseURL + "/" + each.ID},
		given: given,
	}
}

func (v *variables) baseURL() string {
	return v.own["base_url"].(string)
}

func (v *variables) lookUp(name string) (any, bool) {
	for _, names := range []map[string]any{v.saved, v.own, v.given.Variables} {
		if value, ok := names[name]; ok {
			return value, true
		}
	}
	value, ok := v.given.Credentials[name]
	return value, ok
}

var reference = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// resolve replaces ${name} and {"$repeat": [text, count]} everywhere in value.
func (v *variables) resolve(value any) any {
	switch value := value.(type) {
	case string:
		return v.resolveText(value)
	case []any:
		resolved := make([]any, len(value))
		for index, item := range value {
			resolved[index] = v.resolve(item)
		}
		return resolved
	case map[string]any:
		if repeat, ok := value["$repeat"].([]any); ok && len(value) == 1 {
			return strings.Repeat(v.resolve(repeat[0]).(string), int(repeat[1].(float64)))
		}
		resolved := make(map[string]any, len(value))
		for name, item := range value {
			resolved[name] = v.resolve(item)
		}
		return resolved
	}
	return value
}

func (v *variables) resolveText(text string) any {
	if match := reference.FindStringSubmatch(text); match != nil && match[0] == text {
		if value, ok := v.lookUp(match[1]); ok {
			return value
		}
	}
	return reference.ReplaceAllStringFunc(text, func(found string) string {
		value, ok := v.lookUp(found[2 : len(found)-1])
		if !ok {
			return found
		}
		return fmt.Sprint(value)
	})
}

// save stores parts of value under names; it returns false when one is missing.
func (v *variables) save(value any, pointers map[string]string) bool {
	for name, pointer := range pointers {
		part, ok := follow(value, pointer)
		if !ok {
			return false
		}
		v.saved[name] = part
	}
	return true
}

// follow returns the value at a JSON pointer (RFC 6901).
func follow(value any, pointer string) (any, bool) {
	for _, key := range strings.Split(pointer, "/")[1:] {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		switch container := value.(type) {
		case map[string]any:
			item, ok := container[key]
			if !ok {
				return nil, false
			}
			value = item
		case []any:
			index, err := strconv.Atoi(key)
			if err != nil || index < 0 || index >= len(container) {
				return nil, false
			}
			value = container[index]
		default:
			return nil, false
		}
	}
	return value, true
}
