package auth

import (
	"slices"
	"strings"
)

// Scope names what a caller may do: "mails:read". Operations name the scope that they require, and
// the Authority knows all of those.
type Scope string

// ScopeSelf is the scope of what a member of the staff does for the own account. All staff have it,
// and no key can.
const ScopeSelf Scope = "self"

// ScopeRender is the scope of the API key of a storefront that renders pages on a server, which
// counts as its visitors (X-Storefront-Key). No operation requires it, so it opens nothing: no role
// has it, and whoever may make keys gives it.
const ScopeRender Scope = "storefront:render"

// ForKeys reports whether an API key may have the scope: no program manages staff and keys.
func (s Scope) ForKeys() bool {
	return s != ScopeSelf && s != "keys:write" && !strings.HasPrefix(string(s), "staff:")
}

// AddScopes makes scopes known. It is called before the first request: for each operation, and for
// scopes that roles may have although no operation requires them.
func (a *Authority) AddScopes(scopes ...Scope) {
	a.scopes = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.scopes, scopes))))
}

// Scopes returns the known scopes, sorted.
func (a *Authority) Scopes() []Scope { return slices.Clone(a.scopes) }

// Scopes is a set of scopes in the form of the claim scope (RFC 9068, section 2.2.3): the names,
// sorted, with a blank between two.
type Scopes string

// ScopesOf returns the set of the scopes.
func ScopesOf(scopes ...Scope) Scopes {
	var all strings.Builder
	for _, s := range slices.Compact(slices.Sorted(slices.Values(scopes))) {
		if all.Len() > 0 {
			all.WriteByte(' ')
		}
		all.WriteString(string(s))
	}
	return Scopes(all.String())
}

// List returns the scopes of the set, sorted.
func (s Scopes) List() []Scope {
	list := []Scope{}
	for name := range strings.FieldsSeq(string(s)) {
		list = append(list, Scope(name))
	}
	return list
}

// Include reports whether the set has the scope. "x:write" includes "x:read".
func (s Scopes) Include(scope Scope) bool {
	what, reads := strings.CutSuffix(string(scope), ":read")
	for name := range strings.FieldsSeq(string(s)) {
		if name == string(scope) || reads && name == what+":write" {
			return true
		}
	}
	return false
}

// IsStaff reports whether the caller is one of the staff, an admin included.
func (p Principal) IsStaff() bool { return p.Role == RoleAdmin || p.Role == RoleStaff }

// MayUse reports whether the caller has the scope: an admin has every one, a member of the staff
// those of the role, a key its own, a customer none.
func (p Principal) MayUse(scope Scope) bool {
	switch p.Role {
	case RoleAdmin:
		return true
	case RoleStaff:
		return scope == ScopeSelf || p.Scopes.Include(scope)
	case RoleKey:
		return scope != ScopeSelf && p.Scopes.Include(scope)
	}
	return false
}
