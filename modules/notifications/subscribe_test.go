package notifications

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	reviews "orderd/modules/reviews/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/room"
)

func TestKinds(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		applicationID, entryID, now := id.New(), id.New(), clock.System().Now()
		productID, ofOrder := id.New(), func(name, value string) map[string]any {
			data := map[string]any{"orderId": applicationID, "orderNumber": "ORD-4071826651"}
			if name != "" {
				data[name] = value
			}
			return data
		}
		by := func(p person) ordering.Order {
			return ordering.Order{OrderID: applicationID, Number: "ORD-4071826651", UserID: p.id, Locale: "en", PaymentMethod: "card", Total: 123_456}
		}
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
					DecidedBy: id.New(), Reason: "Nur für Händler.", BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactEmail: strings.ToUpper(p.email), AddressID: kit.AddressID(p.email)}
			}, false, data, "WHS-40718266519342 wurde abgelehnt: Nur für Händler."},
			"wholesale_question": {func(p person) eventbus.Event {
				return wholesale.InfoRequested{ApplicationID: applicationID, TrackingID: "WHS-40718266519342", Locale: "en",
					AskedBy: id.New(), Question: "Was?", BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactEmail: p.email, AddressID: kit.AddressID(p.email)}
			}, false, data, "WHS-40718266519342: Was?"},
			"wholesale_application": {func(p person) eventbus.Event {
				return wholesale.ApplicationSubmitted{ApplicationID: applicationID, TrackingID: "WHS-40718266519342", Locale: "en", SubmittedAt: now,
					BusinessName: "Some Ltd", ContactFullName: "Some Body", ContactPhone: "1", ContactEmail: p.email, AddressID: kit.AddressID(p.email)}
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

			"order_placed":   {func(p person) eventbus.Event { return ordering.OrderPlaced{Order: by(p)} }, false, ofOrder("", ""), "ORD-4071826651 über 1.234,56 €."},
			"order_paid":     {func(p person) eventbus.Event { return ordering.OrderPaid{Order: by(p), Amount: 500} }, false, ofOrder("", ""), "5,00 €"},
			"payment_failed": {func(p person) eventbus.Event { return ordering.OrderPaymentFailed{Order: by(p)} }, false, ofOrder("", ""), "hat nicht geklappt"},
			"order_shipped": {func(p person) eventbus.Event {
				return ordering.OrderShipped{Order: by(p), ShipmentID: entryID, Carrier: "DHL", TrackingNumber: "0034"}
			}, false, ofOrder("shipmentId", entryID), "mit DHL: 0034"},
			"order_delivered": {func(p person) eventbus.Event {
				return ordering.OrderDelivered{Order: by(p), ShipmentID: entryID, Arrived: []ordering.ShipmentItem{{Name: "Moka pot", Quantity: 1}}}
			}, false, ofOrder("shipmentId", entryID), "ORD-4071826651"},
			"order_cancelled": {func(p person) eventbus.Event { return ordering.OrderCancelled{Order: by(p)} }, false, ofOrder("", ""), "wurde storniert"},
			"order_refunded": {func(p person) eventbus.Event {
				return ordering.RefundSettled{Order: by(p), RefundID: entryID, Amount: 500, Status: "succeeded", Implied: true}
			}, false, ofOrder("refundId", entryID), "5,00 €"},
			"refund_failed": {func(p person) eventbus.Event {
				return ordering.RefundSettled{Order: by(p), RefundID: entryID, Amount: 500, Status: "failed"}
			}, true, ofOrder("refundId", entryID), "5,00 €"},
			"return_approved": {func(p person) eventbus.Event {
				return ordering.ReturnDecided{Order: by(p), ReturnID: entryID, Status: "approved"}
			}, false, ofOrder("returnId", entryID), "Bitte senden"},
			"return_rejected": {func(p person) eventbus.Event {
				return ordering.ReturnDecided{Order: by(p), ReturnID: entryID, Status: "rejected", Reason: new("Es wurde benutzt.")}
			}, false, ofOrder("returnId", entryID), "möchten: Es wurde benutzt."},
			"return_received": {func(p person) eventbus.Event { return ordering.ReturnReceived{Order: by(p), ReturnID: entryID} }, false, ofOrder("returnId", entryID), "bei uns eingegangen"},
			"payment_mismatched": {func(person) eventbus.Event {
				return payments.PaymentMismatched{PaymentID: entryID, OrderID: applicationID, ProviderID: "pi_1", Asked: 4990, Received: 4900}
			}, true, map[string]any{"orderId": applicationID, "providerId": "pi_1"}, "pi_1 beim Zahlungsanbieter brachte 49,00 € für eine Bestellung, die 49,90 € verlangt."},
			"low_stock": {func(person) eventbus.Event {
				return ordering.StockLow{VariantID: entryID, ProductID: productID, SKU: "MOKA-6", Name: "Mokakanne", Available: 5}
			}, true, map[string]any{"variantId": entryID, "productId": productID, "sku": "MOKA-6"}, "Von Mokakanne (MOKA-6) sind noch 5"},
		}
		if got, want := slices.Sorted(maps.Keys(rows)), slices.DeleteFunc(slices.Sorted(maps.Keys(texts)), func(kind string) bool {
			return kind == "return_requested" || kind == "new_return" // one event, see TestAReturnTellsItsBuyerAndTheAdmins
		}); !slices.Equal(got, want) {
			t.Errorf("tested are %v, texts are %v", got, want)
		}
		for kind, row := range rows {
			user, admin, other := join(t, r, identity.RoleCustomer, "de"), join(t, r, identity.RoleAdmin, "de"), join(t, r, identity.RoleCustomer, "de")
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
		p := join(t, r, identity.RoleCustomer, "en")
		apply := func() {
			t.Helper()
			r.Publish(t, wholesale.ApplicationSubmitted{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", SubmittedAt: clock.System().Now(),
				BusinessName: "x", ContactFullName: "x", ContactPhone: "x", ContactEmail: "x@example.com", AddressID: kit.AddressID("x@example.com")})
		}
		const english, german = "New wholesale application", "Neuer Großhandelsantrag"
		for _, step := range []struct {
			event eventbus.Event
			want  []string
		}{
			{identity.RoleChanged{UserID: p.id, Role: identity.RoleAdmin}, []string{english}},
			{identity.ProfileChanged{UserID: p.id, Locale: "de", Email: p.email, FullName: "x"}, []string{german, english}},
			{identity.AccessChanged{UserID: p.id, Disabled: true}, []string{german, english}},
			{identity.AccessChanged{UserID: p.id}, []string{german, german, english}},
			{identity.RoleChanged{UserID: p.id, Role: identity.RoleCustomer}, []string{german, german, english}},
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
		join(t, r, identity.RoleCustomer, "en")
		for _, address := range []string{"nobody@example.com", ""} { // blank: it was erased meanwhile
			r.Publish(t, wholesale.InfoRequested{ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", AskedBy: id.New(), Question: "?", ContactEmail: address, AddressID: kit.AddressID(address)})
		}
		var items int64
		if err := r.DB.Model(&item{}).Count(&items).Error; err != nil || items != 0 {
			t.Errorf("%d notifications, %v", items, err)
		}
	})
}

func TestPointsThatAreTakenTellNobody(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p := join(t, r, identity.RoleCustomer, "en")
		for _, kind := range []string{"reversal", "adjustment"} {
			r.Publish(t, loyalty.PointsChanged{EntryID: id.New(), UserID: p.id, Kind: kind, Points: -10, Balance: 0})
		}
		if got := titles(t, p); len(got) != 0 {
			t.Errorf("told %v", got)
		}
	})
}

func TestAReturnTellsItsBuyerAndTheAdmins(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		buyer, admin, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleAdmin, "de"), join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, ordering.ReturnRequested{
			Order: ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: buyer.id, Locale: "en", FullName: "Ada Lovelace"}, ReturnID: id.New(), Reason: "Ada hates it.",
		})
		if got := titles(t, buyer); !slices.Equal(got, []string{"We have your return request"}) {
			t.Errorf("the buyer: %v", got)
		}
		told := admin.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200)
		if told.Text("data.0.kind") != "new_return" || told.Text("data.0.data.orderNumber") != "ORD-1" || strings.Contains(string(told.Body), "Ada") {
			t.Errorf("an admin: %s", told.Body)
		}
		if got := titles(t, other); len(got) != 0 {
			t.Errorf("somebody else: %v", got)
		}
	})
}

func TestWhatAnotherEventTellsIsNotToldAgain(t *testing.T) {
	each(t, func(t *testing.T, r *room.Room) {
		p, admin := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleAdmin, "en")
		o := ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: p.id, Locale: "en"}
		r.Publish(t, ordering.OrderPaid{Order: o, Implied: true}, ordering.OrderDelivered{Order: o}, ordering.RefundSettled{Order: o, Status: "pending"})
		if got := append(titles(t, p), titles(t, admin)...); len(got) != 0 {
			t.Errorf("told %v", got)
		}
	})
}

// The document lists every kind, and none that there is not.
func TestKindsAreDocumented(t *testing.T) {
	t.Parallel()
	kind, _ := reflect.TypeFor[notification]().FieldByName("Kind")
	documented := strings.Split(kind.Tag.Get("enum"), ",")
	slices.Sort(documented)
	if want := slices.Sorted(maps.Keys(texts)); !slices.Equal(documented, want) {
		t.Errorf("documented %q, want %q", documented, want)
	}
}
