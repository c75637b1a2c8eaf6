// Package locale names the languages in which the shop writes to people: those of its mails,
// notifications and texts of orders.
package locale

import "orderd/platform/convert"

// Code is a language of the shop's texts (ISO 639-1).
type Code string

// The languages. English stands in for one that the shop does not have.
const (
	English Code = "en"
	German  Code = "de"
)

// Values are all of them.
func (Code) Values() []string { return convert.Strings(English, German) }

// SchemaName is the name in the OpenAPI document.
func (Code) SchemaName() string { return "Locale" }
