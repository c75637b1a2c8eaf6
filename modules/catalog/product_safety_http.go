package catalog

import (
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
)

type partyInput struct {
	Name    httpapi.Text          `json:"name" minLength:"1" maxLength:"200" example:"Moka & Söhne GmbH"`
	Address httpapi.MultilineText `json:"address" minLength:"1" maxLength:"500" example:"Am Kai 4, 20457 Hamburg, Germany"`
	Contact httpapi.Text          `json:"contact" minLength:"1" maxLength:"200" doc:"Email or URL." example:"safety@moka.example"`
}

// SchemaName is the name in the document.
func (partyInput) SchemaName() string { return "ProductPartyInput" }

// party is nil for nil.
func (in *partyInput) party() *party {
	if in == nil {
		return nil
	}
	return &party{Name: string(in.Name), Address: string(in.Address), Contact: string(in.Contact)}
}

// check rejects a contact that is none. The schema reports one that is missing.
func (in *partyInput) check(pointer string) []fault.Field {
	if in == nil || in.Contact == "" || isContact(string(in.Contact)) {
		return nil
	}
	return []fault.Field{{Pointer: pointer + "/contact", Code: fault.BadFormat, Detail: contactDetail}}
}

type safetyNoteInput struct {
	Locale locale.Code           `json:"locale" example:"en"`
	Text   httpapi.MultilineText `json:"text" minLength:"1" maxLength:"2000" example:"Keep the hot pot away from children."`
}

// SchemaName is the name in the document.
func (safetyNoteInput) SchemaName() string { return "SafetyNoteInput" }

func safetyOf(notes []safetyNoteInput) []safetyNote {
	return convert.All(notes, func(in safetyNoteInput) safetyNote { return safetyNote{in.Locale, string(in.Text)} })
}
