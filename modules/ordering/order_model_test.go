package ordering

import (
	"slices"
	"testing"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// modelLine is a line of the model: counts of units, and what the line cost after discounts.
type modelLine struct {
	quantity, shipped, delivered, inReturn, returned int
	net                                              money.Cents
}

// model is what section 4 of API.md promises of an order, in the fewest words.
type model struct {
	method                       string
	status, payment, fulfillment string
	lines                        []modelLine
	parcels                      [][]int // units by line; nil once delivered
	returns                      []modelReturn
	total, paid, refunded        money.Cents
}

type modelReturn struct {
	units  []int
	status string
}

// sum adds up what count says of every line.
func (m *model) sum(count func(l *modelLine) int) (n int) {
	for i := range m.lines {
		n += count(&m.lines[i])
	}
	return n
}

func (m *model) units() int { return m.sum(func(l *modelLine) int { return l.quantity }) }

// fits tells whether every line has so much left by count, and something is asked for.
func (m *model) fits(units []int, left func(l *modelLine) int) bool {
	some := false
	for i, n := range units {
		if n > left(&m.lines[i]) {
			return false
		}
		some = some || n > 0
	}
	return some
}

func (m *model) worth() (c money.Cents) {
	for _, l := range m.lines {
		c += l.net * money.Cents(l.returned) / money.Cents(l.quantity)
	}
	return c
}

func (m *model) markPaid() bool {
	if m.status == cancelled || m.payment != unpaid {
		return false
	}
	m.payment, m.paid = paid, m.total-m.worth()
	if m.status == pendingPayment {
		m.status = placed
	}
	return true
}

func (m *model) ship(units []int) bool {
	if m.status != processing || !m.fits(units, func(l *modelLine) int { return l.quantity - l.shipped }) {
		return false
	}
	for i, n := range units {
		m.lines[i].shipped += n
	}
	m.parcels = append(m.parcels, units)
	m.fulfillment = partiallyShipped
	if m.sum(func(l *modelLine) int { return l.shipped }) == m.units() {
		m.fulfillment = shipped
	}
	return true
}

func (m *model) deliver(parcel int) bool {
	if m.parcels[parcel] == nil {
		return false
	}
	for i, n := range m.parcels[parcel] {
		m.lines[i].delivered += n
	}
	m.parcels[parcel] = nil
	if m.sum(func(l *modelLine) int { return l.delivered }) == m.units() {
		m.status, m.fulfillment = completed, delivered
		if m.method == cashOnDelivery && m.payment == unpaid {
			m.markPaid()
		}
	}
	return true
}

func (m *model) refund(amount money.Cents) bool {
	if amount <= 0 || m.refunded+amount > m.paid {
		return false
	}
	m.refunded += amount
	m.payment = partiallyRefunded
	if m.refunded == m.paid {
		m.payment = refunded
	}
	return true
}

func (m *model) cancel() bool {
	if len(m.parcels) > 0 || m.status == cancelled {
		return false
	}
	m.status = cancelled
	m.refund(m.paid - m.refunded)
	return true
}

func (m *model) ask(units []int) bool {
	if m.status != completed || !m.fits(units, func(l *modelLine) int { return l.delivered - l.inReturn }) {
		return false
	}
	for i, n := range units {
		m.lines[i].inReturn += n
	}
	m.returns = append(m.returns, modelReturn{units, returnRequested})
	return true
}

func (m *model) decide(at int, verdict string) bool {
	r := &m.returns[at]
	if from := map[string]string{returnApproved: returnRequested, returnRejected: returnRequested, returnReceived: returnApproved}[verdict]; r.status != from {
		return false
	}
	r.status = verdict
	before := m.worth()
	for i, n := range r.units {
		switch verdict {
		case returnRejected:
			m.lines[i].inReturn -= n
		case returnReceived:
			m.lines[i].returned += n
		}
	}
	if verdict == returnReceived {
		m.fulfillment = partiallyReturned
		if m.sum(func(l *modelLine) int { return l.returned }) == m.units() {
			m.fulfillment = returned
		}
		m.refund(min(m.worth()-before, m.paid-m.refunded))
	}
	return true
}

// onwards are commands that lead somewhere: without them hardly any order would come to its end.
func (m *model) onwards() []string {
	switch {
	case m.status == pendingPayment:
		return []string{"mark-paid"}
	case m.status == placed:
		return []string{"process"}
	case m.status == processing && slices.ContainsFunc(m.parcels, func(p []int) bool { return p != nil }):
		return []string{"ship", "deliver", "deliver"}
	case m.status == processing:
		return []string{"ship"}
	case m.status == completed && len(m.returns) > 0:
		return []string{"mark-paid", "ask", "refund", returnApproved, returnApproved, returnRejected, returnReceived, returnReceived}
	case m.status == completed:
		return []string{"ask"}
	}
	return []string{"refund"}
}

// Random sequences of commands agree with the model after every step: axes, money, lines and stock.
func TestOrdersAgreeWithAModel(t *testing.T) {
	each(t, func(tt *testing.T, s *setup) {
		c := s.customer(tt)
		items := []item{s.sell(tt, 333, 1_000_000), s.sell(tt, 1999, 1_000_000)}
		rapid.Check(tt, func(t *rapid.T) {
			m := model{method: rapid.SampledFrom([]string{bankTransfer, cashOnDelivery, invoice}).Draw(t, "method"), status: placed, payment: unpaid, fulfillment: unfulfilled}
			if m.method == bankTransfer {
				m.status = pendingPayment
			}
			before := []stock{s.stockOf(tt, items[0].VariantID), s.stockOf(tt, items[1].VariantID)}
			lines := []bought{{items[0], rapid.IntRange(1, 5).Draw(t, "first"), 333}, {items[1], rapid.IntRange(1, 3).Draw(t, "second"), 1999}}
			o := s.place(tt, c, m.method, lines)
			m.total = money.Cents(o.Total)
			for _, it := range s.linesOf(t, o) {
				m.lines = append(m.lines, modelLine{quantity: it.Quantity, net: it.LineTotal - it.Discount})
			}
			units := func() []int {
				return []int{rapid.IntRange(0, m.lines[0].quantity).Draw(t, "of the first"), rapid.IntRange(0, m.lines[1].quantity).Draw(t, "of the second")}
			}
			parts := func(units []int) (all []part) {
				for i, n := range units {
					if n > 0 {
						all = append(all, part{o.Items[i], n})
					}
				}
				return all
			}
			now := s.Clock.Now()
			for range rapid.IntRange(1, 30).Draw(t, "steps") {
				var want bool
				var do func(tx *gorm.DB) error
				commands := []string{"mark-paid", "process", "ship", "refund", "ask", "cancel"}
				if len(m.parcels) > 0 {
					commands = append(commands, "deliver")
				}
				if len(m.returns) > 0 {
					commands = append(commands, returnApproved, returnRejected, returnReceived)
				}
				if rapid.IntRange(0, 4).Draw(t, "onwards") > 0 {
					commands = m.onwards()
				}
				switch command := rapid.SampledFrom(commands).Draw(t, "command"); command {
				case "mark-paid":
					want = m.markPaid()
					do = func(tx *gorm.DB) error { return last(markPaid(tt.Context(), tx, o.OrderID, now)) }
				case "process":
					if want = m.status == placed; want {
						m.status = processing
					}
					do = func(tx *gorm.DB) error { return last(process(tt.Context(), tx, o.OrderID, now)) }
				case "ship":
					n := units()
					if n[0]+n[1] == 0 {
						continue // means everything
					}
					want = m.ship(n)
					do = func(tx *gorm.DB) error {
						return last(ship(tt.Context(), tx, o.OrderID, parcel{Carrier: "DHL", TrackingNumber: "1", Parts: parts(n)}, now))
					}
				case "deliver":
					at := len(m.parcels) - 1 - rapid.IntRange(0, len(m.parcels)-1).Draw(t, "parcel")
					want = m.deliver(at)
					do = func(tx *gorm.DB) error {
						sent, err := shipmentsOf(tx, o.OrderID)
						if err != nil {
							return err
						}
						return last(deliver(tt.Context(), tx, o.OrderID, &sent[at].ID, now))
					}
				case "cancel":
					want = m.cancel()
					do = func(tx *gorm.DB) error {
						return last(cancelOrder(tt.Context(), tx, o.OrderID, anybody, byAdmin, nil, now))
					}
				case "refund":
					amount := money.Cents(rapid.Int64Range(1, 3000).Draw(t, "amount"))
					want = m.refund(amount)
					do = func(tx *gorm.DB) error { return last(refundOrder(tt.Context(), tx, o.OrderID, &amount, "x", now)) }
				case "ask":
					n := units()
					if n[0]+n[1] == 0 {
						continue
					}
					want = m.ask(n)
					do = func(tx *gorm.DB) error {
						return last(requestReturn(tt.Context(), tx, o.OrderID, c.ID, parts(n), "x", now))
					}
				default:
					at := len(m.returns) - 1 - rapid.IntRange(0, len(m.returns)-1).Draw(t, "return")
					want = m.decide(at, command)
					do = func(tx *gorm.DB) error { return s.decide(tt, tx, o, at, command) }
				}
				err := database.InTx(tt.Context(), s.DB, do)
				if err == nil != want || err != nil && !fault.Is(err, fault.InvalidTransition) {
					t.Fatalf("%v, want success: %v", err, want)
				}
				s.requireModel(t, tt, o, &m, before)
			}
		})
	})
}

func last[T any](_ T, err error) error { return err }

func (s *setup) linesOf(t *rapid.T, o ordered) []orderItem {
	items, err := itemsOf(s.DB, o.OrderID)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

func (s *setup) decide(t *testing.T, tx *gorm.DB, o ordered, at int, verdict string) error {
	var returns []goodsReturn
	if err := tx.Where("order_id = ?", o.OrderID).Order("id").Find(&returns).Error; err != nil {
		return err
	}
	ctx, now := t.Context(), s.Clock.Now()
	switch verdict {
	case returnApproved:
		return last(approveReturn(ctx, tx, returns[at].ID, now))
	case returnRejected:
		return last(rejectReturn(ctx, tx, returns[at].ID, "x", now))
	default:
		return last(receiveReturn(ctx, tx, returns[at].ID, now))
	}
}

// requireModel checks that the order, its lines and the stock are what the model says.
func (s *setup) requireModel(t *rapid.T, tt *testing.T, o ordered, m *model, before []stock) {
	got := row[order](tt, s, "id", o.OrderID)
	if !slices.Equal([]string{got.Status, got.PaymentStatus, got.FulfillmentStatus}, []string{m.status, m.payment, m.fulfillment}) ||
		got.Paid != m.paid || got.Refunded != m.refunded || got.Returned != m.worth() {
		t.Fatalf("the order is %+v, want %+v", got, m)
	}
	for i, it := range s.linesOf(t, o) {
		l := m.lines[i]
		if (modelLine{it.Quantity, it.Shipped, it.Delivered, it.InReturn, it.Returned, l.net}) != l {
			t.Fatalf("line %d is %+v, want %+v", i, it, l)
		}
		reserved := int64(l.quantity - l.shipped)
		if m.status == cancelled {
			reserved = 0
		}
		if now := s.stockOf(tt, it.VariantID); now.OnHand != before[i].OnHand-int64(l.shipped-l.returned) || now.Reserved != before[i].Reserved+reserved {
			t.Fatalf("stock %d is %+v, was %+v, line %+v", i, now, before[i], l)
		}
	}
}
