package storefront

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// neverKept are the fields of forms that wait for nobody: what is secret, and the key of a form.
var neverKept = []string{"password", "currentPassword", "newPassword", "code", "recoveryCode", "key"}

// keepTyped keeps what was typed into the form of a page until the visitor has logged in.
func (v *visit) keepTyped(page string, values map[string]string) {
	kept := keptForm{Page: page, Since: v.site.clock.Now(), AccountID: v.endedAccountID, Values: values}
	v.session.Typed, v.sessionChanged = &kept, true
}

// keepSent keeps the form that was sent, if its visitor's session had been ended elsewhere, unless
// one is kept already.
func (v *visit) keepSent() {
	if !v.wasEnded || v.r.Method != http.MethodPost || v.session.Typed != nil {
		return
	}
	_ = v.r.PostFormValue("key") // reads the form, unless it was
	typed := map[string]string{}
	for name, values := range v.r.PostForm {
		if len(values) == 1 && values[0] != "" && !slices.Contains(neverKept, name) {
			typed[name] = values[0]
		}
	}
	if len(typed) > 0 {
		page, _, _ := strings.Cut(v.wayBack(), "?")
		v.keepTyped(page, typed)
	}
}

// again is the form of a page with what stood in it when its visitor went to log in. That is shown
// once, and to nobody else.
func (v *visit) again(f form) form {
	kept := v.session.Typed
	if kept == nil || v.wasEnded || kept.Page != v.path || kept.AccountID != "" && kept.AccountID != v.session.AccountID {
		return f
	}
	v.session.Typed, v.sessionChanged = nil, true
	if v.site.clock.Now().Sub(kept.Since) <= pendingAge {
		all := maps.Clone(f.Values)
		if all == nil {
			all = map[string]string{}
		}
		maps.Copy(all, kept.Values)
		f.Values = all
	}
	return f
}
