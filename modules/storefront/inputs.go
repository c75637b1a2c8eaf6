package storefront

import (
	"cmp"
	"strings"
)

// inputKind is what browsers must know of a field.
type inputKind struct {
	Type, Autocomplete, Mode string
	Width                    string // class of the style sheet; "" is the whole line
	Hint                     string // key of a text
	Optional                 bool
	Of                       string // the name it is sent under, when that is another
}

// inputs are the fields of all forms by their name.
var inputs = map[string]inputKind{
	"email":       {Type: "email", Autocomplete: "email", Mode: "email"},
	"password":    {Type: "password", Autocomplete: "current-password"},
	"newPassword": {Type: "password", Autocomplete: "new-password", Hint: "hint.password", Of: "password"},
	"code":        {Autocomplete: "one-time-code", Mode: "numeric"},
	"number":      {Hint: "hint.number"},
	"fullName":    {Autocomplete: "name"},
	"line1":       {Autocomplete: "address-line1"},
	"line2":       {Autocomplete: "address-line2", Optional: true},
	"postalCode":  {Autocomplete: "postal-code", Width: "w2"},
	"city":        {Autocomplete: "address-level2", Width: "w4"},
	"phone":       {Type: "tel", Autocomplete: "tel", Hint: "hint.phone", Optional: true},
	"points":      {Mode: "numeric", Hint: "hint.points"},
	"reason":      {Type: "textarea"},
	"message":     {Type: "textarea"},
	"goods":       {Type: "textarea", Hint: "hint.goods", Optional: true},
	// of a checkout
	"orderEmail":  {Type: "email", Autocomplete: "email", Mode: "email", Hint: "hint.orderEmail", Of: "email"},
	"buyer":       {Autocomplete: "name", Hint: "hint.buyer"},
	"company":     {Autocomplete: "organization", Optional: true},
	"state":       {Autocomplete: "address-level1", Optional: true},
	"parcelPhone": {Type: "tel", Autocomplete: "tel", Hint: "hint.parcelPhone", Optional: true, Of: "phone"},
	"note":        {Type: "textarea", Optional: true},
	// of the address of an invoice
	"billFullName":   {Autocomplete: "billing name"},
	"billCompany":    {Autocomplete: "billing organization", Optional: true},
	"billLine1":      {Autocomplete: "billing address-line1"},
	"billLine2":      {Autocomplete: "billing address-line2", Optional: true},
	"billPostalCode": {Autocomplete: "billing postal-code", Width: "w2"},
	"billCity":       {Autocomplete: "billing address-level2", Width: "w4"},
	"billState":      {Autocomplete: "billing address-level1", Optional: true},
	// of an account
	"currentPassword": {Type: "password", Autocomplete: "current-password"},
	"chosenPassword":  {Type: "password", Autocomplete: "new-password", Hint: "hint.password", Of: "newPassword"},
	"ownPhone":        {Type: "tel", Autocomplete: "tel", Optional: true, Of: "phone"},
	"newEmail":        {Type: "email", Autocomplete: "email", Mode: "email", Of: "email"},
	"recoveryCode":    {Autocomplete: "off", Hint: "hint.recoveryCode"},
	"change":          {Autocomplete: "off", Hint: "hint.change"},
	"label":           {Autocomplete: "off", Hint: "hint.label", Optional: true},
	"vatId":           {Autocomplete: "off", Hint: "hint.vatId"},
	"application":     {Autocomplete: "off", Hint: "hint.application"},
	// of an application for wholesale prices
	"businessName":       {Autocomplete: "organization"},
	"businessAddress":    {Autocomplete: "address-line1"},
	"businessCountry":    {Autocomplete: "country-name", Width: "w3"},
	"businessState":      {Autocomplete: "address-level1", Width: "w3"},
	"registrationNumber": {Hint: "hint.registrationNumber", Optional: true},
	"contactFullName":    {Autocomplete: "name"},
	"contactEmail":       {Type: "email", Autocomplete: "email", Mode: "email", Hint: "hint.contactEmail"},
	"contactPhone":       {Type: "tel", Autocomplete: "tel"},
	"min":                {Mode: "decimal", Width: "w3"},
	"max":                {Mode: "decimal", Width: "w3"},
}

// countryChoice is the field of a country with those to choose from.
type countryChoice struct {
	Form  form
	Codes []string
	Name  string // of the field
}

// newCountryChoice is for templates. The field is country unless it has another name.
func newCountryChoice(f form, codes []string, name ...string) countryChoice {
	return countryChoice{Form: f, Codes: codes, Name: cmp.Or(append(name, "country")...)}
}

// Autocomplete is what browsers know the field by.
func (c countryChoice) Autocomplete() string {
	if c.Name == "billCountry" {
		return "billing country"
	}
	return "country"
}

// upTo counts from 1 to n.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// input is a field of a form as it is shown.
type input struct {
	inputKind
	Name, Value string
	Required    bool
	Fault       *formFault
}

// newInput is for templates. A password that was typed is never shown again.
func newInput(f form, name string) input {
	kind := inputs[name]
	if kind.Of != "" {
		name = kind.Of
	}
	i := input{inputKind: kind, Name: name, Required: !kind.Optional, Fault: f.Fault(name)}
	if kind.Type != "password" {
		i.Value = f.Value(name)
	}
	return i
}

// Describedby are the ids of what describes the field.
func (i input) Describedby() string {
	var ids []string
	if i.Hint != "" {
		ids = append(ids, i.Name+"-h")
	}
	if i.Fault != nil {
		ids = append(ids, i.Name+"-e")
	}
	return strings.Join(ids, " ")
}
