package notifications

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	mailer "orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	reviews "orderd/modules/reviews/events"
	shop "orderd/modules/shop/events"
	webhooks "orderd/modules/webhooks/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// Ids and numbers in the events of this file.
var (
	orderID, productID, otherID = id.New(), id.New(), id.New()
	orderIDs                    = ids{"orderId": orderID, "orderNumber": "ORD-4071826651"}
)

func orderOf(a account) ordering.Order {
	return ordering.Order{
		OrderID: orderID, Number: "ORD-4071826651", UserID: a.id, Locale: "en", PaymentMethod: "card", Total: 123_456,
	}
}

// withID are the ids of the order and one more.
func withID(name, value string) ids {
	all := maps.Clone(orderIDs)
	all[name] = value
	return all
}

// notified is an event and the notification that it has.
type notified struct {
	event eventbus.Event
	data  ids
	body  string // a part of it, in German
}

// byAccounts are the notifications of other modules than ordering, by kind.
func byAccounts(a account) map[kind]notified {
	applicationIDs := ids{"applicationId": otherID, "trackingId": "WHS-1"}
	hidden := "Es geht um ein anderes Produkt."
	return map[kind]notified{
		kindWelcome: {verified(a.id), ids{}, "bestätigt"},
		kindWholesaleApproved: {
			identity.WholesaleAccessGranted{
				UserID: a.id, ApplicationID: otherID, TrackingID: "WHS-1", ChallengeID: id.New(), Locale: "en",
				Email: a.email, FullName: "Ada Lovelace", BusinessName: "Some Ltd",
			},
			applicationIDs, "WHS-1 ist genehmigt",
		},
		kindWholesaleRejected: {
			wholesale.ApplicationRejected{
				ApplicationID: otherID, TrackingID: "WHS-1", Locale: "en", DecidedBy: id.New(), Reason: "Nur für Händler.",
				ContactEmail: strings.ToUpper(a.email), AddressID: kit.AddressID(a.email),
			},
			applicationIDs, "WHS-1 wurde abgelehnt: Nur für Händler.",
		},
		kindWholesaleQuestion: {
			wholesale.InfoRequested{
				ApplicationID: otherID, TrackingID: "WHS-1", Locale: "en", AskedBy: id.New(), Question: "Was?",
				ContactEmail: a.email, AddressID: kit.AddressID(a.email),
			},
			applicationIDs, "WHS-1: Was?",
		},
		kindPointsEarned: {
			loyalty.PointsChanged{EntryID: otherID, UserID: a.id, Kind: "share", Points: 50, Balance: 670},
			ids{"entryId": otherID}, "Erhaltene Punkte: 50. Ihr Stand ist jetzt 670",
		},
		kindPointsRedeemed: {
			loyalty.PointsChanged{EntryID: otherID, UserID: a.id, Kind: "redeem", Points: -500, Balance: 120},
			ids{"entryId": otherID}, "500 Punkte sind jetzt ein Gutschein. Verbleibende Punkte: 120",
		},
		kindReviewHidden: {
			reviews.ReviewSaved{ReviewID: otherID, ProductID: productID, UserID: a.id, Change: "hidden", Rating: 2, Reason: &hidden},
			ids{"reviewId": otherID, "productId": productID}, "ausgeblendet: Es geht um ein anderes Produkt.",
		},
	}
}

// byOrders are the notifications of a buyer, by kind.
func byOrders(a account) map[kind]notified {
	o := orderOf(a)
	arrived := []ordering.ShipmentItem{{Name: "Moka pot", Quantity: 1}}
	return map[kind]notified{
		kindOrderPlaced:   {ordering.OrderPlaced{Order: o}, orderIDs, "ORD-4071826651 über 1.234,56 €."},
		kindOrderPaid:     {ordering.OrderPaid{Order: o, Amount: 500}, orderIDs, "5,00 €"},
		kindPaymentFailed: {ordering.OrderPaymentFailed{Order: o}, orderIDs, "hat nicht geklappt"},
		kindOrderShipped: {
			ordering.OrderShipped{Order: o, ShipmentID: otherID, Carrier: "DHL", TrackingNumber: "0034"},
			withID("shipmentId", otherID), "mit DHL: 0034",
		},
		kindOrderDelivered: {
			ordering.OrderDelivered{Order: o, ShipmentID: otherID, Arrived: arrived},
			withID("shipmentId", otherID), "ORD-4071826651",
		},
		kindOrderCancelled: {ordering.OrderCancelled{Order: o}, orderIDs, "wurde storniert"},
		kindItemsCancelled: {ordering.ItemsCancelled{Order: o}, orderIDs, "nicht schicken"},
		kindOrderRefunded: {
			ordering.RefundSettled{Order: o, RefundID: otherID, Amount: 500, Status: "succeeded", Implied: true},
			withID("refundId", otherID), "5,00 €",
		},
		kindReturnApproved: {
			ordering.ReturnDecided{Order: o, ReturnID: otherID, Status: "approved"},
			withID("returnId", otherID), "Bitte senden",
		},
		kindReturnRejected: {
			ordering.ReturnDecided{Order: o, ReturnID: otherID, Status: "rejected", Reason: new("Es wurde benutzt.")},
			withID("returnId", otherID), "möchten: Es wurde benutzt.",
		},
		kindReturnReceived: {
			ordering.ReturnReceived{Order: o, ReturnID: otherID}, withID("returnId", otherID), "bei uns eingegangen",
		},
	}
}

// toAllAdmins are the notifications of admins, by kind. a is the user whom the events are about.
func toAllAdmins(a account) map[kind]notified {
	application := applied(otherID, a.email)
	return map[kind]notified{
		kindWholesaleApplication: {application, ids{"applicationId": otherID, "trackingId": "WHS-1"}, "WHS-1 wartet"},
		kindNewWithdrawal:        withdrawalWaits(),
		kindRefundFailed: {
			ordering.RefundSettled{Order: orderOf(a), RefundID: otherID, Amount: 500, Status: "failed"},
			withID("refundId", otherID), "5,00 €",
		},
		kindPaymentMismatched: {
			payments.PaymentMismatched{PaymentID: otherID, OrderID: orderID, ProviderID: "pi_1", Asked: 4990, Received: 4900},
			ids{"orderId": orderID, "providerId": "pi_1"},
			"pi_1 beim Zahlungsanbieter brachte 49,00 € für eine Bestellung, die 49,90 € verlangt.",
		},
		kindPaymentDisputed: {
			ordering.PaymentDisputed{Order: orderOf(a), Status: ordering.DisputeStatusOpen, Amount: 500},
			withID("orderId", orderID), "der Bestellung ORD-4071826651 beanstandet die Zahlung von 5,00 €",
		},
		kindRefundToSend: {
			ordering.RefundRequested{Order: orderOf(a), RefundID: otherID, Amount: 500, Channel: ordering.RefundChannelManual},
			withID("refundId", otherID), "5,00 € zur Bestellung ORD-4071826651 sind von Hand",
		},
		kindParcelBack: {
			ordering.ShipmentTracked{Order: orderOf(a), ShipmentID: otherID, Status: ordering.TrackingStatusReturnToSender},
			withID("shipmentId", otherID), "konnte nicht zugestellt werden",
		},
		kindMailFailed: {
			mailer.EmailFailed{EmailID: otherID, Kind: mailer.KindOrderPlaced, Attempts: 9},
			ids{"mailId": otherID}, "Nach 9 Versuchen ist eine Mail (order_placed)",
		},
		kindLowStock: {
			ordering.StockLow{VariantID: otherID, ProductID: productID, SKU: "MOKA-6", Name: "Mokakanne", Available: 5},
			ids{"variantId": otherID, "productId": productID, "sku": "MOKA-6"}, "Von Mokakanne (MOKA-6) sind noch 5",
		},
		kindWebhookFailing: {
			webhooks.EndpointFailing{EndpointID: otherID, Host: "hooks.example.com"},
			ids{"endpointId": otherID}, "hooks.example.com antwortet seit einer Stunde nicht",
		},
		kindWebhookDisabled: {
			webhooks.EndpointDisabled{EndpointID: otherID, Host: "hooks.example.com", Reason: webhooks.DisabledByFailures},
			ids{"endpointId": otherID}, "hooks.example.com hat 72 Stunden",
		},
	}
}

// withdrawalWaits is a withdrawal whose order staff are to find.
func withdrawalWaits() notified {
	return notified{event: ordering.WithdrawalDeclared{
		Withdrawal: ordering.Withdrawal{WithdrawalID: otherID, OrderNumber: "ORD-4071826651", UserID: otherID, Locale: "en"},
		State:      ordering.WithdrawalStateReceived,
	}, data: ids{"withdrawalId": otherID}, body: "Vertrag widerrufen"}
}

// Each event notifies whom it concerns, in the language of the account.
func TestKinds(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		// These have a test of their own.
		tested := []kind{kindReturnRequested, kindNewReturn, kindOrderNew, kindPaymentReceived}
		for _, table := range []struct {
			rows    func(account) map[kind]notified
			toAdmin bool
		}{{byAccounts, false}, {byOrders, false}, {toAllAdmins, true}} {
			for k := range table.rows(account{}) {
				tested = append(tested, k)
				user, admin, other := join(t, r, identity.RoleCustomer, "de"), join(t, r, identity.RoleAdmin, "de"),
					join(t, r, identity.RoleCustomer, "de")
				row := table.rows(user)[k]
				r.Publish(t, row.event)
				if table.toAdmin {
					user, admin = admin, user
				}
				requireNotified(t, user, k, row)
				requireTitles(t, string(k), admin, alsoToStaff[k]...)
				requireTitles(t, string(k), other)
			}
		}
		slices.Sort(tested)
		if want := slices.Sorted(maps.Keys(templates)); !slices.Equal(tested, want) {
			t.Errorf("tested are %v, the templates are %v", tested, want)
		}
	})
}

// alsoToStaff are the notices that events of buyers have, too.
var alsoToStaff = map[kind][]string{
	kindOrderPlaced: {"Neue Bestellung ORD-4071826651"}, kindOrderPaid: {"Bestellung ORD-4071826651 ist bezahlt"},
}

// A refund that waits for days is to be sent still.
func TestAReminderOfARefund(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		buyer, admin := join(t, r, identity.RoleCustomer, "de"), join(t, r, identity.RoleAdmin, "de")
		row := toAllAdmins(buyer)[kindRefundToSend]
		row.event = ordering.RefundOverdue{Order: orderOf(buyer), RefundID: otherID, Amount: 500}
		r.Publish(t, row.event)
		requireNotified(t, admin, kindRefundToSend, row)
		requireTitles(t, "the buyer", buyer)
	})
}

// What concerns the staff goes to the holders of one scope.
func TestNoticesOfTheStaff(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		buyer := join(t, r, identity.RoleCustomer, "en")
		rows := toAllAdmins(buyer)
		rows[kindNewReturn] = notified{event: ordering.ReturnRequested{Order: orderOf(buyer), ReturnID: otherID}}
		rows[kindOrderNew] = notified{event: ordering.OrderPlaced{Order: orderOf(buyer)}}
		rows[kindPaymentReceived] = notified{event: ordering.OrderPaid{Order: orderOf(buyer), Amount: 500}}
		members := map[string]account{}
		scopes := "wholesale:decide refunds:write stock:read webhooks:write orders:read orders:write payments:read mails:read"
		for scope := range strings.FieldsSeq(scopes) {
			a, roleID := join(t, r, identity.RoleCustomer, "en"), id.New()
			r.Publish(t,
				identity.RoleSaved{RoleID: roleID, Name: scope, Scopes: []string{scope}},
				identity.RoleChanged{UserID: a.id, Role: identity.RoleStaff, RoleID: roleID},
			)
			members[scope] = a
		}
		for k, scope := range map[kind]string{
			kindWholesaleApplication: "wholesale:decide", kindRefundFailed: "refunds:write", kindPaymentMismatched: "refunds:write",
			kindNewReturn: "refunds:write", kindNewWithdrawal: "refunds:write", kindLowStock: "stock:read", kindParcelBack: "orders:write",
			kindRefundToSend:    "refunds:write",
			kindPaymentDisputed: "refunds:write", kindPaymentReceived: "payments:read", kindMailFailed: "mails:read",
			kindOrderNew: "orders:read orders:write", kindWebhookFailing: "webhooks:write", kindWebhookDisabled: "webhooks:write",
		} {
			before := map[string]int{}
			for other, a := range members {
				before[other] = len(titles(t, a))
			}
			r.Publish(t, rows[k].event)
			for holder := range strings.FieldsSeq(scope) {
				before[holder]++
			}
			for other, a := range members {
				if n := len(titles(t, a)); n != before[other] {
					t.Errorf("%s: the holder of %s has %d notices, want %d", k, other, n, before[other])
				}
			}
		}
	})
}

// about is the type of what the notifications of each kind are about.
var about = map[kind]string{
	kindWelcome: "account", kindOrderPlaced: "order", kindOrderPaid: "order", kindPaymentFailed: "order", kindOrderShipped: "order",
	kindOrderDelivered: "order", kindOrderCancelled: "order", kindItemsCancelled: "order", kindOrderRefunded: "order",
	kindRefundFailed: "order", kindPaymentMismatched: "order",
	kindReturnRequested: "return", kindReturnApproved: "return", kindReturnRejected: "return", kindReturnReceived: "return",
	kindNewReturn: "return", kindNewWithdrawal: "withdrawal", kindPointsEarned: "loyalty_entry", kindPointsRedeemed: "loyalty_entry",
	kindWholesaleApproved: "application", kindWholesaleRejected: "application", kindWholesaleQuestion: "application",
	kindWholesaleApplication: "application",
	kindOrderNew:             "order", kindPaymentReceived: "order", kindPaymentDisputed: "order", kindParcelBack: "order",
	kindRefundToSend: "order", kindMailFailed: "mail",
	kindReviewHidden: "review", kindLowStock: "stock", kindWebhookFailing: "webhook", kindWebhookDisabled: "webhook",
}

// Every kind says what it is about.
func TestTargets(t *testing.T) {
	t.Parallel()
	for k := range templates {
		n := notification{Kind: k, UserID: otherID, Data: ids{targets[k].Field: otherID}}
		if got := n.targeted(); about[k] == "" || got["type"] != about[k] || got["id"] != otherID {
			t.Errorf("%s: %v, want the type %s", k, got, about[k])
		}
		if len(n.Data) != 1 {
			t.Errorf("%s: what is stored became %v", k, n.Data)
		}
	}
}

// requireNotified checks that the account has the notification and no other.
func requireNotified(t *testing.T, a account, k kind, want notified) {
	t.Helper()
	got := a.api.Do(t, "GET", inboxPath, nil).Require(t, 200)
	for path, value := range map[string]any{
		"meta.total": 1.0, "unreadCount": 1.0, "data.0.kind": string(k), "data.0.title": templates[k]["de"].Title, "data.0.readAt": nil,
	} {
		if got := got.At(path); got != value {
			t.Errorf("%s: %s is %v, want %v", k, path, got, value)
		}
	}
	data := ids{"type": about[k], "id": map[string]string{"account": a.id, "order": orderID}[about[k]]}
	if data["id"] == "" {
		data["id"] = otherID
	}
	maps.Copy(data, want.data)
	if got := got.At("data.0.data"); fmt.Sprint(got) != fmt.Sprint(map[string]any(data)) {
		t.Errorf("%s: the data is %v, want %v", k, got, data)
	}
	if body := got.Text("data.0.body"); !strings.Contains(body, want.body) {
		t.Errorf("%s: no %q in %q", k, want.body, body)
	}
}

// An account that the copy of users does not have yet is notified in the language of the event.
func TestLocaleOfAnUnknownAccount(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		api, userID := r.As(t, auth.RoleCustomer)
		e := verified(userID)
		e.Locale = "de"
		r.Publish(t, e)
		requireTitles(t, "the user", account{api: api}, "Willkommen")
	})
}

// Who speaks a language that the shop no longer does is notified in the shop's, as mails are.
func TestTheLanguageIsOneOfTheShops(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "de")
		for i, locales := range [][]string{{"de", "en"}, {"en"}} {
			english := shop.Profile{Locale: "en", Locales: locales}
			r.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: int64(i + 1), After: kit.JSON(t, english)})
			r.Publish(t, identity.EmailVerified{UserID: a.id, Locale: "de", VerifiedAt: clock.System().Now(), Email: a.email, FullName: "Ada"})
		}
		if got := titles(t, a); len(got) != 2 || !strings.HasPrefix(got[0], "Welcome") || !strings.HasPrefix(got[1], "Willkommen") {
			t.Errorf("%q", got)
		}
	})
}

// The settings of a shop that has some come from the log, and a start does not wait for them.
func TestTheShopIsOlderThanItsNotifications(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		for version := range int64(3) {
			r.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: version + 1, After: kit.JSON(t, shop.Profile{Locale: "en"})})
		}
		stored := func() (all []copies.Row) {
			if err := r.DB.Table(settingsTable).Find(&all).Error; err != nil {
				t.Fatal(err)
			}
			return all
		}
		copied := stored()
		text, err := migrations.ReadFile("migrations/" + database.Dialect(r.DB) + "/00007_settings.sql")
		if err != nil {
			t.Fatal(err)
		}
		_, seed, _ := strings.Cut(string(text), "come from the log.\n")
		for _, sql := range []string{"DELETE FROM " + settingsTable, seed} {
			if err := r.DB.Exec(sql).Error; err != nil {
				t.Fatal(err)
			}
		}
		seeded := stored()
		if len(seeded) != 1 || seeded[0].Version != 3 || seeded[0].Seq != copied[0].Seq || !strings.Contains(seeded[0].Value, `"en"`) {
			t.Errorf("%+v, want %+v", seeded, copied)
		}
		if err := r.DB.Exec("DELETE FROM " + settingsTable).Error; err != nil {
			t.Fatal(err)
		}
		s := copies.NewStore(r.DB, r.Log)
		copySettings(s)
		if err := s.Await(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// Role, language and access of an account decide whether it is notified, and in which language.
func TestAdminsAndLocalesFollowTheAccount(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		const english, german = "New wholesale application", "Neuer Großhandelsantrag"
		for _, step := range []struct {
			event eventbus.Event
			want  []string
		}{
			{identity.RoleChanged{UserID: a.id, Role: identity.RoleAdmin}, []string{english}},
			{identity.ProfileChanged{UserID: a.id, Locale: "de", Email: a.email, FullName: "x"}, []string{german, english}},
			{identity.AccessChanged{UserID: a.id, Disabled: true}, []string{german, english}},
			{identity.AccessChanged{UserID: a.id}, []string{german, german, english}},
			{identity.RoleChanged{UserID: a.id, Role: identity.RoleCustomer}, []string{german, german, english}},
		} {
			r.Publish(t, step.event)
			r.Publish(t, applied(id.New(), "x@example.com"))
			requireTitles(t, fmt.Sprintf("after %+v", step.event), a, step.want...)
		}
	})
}

func TestAnAddressWithoutAccountIsNotNotified(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		join(t, r, identity.RoleCustomer, "en")
		for _, address := range []string{"unknown@example.com", ""} { // blank: it was erased
			r.Publish(t, wholesale.InfoRequested{
				ApplicationID: id.New(), TrackingID: "WHS-1", Locale: "en", AskedBy: id.New(), Question: "?",
				ContactEmail: address, AddressID: kit.AddressID(address),
			})
		}
		var found int64
		if err := r.DB.Model(&notification{}).Count(&found).Error; err != nil || found != 0 {
			t.Errorf("%d notifications, %v", found, err)
		}
	})
}

func TestPointsThatAreTakenBackDoNotNotify(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		for _, kind := range []loyalty.EntryKind{loyalty.EntryReversal, loyalty.EntryAdjustment} {
			r.Publish(t, loyalty.PointsChanged{EntryID: id.New(), UserID: a.id, Kind: kind, Points: -10, Balance: 0})
		}
		requireTitles(t, "the user", a)
	})
}

func TestAReturnNotifiesItsBuyerAndTheAdmins(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		buyer, admin, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleAdmin, "de"),
			join(t, r, identity.RoleCustomer, "en")
		o := orderOf(buyer)
		o.FullName = "Ada Lovelace"
		r.Publish(t, ordering.ReturnRequested{Order: o, ReturnID: otherID, Reason: "Ada hates it."})
		requireTitles(t, "the buyer", buyer, "We have your return request")
		requireTitles(t, "another user", other)
		got := admin.api.Do(t, "GET", inboxPath, nil).Require(t, 200)
		if got.Text("data.0.kind") != "new_return" || got.Text("data.0.data.orderNumber") != o.Number ||
			got.Text("data.0.data.type") != "return" || got.Text("data.0.data.id") != otherID || strings.Contains(string(got.Body), "Ada") {
			t.Errorf("an admin: %s", got.Body)
		}
	})
}

// Events that say what another one says at the same moment, or that are not final, do not notify.
func TestEventsWithoutNotification(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		user, admin := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleAdmin, "en")
		o := orderOf(user)
		r.Publish(t,
			ordering.OrderPaid{Order: o, Implied: true}, ordering.OrderDelivered{Order: o},
			ordering.RefundSettled{Order: o, Status: "pending"})
		requireTitles(t, "the user", user)
		requireTitles(t, "an admin", admin)
	})
}

// Each kind has a template.
func TestKindsHaveTemplates(t *testing.T) {
	t.Parallel()
	var have []string
	for k := range templates {
		have = append(have, string(k))
	}
	if want := kind("").Values(); !slices.Equal(slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(want))) {
		t.Errorf("templates of %q, want %q", have, want)
	}
}

// Who disables an endpoint knows it. Only one that has failed for too long notifies.
func TestOnlyAFailureOfAWebhookNotifies(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		admin := join(t, r, identity.RoleAdmin, "en")
		for _, reason := range []webhooks.DisabledReason{webhooks.DisabledByAdmin, webhooks.DisabledByGone} {
			r.Publish(t, webhooks.EndpointDisabled{EndpointID: id.New(), Host: "hooks.example.com", Reason: reason})
		}
		requireTitles(t, "the admin", admin)
		r.Publish(t, webhooks.EndpointDisabled{EndpointID: id.New(), Host: "hooks.example.com", Reason: webhooks.DisabledByFailures})
		requireTitles(t, "the admin", admin, "A webhook is disabled")
	})
}
