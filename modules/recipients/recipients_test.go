package recipients

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"orderd/modules/recipients/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestGet(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.Publish(t, placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street, 20001 Washington", noon))
		known := events.RecipientID(s.buyerID, "Grace Hopper", "+1 555-0100")
		s.API.Do(t, "GET", path+"/"+known, nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		admin, _ := s.As(t, auth.RoleAdmin)
		other.Do(t, "GET", path+"/"+known, nil).Require(t, 404, "not_found")
		admin.Do(t, "GET", path+"/"+known, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id", "00000000"} {
			s.buyer.Do(t, "GET", path+"/"+unknown, nil).Require(t, 404, "not_found")
		}
		want := fmt.Sprintf(`{"id":%q,"fullName":"Grace Hopper","contactPhone":"+1 555-0100","address":"12 Navy Street, 20001 Washington",`+
			`"line1":null,"line2":null,"postalCode":null,"city":null,"state":null,"country":"US","totalOrders":1,"createdAt":"2026-11-20T12:00:00.000Z","updatedAt":"2026-11-20T12:00:00.000Z"}`, known)
		if got := s.buyer.Do(t, "GET", path+"/"+known, nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("got %s, want %s", got.Body, want)
		}
	})
}

// A recipient has the parts of the newest order's address: none when that came as one text.
func TestTheAddressInParts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		o := placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street, Suite 3, 20001 Washington, DC", noon)
		o.ShipToLine1, o.ShipToLine2, o.ShipToPostalCode = new("12 Navy Street"), new("Suite 3"), new("20001")
		o.ShipToCity, o.ShipToState = new("Washington"), new("DC")
		s.Publish(t, o)
		saved := events.RecipientSaved{
			RecipientID: *o.RecipientID, UserID: s.buyerID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "+1 555-0100",
			Address: o.ShipToAddress, Country: "US", Line1: o.ShipToLine1, Line2: o.ShipToLine2, PostalCode: o.ShipToPostalCode,
			City: o.ShipToCity, State: o.ShipToState,
		}
		log.RequireExactly(t, o, saved)
		parts := kit.Fields{
			"address": "12 Navy Street, Suite 3, 20001 Washington, DC", "line1": "12 Navy Street", "line2": "Suite 3",
			"postalCode": "20001", "city": "Washington", "state": "DC", "country": "US",
		}
		s.buyer.Do(t, "GET", path+"/"+*o.RecipientID, nil).Require(t, 200).RequireFields(t, parts)
		s.Publish(t, placed(s.buyerID, "Grace Hopper", "+1 555-0100", "1 Vassar Street, 12604 Poughkeepsie", noon.Add(time.Hour)))
		s.buyer.Do(t, "GET", path+"/"+*o.RecipientID, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"address": "1 Vassar Street, 12604 Poughkeepsie", "line1": nil, "line2": nil, "postalCode": nil, "city": nil, "state": nil,
		})
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		if got := s.buyer.Do(t, "GET", path, nil).
			Require(t, 200); string(got.Body) != `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0}}` {
			t.Errorf("an empty list: %s", got.Body)
		}
		_, otherID := s.As(t, auth.RoleCustomer)
		for i, name := range []string{"Ada", "Grace", "Mary", "Ada"} {
			s.Publish(t, placed(s.buyerID, name, "1", "x", noon.Add(time.Duration(i)*time.Hour)))
		}
		s.Publish(t, placed(otherID, "Other", "1", "x", noon))
		for query, want := range map[string][]string{
			"": {"Ada", "Mary", "Grace"}, "?limit=2": {"Ada", "Mary"}, "?limit=2&page=2": {"Grace"}, "?page=9": nil,
		} {
			if got := names(t, s.buyer, query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		s.buyer.Do(t, "GET", path+"?limit=2", nil).RequireFields(t, kit.Fields{"meta.total": 3, "meta.totalPages": 2, "data.0.totalOrders": 2})
		for query, want := range map[string]string{
			"?page=0": "?page out_of_range", "?limit=0": "?limit out_of_range", "?limit=101": "?limit out_of_range", "?limit=x": "?limit wrong_type",
		} {
			if got := s.buyer.Do(t, "GET", path+query, nil).Require(t, 422, "validation_failed"); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%q: %v, want %s", query, got.Pointers(), want)
			}
		}
	})
}

func TestOrdersForTheSamePersonAreForOneRecipient(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		first := placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street, 20001 Washington", noon)
		again := placed(s.buyerID, " grace  HOPPER", "1 (555) 0100", "1 Vassar Street, 12604 Poughkeepsie", noon.Add(time.Hour))
		saved := placed(s.buyerID, "Grace Hopper", "+1 555-0100", "2 Main Street, 10001 New York", noon.Add(2*time.Hour))
		saved.Recipient = "saved"
		self := placed(s.buyerID, "Ada Lovelace", "+44 20 7946", "St James's Square, London", noon)
		self.Recipient, self.RecipientID = "self", nil
		// An event whose personal fields were erased before it arrived.
		blank := placed(s.buyerID, "Mary Somerville", "1", "x", noon)
		blank.ShipToName, blank.ShipToPhone, blank.ShipToAddress, blank.ShipToCountry = "", nil, "", ""

		want := []eventbus.Event{}
		for i, o := range []eventbus.Event{first, again, saved} {
			s.Publish(t, o)
			e := []events.RecipientSaved{
				{FullName: "Grace Hopper", Phone: "+1 555-0100", Address: "12 Navy Street, 20001 Washington"},
				{FullName: " grace  HOPPER", Phone: "1 (555) 0100", Address: "1 Vassar Street, 12604 Poughkeepsie"},
				{FullName: "Grace Hopper", Phone: "+1 555-0100", Address: "2 Main Street, 10001 New York"},
			}[i]
			e.RecipientID, e.UserID, e.TotalOrders, e.Country = *first.RecipientID, s.buyerID, int64(i+1), "US"
			want = append(want, o, e)
		}
		s.Publish(t, self, blank, first) // the last one for a second time
		log.RequireExactly(t, append(want, self, blank, first)...)

		got := s.buyer.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"meta.total":         1,
			"data.0.totalOrders": 3,
			"data.0.address":     "2 Main Street, 10001 New York",
			"data.0.createdAt":   "2026-11-20T12:00:00.000Z",
			"data.0.updatedAt":   "2026-11-20T14:00:00.000Z",
		})
	})
}

func TestAnOrderWithoutIDOrPhone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := placed(s.buyerID, "Grace Hopper", "", "x", noon)
		o.RecipientID, o.ShipToPhone = nil, nil
		s.Publish(t, o)
		got := s.buyer.Do(t, "GET", path+"/"+events.RecipientID(s.buyerID, "Grace Hopper", ""), nil).Require(t, 200)
		if got.At("contactPhone") != "" {
			t.Errorf("got %s", got.Body)
		}
	})
}

func TestAnOlderOrderOnlyCounts(t *testing.T) {
	t.Parallel()
	newer, older := placed("u", "Grace", "1", "new", noon.Add(time.Hour)), placed("u", "GRACE", "1", "old", noon)
	r := newRecipient(newer)
	r.countOrder(newer, 8)
	r.countOrder(older, 7)
	if r.TotalOrders != 2 || r.Address != "new" || r.FullName != "Grace" || r.OrderSeq != 8 || !r.CreatedAt.Equal(noon) ||
		!r.UpdatedAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("got %+v", r)
	}
}

// Red on two replicas without lockOwner: both find no recipient, and one order is lost or not
// counted.
func TestOrdersAtOnceAllCount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if database.Dialect(s.DB) == database.Postgres {
			s.Replica(t)
		}
		const orders = 40
		var wg sync.WaitGroup
		for range orders {
			wg.Go(func() {
				if err := s.Announce(t.Context(), placed(s.buyerID, "Grace", "1", "x", noon)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		eventbustest.Drain(t, s.DB)
		s.buyer.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.totalOrders": orders})
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		order := placed(s.buyerID, "Grace", "1", "x", noon)
		s.Publish(t, order, placed(s.buyerID, "Mary", "1", "x", noon))
		p := path + "/" + *order.RecipientID
		s.API.Do(t, "DELETE", p, nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "DELETE", p, nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.buyer.Do(t, "DELETE", path+"/"+unknown, nil).Require(t, 404, "not_found")
		}

		log := eventbustest.Record(t, s.DB)
		s.buyer.Do(t, "DELETE", p, nil).Require(t, 204)
		s.buyer.Do(t, "DELETE", p, nil).Require(t, 404, "not_found")
		s.buyer.Do(t, "GET", p, nil).Require(t, 404, "not_found")
		log.RequireExactly(t, events.RecipientDeleted{RecipientID: *order.RecipientID, UserID: s.buyerID})
		if got := names(t, s.buyer, ""); !slices.Equal(got, []string{"Mary"}) {
			t.Errorf("left are %v", got)
		}

		s.Publish(t, order) // once more: it has been counted
		s.buyer.Do(t, "GET", p, nil).Require(t, 404)
		s.Publish(t, placed(s.buyerID, "Grace", "1", "y", noon.Add(time.Hour)))
		s.buyer.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{"totalOrders": 1, "createdAt": "2026-11-20T13:00:00.000Z"})
	})
}

func TestDeletingAtOnceDeletesOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		order := placed(s.buyerID, "Grace", "1", "x", noon)
		s.Publish(t, order)
		log := eventbustest.Record(t, s.DB)
		answers := kit.StatusesAtOnce(t, 10, func(int) (kit.Answer, error) { return s.buyer.Try("DELETE", path+"/"+*order.RecipientID, nil) })
		if answers[204] != 1 || answers[404] != 9 {
			t.Errorf("got %v, want one 204 and nine 404", answers)
		}
		log.RequireExactly(t, events.RecipientDeleted{RecipientID: *order.RecipientID, UserID: s.buyerID})
	})
}
