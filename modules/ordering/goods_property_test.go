package ordering

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// goodsSteps are what may happen to the goods of an order, in any order. Which of them the order
// allows at the moment is up to the service.
var goodsSteps = map[string]func(g *goodsOf){
	"process": func(g *goodsOf) { g.command("process", nil) },
	"ship": func(g *goodsOf) {
		b := body{"carrier": nil}
		if !rapid.Bool().Draw(g.rt, "all") {
			b["items"] = []body{g.units()}
		}
		g.command("ship", b)
	},
	"deliver":     func(g *goodsOf) { g.endShipment("deliver", body{}) },
	"undelivered": func(g *goodsOf) { g.endShipment("undelivered", g.outcome()) },
	"cancel-items": func(g *goodsOf) {
		g.command("cancel-items", body{"items": []body{g.units()}, "reason": "x"})
	},
	"cancel":  func(g *goodsOf) { g.command("cancel", nil) },
	"return":  func(g *goodsOf) { g.command("returns", body{"items": []body{g.units()}, "reason": "x"}) },
	"receive": (*goodsOf).receive,
	"refund":  func(g *goodsOf) { g.s.refundAtRandom(g.rt, g.t, g.o) },
	"pay":     func(g *goodsOf) { g.command("mark-paid", nil) },
	"unpay":   func(g *goodsOf) { g.command("mark-unpaid", body{"reason": "x"}) },
	"buy": func(g *goodsOf) {
		delta := rapid.IntRange(1, 3).Draw(g.rt, "delta")
		g.s.admin.Do(g.t, "POST", "/v1/admin/stock/"+g.o.Lines[0].item.VariantID+"/adjust", body{"delta": delta, "reason": "x"}).Require(g.t, 200)
	},
}

// Whatever happens to the goods of an order, in whatever order: units are in one place, stock and
// reservations are what the units say, no more money goes back than came, and the sales say what
// the shop keeps. Once all is undone, the order is worth nothing.
func TestGoodsAddUp(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		rapid.Check(t, func(rt *rapid.T) {
			lines := []bought{{s.sell(t, 1999, 4), 3, 1999}, {s.sell(t, 500, 1), 1, 500}}
			method := rapid.SampledFrom([]events.PaymentMethod{payByInvoice, payByBankTransfer, payOnDelivery}).Draw(rt, "method")
			g := goodsOf{s: s, rt: rt, t: t, o: s.place(t, c, method, lines)}
			for range rapid.IntRange(1, 14).Draw(rt, "steps") {
				name := rapid.SampledFrom(slices.Sorted(maps.Keys(goodsSteps))).Draw(rt, "step")
				goodsSteps[name](&g)
				g.require()
			}
			g.undo()
		})
	})
}

// goodsOf is the goods of an order in a test.
type goodsOf struct {
	s  *setup
	rt *rapid.T
	t  *testing.T
	o  ordered
}

// command gives the order a command, which it may not allow.
func (g *goodsOf) command(name string, b any) {
	got := g.s.admin.Do(g.t, "POST", g.o.adminPath("/"+name), b)
	if got.Status/100 != 2 && got.Status != 409 && got.Status != 422 {
		g.rt.Fatalf("%s %v: %d %s", name, b, got.Status, got.Body)
	}
}

// units are some units of a line.
func (g *goodsOf) units() body {
	return g.o.units(rapid.IntRange(0, 1).Draw(g.rt, "line"), rapid.IntRange(1, 3).Draw(g.rt, "units"))
}

func (g *goodsOf) outcome() body {
	if rapid.Bool().Draw(g.rt, "lost") {
		return body{"outcome": "lost"}
	}
	return body{"outcome": "returned", "restock": rapid.Bool().Draw(g.rt, "restock")}
}

// endShipment gives a command that ends one of the shipments under way, if there is one.
func (g *goodsOf) endShipment(name string, b body) {
	var underWay []string
	err := g.s.DB.Model(&shipment{}).Where("order_id = ? AND delivered_at IS NULL AND outcome IS NULL", g.o.OrderID).Order("id").
		Pluck("id", &underWay).Error
	if err != nil {
		g.rt.Fatal(err)
	}
	if len(underWay) > 0 {
		b["shipmentId"] = rapid.SampledFrom(underWay).Draw(g.rt, "shipment")
		g.command(name, b)
	}
}

// receive takes an approved return back, in part or damaged.
func (g *goodsOf) receive() {
	for _, r := range g.approved() {
		got, line := body{}, r.Items[rapid.IntRange(0, len(r.Items)-1).Draw(g.rt, "returned line")]
		if rapid.Bool().Draw(g.rt, "part") {
			got["items"] = []body{{
				"orderItemId": line.OrderItemID, "quantity": rapid.IntRange(1, line.Quantity).Draw(g.rt, "received"),
				"restock": rapid.Bool().Draw(g.rt, "restock"),
			}}
		}
		if deduct := rapid.Int64Range(0, 600).Draw(g.rt, "deduct"); deduct > 0 {
			got["deduct"] = body{"amount": money.Cents(deduct), "reason": "x"}
		}
		path := "/v1/admin/returns/" + r.ID + "/receive"
		if got := g.s.admin.Do(g.t, "POST", path, got); got.Status != 200 && got.Status != 422 {
			g.rt.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
	}
}

func (g *goodsOf) approved() (found []goodsReturn) {
	if err := g.s.DB.Preload("Items").Where("order_id = ? AND status = ?", g.o.OrderID, returnApproved).Order("id").
		Find(&found).Error; err != nil {
		g.rt.Fatal(err)
	}
	return found
}

func (g *goodsOf) order() (got order) {
	if err := withDetails(g.s.DB).Where("id = ?", g.o.OrderID).Take(&got).Error; err != nil {
		g.rt.Fatal(err)
	}
	return got
}

// require checks where the units and the money are.
func (g *goodsOf) require() {
	got := g.order()
	g.s.requireRefundsFit(g.rt, g.o, 0)
	for _, i := range got.Items {
		if i.Returned > i.InReturn || i.InReturn > i.Delivered || i.Delivered > i.Shipped || i.Shipped+i.Cancelled > i.Quantity ||
			i.Unreserved > i.unshipped() {
			g.rt.Fatalf("the units of a line: %+v", i)
		}
		var ledger struct{ Came, Lost int64 }
		err := g.s.DB.Raw(`SELECT coalesce(sum(CASE WHEN reason IN ('count', 'adjust') THEN on_hand_delta END), 0) AS came,
			-coalesce(sum(CASE WHEN reason = 'write_off' THEN on_hand_delta END), 0) AS lost
			FROM ordering_stock_ledger WHERE variant_id = ?`, i.VariantID).Scan(&ledger).Error
		if err != nil {
			g.rt.Fatal(err)
		}
		held := int64(i.unshipped() - i.Unreserved)
		if got.Status == orderCancelled {
			held = 0
		}
		if has := g.s.stockOf(g.t, i.VariantID); has.OnHand != ledger.Came-ledger.Lost-int64(i.Shipped-i.Returned) || has.Reserved != held {
			g.rt.Fatalf("stock %+v of %+v, of which %+v", has, i, ledger)
		}
	}
}

// undo cancels what was not shipped, lets the rest arrive and come back, and settles the refunds.
func (g *goodsOf) undo() {
	for i, line := range g.order().Items {
		if left := line.unshipped(); left > 0 {
			g.command("cancel-items", body{"items": []body{g.o.units(i, left)}, "reason": "x"})
		}
	}
	for range g.order().Shipments {
		g.endShipment("deliver", body{})
	}
	for i, line := range g.order().Items {
		if back := line.returnable(); back > 0 {
			g.command("returns", body{"items": []body{g.o.units(i, back)}, "reason": "x"})
		}
	}
	for _, r := range g.approved() {
		g.s.admin.Do(g.t, "POST", "/v1/admin/returns/"+r.ID+"/receive", nil).Require(g.t, 200)
	}
	g.s.confirmRefunds(g.t, g.o)
	g.require()

	got := g.order()
	if got.Status != orderCancelled && !got.progress().undone() {
		g.rt.Fatalf("left of it: %+v", got.Items)
	}
	if got.due() > got.Shipping+g.deducted() {
		g.rt.Fatalf("%v is still asked for an order whose goods are all undone", got.due())
	}
	if held, most := got.held(), got.Shipping+g.deducted()+failedRefunds(got.Refunds); held > most {
		g.rt.Fatalf("the shop holds %v of an order that is undone, of which %v are its own: %+v", held, most, got)
	}
	if got.held() > 0 {
		g.s.do(g.t, g.o, "refund", body{"reason": "x"})
		g.s.confirmRefunds(g.t, g.o)
	}
	if got = g.order(); got.held() != 0 || got.isPaid() && got.worth() != 0 {
		g.rt.Fatalf("the shop holds %v of an order worth %v, all of which was undone and refunded: %+v", got.held(), got.worth(), got)
	}
	g.require()
}

func failedRefunds(refunds []refund) (sum money.Cents) {
	for _, r := range refunds {
		if r.Status == refundFailed {
			sum += r.Amount
		}
	}
	return sum
}

func (g *goodsOf) deducted() (sum money.Cents) {
	if err := g.s.DB.Model(&goodsReturn{}).Where("order_id = ?", g.o.OrderID).Select("coalesce(sum(deducted_cents), 0)").
		Scan(&sum).Error; err != nil {
		g.rt.Fatal(err)
	}
	return sum
}
