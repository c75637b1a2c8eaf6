package storefront

import (
	"strings"
	"testing"

	"orderd/platform/palette"
)

// The address of a theme says all that its style sheet does; there is one address for each.
func TestThemesByTheirAddress(t *testing.T) {
	t.Parallel()
	if path := plainTheme.path(); path != "" {
		t.Errorf("the plain theme is at %s", path)
	}
	other := plainTheme
	other.choice.Accent, other.font, other.radius, other.ratio = mustColor("#1d4ed8"), "serif", 16, "4/5"
	path := other.path()
	if path != "/assets/theme-1.1d4ed8.ffffff.1b1916.serif.16.4x5.cover.css" {
		t.Error(path)
	}
	if got, ok := parseTheme(path); !ok || got != other {
		t.Errorf("%s: %+v, %t", path, got, ok)
	}
	for _, wrong := range []string{
		plainTheme.path(), "/assets/theme-1.css", strings.Replace(path, ".16.", ".17.", 1), strings.Replace(path, ".16.", ".016.", 1),
		strings.Replace(path, "serif", "a{}", 1), strings.Replace(path, "1d4ed8", "1D4ED8", 1), path + ".css",
		strings.Replace(path, "cover", "fill", 1), strings.Replace(path, "4x5", "4/5", 1), strings.Replace(path, "-1.", "-2.", 1),
	} {
		if got, ok := parseTheme(wrong); ok {
			t.Errorf("%s: %+v", wrong, got)
		}
	}
}

// A theme says each token of the shop's own style sheet, light and dark.
func TestThemeSetsTheTokens(t *testing.T) {
	t.Parallel()
	theme := plainTheme
	theme.choice.Accent = mustColor("#1d4ed8")
	css := string(theme.css())
	light, dark, _ := strings.Cut(css, "@media")
	for _, token := range theme.choice.Light().Tokens() {
		if declaration := "--" + tokenName(token) + ":"; !strings.Contains(light, declaration) || !strings.Contains(dark, declaration) {
			t.Errorf("no %s in %s", declaration, css)
		}
		style := string(mustReadStatic(t, "shop.css"))
		if !strings.Contains(style, "--"+tokenName(token)+": ") {
			t.Errorf("the style sheet has no --%s", tokenName(token))
		}
	}
	for _, want := range []string{"--brand:#1d4ed8;", "--radius:6px;", "--ratio:1;", `--font:Figtree`} {
		if !strings.Contains(light, want) {
			t.Errorf("no %s in %s", want, light)
		}
	}
	if strings.Contains(light, "color-scheme") {
		t.Errorf("a light theme is dark: %s", light)
	}
	theme.choice = palette.Choice{Accent: mustColor("#ffd166"), Paper: palette.Black, Ink: palette.White}
	if css := string(theme.css()); !strings.Contains(css, "color-scheme:dark;") {
		t.Error(css)
	}
}

func mustReadStatic(t *testing.T, name string) []byte {
	t.Helper()
	text, err := static.ReadFile("static/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The plain theme is what the shop's own style sheet says.
func TestPlainThemeIsTheStyleSheet(t *testing.T) {
	t.Parallel()
	short := strings.NewReplacer("#ffffff", "#fff")
	light, dark, found := strings.Cut(string(mustReadStatic(t, "shop.css")), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("the style sheet has no dark pages")
	}
	for style, p := range map[string]palette.Palette{light: plainTheme.choice.Light(), dark: plainTheme.choice.Dark()} {
		for _, token := range p.Tokens() {
			if !strings.Contains(style, "--"+tokenName(token)+": "+short.Replace(token.Value)+";") {
				t.Errorf("--%s is not %s", token.Name, token.Value)
			}
		}
	}
}

// A color that is none never reaches a style sheet.
func TestColorsAreColors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"red"`, `"#fff;}body{display:none"`, `"#12504a;"`, `7`, `null`} {
		var c color
		if err := c.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is %s", text, c)
		}
	}
}

// Links of the owner's lead into the shop, in its language; others stay as they are.
func TestShopPaths(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]bool{
		"/c/coffee": true, "/": true, "/search?onSale=true": true, "//example.com": false, "https://example.com/c": false,
		"/v1/shop": false, "/admin/": false, "/media/a.png": false, "mailto:a@b.example": false, "#main": false,
	} {
		if got := isShopPath(link); got != want {
			t.Errorf("%s: %t", link, got)
		}
	}
}

// The token of a preview stands in front of the language.
func TestSplitPreview(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{
		"/": {"", "/"}, "/p/moka": {"", "/p/moka"}, "/preview/": {"", "/preview/"}, "/preview/AB12": {"/preview/AB12", "/"},
		"/preview/AB12/": {"/preview/AB12", "/"}, "/preview/AB12/de/p/moka": {"/preview/AB12", "/de/p/moka"},
		"/draft/AB12/p/moka": {"/draft/AB12", "/p/moka"},
	} {
		if shown, rest := splitPreview(path); [2]string{shown.path(), rest} != want {
			t.Errorf("%s: %q, %q", path, shown.path(), rest)
		}
	}
	for text, want := range map[string]bool{"AB12": true, "": false, "a/b": false, `"`: false, strings.Repeat("A", 101): false} {
		if isToken(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
