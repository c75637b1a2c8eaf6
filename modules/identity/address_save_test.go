package identity

import (
	"fmt"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// orderTo is the event of a user's order to an address that they have typed and want to keep.
func orderTo(userID, line1 string, changes ...func(*ordering.OrderPlaced)) ordering.OrderPlaced {
	o := ordering.OrderPlaced{
		Order: ordering.Order{OrderID: id.New(), Number: "ORD-4071826651", UserID: userID, Locale: "en", Email: "ada@example.com",
			FullName: "Ada Lovelace"},
		Recipient: ordering.RecipientSelf, SaveAddress: true, ShipToName: "Ada King", ShipToCompany: new("Analytical Engines Ltd"),
		ShipToPhone: new("+49 30 1"), ShipToAddress: line1 + ", c/o Babbage, 10119 Berlin", ShipToCountry: "DE",
		ShipToParts: ordering.ShipToParts{ShipToLine1: &line1, ShipToLine2: new("c/o Babbage"), ShipToPostalCode: new("10119"),
			ShipToCity: new("Berlin")},
	}
	for _, change := range changes {
		change(&o)
	}
	return o
}

// The address of an order that the buyer wants to keep is in the address book, once, however often
// the event comes and the address is ordered to.
func TestAddressOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		first := orderTo(ada.ID, "Torstraße 12")
		h.Publish(t, first)
		got := ada.Do(t, "GET", addresses, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"1": nil, "0.fullName": "Ada King", "0.company": "Analytical Engines Ltd", "0.phone": "+49 30 1", "0.line1": "Torstraße 12",
			"0.line2": "c/o Babbage", "0.postalCode": "10119", "0.city": "Berlin", "0.state": nil, "0.country": "DE",
			"0.isDefault": true, "0.label": nil,
		})
		saved := events.AddressSaved{
			UserID: ada.ID, AddressID: got.Text("0.id"), IsDefault: true, FullName: "Ada King", Company: new("Analytical Engines Ltd"),
			Phone: new("+49 30 1"), Line1: "Torstraße 12", Line2: new("c/o Babbage"), City: "Berlin", PostalCode: "10119", Country: "DE",
		}
		log.RequireExactly(t, first, saved)

		silent := []eventbus.Event{
			first, // for a second time
			orderTo(ada.ID, "Torstraße 12"),
			orderTo(ada.ID, "torstraße   12"), // the same but for case and blanks
			orderTo(ada.ID, "Unter den Linden 1", func(o *ordering.OrderPlaced) { o.SaveAddress = false }),
			// One whose personal fields were erased before it arrived.
			orderTo(ada.ID, "Unter den Linden 1", func(o *ordering.OrderPlaced) { o.ShipToName, o.ShipToParts = "", ordering.ShipToParts{} }),
			orderTo(id.New(), "Torstraße 12"), // of a user who is unknown
		}
		log = eventbustest.Record(t, h.DB)
		h.Publish(t, silent...)
		log.RequireExactly(t, silent...)

		h.Publish(t, orderTo(ada.ID, "Unter den Linden 1"))
		ada.Do(t, "GET", addresses, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"2": nil, "0.isDefault": true, "1.line1": "Unter den Linden 1", "1.isDefault": false})
	})
}

// A full address book stays as it is: the order was placed.
func TestAddressOfAnOrderWithoutRoom(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		for i := range maxAddresses {
			h.Publish(t, orderTo(ada.ID, fmt.Sprint("Torstraße ", i)))
		}
		h.Publish(t, orderTo(ada.ID, "Unter den Linden 1"))
		ada.Do(t, "GET", addresses, nil).Require(t, 200).RequireFields(t, kit.Fields{"50": nil, "49.line1": "Torstraße 49"})
	})
}

// Red on PostgreSQL without the lock of the user: several find no address, and all add theirs.
func TestAddressesOfOrdersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		p := postalAddressOf(orderTo(ada.ID, "Torstraße 12"))
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				err := database.InTx(t.Context(), h.DB, func(tx *gorm.DB) error {
					return saveOrderAddress(t.Context(), tx, ada.ID, id.New(), p, h.Clock.Now())
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		ada.Do(t, "GET", addresses, nil).Require(t, 200).RequireFields(t, kit.Fields{"1": nil, "0.isDefault": true})
	})
}

// An order that arrives after the erasure of its buyer brings no address back.
func TestAddressOfAnErasedBuyer(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		h.Publish(t, orderTo(ada.ID, "Torstraße 12"))
		ada.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		log := eventbustest.Record(t, h.DB)
		late := orderTo(ada.ID, "Torstraße 12")
		h.Publish(t, late)
		log.RequireExactly(t, late)
		var left int64
		if err := h.DB.Model(&address{}).Count(&left).Error; err != nil || left != 0 {
			t.Errorf("%d addresses are left (%v)", left, err)
		}
	})
}
