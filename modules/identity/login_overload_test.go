package identity

import (
	"strings"
	"sync"
	"testing"

	"orderd/platform/module"
	"orderd/platform/password"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// While the queue for hashing is full, a login is refused before it costs a statement.
func TestAnOverloadedLoginCostsNoStatement(t *testing.T) {
	t.Parallel()
	var counted sync.Map // *gorm.DB → *statements
	build := func(p moduletest.Deps) module.Module {
		counted.Store(p.DB, recordStatements(t, p.DB))
		return New(Deps{
			DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Pseudonyms: kit.Pseudonyms, Copies: p.Copies,
			Config: Config{Secret: secrets},
			Hasher: new(password.Hasher), // it refuses every caller, as with a full queue
		})
	}
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		all, _ := counted.Load(r.DB)
		h := &harness{r, all.(*statements)}
		for range 5 {
			credentials := object{"email": "ada@example.com", "password": goodPassword}
			if a := h.API.Do(t, "POST", "/v1/auth/login", credentials).Require(t, 503); a.Header.Get("Retry-After") == "" {
				t.Errorf("%v", a.Header)
			}
		}
		if got := h.statements.take(); !strings.HasPrefix(got, "0:") {
			t.Errorf("statements: %s", got)
		}
	})
}
