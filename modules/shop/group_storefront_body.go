package shop

import (
	"slices"
	"strconv"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

// storefrontBody is the body of the PUT of the group storefront, and of a preview of it.
type storefrontBody struct {
	Accent        httpapi.Optional[httpapi.Color]           `json:"accent,omitzero" example:"#12504a"`
	Paper         httpapi.Optional[httpapi.Color]           `json:"paper,omitzero" example:"#ffffff"`
	Ink           httpapi.Optional[httpapi.Color]           `json:"ink,omitzero" example:"#1b1916"`
	Font          httpapi.Optional[events.Font]             `json:"font,omitzero" example:"figtree"`
	Radius        httpapi.Optional[httpapi.Int]             `json:"radius,omitzero" minimum:"0" maximum:"16" example:"6"`
	Ratio         httpapi.Optional[events.PictureRatio]     `json:"ratio,omitzero" example:"1"`
	Fit           httpapi.Optional[events.PictureFit]       `json:"fit,omitzero" example:"cover"`
	Scheme        httpapi.Optional[events.ColorScheme]      `json:"scheme,omitzero" example:"system"`
	Home          httpapi.Optional[[]homeBlockInput]        `json:"home,omitzero" maxItems:"12"`
	Menu          httpapi.Optional[[]storefrontLinkInput]   `json:"menu,omitzero" maxItems:"12"`
	FooterColumns httpapi.Optional[[]storefrontColumnInput] `json:"footerColumns,omitzero" maxItems:"4"`
	FooterTexts   httpapi.Optional[[]storefrontTextInput]   `json:"footerTexts,omitzero" maxItems:"10"`
	Notices       httpapi.Optional[[]storefrontTextInput]   `json:"notices,omitzero" maxItems:"10"`
}

type homeBlockInput struct {
	Kind    events.HomeBlockKind `json:"kind" example:"hero"`
	Texts   []homeBlockTextInput `json:"texts,omitempty" maxItems:"10"`
	Link    *httpapi.Text        `json:"link,omitempty" minLength:"1" maxLength:"500" example:"/c/coffee"`
	MediaID *string              `json:"mediaId,omitempty" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Image   shownOnly            `json:"image,omitzero" doc:"As it is read, and left aside: mediaId says which it is."`
}

type homeBlockTextInput struct {
	Locale locale.Code            `json:"locale" example:"de"`
	Title  *httpapi.Text          `json:"title,omitempty" minLength:"1" maxLength:"120" example:"Guter Kaffee"`
	Text   *httpapi.MultilineText `json:"text,omitempty" minLength:"1" maxLength:"2000" example:"Jeden Dienstag geröstet."`
	Action *httpapi.Text          `json:"action,omitempty" minLength:"1" maxLength:"40" example:"Zum Kaffee"`
}

type storefrontLinkInput struct {
	Link   httpapi.Text           `json:"link" minLength:"1" maxLength:"500" example:"/c/coffee"`
	Titles []storefrontTitleInput `json:"titles" minItems:"1" maxItems:"10"`
}

type storefrontColumnInput struct {
	Titles []storefrontTitleInput `json:"titles" minItems:"1" maxItems:"10"`
	Links  []storefrontLinkInput  `json:"links" minItems:"1" maxItems:"10"`
}

type storefrontTitleInput struct {
	Locale locale.Code  `json:"locale" example:"de"`
	Title  httpapi.Text `json:"title" minLength:"1" maxLength:"60" example:"Kaffee"`
}

type storefrontTextInput struct {
	Locale locale.Code  `json:"locale" example:"de"`
	Text   httpapi.Text `json:"text" minLength:"1" maxLength:"200" example:"Versand ab 50 € kostenlos."`
}

// The names in the document.

func (homeBlockInput) SchemaName() string        { return "HomeBlockInput" }
func (homeBlockTextInput) SchemaName() string    { return "HomeBlockTextInput" }
func (storefrontLinkInput) SchemaName() string   { return "StorefrontLinkInput" }
func (storefrontColumnInput) SchemaName() string { return "StorefrontColumnInput" }
func (storefrontTitleInput) SchemaName() string  { return "StorefrontTitleInput" }
func (storefrontTextInput) SchemaName() string   { return "StorefrontTextInput" }

func (t homeBlockTextInput) language() locale.Code   { return t.Locale }
func (t storefrontTitleInput) language() locale.Code { return t.Locale }
func (t storefrontTextInput) language() locale.Code  { return t.Locale }

func (b *storefrontBody) check() (faults []fault.Field) {
	for i := range b.Home.Value {
		faults = append(faults, b.checkBlock(i)...)
	}
	faults = append(faults, checkLinks("/menu", b.Menu.Value)...)
	for i, c := range b.FooterColumns.Value {
		at := "/footerColumns/" + strconv.Itoa(i)
		faults = append(faults, checkLanguages(at+"/titles", c.Titles)...)
		faults = append(faults, checkLinks(at+"/links", c.Links)...)
	}
	faults = append(faults, checkLanguages("/footerTexts", b.FooterTexts.Value)...)
	return append(faults, checkLanguages("/notices", b.Notices.Value)...)
}

// checkBlock returns the faults of the block i of the first page. Only texts may be there twice:
// two rows of the same goods are a slip.
func (b *storefrontBody) checkBlock(i int) (faults []fault.Field) {
	block, at := &b.Home.Value[i], "/home/"+strconv.Itoa(i)
	same := func(o homeBlockInput) bool { return o.Kind == block.Kind }
	if block.Kind != events.HomeText && slices.ContainsFunc(b.Home.Value[:i], same) {
		faults = append(faults, faultAt("/home", i, "/kind", "is there twice"))
	}
	faults = append(faults, checkLanguages(at+"/texts", block.Texts)...)
	if block.Kind.HasWords() {
		if block.Link != nil {
			faults = append(faults, checkLink(at+"/link", string(*block.Link))...)
		}
		return append(faults, block.checkWords(at)...)
	}
	refuse := func(isGiven bool, pointer string) {
		if isGiven {
			faults = append(faults, fault.Field{
				Pointer: pointer, Code: fault.NotAllowed, Detail: "is only for a hero and a text",
			})
		}
	}
	refuse(block.Link != nil, at+"/link")
	refuse(block.MediaID != nil, at+"/mediaId")
	for j, t := range block.Texts {
		refuse(t.Text != nil, at+"/texts/"+strconv.Itoa(j)+"/text")
		refuse(t.Action != nil, at+"/texts/"+strconv.Itoa(j)+"/action")
	}
	return faults
}

// checkWords returns the faults of a block that has words of its own. What a text says is Markdown;
// its pictures are elsewhere, for one of the shop's own is the block's.
func (b *homeBlockInput) checkWords(at string) (faults []fault.Field) {
	if b.Kind == events.HomeText && len(b.Texts) == 0 {
		faults = append(faults, fault.Field{Pointer: at + "/texts", Code: fault.Required, Detail: "must say something"})
	}
	for j, t := range b.Texts {
		place := at + "/texts/" + strconv.Itoa(j)
		if t.Title == nil && t.Text == nil && t.Action == nil {
			faults = append(faults, fault.Field{
				Pointer: place + "/title", Code: fault.Required, Detail: "or a text is required",
			})
		}
		if b.Kind == events.HomeText && t.Text != nil {
			faults = append(faults, checkMarkdown(place+"/text", string(*t.Text), noOwnPictures)...)
		}
		if t.Action != nil && b.Link == nil && !hasAction(b.Texts[:j]) {
			faults = append(faults, fault.Field{
				Pointer: at + "/link", Code: fault.Required, Detail: "is required of a block with a button",
			})
		}
	}
	return faults
}

func hasAction(texts []homeBlockTextInput) bool {
	return slices.ContainsFunc(texts, func(t homeBlockTextInput) bool { return t.Action != nil })
}

// noOwnPictures is where the service's own pictures are of a text that shows none.
const noOwnPictures = ""

// inLanguage is a text of a body in one of the languages.
type inLanguage interface{ language() locale.Code }

// checkLanguages returns a fault for each text in a language that another one is in.
func checkLanguages[T inLanguage](at string, texts []T) (faults []fault.Field) {
	for i, t := range texts {
		if slices.ContainsFunc(texts[:i], func(o T) bool { return o.language() == t.language() }) {
			faults = append(faults, faultAt(at, i, "/locale", "is there twice"))
		}
	}
	return faults
}

func checkLinks(at string, links []storefrontLinkInput) (faults []fault.Field) {
	for i, l := range links {
		place := at + "/" + strconv.Itoa(i)
		faults = append(faults, checkLink(place+"/link", string(l.Link))...)
		faults = append(faults, checkLanguages(place+"/titles", l.Titles)...)
	}
	return faults
}

func checkLink(pointer, to string) []fault.Field {
	if mayLinkTo(to) {
		return nil
	}
	return []fault.Field{{Pointer: pointer, Code: fault.BadFormat, Detail: linkElsewhere}}
}
