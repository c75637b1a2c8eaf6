package storefront

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"orderd/platform/money"
)

// form is what a visitor has typed, and what is wrong with it.
type form struct {
	Values map[string]string
	// Faults are in the order of the fields on the page.
	Faults []formFault
	// Key is the idempotency key: the same form twice does what it says once. It stays until the
	// interface has done it, also where nobody knows whether it has.
	Key string
}

// formFault is what is wrong with a field, or with the whole form when Field is "".
type formFault struct {
	Field  string // of the form
	Code   string // the interface's
	Detail string // the interface's words, for a code that the page has no words of its own for
	Name   string // of the thing, where a field is one of many
	// Wait is how long it takes until one may try again; 0 for most.
	Wait time.Duration
}

// Value is what stands in a field.
func (f form) Value(name string) string { return f.Values[name] }

// Fault is what is wrong with a field, or nil.
func (f form) Fault(name string) *formFault {
	for i := range f.Faults {
		if f.Faults[i].Field == name {
			return &f.Faults[i]
		}
	}
	return nil
}

// readForm takes the named fields of the request, and its key.
func (v *visit) readForm(names ...string) form {
	f := form{Values: map[string]string{}, Key: cmp.Or(v.r.PostFormValue("key"), newKey())}
	for _, name := range names {
		f.Values[name] = strings.TrimSpace(v.r.PostFormValue(name))
	}
	return f
}

// refuse keeps what the interface says of the form, and reports whether it has said anything.
// fields are the names of the form's fields by the pointers of the interface, as pairs and in the
// order of the page.
func (f *form) refuse(err error, fields ...[2]string) bool {
	p, ok := errors.AsType[*problem](err)
	if !ok {
		return false
	}
	f.add(p, fields)
	return true
}

func (f *form) add(p *problem, fields [][2]string) {
	for _, fault := range p.Errors {
		at := slices.IndexFunc(fields, func(pair [2]string) bool { return pair[0] == fault.Pointer })
		name := ""
		if at >= 0 {
			name = fields[at][1]
		}
		code := fault.Code
		if value, typed := f.Values[name]; code == "too_short" && typed && value == "" {
			code = "required"
		}
		if name == "" || f.Fault(name) == nil {
			f.Faults = append(f.Faults, formFault{Field: name, Code: code, Detail: fault.Detail})
		}
	}
	if p.Code == codeKeyReused { // the form is another one now
		f.Key = newKey()
	}
	if len(p.Errors) == 0 {
		f.Faults = append(f.Faults, formFault{Code: p.Code, Detail: p.Detail, Wait: p.RetryAfter})
	}
	place := func(fault formFault) int {
		return slices.IndexFunc(fields, func(pair [2]string) bool { return pair[1] == fault.Field })
	}
	slices.SortStableFunc(f.Faults, func(a, b formFault) int { return place(a) - place(b) })
}

// failed is refuse, and keeps as well that the interface did not answer: a form that was typed is
// not lost for that. What is not there any more is no fault of the form.
func (f *form) failed(err error, fields ...[2]string) bool {
	switch {
	case errors.Is(err, errUnavailable):
		f.Faults = append(f.Faults, formFault{Code: codeNoAnswer})
		return true
	case isProblem(err, http.StatusNotFound), hasCode(err, "unauthenticated"):
		return false
	}
	return f.refuse(err, fields...)
}

// The codes of faults that say when to send the form again, and that of a form which was changed
// after it had been sent.
const (
	codeNoAnswer    = "no_answer"
	codeRateLimited = "rate_limited"
	codeKeyReused   = "idempotency_key_reused"
)

// at puts the faults of a code that names no field to the one that they are about.
func (f *form) at(code, field string) {
	for i := range f.Faults {
		if f.Faults[i].Code == code && f.Faults[i].Field == "" {
			f.Faults[i].Field = field
		}
	}
}

// refusal is the status of a page that shows the form again.
func (v *visit) refusal(f form) int {
	for _, fault := range f.Faults {
		if fault.Wait > 0 {
			v.retryAfter(fault.Wait)
		}
		switch fault.Code {
		case codeNoAnswer:
			return http.StatusServiceUnavailable
		case codeRateLimited:
			return http.StatusTooManyRequests
		}
	}
	return http.StatusUnprocessableEntity
}

// cents reads an amount as people write it in either language: "1.500,50", "1,500.50", "200". ok is
// false for anything else.
func cents(text string) (c money.Cents, ok bool) {
	text = strings.ReplaceAll(text, " ", "")
	if at := strings.LastIndexAny(text, ".,"); at >= 0 && len(text)-at <= 3 {
		whole := strings.NewReplacer(".", "", ",", "").Replace(text[:at])
		return plainCents(whole + "." + text[at+1:])
	}
	return plainCents(strings.NewReplacer(".", "", ",", "").Replace(text))
}

// plainCents reads an amount as the interface writes it: "1500.5".
func plainCents(text string) (c money.Cents, ok bool) {
	err := c.UnmarshalJSON([]byte(text))
	return c, err == nil && text != ""
}
