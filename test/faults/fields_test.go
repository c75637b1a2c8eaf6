package faults

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/test/kit"
)

// Every field of every body with its wrong types, null, empty, too long, out of its range and
// absent: 422 that blames this field alone, with the right word, and nothing has happened.
func TestEveryField(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		api := kit.NewAPI(w.replicas[0].Base, kit.LoadContract(t, w.replicas[0].Base)).As(w.adminToken())
		happened := "SELECT count(*) FROM events"
		before := w.number(happened)
		for _, o := range w.operations(t) {
			if o.schema() == nil || len(o.schema().Properties) == 0 {
				continue
			}
			path := o.with("01890000-0000-7000-8000-000000000000")
			fine := leastBody(o, "")
			everyField(o.schema(), "", func(field string, change func(body map[string]any), codes ...string) {
				body := leastBody(o, field)
				change(body)
				a := api.Do(t, o.method, path, body)
				if !blamesOnly(a, field, codes) {
					t.Errorf("%s %s with %.300v: %d %v, want one of %v at %s", o.method, o.path, body, a.Status, a.Pointers(), codes, field)
				}
			})
			api.Do(t, o.method, path, `{"a":`).Require(t, 400, "malformed_json")
			api.Do(t, o.method, path, `{"a":1,"a":2}`).Require(t, 400, "malformed_json")
			api.With("Content-Type", "text/plain").Do(t, o.method, path, fine).Require(t, 415, "unsupported_media_type")
			api.Do(t, o.method, path, `{"a":"`+strings.Repeat("x", tooLarge(path))+`"}`).Require(t, 413, "body_too_large")
		}
		if after := w.number(happened); after != before {
			t.Errorf("%d events came of bad requests: %v", after-before, query[string](w, "SELECT name FROM events ORDER BY seq DESC LIMIT 10"))
		}
		checkEverything(t, w)
	})
}

// everyField calls try with everything that can be wrong with a field of an object, those of
// objects inside it included: the pointer that is to blame, what makes an example of the object
// wrong, and the codes that fit.
func everyField(s *openapi3.Schema, at string, try func(pointer string, change func(body map[string]any), codes ...string)) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		field := s.Properties[name]
		for _, bad := range badValues(field.Value) {
			try(at+"/"+name, func(o map[string]any) { o[name] = bad.value }, bad.codes...)
		}
		if slices.Contains(s.Required, name) {
			try(at+"/"+name, func(o map[string]any) { delete(o, name) }, "required")
		}
		inner, deeper := whole(field.Value), at+"/"+name
		if inner.Type.Includes("array") {
			inner, deeper = inner.Items.Value, deeper+"/0"
		}
		if len(inner.Properties) > 0 {
			everyField(inner, deeper, func(pointer string, change func(map[string]any), codes ...string) {
				try(pointer, func(o map[string]any) {
					one := example(inner).(map[string]any)
					change(one)
					if o[name] = one; field.Value.Type.Includes("array") {
						o[name] = []any{one}
					}
				}, codes...)
			})
		}
	}
	try(at+"/bogus", func(o map[string]any) { o["bogus"] = 1 }, "unexpected_field")
}

// elsewhere are fields that are optional because what they say may stand elsewhere in the request,
// by the path: in a cookie, or in another field.
var elsewhere = map[string]string{
	"/v1/auth/refresh": "refreshToken", "/v1/auth/second-factor": "code", "/v1/admin/me/step-up": "code",
	"/v1/admin/shipping-methods": "price", // of a delivery
	"/v1/admin/products/bulk":    "productIds",
}

// leastBody is the least that an operation takes without what may stand elsewhere: in the field
// that is tried.
func leastBody(o operation, tried string) map[string]any {
	body := example(o.schema()).(map[string]any)
	// A filter stands in place of ids.
	if name := elsewhere[o.path]; name != "" && bounds[tried] != "/"+name && !strings.HasPrefix(tried, "/filter/") {
		body[name] = example(o.schema().Properties[name].Value)
	}
	return body
}

// tooLarge is more than an operation takes.
func tooLarge(path string) int {
	if strings.HasPrefix(path, "/v1/admin/price-plans") && !strings.HasSuffix(path, "/cancel") {
		return 3 << 20
	}
	return 300 << 10
}

// bounds are fields that limit one another: with one out of its range the other is out of order, or
// missing.
var bounds = map[string]string{
	// An image has an address, or names an uploaded picture.
	"/images/0/alt": "/images/0/url", "/images/0/mediaId": "/images/0/url", "/images/0/bogus": "/images/0/url",
	// A price is of a variant, or of a SKU.
	"/prices/0/sku": "/prices/0/variantId", "/prices/0/price": "/prices/0/variantId", "/prices/0/bogus": "/prices/0/variantId",
	"/prices/0/compareAtPrice": "/prices/0/variantId", "/prices/0/compareAtKind": "/prices/0/variantId",
	"/minDays": "/maxDays", "/recoveryCode": "/code", "/password": "/code", "/credential": "/code"}

// blamesOnly reports whether the answer blames the field alone, with one of the codes.
func blamesOnly(a kit.Answer, field string, codes []string) bool {
	got := slices.DeleteFunc(a.Pointers(), func(pointer string) bool {
		// What an action needs beside its kind is missing, or in its place.
		ofKind := strings.HasPrefix(field, "/action/") && strings.HasPrefix(pointer, "/action/") &&
			!strings.HasPrefix(pointer, field+" ")
		return ofKind || bounds[field] != "" && strings.HasPrefix(pointer, bounds[field]+" ")
	})
	return a.Status == 422 && len(got) == 1 && slices.ContainsFunc(codes, func(code string) bool { return got[0] == field+" "+code })
}

// example is the least that fits a schema, made of the document's examples.
func example(s *openapi3.Schema) any {
	switch {
	case len(s.Properties) > 0:
		body := map[string]any{}
		for _, name := range needed(s) {
			body[name] = example(s.Properties[name].Value)
			if name == "link" { // no word is one
				body[name] = "/"
			}
		}
		if kind := s.Properties["kind"]; kind != nil && slices.Contains(kind.Value.Enum, any("set_attribute")) {
			body["kind"], body["attribute"] = "set_attribute", object{"code": "roast", "values": []string{"dark"}}
		}
		return body
	case len(s.Examples) > 0:
		return s.Examples[0]
	case s.Example != nil:
		return s.Example
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Includes("array"):
		some := []any{example(s.Items.Value)}
		for n := 1; n < int(s.MinItems); n++ { // no two are alike
			some = append(some, fmt.Sprint(some[0], n))
		}
		return some
	case s.Type.Includes("integer"), s.Type.Includes("number"):
		return 1
	case s.Type.Includes("boolean"):
		return true
	case s.Type.Includes("object"):
		return object{}
	case s.Format == "email":
		return "ada@example.com"
	case s.Format == "uuid":
		return "0198c0de-0000-7000-8000-000000000001"
	}
	return "example"
}

// needed are the fields that every object of a schema has. An address of most countries has a city
// and a postal code, which the schema can't say.
func needed(s *openapi3.Schema) []string {
	if s.Properties["country"] == nil || s.Properties["postalCode"] == nil {
		return s.Required
	}
	return append([]string{"city", "postalCode"}, s.Required...)
}

// badValue is a value that a field can't take, and the codes that say so.
type badValue struct {
	value any
	codes []string
}

func badValues(s *openapi3.Schema) (all []badValue) {
	optional := s.Type.Includes("null") || s != whole(s)
	s = whole(s)
	for kind, value := range map[string]any{"string": "text", "number": 1.5, "boolean": true, "array": []int{1}, "object": object{"a": 1}} {
		if !s.Type.Includes(kind) && !(kind == "number" && s.Type.Includes("integer")) {
			all = append(all, badValue{value, []string{"wrong_type"}})
		}
	}
	if !optional {
		all = append(all, badValue{nil, []string{"wrong_type", "required"}})
	}
	// An id is looked up after the resource of the path; an empty one of a variant is none.
	if s.MinLength > 0 || s.Format != "" && s.Format != "uuid" || len(s.Enum) > 0 {
		if s.Type.Includes("string") {
			all = append(all, badValue{"", []string{"required", "too_short", "bad_format", "not_allowed"}})
		}
	}
	if s.MaxLength != nil {
		all = append(all, badValue{strings.Repeat("x", int(*s.MaxLength)+1), []string{"too_long", "bad_format", "not_allowed"}})
		all = append(all, badValue{"nul\x00", []string{"bad_format", "too_short", "not_allowed"}})
	}
	if len(s.Enum) > 0 {
		all = append(all, badValue{"nonsense", []string{"not_allowed"}})
	}
	if s.Min != nil {
		all = append(all, badValue{*s.Min - 1, []string{"out_of_range"}})
	}
	if s.Max != nil {
		all = append(all, badValue{*s.Max * 10, []string{"out_of_range"}})
	}
	return all
}
