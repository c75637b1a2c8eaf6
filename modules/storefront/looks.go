package storefront

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"orderd/platform/locale"
	"orderd/platform/palette"
)

// looks is how the shop's pages look, and what their owner says on them, in one language.
type looks struct {
	Accent color  `json:"accent"`
	Paper  color  `json:"paper"`
	Ink    color  `json:"ink"`
	Font   string `json:"font"`
	Radius int    `json:"radius"`
	Ratio  string `json:"ratio"`
	Fit    string `json:"fit"`
	Scheme string `json:"scheme"`

	Home          []homeBlock  `json:"home"`
	Menu          []ownLink    `json:"menu"`
	FooterColumns []linkColumn `json:"footerColumns"`
	FooterText    *string      `json:"footerText"`
	Notice        *string      `json:"notice"`
}

// ownLink is a link that the owner has set: a path of the shop, or an address.
type ownLink struct {
	Title string `json:"title"`
	Link  string `json:"link"`
}

// linkColumn is a list of links in the footer.
type linkColumn struct {
	Title string    `json:"title"`
	Links []ownLink `json:"links"`
}

// color is one that the interface names. Another text is refused, for it would be part of a style
// sheet.
type color struct{ palette.Color }

// UnmarshalJSON reads it.
func (c *color) UnmarshalJSON(text []byte) error {
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	parsed, ok := palette.Parse(name)
	if !ok {
		return fmt.Errorf("storefront: %q is no color", name)
	}
	c.Color = parsed
	return nil
}

// loadLooks asks for the looks in a language; with the token of a preview for those that are not
// saved.
func loadLooks(v *visit, l locale.Code, token string) (looks, error) {
	var k looks
	err := v.site.client.do(v.r.Context(), call{
		method: http.MethodGet, path: looksPath, query: looksQuery(l, token), answer: &k, language: l, address: v.address,
	})
	return k, err
}

const looksPath = "/v1/shop/storefront"

func looksQuery(l locale.Code, token string) url.Values {
	query := url.Values{}
	if l != "" {
		query.Set("locale", string(l))
	}
	if token != "" {
		query.Set("preview", token)
	}
	return query
}

// plainLooks are those of a shop whose owner has chosen nothing.
func plainLooks() looks {
	k := looks{
		Accent: color{plainTheme.choice.Accent}, Paper: color{plainTheme.choice.Paper}, Ink: color{plainTheme.choice.Ink},
		Font: plainTheme.font, Radius: plainTheme.radius, Ratio: plainTheme.ratio, Fit: plainTheme.fit,
	}
	for _, kind := range []string{"hero", "categories", "new", "bestselling", "sale", "benefits"} {
		k.Home = append(k.Home, homeBlock{Kind: kind})
	}
	return k
}

// theme is the part of the looks that a style sheet has. What a newer release of the interface may
// say, and this one does not know, is as in the shop's own.
func (k *looks) theme() theme {
	t := theme{
		choice: palette.Choice{Accent: k.Accent.Color, Paper: k.Paper.Color, Ink: k.Ink.Color},
		font:   k.Font, radius: min(max(k.Radius, 0), largestRadius), ratio: k.Ratio, fit: k.Fit,
	}
	if _, known := fonts[t.font]; !known {
		t.font = plainTheme.font
	}
	if !slices.Contains(ratios, t.ratio) {
		t.ratio = plainTheme.ratio
	}
	if !slices.Contains(fits, t.fit) {
		t.fit = plainTheme.fit
	}
	return t
}

// theme is what the owner's style sheet says. Its address says the same: every process can answer
// it, and it never changes.
type theme struct {
	choice palette.Choice
	font   string
	radius int
	ratio  string
	fit    string
}

// What a theme may say.
var (
	fonts = map[string]string{
		"figtree": `Figtree,"Figtree fallback",system-ui,sans-serif`,
		"system":  "system-ui,sans-serif",
		"serif":   `Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif`,
	}
	ratios = []string{"1", "4/5", "3/2"}
	fits   = []string{"cover", "contain"}
)

// largestRadius is that of corners, in pixels.
const largestRadius = 16

// plainTheme is what the shop's own style sheet says.
var plainTheme = theme{
	choice: palette.Choice{Accent: mustColor("#12504a"), Paper: palette.White, Ink: mustColor("#1b1916")},
	font:   "figtree", radius: 6, ratio: "1", fit: "cover",
}

func mustColor(text string) palette.Color {
	c, ok := palette.Parse(text)
	if !ok {
		panic("storefront: " + text + " is no color") // it stands here
	}
	return c
}

// The address of a theme begins with the release of its style sheet, which rises when another one
// is made of the same choice.
const (
	themePrefix = "/assets/theme-1."
	themeSuffix = ".css"
)

// path is where the style sheet is; "" for the plain theme, which needs none.
func (t theme) path() string {
	if t == plainTheme {
		return ""
	}
	hex := func(c palette.Color) string { return strings.TrimPrefix(c.String(), "#") }
	return themePrefix + strings.Join([]string{
		hex(t.choice.Accent), hex(t.choice.Paper), hex(t.choice.Ink), t.font, strconv.Itoa(t.radius),
		strings.ReplaceAll(t.ratio, "/", "x"), t.fit,
	}, ".") + themeSuffix
}

// parseTheme is the theme of a path, if it is one.
func parseTheme(path string) (t theme, ok bool) {
	rest, begins := strings.CutPrefix(path, themePrefix)
	rest, ends := strings.CutSuffix(rest, themeSuffix)
	parts := strings.Split(rest, ".")
	if !begins || !ends || len(parts) != 7 {
		return t, false
	}
	for i, c := range []*palette.Color{&t.choice.Accent, &t.choice.Paper, &t.choice.Ink} {
		if *c, ok = palette.Parse("#" + parts[i]); !ok {
			return t, false
		}
	}
	radius, err := strconv.Atoi(parts[4])
	t.font, t.radius, t.ratio, t.fit = parts[3], radius, strings.ReplaceAll(parts[5], "x", "/"), parts[6]
	_, isFont := fonts[t.font]
	isGood := isFont && err == nil && radius >= 0 && radius <= largestRadius && slices.Contains(ratios, t.ratio) &&
		slices.Contains(fits, t.fit)
	return t, isGood && t.path() == path // each theme has one address
}

// css is the style sheet. It stands outside of the layer of the shop's own, and so wins, in dark
// pages too.
func (t theme) css() []byte {
	light, dark := t.choice.Light(), t.choice.Dark()
	var b strings.Builder
	fmt.Fprintf(&b, ":root{--font:%s;--radius:%dpx;--ratio:%s;--fit:%s;", fonts[t.font], t.radius, t.ratio, t.fit)
	if t.choice.Paper.IsDark() {
		b.WriteString("color-scheme:dark;--dim:.86;")
	}
	writeTokens(&b, light)
	b.WriteString("}\n@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){")
	writeTokens(&b, dark)
	b.WriteString("}}\n")
	return []byte(b.String())
}

func writeTokens(b *strings.Builder, p palette.Palette) {
	for _, token := range p.Tokens() {
		fmt.Fprintf(b, "--%s:%s;", tokenName(token), token.Value)
	}
}

// tokenName is what the shop's own style sheet calls a color: the accent is the brand's.
func tokenName(t palette.Token) string { return strings.Replace(t.Name, "accent", "brand", 1) }

// serveTheme answers with the style sheet of a theme, if the path is one.
func serveTheme(w http.ResponseWriter, r *http.Request) bool {
	t, ok := parseTheme(r.URL.Path)
	if !ok {
		return false
	}
	body := t.css()
	f := file{contentType: contentTypes[".css"], body: body, compressed: compressFast(body)}
	f.ServeHTTP(w, r)
	return true
}

// Theme is the path of the owner's style sheet; "" when the shop looks as it comes.
func (f frame) Theme() string {
	if f.v.shell == nil {
		return ""
	}
	return f.v.shell.themePath
}

// Looks are how the pages look.
func (f frame) Looks() *looks {
	if f.v.shell == nil {
		return &looks{Font: "figtree"}
	}
	return &f.v.shell.Looks
}

// Papers are the grounds of the pages, light and dark, for what browsers draw around them.
func (f frame) Papers() [2]string {
	if f.v.shell == nil {
		return papersOf(plainTheme)
	}
	return f.v.shell.papers
}

func papersOf(t theme) [2]string {
	return [2]string{t.choice.Light().Paper, t.choice.Dark().Paper}
}

// linkView is a link of the navigation.
type linkView struct {
	Title, URL string
	Current    bool // of the page itself
}

// Menu are the links in the head: the owner's, else the departments.
func (f frame) Menu() (links []linkView) {
	for _, l := range f.Looks().Menu {
		links = append(links, f.Own(l))
	}
	if links != nil {
		return links
	}
	for _, c := range f.Departments() {
		links = append(links, linkView{c.Name, f.To("/c/" + c.Slug), c.Slug == f.Department})
	}
	return links
}

// Own is a link of the owner's. A path is one of the shop.
func (f frame) Own(l ownLink) linkView {
	return linkView{l.Title, f.OwnURL(l.Link), l.Link == f.v.path}
}

// OwnURL is where a link of the owner's leads.
func (f frame) OwnURL(link string) string {
	if !isShopPath(link) {
		return link
	}
	return f.To(link)
}

// isShopPath reports whether a link is a path of the shop's pages.
func isShopPath(link string) bool {
	if !strings.HasPrefix(link, "/") || strings.HasPrefix(link, "//") {
		return false
	}
	for _, other := range []string{"/v1/", "/admin", "/docs/", "/media/"} {
		if strings.HasPrefix(link, other) {
			return false
		}
	}
	return true
}

// homeBlock is a part of the first page, as the interface describes it.
type homeBlock struct {
	Kind   string  `json:"kind"`
	Title  *string `json:"title"`
	Text   *string `json:"text"`
	HTML   *string `json:"html"`
	Action *string `json:"action"`
	Link   *string `json:"link"`
	Image  *image  `json:"image"`
}

// Markup is the block's text as the interface has rendered it.
func (b homeBlock) Markup() template.HTML {
	if b.HTML == nil {
		return ""
	}
	return template.HTML(*b.HTML) //nolint:gosec // it comes from the interface, which lets no HTML through
}
