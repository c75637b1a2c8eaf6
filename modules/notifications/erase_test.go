package notifications

import (
	"encoding/json"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		now := clock.System().Now()
		a, other := join(t, r, identity.RoleAdmin, "de"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id), verified(other.id))
		r.Publish(t, identity.AccountErased{UserID: a.id, AddressID: kit.AddressID(a.email), ErasedAt: now})
		r.Publish(t, // late
			identity.AccountCreated{UserID: a.id, Role: identity.RoleAdmin, Locale: "de", Email: a.email, FullName: "x", CreatedAt: now},
			verified(a.id),
			identity.ProfileChanged{UserID: a.id, Locale: "de", Email: a.email, FullName: "x"})

		requireTitles(t, "the erased user", a)
		requireTitles(t, "another user", other, "Welcome")
		var u user
		if err := r.DB.Take(&u, "user_id = ?", a.id).Error; err != nil {
			t.Fatal(err)
		}
		if want := (user{UserID: a.id, Role: identity.RoleCustomer, Locale: defaultLocale, Erased: true}); u != want {
			t.Errorf("the copy has %+v, want %+v", u, want)
		}
	})
}

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, verified(a.id), verified(id.New()))
		all, err := r.Module.Export(t.Context(), r.DB, a.id)
		if err != nil {
			t.Fatal(err)
		}
		if views := all.([]notificationView); len(views) != 1 || views[0].Title != "Welcome" {
			t.Errorf("got %+v", views)
		}
		nothing, err := r.Module.Export(t.Context(), r.DB, id.New())
		if err != nil {
			t.Fatal(err)
		}
		if raw, err := json.Marshal(nothing); err != nil || string(raw) != "[]" {
			t.Errorf("nothing is %s, %v", raw, err)
		}
	})
}
