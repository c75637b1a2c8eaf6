package storefront

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"orderd/platform/locale"
	"orderd/platform/money"
)

var fillIns = regexp.MustCompile(`\{[a-z]+\}`)

// Every text is there in every language, with the same places to fill in.
func TestWordsOfAllLanguages(t *testing.T) {
	t.Parallel()
	english := readWords(locale.English)
	for _, l := range languages {
		w := readWords(l)
		for key, text := range w {
			if text == "" {
				t.Errorf("%s %s is empty", l, key)
			}
			original, found := english[key]
			if !found {
				t.Errorf("%s %s is not there in English", l, key)
				continue
			}
			want, got := fillIns.FindAllString(original, -1), fillIns.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s %s has %v, in English %v", l, key, got, want)
			}
		}
		for key := range english {
			if _, found := w[key]; !found {
				t.Errorf("%s lacks %s", l, key)
			}
		}
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	english, german := readWords(locale.English), readWords(locale.German)
	for d, want := range map[time.Duration][2]string{
		time.Second: {"1 second", "1 Sekunde"}, 40 * time.Second: {"40 seconds", "40 Sekunden"},
		1500 * time.Millisecond: {"2 seconds", "2 Sekunden"}, time.Minute: {"60 seconds", "60 Sekunden"},
		61 * time.Second: {"2 minutes", "2 Minuten"}, time.Hour: {"60 minutes", "60 Minuten"},
		90 * time.Minute: {"2 hours", "2 Stunden"},
	} {
		if got := [2]string{english.wait(d), german.wait(d)}; got != want {
			t.Errorf("%s is %q, want %q", d, got, want)
		}
	}
}

// What points are worth is what an order takes off for them: whole cents, never more than there is.
func TestWholeCents(t *testing.T) {
	t.Parallel()
	for points := range int64(20_000) {
		euros := float64(points) * 7.5 / 2000
		if got, want := wholeCents(euros), money.Cents(points*3/8); got != want {
			t.Fatalf("%d points are %s, want %s", points, got, want)
		}
	}
}

func TestFormatWhole(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64][2]string{
		0: {"0", "0"}, 999: {"999", "999"}, -999: {"-999", "-999"}, 1000: {"1,000", "1.000"}, -1240: {"-1,240", "-1.240"},
		1234567: {"1,234,567", "1.234.567"},
	} {
		if got := [2]string{formatWhole(locale.English, n), formatWhole(locale.German, n)}; got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func FuzzLocalPath(f *testing.F) {
	for _, text := range []string{"/", "/cart?a=b", "//evil.example", `/\evil`, "https://evil.example", "/%2f/x", "/a\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := localPath(text, "/fallback")
		if path == "" || path[0] != '/' || len(path) > 1 && (path[1] == '/' || path[1] == '\\') {
			t.Errorf("%q leads to %q", text, path)
		}
	})
}

// What is wrong with no field is said in the interface's words, not in those for a field.
func TestFaultOfNoField(t *testing.T) {
	t.Parallel()
	w := readWords(locale.English)
	for _, c := range []struct {
		fault formFault
		want  string
	}{
		{formFault{Code: "bad_format", Detail: "This is no id."}, "This is no id."},
		{formFault{Code: "bad_format", Detail: "This is no id.", Field: "line1"}, "Street and house number: this can't be right"},
		{formFault{Code: codeNoAnswer}, "The shop does not answer just now. Send the form again in a moment."},
	} {
		if got := w.fault(c.fault); got != c.want {
			t.Errorf("%+v: %q, want %q", c.fault, got, c.want)
		}
	}
}
