package notifications

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	reviews "orderd/modules/reviews/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit/room"
)

func TestKinds(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		applicationID, entryID, now := id.New(), id.New(), clock.System().Now()
		data := map[string]any{"applicationId": applicationID, "trackingId": "WHS-40718266519342"}
		rows := map[string]struct {
			event func(user person) eventbus.Event
			admin bool // it tells admins, and not the user
			data  map[string]any
			body  string // a part of it, in German
		}{
			"welcome": {func(p person) eventbus.Event { return verified(p.id) }, false, map[string]any{}, "bestätigt"},
			"wholesale_approved": {func(p person) eventbus.Event {
				return identity.WholesaleAccessGranted{UserID: p.id, ApplicationID: applicationID, TrackingID: "WHS-40718266519342",
					ChallengeID: id.New(), Locale: "en", Email: p.email, FullName: "Some Body", BusinessName: "Some Ltd"}
			}, false, data, "WHS-40718266519342 ist genehmigt"},
			"wholesale_rejected": {func(p person) eventbus.Event {
				return wholesale.ApplicationRejected{ApplicationID: applicationID, TrackingID: "WHS-40718266519342", Locale: "en", DecidedAt: now,
					DecidedBy: id.New(), Reason: "Nur für Händler.", BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactEmail: strings.ToUpper(p.email)}
			}, false, data, "WHS-40718266519342 wurde abgelehnt: Nur für Händler."},
			"wholesale_question": {func(p person) eventbus.Event {
				return wholesale.InfoRequested{ApplicationID: applicationID, TrackingID: "WHS-40718266519342", Locale: "en",
					AskedBy: id.New(), Question: "Was?", BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactEmail: p.email}
			}, false, data, "WHS-40718266519342: Was?"},
			"wholesale_application": {func(p person) eventbus.Event {
				return wholesale.ApplicationSubmitted{ApplicationID: applicationID, TrackingID: "WHS-40718266519342", Locale: "en", SubmittedAt: now,
					BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactPhone: "1", ContactEmail: p.email}
			}, true, data, "WHS-40718266519342 wartet"},
			"points_earned": {func(p person) eventbus.Event {
				return loyalty.PointsChanged{EntryID: entryID, UserID: p.id, Kind: "share", Points: 50, Balance: 670}
			}, false, map[string]any{"entryId": entryID}, "50 Punkte erhalten. Ihr Stand ist jetzt 670"},
			"points_redeemed": {func(p person) eventbus.Event {
				return loyalty.PointsChanged{EntryID: entryID, UserID: p.id, Kind: "redeem", Points: -500, Balance: 120}
			}, false, map[string]any{"entryId": entryID}, "500 Punkte sind jetzt ein Gutschein. Es bleiben 120"},
			"review_hidden": {func(p person) eventbus.Event {
				reason := "Es geht um ein anderes Produkt."
				return reviews.ReviewSaved{ReviewID: applicationID, ProductID: entryID, UserID: p.id, Change: "hidden", Rating: 2, Reason: &reason}
			}, false, map[string]any{"reviewId": applicationID, "productId": entryID}, "ausgeblendet: Es geht um ein anderes Produkt."},
		}
		if got, want := slices.Sorted(maps.Keys(rows)), slices.Sorted(maps.Keys(texts)); !slices.Equal(got, want) {
			t.Errorf("tested are %v, texts are %v", got, want)
		}
		for kind, row := range rows {
			user, admin, other := join(t, r, auth.RoleCustomer, "de"), join(t, r, auth.RoleAdmin, "de"), join(t, r, auth.RoleCustomer, "de")
			r.Publish(t, row.event(user))
			told, untold := user, admin
			if row.admin {
				told, untold = admin, user
			}
			got := told.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200)
			if got.Number("meta.total") != 1 || got.Number("unreadCount") != 1 || got.Text("data.0.kind") != kind ||
				got.Text("data.0.title") != texts[kind]["de"].Title || !strings.Contains(got.Text("data.0.body"), row.body) ||
				fmt.Sprint(got.At("data.0.data")) != fmt.Sprint(row.data) || got.At("data.0.readAt") != nil {
				t.Errorf("%s: %s", kind, got.Body)
			}
			for _, p := range []person{untold, other} {
				if got := titles(t, p); len(got) != 0 {
					t.Errorf("%s told somebody else %v", kind, got)
				}
			}
		}
	})
}

func TestAnAccountThatIsNotKnownYetIsToldInTheLanguageOfTheEvent(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		api, userID := r.As(t, auth.RoleCustomer)
		e := verified(userID)
		e.Locale = "de"
		r.Publish(t, e)
		if got := titles(t, person{api: api}); !slices.Equal(got, []string{"Willkommen"}) {
			t.Errorf("got %v", got)
		}
	})
}

func TestWhoIsToldAndInWhichLanguageFollowsTheAccount(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, auth.RoleCustomer, "en")
		apply := func() {
			t.Helper()
			r.Publish(t, wholesale.ApplicationSubmitted{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", SubmittedAt: clock.System().Now(),
				BusinessName: "x", ContactFullName: "x", ContactPhone: "x", ContactEmail: "x@example.com"})
		}
		const english, german = "New wholesale application", "Neuer Großhandelsantrag"
		for _, step := range []struct {
			event eventbus.Event
			want  []string
		}{
			{identity.RoleChanged{UserID: p.id, Role: auth.RoleAdmin}, []string{english}},
			{identity.ProfileChanged{UserID: p.id, Locale: "de", Email: p.email, FullName: "x"}, []string{german, english}},
			{identity.AccessChanged{UserID: p.id, Disabled: true}, []string{german, english}},
			{identity.AccessChanged{UserID: p.id}, []string{german, german, english}},
			{identity.RoleChanged{UserID: p.id, Role: auth.RoleCustomer}, []string{german, german, english}},
		} {
			r.Publish(t, step.event)
			apply()
			if got := titles(t, p); !slices.Equal(got, step.want) {
				t.Errorf("after %+v: %v, want %v", step.event, got, step.want)
			}
		}
	})
}

func TestNobodyIsToldWhatTheAddressOfNobodyIsAbout(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		join(t, r, auth.RoleCustomer, "en")
		for _, address := range []string{"nobody@example.com", ""} { // blank: it was erased meanwhile
			r.Publish(t, wholesale.InfoRequested{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", AskedBy: id.New(), Question: "?", ContactEmail: address})
		}
		var items int64
		if err := r.DB.Model(&item{}).Count(&items).Error; err != nil || items != 0 {
			t.Errorf("%d notifications, %v", items, err)
		}
	})
}

func TestPointsThatAreTakenTellNobody(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, auth.RoleCustomer, "en")
		for _, kind := range []string{"reversal", "adjustment"} {
			r.Publish(t, loyalty.PointsChanged{EntryID: id.New(), UserID: p.id, Kind: kind, Points: -10, Balance: 0})
		}
		if got := titles(t, p); len(got) != 0 {
			t.Errorf("told %v", got)
		}
	})
}
