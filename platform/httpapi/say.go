package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/locale"
)

// Say is a text for the caller, for an answer that is no problem: in the language that the caller
// likes best of the service's, else in the shop's, and in English where it has no German. The
// response says so in Content-Language.
func Say(ctx context.Context, text fault.Text, values ...any) string {
	q := requestOf(ctx)
	if q.router == nil {
		return text.English(values...)
	}
	q.speaks = q.language()
	said, ok := q.router.problems.say(text, values, q.speaks)
	if !ok {
		q.speaks = locale.English
		return text.English(values...)
	}
	return said
}

// language is the language in which the service speaks to the caller.
func (q *request) language() locale.Code {
	accepted := preferredLanguage(q.languages, isOurs)
	if accepted != "" {
		return locale.Code(primaryLanguage(accepted))
	}
	return q.router.ownLocale()
}

// ownLocale is the shop's language; English where it is not known, as without a router.
func (r *Router) ownLocale() locale.Code {
	if r == nil || r.locale == nil {
		return locale.English
	}
	return cmp.Or(r.locale(), locale.English)
}

// spoken are the languages that the shop speaks; those of the service where they are not known.
func (r *Router) spoken() []string {
	if r != nil && r.locales != nil {
		if all := r.locales(); len(all) > 0 {
			return all
		}
	}
	return locale.English.Values()
}

// setLanguage says which language a response is in, and that another caller may get another.
func setLanguage(h http.Header, spoken locale.Code) {
	h["Content-Language"] = []string{string(spoken)}
	h.Add("Vary", "Accept-Language") // beside Origin
}

// say is the text with its values in a language; ok is false when it is not known there.
func (p *problemRegistry) say(t fault.Text, values []any, in locale.Code) (said string, ok bool) {
	format := string(t)
	if in == locale.German {
		if format, ok = p.german[t]; !ok {
			return "", false
		}
	}
	if len(values) == 0 {
		return format, true
	}
	spoken := make([]any, len(values))
	for i, v := range values {
		spoken[i] = v
		inner, isPhrase := v.(fault.Phrase)
		if text, isText := v.(fault.Text); isText {
			inner, isPhrase = fault.Phrase{Text: text}, true
		}
		if !isPhrase {
			continue
		}
		if spoken[i], ok = p.say(inner.Text, inner.Args, in); !ok {
			return "", false
		}
	}
	return fmt.Sprintf(format, spoken...), true
}

// sayFault is the message and the fields of a fault in a language; ok is false when one is not
// known there.
func (p *problemRegistry) sayFault(f *fault.Fault, in locale.Code) (message string, fields []fault.Field, ok bool) {
	message, ok = p.say(f.Message, f.Args, in)
	fields = make([]fault.Field, len(f.Fields))
	for i, field := range f.Fields {
		said, known := p.say(field.Detail, field.Args, in)
		ok = ok && known
		fields[i] = fault.Field{Pointer: field.Pointer, Code: field.Code, Detail: fault.Text(said)}
	}
	return message, fields, ok
}
