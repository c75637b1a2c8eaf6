package identity

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const keysPath = "/v1/admin/api-keys"

// key makes an API key of the scopes and returns its id and its text.
func (c customer) key(t *testing.T, scopes ...string) (keyID, text string) {
	t.Helper()
	a := c.Do(t, "POST", keysPath, object{"name": "ERP", "scopes": scopes}).Require(t, 201)
	return a.Text("id"), a.Text("key")
}

func TestAPIKeys(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		log := eventbustest.Record(t, h.DB)
		made := admin.Do(t, "POST", keysPath, object{"name": " ERP ", "scopes": []string{"mails:read", "customers:read", "mails:read"}}).
			Require(t, 201)
		text, path := made.Text("key"), keysPath+"/"+made.Text("id")
		if made.Header.Get("Location") != path || !regexp.MustCompile(`^odk_[a-z2-7]{8}_[A-Za-z0-9_-]{43}$`).MatchString(text) {
			t.Errorf("%v: %s", made.Header, made.Body)
		}
		made.RequireFields(t, kit.Fields{
			"name": "ERP", "prefix": text[:12], "status": "active", "expiresAt": nil, "lastUsedAt": nil, "createdBy": "user:" + admin.ID,
			"scopes.0": "customers:read", "scopes.1": "mails:read",
		})
		h.API.As(text).Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		for _, read := range []kit.Answer{admin.Do(t, "GET", path, nil).Require(t, 200), admin.Do(t, "GET", keysPath, nil).Require(t, 200)} {
			if strings.Contains(string(read.Body), text[13:]) {
				t.Errorf("the key is shown again: %s", read.Body)
			}
		}
		kit.Eventually(t, "the use is known", func() error {
			if at := admin.Do(t, "GET", path, nil).Text("lastUsedAt"); !strings.HasSuffix(at, ":00.000Z") {
				return fmt.Errorf("%q", at)
			}
			return nil
		})
		changed := admin.Do(t, "PATCH", path, object{"name": "ERP 2", "scopes": []string{"audit:read"}, "expiresAt": "2100-01-01T00:00:00Z"}).
			Require(t, 200)
		changed.RequireFields(t, kit.Fields{
			"name": "ERP 2", "scopes.0": "audit:read", "expiresAt": "2100-01-01T00:00:00.000Z", "prefix": text[:12],
		})
		h.API.As(text).Do(t, "GET", "/v1/admin/users", nil).Require(t, 403, "forbidden")
		if got := admin.Do(t, "PATCH", path, object{"expiresAt": nil}).Require(t, 200); got.At("expiresAt") != nil ||
			got.Text("name") != "ERP 2" {
			t.Errorf("%s", got.Body)
		}
		for range 2 {
			admin.Do(t, "DELETE", path, nil).Require(t, 204)
		}
		admin.Do(t, "PATCH", path, object{"name": "x"}).Require(t, 409, "invalid_transition")
		if got := admin.Do(t, "GET", keysPath, nil).Require(t, 200); got.Text("data.0.status") != "revoked" || got.Number("meta.total") != 1 {
			t.Errorf("%s", got.Body)
		}
		h.API.As(text).Do(t, "GET", "/v1/admin/users", nil).Require(t, 401, "unauthenticated")
		if want := "api_key_revoked api_key_saved api_key_saved api_key_saved"; eventNames(log) != want {
			t.Errorf("published %s, want %s", eventNames(log), want)
		}
		requireNowhere(t, h, text[13:])
	})
}

// An expired key is good again with a later expiry, which only those may give it who have its
// scopes. A revoked one stays revoked.
func TestExpiredAPIKey(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		chief, _ := h.staff(t, admin, "chief@example.com", "keys:write", "orders:read")
		made := admin.Do(t, "POST", keysPath, object{
			"name": "ERP", "scopes": []string{"customers:read"}, "expiresAt": h.Clock.Now().Add(time.Minute).Format(time.RFC3339),
		}).Require(t, 201)
		key, path := h.API.As(made.Text("key")), keysPath+"/"+made.Text("id")
		requireKey := func(status string, code int) {
			t.Helper()
			if got := admin.Do(t, "GET", path, nil).Require(t, 200).Text("status"); got != status {
				t.Errorf("the key is %s, want %s", got, status)
			}
			key.Do(t, "GET", "/v1/admin/users", nil).Require(t, code)
		}
		requireKey("active", 200)
		h.Clock.Advance(time.Minute)
		requireKey("expired", 401)
		later := object{"expiresAt": h.Clock.Now().Add(time.Minute).Format(time.RFC3339)}
		chief.Do(t, "PATCH", path, later).Require(t, 403, "forbidden")
		admin.Do(t, "PATCH", path, object{"name": "old"}).Require(t, 200)
		requireKey("expired", 401)
		admin.Do(t, "PATCH", path, later).Require(t, 200).RequireFields(t, kit.Fields{"status": "active"})
		requireKey("active", 200)
		admin.Do(t, "DELETE", path, nil).Require(t, 204)
		for _, change := range []object{later, {"expiresAt": nil}, {"name": "x"}} {
			admin.Do(t, "PATCH", path, change).Require(t, 409, "invalid_transition")
		}
		requireKey("revoked", 401)
	})
}

// requireNowhere fails when the text stands in a table of the service.
func requireNowhere(t *testing.T, h *harness, secret string) {
	t.Helper()
	if found := h.find(t, secret); len(found) > 0 {
		t.Errorf("it is kept in %v", found)
	}
}

func TestWhatAnAPIKeyMayHave(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		chief, _ := h.staff(t, admin, "chief@example.com", "keys:write", "orders:write")
		post := func(who customer, body object) kit.Answer { return who.Do(t, "POST", keysPath, body) }
		for _, scope := range []string{"self", "staff:read", "staff:write", "keys:write", "all", ""} {
			post(admin, object{"name": "x", "scopes": []string{"orders:read", scope}}).Require(t, 422, "validation_failed")
		}
		for _, bad := range []object{
			{"name": "x", "scopes": []string{}}, {"name": "x"}, {"scopes": []string{"orders:read"}},
			{"name": strings.Repeat("x", 61), "scopes": []string{"orders:read"}},
			{"name": "x", "scopes": []string{"orders:read"}, "expiresAt": "2020-01-01T00:00:00Z"},
		} {
			post(admin, bad).Require(t, 422, "validation_failed")
		}
		if got := post(chief, object{"name": "x", "scopes": []string{"refunds:write"}}).Require(t, 403, "forbidden").
			Text("requiredScope"); got != "refunds:write" {
			t.Errorf("requiredScope %q", got)
		}
		// Whoever makes keys gives a storefront its own.
		post(chief, object{"name": "Storefront", "scopes": []string{"storefront:render"}}).Require(t, 201)
		keyID, text := chief.key(t, "orders:read")
		path := keysPath + "/" + keyID
		chief.Do(t, "PATCH", path, object{"scopes": []string{"mails:read"}}).Require(t, 403, "forbidden")
		chief.Do(t, "PATCH", path, object{"expiresAt": "2020-01-01T00:00:00Z"}).Require(t, 422, "validation_failed")
		admin.Do(t, "PATCH", path, object{"scopes": []string{"customers:read"}}).Require(t, 200)
		// It has more than the caller.
		chief.Do(t, "PATCH", path, object{"name": "mine"}).Require(t, 403, "forbidden")

		// A key makes no keys, and is no user; it outlives the role of its maker.
		key := h.API.As(text)
		for _, path := range []string{keysPath, "/v1/admin/staff"} {
			key.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
		key.Do(t, "GET", "/v1/users/me", nil).Require(t, 401, "unauthenticated")
		key.Do(t, "POST", "/v1/auth/logout", nil).Require(t, 401, "unauthenticated")
		admin.Do(t, "DELETE", "/v1/admin/staff/"+chief.ID, nil).Require(t, 200)
		key.Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		chief.Do(t, "DELETE", path, nil).Require(t, 403)
	})
}

// What a key does carries its id: disabling a customer, which needs no more; the staff it leaves
// alone.
func TestActorOfAnAPIKey(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, ada := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		keyID, text := admin.key(t, "customers:write")
		key := h.API.As(text)
		key.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"disabled": true}).Require(t, 200)
		key.Do(t, "PATCH", "/v1/admin/users/"+admin.ID, object{"disabled": true}).Require(t, 403, "forbidden")
		key.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"role": "admin"}).Require(t, 403, "forbidden")
		var actors []string
		if err := h.DB.Raw("SELECT actor FROM events WHERE name = 'identity.access_changed.v1'").Scan(&actors).Error; err != nil ||
			len(actors) != 1 || actors[0] != "key:"+keyID {
			t.Errorf("%v, %v", actors, err)
		}
	})
}

// On every process an edit and a revocation count within a second, and so does a new key.
func TestAPIKeysCountWithinASecond(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		keyID, text := admin.key(t, "customers:read")
		processes := h.processes(t)
		everywhere := func(status int) {
			t.Helper()
			for _, p := range processes {
				kit.Within(t, revocationTime, fmt.Sprint("the key gets ", status), func() error {
					if a := p.API.As(text).Do(t, "GET", "/v1/admin/users", nil); a.Status != status {
						return fmt.Errorf("status %d", a.Status)
					}
					return nil
				})
			}
		}
		everywhere(200)
		admin.Do(t, "PATCH", keysPath+"/"+keyID, object{"scopes": []string{"mails:read"}}).Require(t, 200)
		everywhere(403)
		admin.Do(t, "PATCH", keysPath+"/"+keyID, object{"scopes": []string{"customers:write"}}).Require(t, 200)
		everywhere(200)
		admin.Do(t, "DELETE", keysPath+"/"+keyID, nil).Require(t, 204)
		everywhere(401)
	})
}

// Of a revocation and many edits at once the revocation counts, whoever comes first; each edit
// before it counts once.
func TestAPIKeyRevokedWhileEdited(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		keyID, text := admin.key(t, "customers:read")
		processes := h.processes(t)
		statuses := kit.StatusesAtOnce(t, 10, func(i int) (kit.Answer, error) {
			api := processes[i%len(processes)].API.As(admin.Access)
			if i >= 8 {
				return api.Try("DELETE", keysPath+"/"+keyID, nil)
			}
			return api.Try("PATCH", keysPath+"/"+keyID, object{"scopes": []string{"customers:write"}})
		})
		if statuses[204] != 2 || statuses[200]+statuses[409] != 8 {
			t.Errorf("statuses %v", statuses)
		}
		for _, p := range processes {
			kit.Eventually(t, "the key is revoked", func() error {
				if a := p.API.As(text).Do(t, "GET", "/v1/admin/users", nil); a.Status != 401 {
					return fmt.Errorf("status %d", a.Status)
				}
				return nil
			})
		}
		k, err := apiKeyByID(h.DB, keyID)
		if err != nil || k.Version != int64(2+statuses[200]) || k.RevokedAt == nil {
			t.Errorf("%+v, %v", k, err)
		}
		admin.Do(t, "PATCH", keysPath+"/"+id.New(), object{"name": "x"}).Require(t, 404, "not_found")
	})
}

// A request with a key costs the statements of one with an access token.
func TestAnAPIKeyCostsNoStatement(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		_, text := admin.key(t, "customers:read")
		withToken := h.Statements(t, admin.API, "GET", "/v1/admin/users", nil)
		if got := h.Statements(t, h.API.As(text), "GET", "/v1/admin/users", nil); got != withToken {
			t.Errorf("%d statements, want %d", got, withToken)
		}
	})
}
