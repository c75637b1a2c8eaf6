package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// sharedParameters are the parameters that the platform adds to operations.
func sharedParameters() map[string]*huma.Param {
	return map[string]*huma.Param{
		"Idempotency-Key": {
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: new(1),
				MaxLength: new(255)},
			Description: "1–255 printable ASCII characters, made anew for every new request. The same key with the same body " +
				"is answered the same, for at most 7 days.",
			Example: "0198a1f0-7c1e-7a3b-9d53-3f6b1c2d4e5f",
		},
		"If-None-Match": {
			Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "The ETag of an earlier answer.", Example: `"Zm9vYmFyYmF6cXV4"`,
		},
	}
}

// shareParameters moves parameters that several operations have in common (page, limit, an id in
// the path) to the components.
func shareParameters(doc *huma.OpenAPI) {
	uses := map[string]int{}
	for _, op := range allOperations(doc) {
		for _, p := range op.Parameters {
			dropRedundant(p)
			if p.Ref == "" {
				uses[mustEncode(p)]++
			}
		}
	}
	shared := doc.Components.Parameters
	names := map[string]string{} // by text
	for _, op := range allOperations(doc) {
		for i, p := range op.Parameters {
			if p.Ref != "" {
				continue
			}
			text := mustEncode(p)
			if uses[text] > 1 && names[text] == "" {
				name := parameterName(shared, op.Path, p)
				names[text], shared[name] = name, p
			}
			if names[text] != "" {
				op.Parameters[i] = &huma.Param{Ref: parametersPrefix + names[text]}
			}
		}
	}
}

// parameterName is a name for a component: colorParameter; of an "Id of the size." sizeIdParameter.
// Generators make types of parameters beside those of the schemas, and some confuse color with
// Color. The second parameter of a name has one of its description, or of the path that it is in.
func parameterName(taken map[string]*huma.Param, path string, p *huma.Param) string {
	name := p.Name
	if what, ok := strings.CutPrefix(p.Description, "Id of the "); ok && p.In == "path" {
		first, rest, _ := strings.Cut(strings.TrimSuffix(what, "."), " ")
		name = first + capital(rest) + "Id"
	}
	if taken[name+"Parameter"] != nil {
		name = distinctName(path, p)
	}
	return freeName(taken, name+"Parameter")
}

// distinctName is placedAtFrom for a from with the description "placedAt, inclusive.", idOrSlug for
// an "Id or slug.", and refundId for an id in /refunds/{id}.
func distinctName(path string, p *huma.Param) string {
	about, _, _ := strings.Cut(p.Description, ".")
	about, _, _ = strings.Cut(about, ",")
	words := strings.Fields(about)
	if len(words) == 0 {
		before, _, _ := strings.Cut(path, "/{"+p.Name+"}")
		words = []string{strings.TrimSuffix(before[strings.LastIndexByte(before, '/')+1:], "s")}
	}
	name := strings.ToLower(words[0][:1]) + words[0][1:]
	for _, word := range words[1:] {
		name += capital(word)
	}
	if !strings.Contains(strings.ToLower(name), strings.ToLower(p.Name)) {
		name += capital(p.Name)
	}
	return name
}

// dropRedundant removes what huma writes twice, or what is the default.
func dropRedundant(p *huma.Param) {
	if p.Schema == nil {
		return
	}
	walkSchemas(p.Schema, setIntegerFormat)
	if p.Schema.Description == p.Description {
		p.Schema.Description = ""
	}
	if p.Schema.Items == nil && p.Schema.AdditionalProperties == nil {
		p.Explode = nil // it is about lists
	}
}
