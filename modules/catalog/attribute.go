package catalog

import (
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/locale"
)

// The limits of attributes. The tags of requests state them too.
const (
	maxAttributes        = 200
	maxAttributeCode     = 40
	maxChoices           = 200 // of an attribute
	maxProductAttributes = 50
	maxVariantAttributes = 20
	maxAttributeValues   = 20 // of one attribute; of any kind but choice there is one
	maxAttributeText     = 500
)

// attributeKind says what the values of an attribute are.
type attributeKind = events.AttributeKind

// attribute is something that admins say of products and variants: their roast, their weight.
type attribute struct {
	ID         string `gorm:"primaryKey"`
	Code       string // never changes
	Kind       attributeKind
	Unit       *string           // of a number
	Names      []localName       `gorm:"serializer:json"`
	Choices    []attributeChoice `gorm:"serializer:json"` // of a choice, in the order of display
	Facet      bool              // facets count its values
	Searchable bool              // a search finds products by its values
	Shown      bool              // everybody sees its values
	Position   int64             // in lists, before the code
	// ReindexFrom is the id behind which products are to be indexed anew; nil: none is.
	ReindexFrom *string
	Version     int64     // rises with every change
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

func (attribute) TableName() string { return "catalog_attributes" }

// localName is a name in one language.
type localName struct {
	Locale locale.Code `json:"locale" example:"en"`
	Name   string      `json:"name" example:"Roast"`
}

// SchemaName is the name in the document.
func (localName) SchemaName() string { return "LocalName" }

// attributeChoice is a value of an attribute that is a choice.
type attributeChoice struct {
	Value string      `json:"value" example:"dark"`
	Names []localName `json:"names"`
}

// SchemaName is the name in the document.
func (attributeChoice) SchemaName() string { return "AttributeChoice" }

// nameIn is the name in the language, else in the shop's own, else the first.
func nameIn(names []localName, language, own string) string {
	for _, wanted := range []string{language, own} {
		for _, n := range names {
			if string(n.Locale) == wanted {
				return n.Name
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[0].Name
}

// choice returns the choice with the value, or nil.
func (a *attribute) choice(value string) *attributeChoice {
	for i := range a.Choices {
		if a.Choices[i].Value == value {
			return &a.Choices[i]
		}
	}
	return nil
}

// attributeSpec is what an admin says of an attribute.
type attributeSpec struct {
	Kind       attributeKind
	Unit       *string
	Names      []localName
	Choices    []attributeChoice
	Facet      bool
	Searchable bool
	Shown      bool
	Position   int64
}

// newAttribute makes an attribute without anything that a spec says.
func newAttribute(code string, now time.Time) attribute {
	return attribute{ID: id.New(), Code: code, Version: 1, CreatedAt: now, UpdatedAt: now}
}

// apply sets what the spec says.
func (a *attribute) apply(spec attributeSpec) {
	a.Kind, a.Unit, a.Names, a.Choices = spec.Kind, spec.Unit, spec.Names, spec.Choices
	a.Facet, a.Searchable, a.Shown, a.Position = spec.Facet, spec.Searchable, spec.Shown, spec.Position
}

// spec is what an admin has said of the attribute.
func (a *attribute) spec() attributeSpec {
	return attributeSpec{
		Kind: a.Kind, Unit: a.Unit, Names: a.Names, Choices: a.Choices, Facet: a.Facet, Searchable: a.Searchable,
		Shown: a.Shown, Position: a.Position,
	}
}

func (spec attributeSpec) equal(other attributeSpec) bool { return reflect.DeepEqual(spec, other) }

// setKind changes the kind, with which a unit and choices go that are for the former one.
func (spec *attributeSpec) setKind(kind attributeKind) {
	if spec.Kind = kind; kind != events.AttributeNumber {
		spec.Unit = nil
	}
	if kind != events.AttributeChoice {
		spec.Choices = []attributeChoice{}
	}
}

// check returns what does not fit together.
func (spec *attributeSpec) check() (faults []fault.Field) {
	errs := specErrors{}
	if spec.Unit != nil && spec.Kind != events.AttributeNumber {
		errs.add("only a number has a unit", "/unit")
	}
	if len(spec.Choices) > 0 && spec.Kind != events.AttributeChoice {
		errs.add("only a choice has choices", "/choices")
	}
	if spec.Facet && !slices.Contains(facetKinds, spec.Kind) {
		errs.add("only a number, a choice and a boolean can be a facet", "/facet")
	}
	checkNames(&errs, spec.Names, "/names")
	checkChoices(&errs, spec.Choices)
	return errs
}

// facetKinds are the kinds of the attributes that can be facets.
var facetKinds = []attributeKind{events.AttributeNumber, events.AttributeChoice, events.AttributeBoolean}

// checkNames adds a fault for each language that is there twice.
func checkNames(errs *specErrors, names []localName, pointer string) {
	for i, n := range names {
		if slices.ContainsFunc(names[:i], func(o localName) bool { return o.Locale == n.Locale }) {
			errs.add("is there twice", "%s/%d/locale", pointer, i)
		}
	}
}

// checkChoices adds a fault for each value that is there twice. The schema reports a list that is
// too long, of which nothing else is said.
func checkChoices(errs *specErrors, choices []attributeChoice) {
	if len(choices) > maxChoices {
		return
	}
	known := map[string]bool{}
	for i, c := range choices {
		if known[c.Value] {
			errs.add("is there twice", "/choices/%d/value", i)
		}
		known[c.Value] = true
		for j, n := range c.Names {
			if slices.ContainsFunc(c.Names[:j], func(o localName) bool { return o.Locale == n.Locale }) {
				errs.add("is there twice", "/choices/%d/names/%d/locale", i, j)
			}
		}
	}
}

// lostChoices are the values that the spec takes out of the attribute.
func (a *attribute) lostChoices(spec attributeSpec) (lost []string) {
	for _, c := range a.Choices {
		if !slices.ContainsFunc(spec.Choices, func(k attributeChoice) bool { return k.Value == c.Value }) {
			lost = append(lost, c.Value)
		}
	}
	return lost
}

// savedEvent describes the attribute as it now is. Its name is the one of the shop's language.
func (a *attribute) savedEvent(own string, created bool) events.AttributeSaved {
	return events.AttributeSaved{
		AttributeID: a.ID, Code: a.Code, Kind: a.Kind, Unit: a.Unit, Name: nameIn(a.Names, own, own),
		Facet: a.Facet, Searchable: a.Searchable, Shown: a.Shown, Position: a.Position, Created: created,
	}
}

// codePattern is the form of codes of attributes, and of the values of choices. Neither has a
// character that separates values in queries or in files.
var codePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// codeForm is what such a code looks like, for people.
const codeForm fault.Text = "lower-case letters and digits, with - and _ between"

// codeField is such a code in a request body.
type codeField string

// Schema is the code's schema.
func (codeField) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, MinLength: new(1), MaxLength: new(maxAttributeCode), Pattern: codePattern.String(),
		PatternDescription: string(codeForm),
	}
}
