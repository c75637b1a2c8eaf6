package events

import (
	"encoding/json"
	"slices"

	media "orderd/modules/media/events"
	"orderd/platform/convert"
)

// Storefront says how the shop's pages look, and what stands on the first of them.
type Storefront struct {
	Accent        string             `json:"accent" doc:"The color of what leads to an order." example:"#12504a"`
	Paper         string             `json:"paper" doc:"The color of the ground." example:"#ffffff"`
	Ink           string             `json:"ink" doc:"The color of texts." example:"#1b1916"`
	Font          Font               `json:"font" doc:"figtree is one that the shop sends; of the system is one that every device has." example:"figtree"`
	Radius        int64              `json:"radius" doc:"Of corners, in pixels." example:"6"`
	Ratio         PictureRatio       `json:"ratio" doc:"Of pictures of goods: width to height." example:"1"`
	Fit           PictureFit         `json:"fit" doc:"Whether a picture of another ratio is cut (cover), or has a margin (contain)." example:"cover"`
	Scheme        ColorScheme        `json:"scheme" doc:"system: dark for readers who prefer that; light: never." example:"system"`
	Home          []HomeBlock        `json:"home" nullable:"false" doc:"The blocks of the first page in their order."`
	Menu          []StorefrontLink   `json:"menu" nullable:"false" doc:"The links in the head; empty: the categories."`
	FooterColumns []StorefrontColumn `json:"footerColumns" nullable:"false" doc:"The links in the footer; empty: the usual ones."`
	FooterTexts   []StorefrontText   `json:"footerTexts" nullable:"false" doc:"In the footer, below the shop's name. A language without one has that of the shop's own language."`
	Notices       []StorefrontText   `json:"notices" nullable:"false" doc:"The line above the head; a language without one has that of the shop's own language. Without any it says from when delivery is free."`
}

// HomeBlock is a part of the first page.
type HomeBlock struct {
	Kind    HomeBlockKind   `json:"kind" example:"hero"`
	Texts   []HomeBlockText `json:"texts" nullable:"false" doc:"A language without one has that of the shop's own language, else the usual words."`
	Link    *string         `json:"link" doc:"Where the button leads: a path of the shop, or an address. Of hero and text alone." example:"/c/coffee"`
	MediaID *string         `json:"mediaId" format:"uuid" doc:"An uploaded picture, of hero and text alone." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Image   *media.Image    `json:"image"`
}

// HomeBlockText is what a block says in a language.
type HomeBlockText struct {
	Locale string  `json:"locale" example:"de"`
	Title  *string `json:"title" doc:"null: the usual one." example:"Guter Kaffee"`
	Text   *string `json:"text" doc:"Of hero and text alone; of text it is CommonMark." example:"Jeden Dienstag geröstet."`
	Action *string `json:"action" doc:"What the button says. Of hero and text alone." example:"Zum Kaffee"`
}

// StorefrontLink is a link to a page of the shop, or elsewhere.
type StorefrontLink struct {
	Link   string            `json:"link" doc:"A path of the shop, or an address." example:"/c/coffee"`
	Titles []StorefrontTitle `json:"titles" nullable:"false" doc:"A language without one has that of the shop's own language, else any."`
}

// StorefrontColumn is a list of links in the footer.
type StorefrontColumn struct {
	Titles []StorefrontTitle `json:"titles" nullable:"false"`
	Links  []StorefrontLink  `json:"links" nullable:"false"`
}

// StorefrontTitle is the title of something in a language.
type StorefrontTitle struct {
	Locale string `json:"locale" example:"de"`
	Title  string `json:"title" example:"Kaffee"`
}

// StorefrontText is a text in a language.
type StorefrontText struct {
	Locale string `json:"locale" example:"de"`
	Text   string `json:"text" example:"Versand ab 50 € kostenlos. Jeden Dienstag geröstet."`
}

// The names in the OpenAPI document.

func (Storefront) SchemaName() string       { return "StorefrontSettings" }
func (HomeBlock) SchemaName() string        { return "HomeBlock" }
func (HomeBlockText) SchemaName() string    { return "HomeBlockText" }
func (StorefrontLink) SchemaName() string   { return "StorefrontLink" }
func (StorefrontColumn) SchemaName() string { return "StorefrontColumn" }
func (StorefrontTitle) SchemaName() string  { return "StorefrontTitle" }
func (StorefrontText) SchemaName() string   { return "StorefrontText" }

// HomeBlockKind is what a block of the first page shows.
type HomeBlockKind string

// The kinds. HomeBenefits says from when delivery is free, how long goods may be returned, and the
// like, as the settings have it.
const (
	HomeHero        HomeBlockKind = "hero"
	HomeCategories  HomeBlockKind = "categories"
	HomeNew         HomeBlockKind = "new"
	HomeBestselling HomeBlockKind = "bestselling"
	HomeSale        HomeBlockKind = "sale"
	HomeText        HomeBlockKind = "text"
	HomeBenefits    HomeBlockKind = "benefits"
)

// Values are all of them.
func (HomeBlockKind) Values() []string {
	return convert.Strings(HomeHero, HomeCategories, HomeNew, HomeBestselling, HomeSale, HomeText, HomeBenefits)
}

// HasWords reports whether blocks of the kind have a text, a picture and a button of their own.
func (k HomeBlockKind) HasWords() bool { return k == HomeHero || k == HomeText }

// Font is what the pages are set in.
type Font string

// The fonts.
const (
	FontFigtree Font = "figtree"
	FontSystem  Font = "system"
	FontSerif   Font = "serif"
)

// Values are all of them.
func (Font) Values() []string { return convert.Strings(FontFigtree, FontSystem, FontSerif) }

// PictureRatio is the width of pictures of goods to their height.
type PictureRatio string

// The ratios.
const (
	RatioSquare PictureRatio = "1"
	RatioTall   PictureRatio = "4/5"
	RatioWide   PictureRatio = "3/2"
)

// Values are all of them.
func (PictureRatio) Values() []string { return convert.Strings(RatioSquare, RatioTall, RatioWide) }

// PictureFit is what is done with a picture of another ratio.
type PictureFit string

// The ways.
const (
	FitCover   PictureFit = "cover"
	FitContain PictureFit = "contain"
)

// Values are all of them.
func (PictureFit) Values() []string { return convert.Strings(FitCover, FitContain) }

// ColorScheme is whether pages are dark for readers who prefer that.
type ColorScheme string

// The schemes.
const (
	SchemeSystem ColorScheme = "system"
	SchemeLight  ColorScheme = "light"
)

// Values are all of them.
func (ColorScheme) Values() []string { return convert.Strings(SchemeSystem, SchemeLight) }

// DefaultStorefront is that of a shop that has chosen nothing.
func DefaultStorefront() Storefront {
	s := Storefront{
		Accent: "#12504a", Paper: "#ffffff", Ink: "#1b1916", Font: FontFigtree, Radius: 6, Ratio: RatioSquare,
		Fit: FitCover, Scheme: SchemeSystem, Menu: []StorefrontLink{}, FooterColumns: []StorefrontColumn{},
		FooterTexts: []StorefrontText{}, Notices: []StorefrontText{},
	}
	for _, k := range []HomeBlockKind{HomeHero, HomeCategories, HomeNew, HomeBestselling, HomeSale, HomeBenefits} {
		s.Home = append(s.Home, HomeBlock{Kind: k, Texts: []HomeBlockText{}})
	}
	return s
}

// UnmarshalJSON reads the values of an earlier release too.
func (s *Storefront) UnmarshalJSON(text []byte) error {
	type plain Storefront
	v := plain(DefaultStorefront())
	defaultHome := v.Home
	v.Home = nil // a list would be decoded into the default's blocks
	err := json.Unmarshal(text, &v)
	if v.Home == nil {
		v.Home = defaultHome
	}
	for i := range v.Home {
		if v.Home[i].Texts == nil {
			v.Home[i].Texts = []HomeBlockText{}
		}
	}
	*s = Storefront(v)
	return err
}

// MediaIDs are the pictures that the first page names.
func (s Storefront) MediaIDs() (ids []string) {
	for _, b := range s.Home {
		if b.MediaID != nil && !slices.Contains(ids, *b.MediaID) {
			ids = append(ids, *b.MediaID)
		}
	}
	return ids
}
