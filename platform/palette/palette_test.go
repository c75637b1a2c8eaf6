package palette

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "orderd/test/kit/draws"
)

// pair is what stands on what, and how much it has to contrast.
type pair struct {
	text, ground string
	least        float64
}

// pairs are all that occur on the pages of a shop.
func (p Palette) pairs() []pair {
	all := []pair{
		{p.OnAccent, p.Accent, 4.5}, {p.Paper, p.Sale, 4.5}, {p.OK, p.OKTint, 4.5}, {p.Warn, p.WarnTint, 4.5},
		{p.Bad, p.BadTint, 4.5}, {p.Star, p.Paper, 3}, {p.Star, p.Tint, 3}, {p.Line, p.Paper, 1.29}, {p.Ink, p.Paper, 7},
	}
	for _, ground := range []string{p.Paper, p.Tint} {
		for _, text := range []string{p.Sale, p.OK, p.Warn, p.Bad} {
			all = append(all, pair{text, ground, 4.5})
		}
	}
	for _, ground := range []string{p.Paper, p.Tint, p.Tint2, p.AccentTint} {
		all = append(all, pair{p.Ink, ground, 4.5}, pair{p.Ink2, ground, 4.5}, pair{p.Edge, ground, 3})
	}
	for _, ground := range []string{p.Paper, p.Tint, p.AccentTint} {
		all = append(all, pair{p.Accent, ground, 4.5})
	}
	for _, ground := range []string{p.OKTint, p.WarnTint, p.BadTint} {
		all = append(all, pair{p.Ink, ground, 4.5})
	}
	return all
}

// hover is the ground of a button below the pointer: mixed in OKLab, as the style sheet does it.
func hover(accent, ink Color) Color {
	a, b := toLab(accent), toLab(ink)
	var mixed [3]float64
	for i := range mixed {
		mixed[i] = a[i] + 0.28*(b[i]-a[i])
	}
	return fromLab(mixed)
}

func toLab(c Color) [3]float64 {
	r, g, b := linear[c.red], linear[c.green], linear[c.blue]
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func fromLab(lab [3]float64) Color {
	cube := func(x float64) float64 { return x * x * x }
	l := cube(lab[0] + 0.3963377774*lab[1] + 0.2158037573*lab[2])
	m := cube(lab[0] - 0.1055613458*lab[1] - 0.0638541728*lab[2])
	s := cube(lab[0] - 0.0894841775*lab[1] - 1.2914855480*lab[2])
	channel := func(x float64) uint8 {
		x = min(max(x, 0), 1)
		if x <= 0.0031308 {
			return uint8(math.Round(255 * 12.92 * x))
		}
		return uint8(math.Round(255 * (1.055*math.Pow(x, 1/2.4) - 0.055)))
	}
	return Color{
		channel(4.0767416621*l - 3.3077115913*m + 0.2309699292*s), channel(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		channel(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
	}
}

// Whatever three colors are chosen, all that is to be read can be read, light and dark.
func TestAnyChoiceCanBeRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		color := func(name string) Color {
			return rapid.OneOf(
				rapid.Custom(func(t *rapid.T) Color {
					return Color{rapid.Byte().Draw(t, "red"), rapid.Byte().Draw(t, "green"), rapid.Byte().Draw(t, "blue")}
				}),
				rapid.Map(rapid.Byte(), func(gray uint8) Color { return Color{gray, gray, gray} }),
			).Draw(t, name)
		}
		c := Choice{Accent: color("accent"), Paper: color("paper"), Ink: color("ink")}
		requireReadable(t, c)
	})
	for c := range drawn {
		requireReadable(t, c)
	}
}

func requireReadable(t interface{ Fatalf(string, ...any) }, c Choice) {
	for name, p := range map[string]Palette{"light": c.Light(), "dark": c.Dark()} {
		for _, pair := range p.pairs() {
			if got := Contrast(mustParse(pair.text), mustParse(pair.ground)); got < pair.least {
				t.Fatalf("%s: %s on %s has %.2f, wants %.2f: %+v", name, pair.text, pair.ground, got, pair.least, p)
			}
		}
		if got := Contrast(mustParse(p.OnAccent), hover(mustParse(p.Accent), mustParse(p.Ink))); got < 4.4 {
			t.Fatalf("%s: a button below the pointer has %.2f: %+v", name, got, p)
		}
	}
	if !mustParse(c.Dark().Paper).IsDark() {
		t.Fatalf("the dark paper is %s", c.Dark().Paper)
	}
}

// What can be read stays as it was chosen.
func TestGoodChoicesStay(t *testing.T) {
	t.Parallel()
	for _, row := range [][3]string{
		{"#12504a", "#ffffff", "#1b1916"}, {"#1d4ed8", "#fffaf0", "#14213d"}, {"#ffd166", "#101014", "#f5f5f5"},
	} {
		c := Choice{Accent: mustParse(row[0]), Paper: mustParse(row[1]), Ink: mustParse(row[2])}
		if p := c.Light(); p.Accent != row[0] || p.Paper != row[1] || p.Ink != row[2] {
			t.Errorf("%v became %s, %s, %s", row, p.Accent, p.Paper, p.Ink)
		}
	}
}

// What can't be read is mended as little as it has to be.
func TestBadChoicesAreMended(t *testing.T) {
	t.Parallel()
	c := Choice{Accent: mustParse("#ffe500"), Paper: mustParse("#ffffff"), Ink: mustParse("#cccccc")}
	p := c.Light()
	if got := Contrast(mustParse(p.Accent), White); p.Accent == "#ffe500" || got > 6 {
		t.Errorf("the accent is %s, with %.2f", p.Accent, got)
	}
	if got := Contrast(mustParse(p.Ink), White); got < 7 || got > 7.3 {
		t.Errorf("the ink is %s, with %.2f", p.Ink, got)
	}
	gray := Choice{Paper: mustParse("#808080")}
	if p := gray.Light(); Contrast(mustParse(p.Paper), Black) < 9 {
		t.Errorf("the paper is %s", p.Paper)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"#12504a": true, "#FFFFFF": true, "12504a": false, "#fff": false, "#12504g": false, "#+2504a": false, "": false,
		"#12504a;": false,
	} {
		if c, ok := Parse(text); ok != want || ok && c.String() != map[string]string{"#FFFFFF": "#ffffff"}[text] && c.String() != text {
			t.Errorf("%q: %v, %t", text, c, ok)
		}
	}
	if got := Contrast(Black, White); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white has %v", got)
	}
}
