package mailer

import (
	"reflect"
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

const strangersWords = "You won! https://evil.example/win"

// inStrangersWords fills every personal text of the event. what is a pointer to it.
func inStrangersWords(what reflect.Value) {
	for i := range what.Elem().NumField() {
		field, kind := what.Elem().Field(i), what.Elem().Type().Field(i)
		switch {
		case field.Kind() == reflect.Struct && kind.Anonymous:
			inStrangersWords(field.Addr())
		case kind.Tag.Get("pii") != "true" || strings.Contains(kind.Name, "Email"):
		case field.Kind() == reflect.String:
			field.SetString(strangersWords)
		case field.Type() == reflect.TypeFor[*string]():
			field.Set(reflect.ValueOf(new(strangersWords)))
		}
	}
}

// wordsDraft makes a draft of an event whose every personal text is a stranger's.
func wordsDraft[E any](event E, draftOf func(E) draft) draft {
	inStrangersWords(reflect.ValueOf(&event))
	return draftOf(event)
}

// receivedWithoutReason is returnReceived without the reason of a deduction: staff's words.
func receivedWithoutReason(e ordering.ReturnReceived) draft {
	e.DeductReason = nil
	return returnReceived(e)
}

// Whoever orders as a guest, or applies, with another person's email writes nothing of the mails to
// that person, whatever the field.
func TestNoWordsOfAStranger(t *testing.T) {
	t.Parallel()
	o := orderOf(maria)
	o.Guest = true
	m := &mailer{Deps: Deps{Pseudonyms: kit.Pseudonyms}}
	for name, d := range map[string]draft{
		"placed":    wordsDraft(ordering.OrderPlaced{Order: o, Lines: []ordering.Line{{Name: "Moka pot", Quantity: 2}}}, orderPlaced),
		"paid":      wordsDraft(ordering.OrderPaid{Order: o, Amount: 6487}, orderPaid),
		"shipped":   wordsDraft(ordering.OrderShipped{Order: o, Items: parcel, Carrier: "DHL"}, orderShipped),
		"delivered": wordsDraft(ordering.OrderDelivered{Order: o, Items: parcel, Arrived: parcel}, orderDelivered),
		"cancelled": wordsDraft(ordering.OrderCancelled{Order: o, Reason: ordering.CancellationReasonCustomer}, orderCancelled),
		"return":    wordsDraft(ordering.ReturnRequested{Order: o, Items: parcel}, returnRequested),
		"received":  wordsDraft(ordering.ReturnReceived{Order: o, Items: parcel, RefundAmount: 100}, receivedWithoutReason),
		"look-up":   wordsDraft(ordering.LookupRequested{Number: o.Number, GuestID: o.UserID, LookupID: id.New(), Email: maria}, orderLookup),
		"applied":   wordsDraft(wholesale.ApplicationSubmitted{TrackingID: "WHS-1", ContactEmail: maria}, m.applicationReceived),
	} {
		if d.To != maria {
			t.Errorf("%s: to %q", name, d.To)
		}
		got, err := testRenderer().render(makeEmail(t, d, id.New(), time.Unix(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"You won", "evil.example"} {
			if strings.Contains(got.Subject+got.text(), part) {
				t.Errorf("%s: %q in\n%s", name, part, got.text())
			}
		}
	}
}

// What staff write to a guest is in the mail, and a business's name that could be a link is not.
func TestWordsOfTheStaff(t *testing.T) {
	t.Parallel()
	o := orderOf(maria)
	o.Guest = true
	m := &mailer{Deps: Deps{Pseudonyms: kit.Pseudonyms}}
	requireWording(t, map[string]wording{
		"cancelled": {
			orderCancelled(ordering.OrderCancelled{Order: o, Reason: "admin", Note: new("It broke.")}), []string{"> It broke."}, []string{"Maria"},
		},
		"rejected": {
			returnDecided(ordering.ReturnDecided{Order: o, Items: parcel, Status: "rejected", Reason: new("It was used.")}),
			[]string{"> It was used."}, []string{"Maria"},
		},
		"application": {
			m.applicationRejected(wholesale.ApplicationRejected{
				TrackingID: "WHS-1", BusinessName: "evil.example", ContactEmail: maria, Reason: "No.",
			}),
			[]string{"> No."}, []string{"evil"},
		},
		"business": {
			m.applicationRejected(wholesale.ApplicationRejected{
				TrackingID: "WHS-1", BusinessName: "Kaffeehaus Nord", ContactEmail: maria, Reason: "No.",
			}),
			[]string{"Kaffeehaus Nord"}, nil,
		},
	})
}
