package httpapi_test

import (
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// Staff and keys that are refused what they may not do, and keys that are none, have lines, ten an
// actor and minute. Customers have none.
func TestRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	core, log := observer.New(zapcore.WarnLevel)
	b := plain(t, func(o *httpapi.Options) { o.Log = zap.New(core) })
	key, keyID := b.key(t, "things:read")
	const approve = "/v1/admin/things/x/approve"
	b.customer(t).Do(t, "POST", approve, nil).Require(t, 403)
	b.api(t).As("nonsense").Do(t, "POST", approve, nil).Require(t, 401)
	if n := log.FilterMessage("refused").Len(); n != 0 {
		t.Errorf("%d lines about who is no staff", n)
	}
	staff := auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "things:read"}
	token, _, err := b.auth.Issue(staff)
	if err != nil {
		t.Fatal(err)
	}
	b.api(t).As(token).Do(t, "POST", approve, nil).Require(t, 403)
	key.Do(t, "POST", approve, nil).Require(t, 403)
	b.api(t).As(auth.NewKey()).Do(t, "POST", approve, nil).Require(t, 401)
	lines := log.FilterMessage("refused").All()
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, want := range []struct{ actor, code, scope string }{
		{staff.Actor(), "forbidden", "things:approve"}, {"key:" + keyID, "forbidden", "things:approve"},
		{"key of 127.0.0.0/24", "unauthenticated", ""},
	} {
		f := lines[i].ContextMap()
		if f["actor"] != want.actor || f["code"] != want.code || f["required_scope"] != want.scope || f["request_id"] == "" ||
			f["method"] != "POST" || f["route"] != "/v1/admin/things/{id}/approve" {
			t.Errorf("%v", f)
		}
	}
	for range 20 {
		key.Do(t, "POST", approve, nil).Require(t, 403)
	}
	ofKey := func() int { return log.FilterField(zap.String("actor", "key:"+keyID)).Len() }
	if n := ofKey(); n != 10 || log.FilterField(zap.Bool("more_are_not_logged", true)).Len() != 1 {
		t.Errorf("%d lines in a minute", n)
	}
	b.clock.Advance(time.Minute)
	key.Do(t, "POST", approve, nil).Require(t, 403)
	if n := ofKey(); n != 11 {
		t.Errorf("%d lines a minute later", n)
	}
}
