package httpapi

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// GuestToken is a header by which a caller without an account shows what is theirs: a cart, say.
// Who has the token has what it opens; the module that registers it finds out what that is.
type GuestToken struct {
	// Name is what the token opens: "cart". The security scheme in the document is "cartToken".
	Name        string
	Header      string // "X-Cart-Token"
	Description string // of the security scheme
}

func (t GuestToken) scheme() string { return t.Name + "Token" }

// AcceptGuestToken registers the guest token of the operations for UserOrGuest that name none,
// before those. There is one.
func (r *Router) AcceptGuestToken(t GuestToken) {
	if r.guestToken.Header != "" {
		panic("httpapi: there is a guest token: " + r.guestToken.Header)
	}
	r.guestToken = t
	r.allowGuestToken(t)
}

// allowGuestToken adds the token to the document and to what pages of other origins may send and
// read.
func (r *Router) allowGuestToken(t GuestToken) {
	schemes := r.api.OpenAPI().Components.SecuritySchemes
	if schemes[t.scheme()] != nil {
		return
	}
	r.guestHeaders = append(r.guestHeaders, t.Header)
	r.listCORSHeaders()
	schemes[t.scheme()] = &huma.SecurityScheme{Type: "apiKey", In: "header", Name: t.Header, Description: t.Description}
}

// guestToken is the token that an operation for UserOrGuest takes: its own, or the one of the
// router.
func (o *operation) guestToken() GuestToken {
	if o.op.Guest.Header != "" {
		return o.op.Guest
	}
	return o.router.guestToken
}

// noToken stands for a token that can be none: it opens nothing.
const noToken = "-"

// of is the token of a request, or "" without one.
func (t GuestToken) of(r *http.Request) string {
	s := r.Header.Get(t.Header)
	if len(s) > 255 || strings.ContainsFunc(s, notPrintable) {
		return noToken
	}
	return s
}
