package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A schema is what the OpenAPI document says of a value: as much of JSON Schema
// as huma writes.
type schema struct {
	Ref         string             `json:"$ref"`
	Type        any                `json:"type"` // a word or a list of words
	Format      string             `json:"format"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
	Additional  any                `json:"additionalProperties"` // false: no others
	Items       *schema            `json:"items"`
	Enum        []any              `json:"enum"`
	OneOf       []*schema          `json:"oneOf"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MaxLength   *int               `json:"maxLength"`
	MaxItems    *int               `json:"maxItems"`
	Description string             `json:"description"`
	Default     any                `json:"default"`
	Example     any                `json:"example"`
	Examples    []any              `json:"examples"`
}

// types are the words of Type; none: any.
func (s *schema) types() []string {
	switch t := s.Type.(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, x := range t {
			out = append(out, fmt.Sprint(x))
		}
		return out
	}
	return nil
}

// A contract is the OpenAPI document of the API.
type contract struct {
	Paths      map[string]map[string]*operation `json:"paths"`
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

type operation struct {
	ID         string `json:"operationId"`
	Parameters []struct {
		Name     string  `json:"name"`
		In       string  `json:"in"`
		Required bool    `json:"required"`
		Schema   *schema `json:"schema"`
	} `json:"parameters"`
	Body *struct {
		Required bool `json:"required"`
		Content  map[string]struct {
			Schema *schema `json:"schema"`
		} `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]struct {
			Schema *schema `json:"schema"`
		} `json:"content"`
	} `json:"responses"`
}

// resolve follows a reference.
func (c *contract) resolve(s *schema) *schema {
	if s != nil && s.Ref != "" {
		return c.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	return s
}

// breaks says where a value is not as its schema says, or nothing.
func (c *contract) breaks(at string, s *schema, v any) string {
	s = c.resolve(s)
	if s == nil {
		return ""
	}
	if len(s.OneOf) > 0 {
		var why []string
		for _, one := range s.OneOf {
			w := c.breaks(at, one, v)
			if w == "" {
				return ""
			}
			why = append(why, w)
		}
		return strings.Join(why, " and ")
	}
	if t := s.types(); t != nil && !slices.ContainsFunc(t, func(t string) bool { return isOf(v, t) }) {
		return fmt.Sprintf("%s is %.60v, want %v", at, v, t)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return fmt.Sprintf("%s is %v, want one of %v", at, v, s.Enum)
	}
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			if why := c.breaks(fmt.Sprintf("%s[%d]", at, i), s.Items, x); why != "" {
				return why
			}
		}
	case map[string]any:
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				return at + " lacks " + name
			}
		}
		for name, x := range v {
			p, known := s.Properties[name]
			if !known && s.Additional == false {
				return at + " has an unknown " + name
			}
			if known {
				if why := c.breaks(at+"."+name, p, x); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

func isOf(v any, t string) bool {
	switch x := v.(type) {
	case nil:
		return t == "null"
	case bool:
		return t == "boolean"
	case string:
		return t == "string"
	case float64:
		return t == "number" || t == "integer" && x == math.Trunc(x)
	case []any:
		return t == "array"
	case map[string]any:
		return t == "object"
	}
	return false
}

// decoded is JSON as breaks takes it.
func decoded(text []byte) (any, error) {
	var v any
	err := json.Unmarshal(text, &v)
	return v, err
}
