package storefront

import (
	"maps"
	"net/http"
	"reflect"
	"testing"
	"time"
)

// Days are those where the shop is.
func TestDaysOfTheShop(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	f.api.change("/v1/orders/"+cupID, func(o object) {
		maps.Copy(o, object{
			"number": "ORD-1", "placedAt": "2026-11-24T23:30:00Z", "allowedActions": []string{"return", "withdraw"},
			"returnUntil": "2026-12-24T23:30:00Z", "withdrawal": object{"until": "2026-12-08T22:59:59Z"},
			"shipments": []object{{"estimatedDeliveryAt": "2026-11-27T23:30:00Z"}},
			"payment":   object{"method": "bank_transfer", "transfer": object{"dueAt": "2026-11-30T23:30:00Z"}},
			"included": object{
				"tracking": object{"events": []object{{"status": "shipped", "occurredAt": "2026-11-26T23:30:00Z"}}},
				"returns":  []object{{"status": "approved", "createdAt": "2026-12-02T23:30:00Z"}},
			},
		})
	})
	f.api.answers["/v1/orders/"+cupID+"/invoices"] = object{
		"data": []object{{"id": "d1", "kind": "invoice", "live": true, "issuedAt": "2026-11-28T23:30:00Z"}},
	}
	f.get("/orders/"+cupID, f.guest(1)).require(t, http.StatusOK, "of 25 November 2026", "return until 25 December 2026",
		"contract until 8 December 2026", "Saturday, 28 November", "<dd>1 December 2026</dd>", "<dt>27 November 2026</dt>",
		"(3 December 2026)", "29 November 2026")
	f.api.change("/v1/products/"+cupID+"/reviews", func(list object) {
		review := review1("Ada", "Holds coffee.")
		review["createdAt"] = "2026-11-20T23:30:00Z"
		list["data"] = []object{review}
	})
	f.get("/p/cup", session{}).require(t, http.StatusOK, "21 November 2026", `"datePublished":"2026-11-21"`)
}

// The times of a list, of what is embedded in its entries and behind pointers are among them.
func TestPutInZone(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 24, 23, 30, 0, 0, time.UTC)
	answer := struct {
		Data  []ownReview
		Found *application
		None  *application
		Cards []card
	}{Data: []ownReview{{review: review{CreatedAt: at}}}, Found: &application{DecidedAt: &at}, Cards: []card{{text: "{}"}}}
	putInZone(reflect.ValueOf(&answer), berlin)
	for _, got := range []time.Time{answer.Data[0].CreatedAt, *answer.Found.DecidedAt} {
		if got.Day() != 25 || !got.Equal(at) {
			t.Errorf("%v", got)
		}
	}
	if hasTimes(reflect.TypeFor[productList]()) || !hasTimes(reflect.TypeFor[order]()) {
		t.Error("cards have times, or an order has none")
	}
}
