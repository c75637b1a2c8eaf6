package faults

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
)

// canary is in generated texts: no problem may repeat what was sent.
const canary = "c4n4ry"

// generator makes values from schemas: fitting ones, and, as often as wild says, ones that don't
// fit.
type generator struct {
	*rand.Rand
	wild  float64             // share of values that need not fit
	known map[string][]string // by field: values that exist, mostly taken
}

func (g generator) chance(p float64) bool { return g.Float64() < p }

func pick[T any](g generator, from []T) T { return from[g.IntN(len(from))] }

// value is one for a schema, ready to be encoded as JSON.
func (g generator) value(s *openapi3.Schema, depth int) any {
	if g.chance(g.wild) {
		return g.unexpected(depth)
	}
	if s == nil || depth > 6 {
		return nil
	}
	for _, alternatives := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf, s.AllOf} {
		if len(alternatives) > 0 {
			return g.value(pick(g, alternatives).Value, depth+1)
		}
	}
	if len(s.Enum) > 0 {
		return pick(g, s.Enum)
	}
	if s.Type == nil || len(*s.Type) == 0 {
		return nil
	}
	switch pick(g, *s.Type) {
	case "string":
		return g.text(s)
	case "integer":
		return g.between(s, 1)
	case "number":
		return float64(g.between(s, 100)) / 100
	case "boolean":
		return g.chance(0.5)
	case "array":
		list := []any{}
		for range int(s.MinItems) + g.IntN(3) {
			list = append(list, g.value(s.Items.Value, depth+1))
		}
		return list
	case "object":
		return g.object(s, depth)
	}
	return nil
}

func (g generator) object(s *openapi3.Schema, depth int) map[string]any {
	fields := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) { // the same draws in every run
		field, required := s.Properties[name], slices.Contains(needed(s), name)
		if required && !g.chance(g.wild) || !required && g.chance(0.5) {
			fields[name] = g.value(field.Value, depth+1)
			for required && !slices.Contains(s.Required, name) && (fields[name] == nil || fields[name] == "") {
				fields[name] = g.value(field.Value, depth+1) // it is optional in the schema alone
			}
			if known := g.known[name]; len(known) > 0 && g.chance(0.8) {
				fields[name] = pick(g, known)
			}
		}
	}
	if g.chance(g.wild) {
		fields[pick(g, []string{"bogus", "", "__proto__", "a/b~c", strings.Repeat("n", 1000), "\x00"})] = g.unexpected(depth)
	}
	return fields
}

func (g generator) text(s *openapi3.Schema) string {
	switch s.Format {
	case "email":
		return someone("fuzz")
	case "uuid":
		return g.id()
	case "date-time":
		return "2026-11-20T13:00:00.000Z"
	}
	if example, ok := s.Example.(string); ok && (s.Pattern != "" || g.chance(0.3)) {
		return example
	}
	length := int(s.MinLength) + g.IntN(20)
	if s.MaxLength != nil {
		length = min(length, int(*s.MaxLength))
	}
	text := []rune(g.letters(length))
	for _, end := range []int{0, length - 1} { // what is trimmed may not be too short then
		if length > 0 && text[end] == ' ' {
			text[end] = 'x'
		}
	}
	return string(text)
}

// id is the id of nothing.
func (g generator) id() string {
	var raw [16]byte
	for i := range raw {
		raw[i] = byte(g.IntN(256))
	}
	raw[6], raw[8] = raw[6]&0x0f|0x70, raw[8]&0x3f|0x80 // version 7
	return uuid.UUID(raw).String()
}

func (g generator) letters(n int) string {
	const alphabet = "abc xyzÄß漢😀'\"<>%\\-_.@/"
	letters := []rune(alphabet)
	text := make([]rune, n)
	for i := range text {
		text[i] = pick(g, letters)
	}
	return string(text)
}

// between is a number in the schema's range, times scale.
func (g generator) between(s *openapi3.Schema, scale float64) int64 {
	low, high := 0.0, 1000.0
	if s.Min != nil {
		low = *s.Min
	}
	if s.Max != nil {
		high = *s.Max
	}
	return int64(low*scale) + g.Int64N(max(1, int64((high-low)*scale)))
}

// unexpected is a value of any type, as hostile and careless clients send it.
func (g generator) unexpected(depth int) any {
	switch g.IntN(16) {
	case 0:
		return nil
	case 1:
		return ""
	case 2:
		return g.chance(0.5)
	case 3:
		return []any{g.letters(3)}
	case 4:
		return map[string]any{"a": 1}
	case 5:
		return strings.Repeat(canary+" ", 1+g.IntN(3000))
	case 6:
		return canary + "\x00"
	case 7:
		return canary + "\r\n\x1b[31m\u202e\ufeff\ufffe"
	case 8:
		return pick(g, []any{-1, 0, 1.5, 1e308, -1e308, 9007199254740993, 4.0, 1e-9})
	case 9:
		return json.Number(strings.Repeat("9", 1+g.IntN(400)))
	case 10:
		return json.Number(pick(g, []string{"1e400", "-0", "1E+2", "0.1000000000000000000000000001"}))
	case 11:
		return pick(g, []string{"true", "null", "12", "2026-02-30T25:00:00Z", g.id(), "a@b", "' OR 1=1 --", "../../etc/passwd", "{{7*7}}",
			"=cmd()"})
	case 12:
		var nested any = canary
		for range 1 + g.IntN(300) {
			nested = []any{nested}
		}
		return nested
	case 13:
		return "\xff\xfe" + canary // json.Marshal replaces it; broken puts it back
	default:
		return canary + g.letters(g.IntN(40))
	}
}

// damage damages a body as wires and careless clients do.
func (g generator) damage(body []byte) []byte {
	if len(body) == 0 {
		return []byte(pick(g, []string{"", "null", "[]", "\"\"", "0", "{", "\xff", "{}{}", "{} x"}))
	}
	switch g.IntN(6) {
	case 0:
		return body[:g.IntN(len(body))]
	case 1:
		return append(body, pick(g, []string{"}", " ", "null", "\x00", ",{}"})...)
	case 2:
		return []byte(strings.Replace(string(body), `"`+canary, "\"\xff\xfe\xc0", 1))
	case 3:
		return []byte(strings.Replace(string(body), "{", `{"email":"a","email":"b",`, 1))
	default:
		body[g.IntN(len(body))] = byte(g.IntN(256))
		return body
	}
}
