package id

import "testing"

func TestParseEmail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" Ada@Example.com ":              "ada@example.com",
		"ada@müller.example":             "ada@xn--mller-kva.example",
		"ada@MÜLLER.example":             "ada@xn--mller-kva.example",
		"ada@mu\u0308ller.example":       "ada@xn--mller-kva.example",
		"ada@XN--MLLER-KVA.example":      "ada@xn--mller-kva.example",
		"ada@straße.de":                  "ada@xn--strae-oqa.de",
		"ada@例え.jp":                      "ada@xn--r8jz45g.jp",
		"ada@παράδειγμα.ελ":              "ada@xn--hxajbheg2az3al.xn--qxam",
		"ada@localhost":                  "ada@localhost",
		"o'neil+shop@sub.example.co.uk ": "o'neil+shop@sub.example.co.uk",
	} {
		got, ok := ParseEmail(text)
		if again, same := ParseEmail(got); got != want || !ok || again != want || !same {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"käthe@example.com", "\u212aathe@example.com", "ada@\u212aaffee.example", "ada@ｅxample.com", "ada@ﬁnance.example",
		"ada@exam\u00adple.com",
		"ada@xn--a.example", "ada@xn--.example", "ada@-é.example", "ada@a\u200db.example", "ada", "ada@e x.ü", "ada@ſhop.example",
		"ada@m²é.example",
	} {
		if got, ok := ParseEmail(text); ok {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestShowEmail(t *testing.T) {
	t.Parallel()
	for normal, want := range map[string]string{
		"ada@xn--mller-kva.example": "ada@müller.example", "ada@example.com": "ada@example.com", "ada@xn--a.example": "ada@xn--a.example", "": "",
		"ada": "ada",
	} {
		if got := ShowEmail(normal); got != want {
			t.Errorf("%q: %q", normal, got)
		}
	}
}

func FuzzParseEmail(f *testing.F) {
	f.Add("ada@müller.example")
	f.Fuzz(func(t *testing.T, text string) {
		normal, ok := ParseEmail(text)
		if again, same := ParseEmail(normal); ok && (again != normal || !same) {
			t.Errorf("%q: %q, then %q", text, normal, again)
		}
		if shown := ShowEmail(normal); ok && NormalizeEmail(shown) != normal {
			t.Errorf("%q is shown as %q", normal, shown)
		}
	})
}
