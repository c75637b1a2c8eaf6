package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestText(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][]string{
		"ozturk oeztuerk":     {"ÖZTÜRK", "o\u0308ztu\u0308rk"},
		"ada lovelace a@b.de": {" Ada  Lovelace\n", "ada", "", "A@B.de"},
		"weiss strasse":       {"Weiß Straße"},
		"a b":                 {"a\u00a0b"},
		"ord-12 491234567":    {"ORD-12", Phone(new("+49 １23-4567"))},
		"soren soeren":        {"Søren"},
	} {
		if got := Text(parts...); got != want {
			t.Errorf("%q: %q, want %q", parts, got, want)
		}
	}
}

func TestSpellings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"Öztürk": {"oeztuerk", ""}, "oeztuerk": {"", "ozturk"}, "Größe": {"groesse", ""}, "cafe": {"", ""},
		"Baum": {"", ""}, "Smørrebrød": {"smoerrebroed", ""},
	} {
		if got := [2]string{SpellOut(text), Contract(text)}; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A set is the same after encode and decode, however many rows it has, and never longer than its
// bits.
func TestRowSets(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 63, 64, 300, 511, 512, 513, 2000, maxRows} {
		var s, back rowSet
		for _, p := range random.Perm(maxRows)[:n] {
			s.add(p)
		}
		b := s.encode()
		if back.decode(b); back != s || len(b) > setBytes || s.len() != n || len(s.positions()) != n {
			t.Errorf("%d rows: %d bytes, %d rows after", n, len(b), back.len())
		}
		if p := s.positions(); !slices.IsSortedFunc(p, func(a, b int) int { return b - a }) {
			t.Errorf("%d rows: not the last first", n)
		}
	}
	for range 1000 { // what no encode writes
		b := make([]byte, random.IntN(600))
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		new(rowSet).decode(b)
	}
}

func TestEditDistance(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"coffee", "coffee", 0}, {"cofee", "coffee", 1}, {"ocffee", "coffee", 1},
		{"coffeee", "coffee", 1}, {"tofu", "tofa", 1}, {"kitten", "sitting", 3}, {"grün", "grun", 1}, {"ca", "abc", 3},
	} {
		if got := EditDistance([]rune(row.a), []rune(row.b)); got != row.want {
			t.Errorf("%s to %s: %d, want %d", row.a, row.b, got, row.want)
		}
	}
}

// What covers a part of a word is among the grams of every text with that part.
func TestCover(t *testing.T) {
	t.Parallel()
	const text = "lovelace.12@example.com ord-4071826651 größe 李小龙功夫"
	all := gramsOf(text)
	for from := range text {
		for to := from + 3; to <= len(text); to++ {
			part := text[from:to]
			if slices.ContainsFunc([]rune(part), func(r rune) bool { return r == ' ' || r == 0xfffd }) {
				continue
			}
			for _, g := range cover(part) {
				if _, ok := slices.BinarySearch(all, g); !ok {
					t.Errorf("%q: no gram %d", part, g)
				}
			}
		}
	}
	if got := cover("ab"); got != nil {
		t.Errorf("%v", got)
	}
}
