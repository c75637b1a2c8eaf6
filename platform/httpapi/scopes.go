package httpapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/auth"
	"orderd/platform/convert"
)

// RoleScope is a scope of a role in a request body, and KeyScope one of an API key. Their values
// are those that the operations of all modules require (auth.Authority.Scopes): they are known when
// the last operation is registered.
type (
	RoleScope auth.Scope
	KeyScope  auth.Scope
)

// The components of the two in the document.
const (
	roleScopeName = "Scope"
	keyScopeName  = "KeyScope"
)

// Schema is the scope's schema.
func (RoleScope) Schema(huma.Registry) *huma.Schema { return scopeSchema(roleScopeName) }

// Schema is the scope's schema.
func (KeyScope) Schema(huma.Registry) *huma.Schema { return scopeSchema(keyScopeName) }

func scopeSchema(name string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{namedExtension: name}}
}

// scopesNamed are the values of a component of scopes, and nil for another name.
func (r *Router) scopesNamed(name any) []string {
	if r.authority == nil || name != roleScopeName && name != keyScopeName {
		return nil
	}
	var values []string
	if name == keyScopeName {
		values = append(values, string(auth.ScopeRender))
	}
	for _, s := range r.authority.Scopes() {
		if name == roleScopeName || s.ForKeys() {
			values = append(values, string(s))
		}
	}
	slices.Sort(values)
	return values
}

// ScopesOf returns the scopes of a request body.
func ScopesOf[T RoleScope | KeyScope](given []T) []auth.Scope {
	return convert.All(given, func(s T) auth.Scope { return auth.Scope(s) })
}
