package strictjson

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// FuzzParse compares with encoding/json, which takes more: what the scanner takes must mean the
// same there, and what it refuses must be one of the four things that it is stricter about, or be
// refused there too.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+10,"x\n\u00e4\ud83d\ude00",true,false,null,{}]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[[]]]]`, ` 0 `, `-`, `01`, `1.`, `1e`,
		`"`, `{"a"}`, "\xff", `"\u0000"`, `tru`, `[1,]`,
		strings.Repeat("[", 70) + strings.Repeat("]", 70),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			reason := err.Error()
			stricter := slices.ContainsFunc([]string{"UTF-8", "twice", "surrogate", "deeply"}, func(s string) bool {
				return strings.Contains(reason, s)
			})
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

func same(v Value, theirs any) bool {
	switch w := theirs.(type) {
	case nil:
		return v.Kind == Null
	case bool:
		return v.Kind == Bool
	case json.Number:
		return v.Kind == Number && v.Text == w.String()
	case string:
		return v.Kind == String && v.Text == w
	case []any:
		if v.Kind != Array || len(v.Items) != len(w) {
			return false
		}
		for i := range w {
			if !same(v.Items[i], w[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.Kind != Object || len(v.Names) != len(w) || len(v.Items) != len(w) {
			return false
		}
		for i, name := range v.Names {
			if item, ok := w[name]; !ok || !same(v.Items[i], item) {
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
	if _, err := Parse([]byte(b.String() + `"last":1}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse([]byte(b.String() + `"a":1}`)); err == nil {
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
		d, e := ParseDecimal(a), ParseDecimal(b)
		if d.Compare(e) != x.Cmp(y) {
			t.Fatalf("%s against %s: %d, want %d", a, b, d.Compare(e), x.Cmp(y))
		}
		if d.IsWhole() != x.IsInt() {
			t.Fatalf("%s is whole: %v", a, d.IsWhole())
		}
		if d.IsWhole() {
			n, err := d.Int64()
			if fits := x.Num().IsInt64(); (err == nil) != fits || fits && n != x.Num().Int64() {
				t.Fatalf("%s: %d %v", a, n, err)
			}
		}
	})
}

func rational(s string) (*big.Rat, bool) {
	v, err := Parse([]byte(s))
	if err != nil || v.Kind != Number || v.Text != s || len(s) > 40 {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 5 {
		return nil, false
	}
	return new(big.Rat).SetString(v.Text)
}

func TestAbsurdExponents(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{"1e999999999999": true, "1e-999999999999": false, "0e999999999999": true,
		"-1E+999999999999": true} {
		d := ParseDecimal(text)
		if d.IsWhole() != whole {
			t.Errorf("%s: %+v", text, d)
		}
		if !whole {
			continue
		}
		if _, err := d.Int64(); (err == nil) != (text[0] == '0') {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	body := []byte(`{"shippingMethodId":"0199d5a1-93c4-7a50-8b1c-6d2e3f405164","paymentMethod":"bank_transfer",` +
		`"recipient":{"name":"Ada Lovelace","street":"Hauptstraße 1","zip":"10115","city":"Berlin","country":"DE"},` +
		`"note":"Please ring twice.","items":[{"id":"0199d5a1-93c4-7a50-8b1c-6d2e3f405165","quantity":3},` +
		`{"id":"0199d5a1-93c4-7a50-8b1c-6d2e3f405166","quantity":12}],"expectedTotal":58.87}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecimal(b *testing.B) {
	most := ParseDecimal("999999.99")
	b.ReportAllocs()
	for b.Loop() {
		if ParseDecimal("58.87").Compare(most) > 0 {
			b.Fatal("more than the most")
		}
	}
}
