package httpapi

import (
	"cmp"
	"context"
	"slices"
)

// LanguageHeaders are for Op.Headers of an operation that answers with Reply.In.
var LanguageHeaders = map[string]string{"Content-Language": "The language of the texts."}

// LocaleAmong is the language of those that the shop speaks in which the caller is answered: the
// one asked for, else the one that the caller likes best (Accept-Language), else the fallback.
func LocaleAmong(ctx context.Context, asked string, spoken []string, fallback string) string {
	accepted := preferredLanguage(requestOf(ctx).languages, func(tag string) bool {
		return slices.Contains(spoken, primaryLanguage(tag))
	})
	return cmp.Or(asked, primaryLanguage(accepted), fallback)
}

// In says that the response is in a language, which the caller's Accept-Language may have chosen.
func (r *Reply[T]) In(language string) *Reply[T] {
	r.vary = append(r.vary, "Accept-Language")
	return r.With("Content-Language", language)
}
