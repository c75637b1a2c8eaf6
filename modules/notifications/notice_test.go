package notifications

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/notifications/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// staff is a member of the staff with the scopes.
func staff(t *testing.T, r *moduletest.Runner, scopes ...string) account {
	t.Helper()
	a, roleID := join(t, r, identity.RoleCustomer, "en"), id.New()
	r.Publish(t,
		identity.RoleSaved{RoleID: roleID, Name: "Some", Scopes: scopes},
		identity.RoleChanged{UserID: a.id, Role: identity.RoleStaff, RoleID: roleID},
	)
	granted := make([]auth.Scope, len(scopes))
	for i, s := range scopes {
		granted[i] = auth.Scope(s)
	}
	a.principal.Role, a.principal.RoleID, a.principal.Scopes = auth.RoleStaff, roleID, auth.ScopesOf(granted...)
	a.signIn(t, r)
	return a
}

func placed(number string) ordering.OrderPlaced {
	return ordering.OrderPlaced{
		Order: ordering.Order{OrderID: id.New(), Number: number, UserID: id.New(), Locale: "en", PaymentMethod: "invoice", Total: 5070},
		Lines: []ordering.Line{{Quantity: 2}, {Quantity: 1}},
	}
}

func choose(kind string, inbox, mail bool) map[string]any {
	return map[string]any{"data": []map[string]any{{"kind": kind, "inbox": inbox, "mail": mail}}}
}

// Owners get mails of what needs them without having chosen so, others have chosen; each sees the
// kinds of the own scopes, and a choice of one kind changes no other.
func TestNoticesAreChosen(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		owner, packer := join(t, r, identity.RoleAdmin, "en"), staff(t, r, "orders:read")
		got := owner.api.Do(t, "GET", noticesPath, nil).Require(t, 200)
		if n := len(got.At("data").([]any)); n != len(notices) {
			t.Errorf("an owner may choose of %d kinds, want %d", n, len(notices))
		}
		got.RequireFields(t, kit.Fields{
			"data.0.kind": "order_new", "data.0.inbox": true, "data.0.mail": true, "data.10.kind": "low_stock", "data.10.mail": false,
		})
		got = packer.api.Do(t, "PUT", noticesPath, choose("order_new", false, true)).Require(t, 200)
		got.RequireFields(t, kit.Fields{"data.0.kind": "order_new", "data.0.inbox": false, "data.0.mail": true})
		if n := len(got.At("data").([]any)); n != 1 {
			t.Errorf("a packer may choose of %d kinds, want 1: %s", n, got.Body)
		}
		got = owner.api.Do(t, "PUT", noticesPath, choose("low_stock", true, true)).Require(t, 200)
		got.RequireFields(t, kit.Fields{"data.0.kind": "order_new", "data.0.mail": true, "data.10.mail": true})

		log := eventbustest.Record(t, r.DB)
		owner.api.Do(t, "PUT", noticesPath, choose("webhook_disabled", true, false)).Require(t, 200)
		chosen := eventbustest.Of[events.NoticesChosen](log)
		if len(chosen) != 1 || chosen[0].UserID != owner.id || !slices.Contains(chosen[0].Switches,
			events.Switches{Kind: "webhook_disabled", Inbox: true}) {
			t.Errorf("%+v is published", chosen)
		}
	})
}

func TestBadChoicesOfNotices(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		owner, customer := join(t, r, identity.RoleAdmin, "en"), join(t, r, identity.RoleCustomer, "en")
		for _, method := range []string{"GET", "PUT"} {
			var body any
			if method == "PUT" {
				body = choose("order_new", true, true)
			}
			r.API.Do(t, method, noticesPath, body).Require(t, 401)
			customer.api.Do(t, method, noticesPath, body).Require(t, 403)
		}
		twice := map[string]any{"data": []any{
			map[string]any{"kind": "order_new", "inbox": true, "mail": true}, map[string]any{"kind": "order_new", "inbox": true, "mail": false},
			map[string]any{"kind": "other", "inbox": true, "mail": "yes"},
		}}
		got := owner.api.Do(t, "PUT", noticesPath, twice).Require(t, 422)
		if want := []string{"/data/1/kind not_allowed", "/data/2/kind not_allowed", "/data/2/mail wrong_type"}; !sameSet(got.Pointers(), want) {
			t.Errorf("%v, want %v", got.Pointers(), want)
		}
		twice["data"] = twice["data"].([]any)[:2]
		if got := owner.api.Do(t, "PUT", noticesPath, twice).Require(t, 422); !sameSet(got.Pointers(), []string{"/data/1/kind not_allowed"}) {
			t.Errorf("twice the same kind: %v", got.Pointers())
		}
		owner.api.Do(t, "PUT", noticesPath, []byte(`{"data":`)).Require(t, 400)
	})
}

func sameSet(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// The first order is mailed at once; of what comes within five minutes one mail follows. Who wants
// no inbox gets none, who has no scope nothing.
func TestMailsOfNotices(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		owner, packer, other := join(t, r, identity.RoleAdmin, "de"), staff(t, r, "orders:read"), staff(t, r, "stock:read")
		packer.api.Do(t, "PUT", noticesPath, choose("order_new", false, false)).Require(t, 200)
		log := eventbustest.Record(t, r.DB)
		steps := []struct {
			place []string
			later time.Duration // and then the mails that are due are published
			want  string        // titles of the mail that is due then
		}{
			{[]string{"ORD-1"}, 0, "Neue Bestellung ORD-1"},
			{[]string{"ORD-2", "ORD-3"}, time.Minute, ""},
			{[]string{"ORD-4"}, 4 * time.Minute, "Neue Bestellung ORD-2, Neue Bestellung ORD-3, Neue Bestellung ORD-4"},
			{nil, 5 * time.Minute, ""},
			{[]string{"ORD-5"}, 0, "Neue Bestellung ORD-5"},
		}
		mails := 0
		for _, s := range steps {
			for _, number := range s.place {
				r.Publish(t, placed(number))
			}
			r.Clock.Advance(s.later)
			publishDue(t, r)
			due := eventbustest.Of[events.NoticesDue](log)[mails:]
			mails += len(due)
			if got := titlesOf(due); got != s.want {
				t.Errorf("after %v the mails are %q, want %q", s.later, got, s.want)
			}
			for _, e := range due {
				if e.UserID != owner.id {
					t.Errorf("a mail is due to %s", e.UserID)
				}
			}
		}
		for _, a := range []*account{&owner, &packer, &other} { // their tokens have ended: auth.TokenTTL
			a.signIn(t, r)
		}
		requireTitles(t, "the owner", owner, "Neue Bestellung ORD-5", "Neue Bestellung ORD-4", "Neue Bestellung ORD-3",
			"Neue Bestellung ORD-2", "Neue Bestellung ORD-1")
		requireTitles(t, "who wants none", packer)
		requireTitles(t, "who may not read orders", other)
	})
}

// The mail to a member of the staff is in a language that the shop speaks.
func TestMailsOfNoticesAreInALanguageOfTheShop(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		join(t, r, identity.RoleAdmin, "de")
		english := shop.Profile{Locale: "en", Locales: []string{"en"}}
		r.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, english)})
		log := eventbustest.Record(t, r.DB)
		r.Publish(t, placed("ORD-1"))
		publishDue(t, r)
		if got := titlesOf(eventbustest.Of[events.NoticesDue](log)); got != "New order ORD-1" {
			t.Errorf("the mail is %q", got)
		}
	})
}

// A replica that found a mail due, and was slower than another one, does not send the next one
// early.
func TestAMailOfNoticesIsClaimedAsOfWhenItWasFoundDue(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		owner := join(t, r, identity.RoleAdmin, "en")
		r.Publish(t, placed("ORD-1"))
		publishDue(t, r)
		log, found := eventbustest.Record(t, r.DB), r.Clock.Now()
		r.Publish(t, placed("ORD-2"))
		err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
			return publishDigest(t.Context(), tx, owner.id, found, found.Add(2*digestPause))
		})
		if due := eventbustest.Of[events.NoticesDue](log); err != nil || len(due) > 0 {
			t.Errorf("%v, %+v", err, due)
		}
	})
}

func titlesOf(due []events.NoticesDue) string {
	var all []string
	for _, e := range due {
		for _, n := range e.Notices {
			all = append(all, n.Title)
		}
	}
	return strings.Join(all, ", ")
}

// publishDue publishes what is due, as each of three replicas does at once.
func publishDue(t *testing.T, r *moduletest.Runner) {
	t.Helper()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			d := &digester{db: r.DB, clock: r.Clock, queued: background.NewSignal()}
			if err := d.publishDue(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// A mail names the first notices and counts the others. An erasure leaves nothing that waits, and
// no choice.
func TestManyNoticesAndTheErasure(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		owner, second := join(t, r, identity.RoleAdmin, "en"), join(t, r, identity.RoleAdmin, "en")
		second.api.Do(t, "PUT", noticesPath, choose("order_new", true, true)).Require(t, 200)
		r.Publish(t, placed("ORD-0"))
		publishDue(t, r) // at once; the others wait
		for i := range digestLines + 3 {
			r.Publish(t, placed(fmt.Sprintf("ORD-%d", i+1)))
		}
		r.Publish(t, identity.AccountErased{UserID: second.id})
		log := eventbustest.Record(t, r.DB)
		r.Clock.Advance(time.Hour)
		publishDue(t, r)
		due := eventbustest.Of[events.NoticesDue](log)
		if len(due) != 1 || due[0].UserID != owner.id || len(due[0].Notices) != digestLines || due[0].More != 3 {
			t.Errorf("%d mails: %+v", len(due), due)
		}
		for _, table := range []string{"notifications_mail_lines", "notifications_switches"} {
			var left int64
			if err := r.DB.Table(table).Count(&left).Error; err != nil || left != 0 {
				t.Errorf("%s has %d rows, %v", table, left, err)
			}
		}
		second.api.Do(t, "PUT", noticesPath, choose("order_new", true, true)).Require(t, 401)
	})
}
