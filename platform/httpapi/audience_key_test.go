package httpapi_test

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// key is an api with a new API key of the scopes.
func (b *bundle) key(t *testing.T, scopes ...auth.Scope) (api *kit.API, keyID string) {
	t.Helper()
	text, keyID := b.newKey(t, scopes...)
	return b.api(t).As(text), keyID
}

// newKey is a new API key of the scopes.
func (b *bundle) newKey(t *testing.T, scopes ...auth.Scope) (text, keyID string) {
	t.Helper()
	return b.saveKey(t, auth.APIKey{Scopes: auth.ScopesOf(scopes...)})
}

// saveKey saves an API key with a text of its own.
func (b *bundle) saveKey(t *testing.T, k auth.APIKey) (text, keyID string) {
	t.Helper()
	text = auth.NewKey()
	k.ID, k.Hash, k.Version = id.New(), auth.HashKey(text), 1
	err := database.InTx(t.Context(), b.db, func(tx *gorm.DB) error { return b.auth.SaveKey(t.Context(), tx, k) })
	if err != nil {
		t.Fatal(err)
	}
	return text, k.ID
}

// A key is good for operations of admins within its scopes; those for users refuse it as a bad
// token, and public ones and those where the token is optional ignore it.
func TestWhatAKeyMayCall(t *testing.T) {
	t.Parallel()
	b := plain(t)
	key, _ := b.key(t, "things:approve")
	other, _ := b.key(t, "things:read")
	approve := "/v1/admin/things/" + id.New() + "/approve"
	key.Do(t, "POST", approve, nil).Require(t, 200)
	if got := other.Do(t, "POST", approve, nil).Require(t, 403, "forbidden").Text("requiredScope"); got != "things:approve" {
		t.Errorf("requiredScope %q", got)
	}
	b.api(t).As(auth.NewKey()).Do(t, "POST", approve, nil).Require(t, 401, "unauthenticated")
	for path, who := range map[string]string{"/v1/greeting": "anonymous ", "/v1/price": ""} {
		if a := key.Do(t, "GET", path, nil).Require(t, 200); a.Text("hello") != who {
			t.Errorf("%s: %s", path, a.Body)
		}
		b.api(t).As(auth.NewKey()).Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
	}
	for _, path := range []string{"/v1/cart"} {
		refused := key.With("X-Cart-Token", "c").Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		if got := refused.Header.Get("WWW-Authenticate"); got != `Bearer error="invalid_token"` {
			t.Errorf("%s: WWW-Authenticate %q", path, got)
		}
	}
	key.Do(t, "POST", "/v1/things", `{"name":"Moka"}`).Require(t, 401, "unauthenticated")
	key.Do(t, "GET", "/v1/things", nil).Require(t, 200)
}

// A key has a limit of its own in place of the admins', and where it is refused, it counts as a bad
// token.
func TestLimitsOfKeys(t *testing.T) {
	t.Parallel()
	b := plain(t, limited(map[string]string{"admin": "1/1m", "api_key": "2/1m", "bad_tokens": "2/1m"}))
	one, _ := b.key(t, "things:approve")
	two, _ := b.key(t, "things:approve")
	for _, call := range []struct {
		who          *kit.API
		method, path string
		status       int
	}{
		{one, "POST", "/v1/admin/things/x/approve", 200}, {one, "POST", "/v1/admin/things/x/approve", 200},
		{one, "POST", "/v1/admin/things/x/approve", 429},
		{two, "POST", "/v1/admin/things/x/approve", 200}, {b.admin(t), "POST", "/v1/admin/things/x/approve", 200},
		{b.api(t).As(auth.NewKey()), "POST", "/v1/admin/things/x/approve", 401}, {two, "GET", "/v1/cart", 401}, {two, "GET", "/v1/cart", 429},
		{two, "GET", "/v1/greeting", 200}, {two, "GET", "/v1/greeting", 429}, {two, "POST", "/v1/admin/things/x/approve", 429},
	} {
		if a := call.who.Do(t, call.method, call.path, nil); a.Status != call.status {
			t.Fatalf("%s %s: %d, want %d", call.method, call.path, a.Status, call.status)
		}
	}
}

// The same Idempotency-Key means another request with another API key.
func TestIdempotencyOfKeys(t *testing.T) {
	each(t, func(t *testing.T, b *bundle) {
		one, oneID := b.key(t, "things:approve")
		two, _ := b.key(t, "things:approve")
		approve := func(who *kit.API, note string) kit.Answer {
			return who.With("Idempotency-Key", "k").Do(t, "POST", "/v1/admin/things/x/approve", map[string]string{"note": note})
		}
		first := approve(one, "one").Require(t, 200)
		if got := approve(two, "two").Require(t, 200).Text("hello"); got != "two" {
			t.Errorf("the other key got %q", got)
		}
		same(t, first, approve(one, "one"))
		approve(one, "other").Require(t, 422, "idempotency_key_reused")
		var owned int64
		if err := b.db.Table("http_answers").Where("caller = ?", oneID).Count(&owned).Error; err != nil || owned != 1 {
			t.Errorf("%d answers count against the key's quota, %v", owned, err)
		}
	})
}
