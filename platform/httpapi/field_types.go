package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/onetimecode"
	"orderd/platform/strictjson"
)

// trimmedExtension marks, in the document too, a text whose surrounding white space is cut off
// before it is checked.
const trimmedExtension = "x-trimmed"

// Text is a text of a request body, trimmed of white space on both sides; the limits of its tags
// (minLength, maxLength, in characters) count after trimming. Control characters are refused; a
// text that may be longer than 200 characters may have lines and tabs.
type Text string

// Schema is the text's schema.
func (Text) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{trimmedExtension: true}}
}

// UnmarshalJSON trims.
func (t *Text) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*t = Text(strings.TrimSpace(s))
	return nil
}

// multilineExtension marks a text that may have lines and tabs, however short it must be.
const multilineExtension = "x-multiline"

// MultilineText is a Text that may have lines and tabs, like a postal address; lines end with "\n",
// however they were sent.
type MultilineText string

// Schema is the text's schema.
func (MultilineText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{trimmedExtension: true,
		multilineExtension: true}}
}

// UnmarshalJSON trims, and makes every line end "\n".
func (l *MultilineText) UnmarshalJSON(b []byte) error {
	var t Text
	if err := t.UnmarshalJSON(b); err != nil {
		return err
	}
	*l = MultilineText(lineEnds.Replace(string(t)))
	return nil
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// maxEmail is the length of the longest address that SMTP takes (RFC 5321, 4.5.3.1.3).
const maxEmail = 254

// Email is an email address of a request body, trimmed and in lower case: the form in which
// addresses are stored and compared.
type Email string

// Schema is the address's schema.
func (Email) Schema(huma.Registry) *huma.Schema {
	longest := maxEmail
	return &huma.Schema{
		Type: huma.TypeString, Format: "email", MaxLength: &longest, Extensions: map[string]any{trimmedExtension: true},
	}
}

// UnmarshalJSON normalises.
func (e *Email) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*e = Email(id.NormalizeEmail(s))
	return nil
}

// Code is a one-time code of a request body as people type it, without blanks and dashes and with
// ASCII in place of full-width characters (onetimecode.Clean).
type Code string

// Schema is the code's schema.
func (Code) Schema(r huma.Registry) *huma.Schema { return Text("").Schema(r) }

// UnmarshalJSON cleans.
func (c *Code) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*c = Code(onetimecode.Clean(s))
	return nil
}

// Check returns the fault, at the pointer, of a code that has not so many digits: it is a slip, and
// no attempt.
func (c Code) Check(pointer string, digits int) []fault.Field {
	if onetimecode.IsDigits(string(c), digits) {
		return nil
	}
	return []fault.Field{{Pointer: pointer, Code: fault.BadFormat, Detail: "must be %d digits", Args: []any{digits}}}
}

// PathID is embedded in the input of an operation on one resource: /{id}. An id that is none has no
// resource: 404.
type PathID struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

// Country is the code of a country in a request (ISO 3166-1 alpha-2).
type Country string

const countryName = "Country" // the component in the document

// Schema is the code's schema.
func (Country) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^[A-Z]{2}$", PatternDescription: "a country code like DE",
		Extensions: map[string]any{namedExtension: countryName},
	}
}

// Color is a color of a request body as in CSS, "#4338ca", in lower case.
type Color string

// Schema is the color's schema.
func (Color) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^#[0-9A-Fa-f]{6}$", PatternDescription: "a color like #4338ca",
		Extensions: map[string]any{trimmedExtension: true},
	}
}

// UnmarshalJSON normalises.
func (c *Color) UnmarshalJSON(b []byte) error {
	var t Text
	if err := t.UnmarshalJSON(b); err != nil {
		return err
	}
	*c = Color(strings.ToLower(string(t)))
	return nil
}

// spokenExtension marks a locale of which the shop takes the ones that it speaks. It is not in the
// document, where the field refers to the component.
const spokenExtension = "x-spoken"

// Language is the locale of a request body in which the shop is to write to a person: one that it
// speaks. One of the service's that the shop does not speak is not_allowed, like an unknown one.
type Language string

// Schema is that of a locale.
func (Language) Schema(huma.Registry) *huma.Schema {
	s := valueSetSchema(reflect.TypeFor[locale.Code]())
	s.Extensions[spokenExtension] = true
	return s
}

// Int is a whole number of a request body, however it is written: 4, 4.0 and 40e-1 are the same,
// 4.5 is a wrong_type.
type Int int64

// Schema is the number's schema.
func (Int) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeInteger} }

// UnmarshalJSON reads the number exactly.
func (i *Int) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, jsonNull) {
		return nil
	}
	d := strictjson.ParseDecimal(string(b))
	if !d.IsWhole() {
		return fmt.Errorf("httpapi: not a whole number")
	}
	n, err := d.Int64()
	*i = Int(n)
	return err
}

// BoolParam is a boolean parameter of a query that may be absent.
type BoolParam string

// Schema is the schema of a bool.
func (BoolParam) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

// Ptr is nil for an absent one.
func (b BoolParam) Ptr() *bool {
	if b == "" {
		return nil
	}
	isTrue := b == "true"
	return &isTrue
}

// Time is a moment: RFC 3339, in responses in UTC with milliseconds.
type Time time.Time

const timeFormat = "2006-01-02T15:04:05.000Z"

// TimeOf converts.
func TimeOf(t time.Time) Time { return Time(t) }

// TimePtr is nil for nil.
func TimePtr(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	v := Time(*t)
	return &v
}

// Schema is the moment's schema.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-11-20T13:00:00.000Z"}}
}

// MarshalJSON writes UTC with milliseconds.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(timeFormat)+2)
	b = append(b, '"')
	b = time.Time(t).UTC().AppendFormat(b, timeFormat)
	return append(b, '"'), nil
}

// UnmarshalJSON reads RFC 3339 with any offset.
func (t *Time) UnmarshalJSON(b []byte) error {
	var v time.Time
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*t = Time(clock.Normalize(v))
	return nil
}

// Optional is a field of a PATCH body: absent leaves the resource unchanged, null clears, else it
// sets. T's constraints are the field's tags. A field that can't be cleared has the tag
// nullable:"false" and refuses null with a wrong_type.
type Optional[T any] struct {
	Set   bool // the field was in the body
	Null  bool // it was null
	Value T
}

func (Optional[T]) optional() {}

// Schema is T's, and null.
func (Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[*T](), true, "")
}

// UnmarshalJSON notes that the field was in the body.
func (o *Optional[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if o.Null = bytes.Equal(b, jsonNull); o.Null {
		return nil
	}
	return json.Unmarshal(b, &o.Value)
}

// IsZero reports whether the field was absent: encoding/json leaves one with the option omitzero
// out then.
func (o Optional[T]) IsZero() bool { return !o.Set }

// MarshalJSON writes what the field was set to.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Ptr()) }

// Ptr is the new value, nil for null. It has no meaning unless the field was Set.
func (o Optional[T]) Ptr() *T {
	if o.Null {
		return nil
	}
	return &o.Value
}

var jsonNull = []byte("null")
