package httpapi

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/strictjson"
)

// maxFaults bounds the list of faults, so that a body of nonsense gets an answer of a sensible
// size.
const maxFaults = 100

// validator collects every fault of a request.
type validator struct{ faults []fault.Field }

func (v *validator) add(pointer string, code fault.Code, detail fault.Text, values ...any) {
	if len(v.faults) < maxFaults {
		v.faults = append(v.faults, fault.Field{Pointer: pointer, Code: code, Detail: detail, Args: values})
	}
}

// value checks a JSON value. at is its JSON pointer (RFC 6901).
func (v *validator) value(r *rule, x strictjson.Value, at string) {
	if x.Kind == strictjson.Null {
		if !r.nullable && r.schema != "" {
			v.add(at, fault.WrongType, "must not be null")
		}
		return
	}
	if r.kind != nil && x.Kind != r.kind.kind {
		v.add(at, fault.WrongType, r.kind.detail)
		return
	}
	switch r.schema {
	case huma.TypeString:
		v.text(r, x.Text, at)
	case huma.TypeInteger, huma.TypeNumber:
		v.number(r, x.Text, at)
	case huma.TypeArray:
		v.list(r, x, at)
	case huma.TypeObject:
		v.object(r, x, at)
	}
}

func (v *validator) text(r *rule, s, at string) {
	if r.trimmed {
		s = strings.TrimSpace(s)
	}
	// A text that is not trimmed, like a password, may turn its order.
	if r.trimmed && !IsPlainText(s, r.multiline) || !r.multiline && strings.ContainsFunc(s, unicode.IsControl) {
		v.add(at, fault.BadFormat, "must not contain control characters")
		return
	}
	enum := r.enum
	switch {
	case r.scopes != nil:
		enum = r.scopes()
	case r.spoken != nil:
		enum = r.spoken()
	}
	length := utf8.RuneCountInString(s)
	if r.trimmed && IsBlank(s) {
		length = 0
	}
	switch {
	case length == 0 && r.refusesBlank():
		v.blank(r, at)
	case r.minLength != nil && length < *r.minLength:
		v.add(at, fault.TooShort, "must have at least %d characters", *r.minLength)
	case r.maxLength != nil && length > *r.maxLength && *r.maxLength == 1:
		v.add(at, fault.TooLong, "must have at most 1 character")
	case r.maxLength != nil && length > *r.maxLength:
		v.add(at, fault.TooLong, "must have at most %d characters", *r.maxLength)
	case enum != nil && !slices.Contains(enum, s):
		v.add(at, fault.NotAllowed, "must be one of: %s", strings.Join(enum, ", "))
	case r.pattern != nil && !r.pattern.MatchString(s):
		v.add(at, fault.BadFormat, r.patternDetail, r.patternValues...)
	case r.format != nil:
		if wrong := r.format(s); wrong != "" {
			v.add(at, fault.BadFormat, wrong)
		}
	}
}

// blank adds the fault of a text without characters.
func (v *validator) blank(r *rule, at string) {
	switch {
	case r.mandatory:
		v.add(at, fault.Required, "is required")
	case r.minLength != nil && *r.minLength > 1:
		v.add(at, fault.TooShort, "must have at least %d characters", *r.minLength)
	default:
		v.add(at, fault.TooShort, "must have at least 1 character")
	}
}

func (v *validator) number(r *rule, text, at string) {
	d := strictjson.ParseDecimal(text)
	if r.schema == huma.TypeInteger {
		if !d.IsWhole() {
			v.add(at, fault.WrongType, "must be a whole number")
			return
		}
		if _, err := d.Int64(); err != nil {
			if r.maximum == nil && !d.IsNegative() {
				v.add(at, fault.OutOfRange, "is too large")
			} else {
				v.add(at, fault.OutOfRange, r.boundsDetail, r.boundsValues...)
			}
			return
		}
	}
	switch {
	case r.belowMinimum(d), r.maximum != nil && d.Compare(*r.maximum) > 0:
		v.add(at, fault.OutOfRange, r.boundsDetail, r.boundsValues...)
	case r.decimals >= 0 && d.Decimals() > r.decimals:
		v.add(at, fault.BadFormat, "must have at most %d decimals", r.decimals)
	}
}

func (v *validator) list(r *rule, x strictjson.Value, at string) {
	switch {
	case r.minItems != nil && len(x.Items) < *r.minItems:
		v.add(at, fault.TooShort, "must have at least %d entries", *r.minItems)
	case r.maxItems != nil && len(x.Items) > *r.maxItems:
		v.add(at, fault.TooLong, "must have at most %d entries", *r.maxItems)
		return
	}
	for i, item := range x.Items {
		v.value(r.items, item, at+"/"+strconv.Itoa(i))
	}
}

func (v *validator) object(r *rule, x strictjson.Value, at string) {
	for _, name := range r.required {
		if !slices.Contains(x.Names, name) {
			v.add(at+"/"+EscapePointer(name), fault.Required, "is required")
		}
	}
	for i, name := range x.Names {
		member := at + "/" + EscapePointer(name)
		switch p, known := r.properties[name]; {
		case known:
			v.value(p, x.Items[i], member)
		case r.additional != nil && strings.ContainsFunc(name, unicode.IsControl):
			v.add(member, fault.BadFormat, "must not contain control characters")
		case r.additional != nil:
			v.value(r.additional, x.Items[i], member)
		case !r.open:
			v.add(member, fault.UnexpectedField, "is not a field of this request")
		}
	}
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// EscapePointer is a name as a JSON pointer has it.
func EscapePointer(name string) string { return pointerEscapes.Replace(name) }
