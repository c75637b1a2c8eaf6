package catalog

import (
	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

// party is who stands behind a product: its manufacturer, or the person in the EU who is
// responsible for it (Regulation (EU) 2023/988, art. 19).
type party struct {
	Name    string `json:"name" example:"Moka & Söhne GmbH"`
	Address string `json:"address" example:"Am Kai 4, 20457 Hamburg, Germany"`
	Contact string `json:"contact" doc:"Email or URL." example:"safety@moka.example"`
}

// SchemaName is the name in the document.
func (party) SchemaName() string { return "ProductParty" }

// safetyNote is a warning or an information about the safety of a product, in one language.
type safetyNote struct {
	Locale locale.Code `json:"locale" example:"en"`
	Text   string      `json:"text" example:"Keep the hot pot away from children."`
}

// SchemaName is the name in the document.
func (safetyNote) SchemaName() string { return "SafetyNote" }

// contactDetail is what is wrong with a contact that is none.
const contactDetail fault.Text = "must be an email address, or a URL like https://example.com/page"

// isContact reports whether a text is an email address or a URL.
func isContact(text string) bool { return httpapi.IsEmail(text) || httpapi.IsURL(text) }

// productRules are what the shop's settings ask of products.
type productRules struct {
	requireManufacturer bool // of those that are active
}

// check returns what of the spec is against the rules.
func (r productRules) check(spec *productSpec) []fault.Field {
	if !r.requireManufacturer || spec.Status != events.ProductActive || spec.Manufacturer != nil {
		return nil
	}
	return []fault.Field{{
		Pointer: "/manufacturer", Code: fault.Required, Detail: "is required of an active product",
	}}
}
