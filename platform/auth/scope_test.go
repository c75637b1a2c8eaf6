package auth_test

import (
	"testing"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/test/kit"
)

func TestScopes(t *testing.T) {
	t.Parallel()
	scopes := auth.ScopesOf("mails:write", "audit:read", "audit:read")
	if scopes != "audit:read mails:write" || len(scopes.List()) != 2 || scopes.List()[1] != "mails:write" || auth.ScopesOf() != "" {
		t.Errorf("%q %q", scopes, scopes.List())
	}
	for scope, want := range map[auth.Scope]bool{
		"audit:read": true, "audit:write": false, "audit": false, "read": false,
		"mails:read": true, "mails:write": true, "mail:read": false, "": false,
	} {
		if scopes.Include(scope) != want {
			t.Errorf("it includes %q: %v", scope, !want)
		}
	}
}

func TestWhoMayUseAScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role  auth.Role
		scope auth.Scope
		want  bool
	}{
		{auth.RoleAdmin, "audit:read", true}, {auth.RoleAdmin, "self", true}, {auth.RoleAdmin, "later:read", true},
		{auth.RoleStaff, "audit:read", true}, {auth.RoleStaff, "self", true}, {auth.RoleStaff, "audit:write", false},
		{auth.RoleCustomer, "audit:read", false}, {auth.RoleCustomer, "self", false}, {"", "audit:read", false},
	} {
		p := auth.Principal{Role: c.role, Scopes: "audit:read"}
		if p.MayUse(c.scope) != c.want {
			t.Errorf("%s may use %s: %v", c.role, c.scope, !c.want)
		}
	}
}

// TestScopeIsAClaim: a token carries the scopes, and one without the claim has none.
func TestScopeIsAClaim(t *testing.T) {
	t.Parallel()
	a := newAuthority(kit.SQLite(t, auth.Migrations()), load(t, keysFile(t)), clock.System())
	for _, scopes := range []auth.Scopes{"audit:read mails:write", ""} {
		p := newPrincipal(auth.RoleStaff)
		p.Scopes = scopes
		got, err := a.Verify(issue(t, a, p))
		if err != nil || got.Scopes != scopes || !got.IsStaff() {
			t.Errorf("%+v, %v; want the scopes %q", got, err, scopes)
		}
	}
}
