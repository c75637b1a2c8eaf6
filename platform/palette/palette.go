package palette

// Palette are the colors of pages, each as CSS writes it. The field names say what a color is for:
// On… is for text on another one, …Tint is a ground.
type Palette struct {
	Accent     string `json:"accent" doc:"What leads on: buttons, marks, the focus." example:"#12504a"`
	OnAccent   string `json:"onAccent" doc:"Text on accent." example:"#ffffff"`
	AccentTint string `json:"accentTint" doc:"A ground." example:"#e3eeeb"`
	Paper      string `json:"paper" doc:"The ground of all." example:"#ffffff"`
	Tint       string `json:"tint" doc:"A ground." example:"#f6f4f0"`
	Tint2      string `json:"tint2" doc:"A ground." example:"#ebe7e0"`
	Ink        string `json:"ink" doc:"Text." example:"#1b1916"`
	Ink2       string `json:"ink2" doc:"Text that matters less." example:"#5f584f"`
	Line       string `json:"line" doc:"Between things." example:"#e2ddd4"`
	Edge       string `json:"edge" doc:"Of fields." example:"#877f73"`
	Sale       string `json:"sale" doc:"Reduced prices." example:"#a5351d"`
	OK         string `json:"ok" example:"#1d6a3d"`
	OKTint     string `json:"okTint" doc:"A ground." example:"#e5f2e9"`
	Warn       string `json:"warn" example:"#7b4a00"`
	WarnTint   string `json:"warnTint" doc:"A ground." example:"#fbf0d8"`
	Bad        string `json:"bad" example:"#b3241c"`
	BadTint    string `json:"badTint" doc:"A ground." example:"#fcebe9"`
	Star       string `json:"star" doc:"Stars of ratings." example:"#b4690e"`
}

// SchemaName is the name in the OpenAPI document.
func (Palette) SchemaName() string { return "ColorPalette" }

// Choice is what somebody has chosen.
type Choice struct{ Accent, Paper, Ink Color }

// The least contrasts.
const (
	textContrast = 4.5 // of text (WCAG 2.2, 1.4.3)
	edgeContrast = 3   // of what is to be seen (WCAG 2.2, 1.4.11)
	inkContrast  = 7   // of most of the text on the paper, so that grounds beside it have room
	// paperContrast is that of black or white with the paper: nothing can be read on a gray in the
	// middle and on its tints too.
	paperContrast = 9
)

// meaning are the colors that say something, whoever chooses the others.
type meaning struct{ sale, ok, warn, bad, star Color }

var (
	onLight = meaning{
		sale: Color{0xa5, 0x35, 0x1d}, ok: Color{0x1d, 0x6a, 0x3d}, warn: Color{0x7b, 0x4a, 0x00},
		bad: Color{0xb3, 0x24, 0x1c}, star: Color{0xb4, 0x69, 0x0e},
	}
	onDark = meaning{
		sale: Color{0xf4, 0x9d, 0x84}, ok: Color{0x86, 0xd3, 0xa0}, warn: Color{0xf0, 0xc2, 0x72},
		bad: Color{0xff, 0x9f, 0x96}, star: Color{0xe6, 0xa8, 0x50},
	}
)

// Light is the palette of what was chosen: each color as it is where it can be, else as near as it
// can be read. It is dark when the paper is.
func (c Choice) Light() Palette {
	if known, ok := drawn[c]; ok {
		return known[0]
	}
	paper := c.Paper.toward(end(c.Paper), func(mixed Color) bool {
		return Contrast(mixed, opposite(mixed)) >= paperContrast
	})
	return paletteOn(paper, c.Ink, c.Accent)
}

// Dark is the palette for readers who prefer dark pages: with a paper of the ink's hue, an ink of
// the paper's, and the accent made lighter.
func (c Choice) Dark() Palette {
	if known, ok := drawn[c]; ok {
		return known[1]
	}
	if light := c.Light(); mustParse(light.Paper).IsDark() {
		return light
	}
	paper := c.Ink.readable(Black, darkPaperContrast, White)
	return paletteOn(paper, c.Paper.mix(paper, 0.06), c.Accent.mix(White, 0.4))
}

// darkPaperContrast is that of white with the paper of a dark page.
const darkPaperContrast = 17.5

// end is black or white, whichever is nearer to the color.
func end(c Color) Color {
	if c.IsDark() {
		return Black
	}
	return White
}

// opposite is the other one.
func opposite(c Color) Color {
	if c.IsDark() {
		return White
	}
	return Black
}

// paletteOn is the palette on a paper that is light or dark enough.
func paletteOn(paper, ink, accent Color) Palette {
	far, means := opposite(paper), onLight
	if paper.IsDark() {
		means = onDark
	}
	ink = ink.readable(far, inkContrast, paper)
	tint, tint2 := paper.readable(ink, 1.09, paper), paper.readable(ink, 1.22, paper)
	accent = accent.readable(far, textContrast, paper, tint)
	accentTint := paper.readable(accent, 1.17, paper)
	accent = accent.readable(far, textContrast, accentTint)
	grounds := []Color{paper, tint, tint2, accentTint}

	// Whoever is opposite to the paper and contrasts with it contrasts with its end even more.
	onAccent := end(paper)
	if paper.IsDark() {
		onAccent = accent.mix(Black, 0.85).readable(Black, textContrast, accent)
	}
	tinted := func(c Color) (text, ground Color) {
		ground = paper.readable(c.readable(far, textContrast, paper, tint), 1.13, paper)
		return c.readable(far, textContrast, paper, tint, ground), ground
	}
	ok, okTint := tinted(means.ok)
	warn, warnTint := tinted(means.warn)
	bad, badTint := tinted(means.bad)
	return Palette{
		Accent: accent.String(), OnAccent: onAccent.String(), AccentTint: accentTint.String(),
		Paper: paper.String(), Tint: tint.String(), Tint2: tint2.String(),
		Ink: ink.String(), Ink2: ink.mix(paper, 0.3).readable(far, textContrast, grounds...).String(),
		Line: paper.readable(ink, 1.3, paper).String(),
		Edge: ink.mix(paper, 0.55).readable(far, edgeContrast, grounds...).String(),
		Sale: means.sale.readable(far, textContrast, paper, tint).String(),
		OK:   ok.String(), OKTint: okTint.String(), Warn: warn.String(), WarnTint: warnTint.String(),
		Bad: bad.String(), BadTint: badTint.String(),
		Star: means.star.readable(far, edgeContrast, paper, tint).String(),
	}
}

func mustParse(text string) Color {
	c, ok := Parse(text)
	if !ok {
		panic("palette: " + text + " is no color") // it was made here
	}
	return c
}

// Token is a color with its name.
type Token struct{ Name, Value string }

// Tokens are the colors by the names that style sheets give them, in their order.
func (p Palette) Tokens() []Token {
	return []Token{
		{"accent", p.Accent}, {"on-accent", p.OnAccent}, {"accent-tint", p.AccentTint}, {"paper", p.Paper}, {"tint", p.Tint},
		{"tint-2", p.Tint2}, {"ink", p.Ink}, {"ink-2", p.Ink2}, {"line", p.Line}, {"edge", p.Edge}, {"sale", p.Sale},
		{"ok", p.OK}, {"ok-tint", p.OKTint}, {"warn", p.Warn}, {"warn-tint", p.WarnTint}, {"bad", p.Bad},
		{"bad-tint", p.BadTint}, {"star", p.Star},
	}
}
