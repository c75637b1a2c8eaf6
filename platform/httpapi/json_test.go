package httpapi

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// FuzzParseJSON compares with encoding/json, which takes more: what the scanner takes must mean the same there, and what it
// refuses must be one of the four things that it is stricter about, or be refused there too.
func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+10,"x\n\u00e4\ud83d\ude00",true,false,null,{}]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[[]]]]`, ` 0 `, `-`, `01`, `1.`, `1e`, `"`, `{"a"}`, "\xff", `"\u0000"`, `tru`, `[1,]`,
		strings.Repeat("[", 70) + strings.Repeat("]", 70),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := parseJSON(text)
		if err != nil {
			reason := err.Error()
			stricter := slices.ContainsFunc([]string{"UTF-8", "twice", "surrogate", "deeply"}, func(s string) bool { return strings.Contains(reason, s) })
			if json.Valid(text) && !stricter {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var theirs any
		if err := d.Decode(&theirs); err != nil {
			t.Fatalf("%q is taken, but %v", text, err)
		}
		if !same(v, theirs) {
			t.Fatalf("%q means %+v here and %+v there", text, v, theirs)
		}
	})
}

func same(v value, theirs any) bool {
	switch w := theirs.(type) {
	case nil:
		return v.kind == kindNull
	case bool:
		return v.kind == kindBool
	case json.Number:
		return v.kind == kindNumber && v.text == w.String()
	case string:
		return v.kind == kindString && v.text == w
	case []any:
		if v.kind != kindArray || len(v.items) != len(w) {
			return false
		}
		for i := range w {
			if !same(v.items[i], w[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.kind != kindObject || len(v.names) != len(w) || len(v.items) != len(w) {
			return false
		}
		for i, name := range v.names {
			if item, ok := w[name]; !ok || !same(v.items[i], item) {
				return false
			}
		}
		return true
	}
	return false
}

func TestDuplicateNamesInLargeObjects(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteByte('{')
	for i := range 5000 {
		b.WriteString(`"` + strings.Repeat("a", i%7) + string(rune('a'+i%26)) + strings.Repeat("b", i/26) + `":1,`)
	}
	if _, err := parseJSON([]byte(b.String() + `"last":1}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := parseJSON([]byte(b.String() + `"a":1}`)); err == nil {
		t.Fatal("a duplicate among many is taken")
	}
}

// FuzzDecimal compares with math/big, where exponents are small enough for it.
func FuzzDecimal(f *testing.F) {
	for _, seed := range []string{"0", "-0.0", "4.0", "40e-1", "0.25", "-1.5E+3", "1e19", "9223372036854775807", "0.010", "100"} {
		f.Add(seed, "4")
		f.Add("4", seed)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, okX := rational(a)
		y, okY := rational(b)
		if !okX || !okY {
			return
		}
		d, e := parseDecimal(a), parseDecimal(b)
		if d.compare(e) != x.Cmp(y) {
			t.Fatalf("%s against %s: %d, want %d", a, b, d.compare(e), x.Cmp(y))
		}
		if d.isWhole() != x.IsInt() {
			t.Fatalf("%s is whole: %v", a, d.isWhole())
		}
		if d.isWhole() {
			n, err := d.int64()
			if fits := x.Num().IsInt64(); (err == nil) != fits || fits && n != x.Num().Int64() {
				t.Fatalf("%s: %d %v", a, n, err)
			}
		}
	})
}

func rational(s string) (*big.Rat, bool) {
	v, err := parseJSON([]byte(s))
	if err != nil || v.kind != kindNumber || v.text != s || len(s) > 40 {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 5 {
		return nil, false
	}
	return new(big.Rat).SetString(v.text)
}

func TestAbsurdExponents(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{"1e999999999999": true, "1e-999999999999": false, "0e999999999999": true, "-1E+999999999999": true} {
		d := parseDecimal(text)
		if d.isWhole() != whole {
			t.Errorf("%s: %+v", text, d)
		}
		if !whole {
			continue
		}
		if _, err := d.int64(); (err == nil) != (text[0] == '0') {
			t.Errorf("%s: %v", text, err)
		}
	}
}
