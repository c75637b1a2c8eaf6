package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2/yaml"
)

// object is a JSON object of the document.
type object = map[string]any

// writeStoreDocument makes the document of those operations that a storefront calls, with the same
// schemas: without the staff's, and without what providers call.
func (r *Router) writeStoreDocument() document {
	var doc object
	whole := json.NewDecoder(bytes.NewReader(r.OpenAPI(false)))
	whole.UseNumber()
	if err := whole.Decode(&doc); err != nil {
		panic(fmt.Sprintf("httpapi: the document of the store can't be written: %v", err))
	}
	delete(doc, "webhooks")
	paths, kept := objectIn(doc["paths"]), object{}
	for _, o := range r.operations {
		if o.audience == Admin || strings.Contains(o.op.Path, "/webhooks/") {
			continue
		}
		if kept[o.op.Path] == nil {
			kept[o.op.Path] = object{}
		}
		method := strings.ToLower(o.op.Method)
		objectIn(kept[o.op.Path])[method] = objectIn(paths[o.op.Path])[method]
	}
	doc["paths"] = kept
	keepUsedTags(doc, kept)
	keepUsedComponents(doc)
	text, err := json.Marshal(doc)
	if err != nil {
		panic(fmt.Sprintf("httpapi: the document of the store can't be written: %v", err))
	}
	return document{json: newSharedContent(append(text, '\n')), yaml: sync.OnceValue(func() *content {
		var b bytes.Buffer
		if err := yaml.Convert(&b, bytes.NewReader(text)); err != nil {
			panic(fmt.Sprintf("httpapi: the document of the store can't be written: %v", err))
		}
		return newSharedContent(b.Bytes())
	})}
}

// keepUsedTags removes the tags that no operation of the paths has, and the groups without one.
func keepUsedTags(doc, paths object) {
	used := map[any]bool{}
	for _, item := range paths {
		for _, operation := range objectIn(item) {
			for _, tag := range listIn(objectIn(operation)["tags"]) {
				used[tag] = true
			}
		}
	}
	isUnused := func(tag any) bool { return !used[tag] }
	doc["tags"] = slices.DeleteFunc(listIn(doc["tags"]), func(tag any) bool { return isUnused(objectIn(tag)["name"]) })
	doc["x-tagGroups"] = slices.DeleteFunc(listIn(doc["x-tagGroups"]), func(group any) bool {
		g := objectIn(group)
		tags := slices.DeleteFunc(listIn(g["tags"]), isUnused)
		g["tags"] = tags
		return len(tags) == 0
	})
}

// objectIn and listIn are v, or nothing when it is another kind of value.

func objectIn(v any) object {
	o, _ := v.(object)
	return o
}

func listIn(v any) []any {
	l, _ := v.([]any)
	return l
}

// keepUsedComponents removes the components to which neither a path nor a used component leads.
func keepUsedComponents(doc object) {
	components := objectIn(doc["components"])
	used := map[string]bool{}
	var follow func(v any)
	follow = func(v any) {
		switch v := v.(type) {
		case object:
			for _, inner := range v {
				follow(inner)
			}
		case []any:
			for _, inner := range v {
				follow(inner)
			}
		case string: // a $ref, or one of a discriminator's mapping
			name, isRef := strings.CutPrefix(v, "#/components/")
			if !isRef || used[name] {
				return
			}
			used[name] = true
			kind, key, _ := strings.Cut(name, "/")
			follow(objectIn(components[kind])[key])
		}
	}
	follow(doc["paths"])
	for kind, group := range components {
		if kind == "securitySchemes" { // they are referred to by their names alone
			continue
		}
		maps.DeleteFunc(objectIn(group), func(key string, _ any) bool { return !used[kind+"/"+key] })
	}
}
