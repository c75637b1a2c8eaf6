package httpapi

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

// NamedLists is a parameter of a query that is an object of lists, whose names clients choose:
// ?option.color=red,blue&option.size=m, or as some generated clients write it, ?option[color]=red
// and ?option[option.color]=red. Each
// list is like a ListParam, but a value may have a comma in it: the whole text counts too. The
// field holds the lists as JSON.
type NamedLists string

const (
	maxNamedLists = 20
	maxNamedValue = 500 // characters, like a value of metadata

	namesDetail fault.Text = "must have at most 20 names"
)

// Schema is the object's schema.
func (NamedLists) Schema(huma.Registry) *huma.Schema {
	return namedListsOf(&huma.Schema{Type: huma.TypeString, MaxLength: new(maxNamedValue)})
}

func namedListsOf(value *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{
		Type: huma.TypeArray, MaxItems: new(maxListParam), Items: value,
	}}
}

// NamedValues are such lists in the body of a request: {"color":["red","blue"]}. A comma in a value
// separates nothing, and no list is empty. What its schema does not say, Check does.
type NamedValues map[string][]Text

// Schema is the object's schema.
func (NamedValues) Schema(r huma.Registry) *huma.Schema {
	value := Text("").Schema(r)
	value.MinLength, value.MaxLength = new(1), new(maxNamedValue)
	lists := namedListsOf(value)
	lists.AdditionalProperties.(*huma.Schema).MinItems = new(1)
	return lists
}

// Check returns what is wrong with the number of the lists, at the pointer of the object.
func (n NamedValues) Check(pointer string) []fault.Field {
	if len(n) > maxNamedLists {
		return []fault.Field{{Pointer: pointer, Code: fault.TooLong, Detail: namesDetail}}
	}
	return nil
}

// Lists are the same lists as a query has them.
func (n NamedValues) Lists() NamedLists {
	if len(n) == 0 {
		return ""
	}
	return NamedLists(mustEncode(n))
}

// Values are the lists by name.
func (l NamedLists) Values() map[string][]string {
	var lists map[string][]string
	if l == "" || json.Unmarshal([]byte(l), &lists) != nil {
		return nil
	}
	return lists
}

// listName is the name in "option.color" and "option[color]" of the parameter option. ok is false
// for any other parameter.
func (p param) listName(key string) (name string, ok bool) {
	rest, found := strings.CutPrefix(key, p.name)
	if !found || !p.named {
		return "", false
	}
	if name, ok = strings.CutPrefix(rest, "."); !ok {
		if name, ok = strings.CutPrefix(rest, "["); ok {
			name, ok = strings.CutSuffix(name, "]")
			name = strings.TrimPrefix(name, p.name+".")
		}
	}
	return name, ok && name != ""
}

// namedLists checks the lists of the parameter.
func (v *validator) namedLists(p param, query url.Values) {
	lists := 0
	for _, key := range slices.Sorted(maps.Keys(query)) {
		name, ok := p.listName(key)
		if !ok {
			continue
		}
		pointer := "?" + strings.ToValidUTF8(p.name+"."+name, "\uFFFD")
		if strings.ContainsFunc(name, unicode.IsControl) {
			v.add(pointer, fault.BadFormat, "must not contain control characters")
		}
		v.given(param{pointer: pointer, list: true, rule: p.rule}, listValues(query[key]))
		lists++
	}
	if lists > maxNamedLists {
		v.add(p.pointer, fault.TooLong, namesDetail)
	}
}

// joinNamed rewrites the lists to the JSON that the field holds. It reports whether there are any.
func (p param) joinNamed(query url.Values) bool {
	lists := map[string][]string{}
	for key, given := range query {
		name, ok := p.listName(key)
		if !ok {
			continue
		}
		query.Del(key)
		values := listValues(given)
		for _, whole := range given {
			if strings.Contains(whole, ",") && len(values) > 0 {
				values = append(values, whole)
			}
		}
		if len(values) > 0 {
			lists[name] = append(lists[name], values...)
		}
	}
	if len(lists) == 0 {
		return false
	}
	query.Set(p.name, mustEncode(lists))
	return true
}
