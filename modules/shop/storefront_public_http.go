package shop

import (
	"context"
	"net/http"

	media "orderd/modules/media/events"
	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/palette"
)

func (a *api) publicStorefrontRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "getShopStorefront", Method: http.MethodGet, Path: "/v1/shop/storefront", Tag: publicTag, Cached: true,
		Summary: "Read how the shop's pages look",
		Detail: "Colors, type, the blocks of the first page, links and lines of text, as the staff has chosen them, in the " +
			"language of `locale`, else of `Accept-Language`, else the shop's. Keep it by its `ETag`. With `preview` it is " +
			"what somebody of the staff has not saved yet, and no cache keeps it.",
		Headers: httpapi.LanguageHeaders, Errors: []fault.Code{fault.NotFound},
	}, a.getShopStorefront)
}

type getShopStorefrontInput struct {
	Locale  locale.Code `query:"locale" doc:"The language of its texts, one of the shop's. Default: by Accept-Language, else the shop's." example:"de"`
	Preview string      `query:"preview" maxLength:"100" doc:"The token of a preview; of one that has ended: 404." example:"PQ5ZK3VJ7YFXWAGNB2R4CTD6HM"`
}

// shopStorefrontView is how the shop's pages look, in a language.
type shopStorefrontView struct {
	Light  palette.Palette     `json:"light" doc:"The colors. Texts can be read on their grounds, whatever was chosen."`
	Dark   palette.Palette     `json:"dark" doc:"Those for readers who prefer dark pages."`
	Accent string              `json:"accent" doc:"As it was chosen." example:"#12504a"`
	Paper  string              `json:"paper" doc:"As it was chosen." example:"#ffffff"`
	Ink    string              `json:"ink" doc:"As it was chosen." example:"#1b1916"`
	Font   events.Font         `json:"font" example:"figtree"`
	Radius int64               `json:"radius" doc:"Of corners, in pixels." example:"6"`
	Ratio  events.PictureRatio `json:"ratio" doc:"Of pictures of goods: width to height." example:"1"`
	Fit    events.PictureFit   `json:"fit" example:"cover"`
	Scheme events.ColorScheme  `json:"scheme" example:"system"`

	Home          []shopBlockView  `json:"home" nullable:"false" doc:"The blocks of the first page in their order."`
	Menu          []shopLinkView   `json:"menu" nullable:"false" doc:"The links in the head; empty: the categories."`
	FooterColumns []shopColumnView `json:"footerColumns" nullable:"false" doc:"The links in the footer; empty: the usual ones."`
	FooterText    *string          `json:"footerText" example:"Ein kleiner Laden für Kaffee und Tee."`
	Notice        *string          `json:"notice" doc:"The line above the head." example:"Versand ab 50 € kostenlos."`
}

// shopBlockView is a block of the first page in a language.
type shopBlockView struct {
	Kind   events.HomeBlockKind `json:"kind" example:"hero"`
	Title  *string              `json:"title" doc:"null: the usual one." example:"Guter Kaffee"`
	Text   *string              `json:"text" doc:"As it was written: of a text in Markdown." example:"Jeden Dienstag geröstet."`
	HTML   *string              `json:"html" doc:"Of a text, without any HTML of its writer." example:"<p>Jeden Dienstag geröstet.</p>"`
	Action *string              `json:"action" doc:"What the button says." example:"Zum Kaffee"`
	Link   *string              `json:"link" doc:"Where it leads: a path of the shop, or an address." example:"/c/coffee"`
	Image  *media.Image         `json:"image"`
}

// shopLinkView is a link in a language.
type shopLinkView struct {
	Title string `json:"title" example:"Kaffee"`
	Link  string `json:"link" doc:"A path of the shop, or an address." example:"/c/coffee"`
}

// shopColumnView is a list of links in a language.
type shopColumnView struct {
	Title string         `json:"title" example:"Hilfe"`
	Links []shopLinkView `json:"links" nullable:"false"`
}

// The names in the document.

func (shopStorefrontView) SchemaName() string { return "ShopStorefront" }
func (shopBlockView) SchemaName() string      { return "ShopHomeBlock" }
func (shopLinkView) SchemaName() string       { return "ShopLink" }
func (shopColumnView) SchemaName() string     { return "ShopLinkColumn" }

func (a *api) getShopStorefront(
	ctx context.Context, in *getShopStorefrontInput,
) (*httpapi.Reply[shopStorefrontView], error) {
	d := a.public.Current()
	language, err := languageFor(ctx, in.Locale, &d.profile)
	if err != nil {
		return nil, err
	}
	if in.Preview != "" {
		return a.getPreview(ctx, in.Preview, language, d.profile.Locale)
	}
	reply, err := httpapi.Cached(ctx, d.storefront.view(language, d.profile.Locale))
	if err != nil {
		return nil, err
	}
	return reply.In(language), nil
}

// getPreview answers with what is not saved. The answer is in no cache.
func (a *api) getPreview(
	ctx context.Context, token, language, own string,
) (*httpapi.Reply[shopStorefrontView], error) {
	v, err := findPreview(a.DB.WithContext(ctx), token, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	s, err := newStorefront(v)
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.OK(s.view(language, own))
	if err != nil {
		return nil, err
	}
	return reply.In(language), nil
}

// view is the storefront in a language; own is the shop's.
func (s *storefront) view(language, own string) shopStorefrontView {
	linkView := func(l events.StorefrontLink) shopLinkView {
		return shopLinkView{Title: titleIn(l.Titles, language, own), Link: l.Link}
	}
	return shopStorefrontView{
		Light: s.light, Dark: s.dark, Accent: s.Accent, Paper: s.Paper, Ink: s.Ink, Font: s.Font, Radius: s.Radius,
		Ratio: s.Ratio, Fit: s.Fit, Scheme: s.Scheme,
		Home: convert.All(s.Home, func(b events.HomeBlock) shopBlockView { return s.viewBlock(b, language, own) }),
		Menu: convert.All(s.Menu, linkView),
		FooterColumns: convert.All(s.FooterColumns, func(c events.StorefrontColumn) shopColumnView {
			return shopColumnView{Title: titleIn(c.Titles, language, own), Links: convert.All(c.Links, linkView)}
		}),
		FooterText: textIn(s.FooterTexts, language, own), Notice: textIn(s.Notices, language, own),
	}
}

// viewBlock is a block in the language, else in the shop's own; else it says the usual.
func (s *storefront) viewBlock(b events.HomeBlock, language, own string) shopBlockView {
	v := shopBlockView{Kind: b.Kind, Link: b.Link, Image: b.Image}
	i := inLocale(b.Texts, func(t events.HomeBlockText) string { return t.Locale }, language, own)
	if i < 0 || b.Kind != events.HomeText && b.Texts[i].Locale != language && b.Texts[i].Locale != own {
		return v
	}
	t := b.Texts[i]
	v.Title, v.Text, v.Action = t.Title, t.Text, t.Action
	if t.Text != nil && b.Kind == events.HomeText {
		html := s.html[*t.Text]
		v.HTML = &html
	}
	return v
}

// titleIn is the title in the language, else in the shop's own, else in any.
func titleIn(titles []events.StorefrontTitle, language, own string) string {
	i := inLocale(titles, func(t events.StorefrontTitle) string { return t.Locale }, language, own)
	if i < 0 {
		return ""
	}
	return titles[i].Title
}

// textIn is the text in the language, else in the shop's own; nil without one.
func textIn(texts []events.StorefrontText, language, own string) *string {
	i := inLocale(texts, func(t events.StorefrontText) string { return t.Locale }, language, own)
	if i < 0 || texts[i].Locale != language && texts[i].Locale != own {
		return nil
	}
	return &texts[i].Text
}
