package storefront

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// neverKept are the fields of forms that are not kept: what is secret, and the key of a form.
var neverKept = []string{
	"password", "currentPassword", "newPassword", "code", "recoveryCode", "challenge", "credential", "key",
}

// keepTyped keeps what was typed into the form of a page until the account, or with "" anybody, has
// logged in.
func (v *visit) keepTyped(page, accountID string, values map[string]string) {
	kept := keptForm{Page: page, Since: v.site.clock.Now(), AccountID: accountID, Values: values}
	v.session.Typed, v.sessionChanged = &kept, true
}

// keepSent keeps the form that was sent after its visitor's session had been ended elsewhere: just
// now, or found by the script of the page before. It leaves one that is kept already.
func (v *visit) keepSent() {
	page, accountID := v.keptPage(), v.endedAccount()
	if v.r.Method != http.MethodPost || page == "" || accountID == "" || v.session.Typed != nil {
		return
	}
	_ = v.r.PostFormValue("key") // reads the form, unless it was
	typed, isBlank := map[string]string{}, true
	for name, values := range v.r.PostForm {
		if len(values) == 1 && !slices.Contains(neverKept, name) {
			typed[name] = values[0]
			isBlank = isBlank && values[0] == ""
		}
	}
	if !isBlank {
		v.keepTyped(page, accountID, typed)
		v.say("signedOutTyping", 0)
	}
}

// endedAccount is the account whose session was ended elsewhere a while ago, or "".
func (v *visit) endedAccount() string {
	if v.session.Ended == nil {
		return ""
	}
	return v.session.Ended.AccountID
}

// keptPage is the path of the page that shows the form of the request again, or "".
func (v *visit) keptPage() string {
	path := v.path
	switch product, isReview := strings.CutSuffix(path, "/reviews"); {
	case strings.HasPrefix(path, "/p/") && isReview:
		return product
	case strings.HasPrefix(path, "/account/"), path == "/wholesale":
		return path
	case strings.HasPrefix(path, "/orders/"):
		if strings.HasSuffix(path, "/return") || strings.HasSuffix(path, "/withdraw") {
			return path
		}
	}
	return ""
}

// again is the form of a page with what stood in it when its visitor went to log in. That is shown
// once, and to no other account.
func (v *visit) again(f form) form {
	kept := v.session.Typed
	if kept == nil || v.wasEnded || cmp.Or(kept.Page, "/checkout") != v.path ||
		kept.AccountID != "" && kept.AccountID != v.session.AccountID {
		return f
	}
	v.session.Typed, v.sessionChanged = nil, true
	v.shownAgain, v.private = kept, true
	all := map[string]string{}
	maps.Copy(all, f.Values)
	maps.Copy(all, kept.Values)
	f.Values = all
	return f
}
