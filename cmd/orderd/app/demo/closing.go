package demo

import (
	"fmt"
	"net/http"
	"slices"

	"orderd/platform/money"
)

// eraseAccount cancels an order of Finn's and erases his account: the orders stay, without his
// data.
func (d *day) eraseAccount() {
	p := d.finn
	stockPath := "/v1/admin/stock/" + d.goods[kettle].variantID
	before := get[stock](d, d.admin, stockPath)
	o := d.buy(p, object{"paymentMethod": "bank_transfer"}, line{kettle, 1})
	cancelled := post[order](d, p, o.path()+"/cancel", nil)
	d.check("Finn's order", cancelled.Stage, "cancelled")
	d.check("the kettle is for sale again", get[stock](d, d.admin, stockPath), before)
	d.expectProblem(d.admin, http.MethodPost, o.adminPath()+"/ship", object{"carrier": "DHL", "trackingNumber": "1"},
		"invalid_transition")
	d.printStep(p.name, "cancels it", o.Number, "")

	held := get[map[string]any](d, p, "/v1/users/me/export")
	d.check("ordering is in Finn's export", held["ordering"] != nil, true)
	call[object](d, p, http.MethodDelete, "/v1/users/me", object{"password": p.password})
	d.expectProblem(d.visitor(), http.MethodPost, "/v1/auth/login", object{"email": p.email, "password": p.password},
		"invalid_credentials")
	d.await("Finn's orders are anonymous", func() error {
		for _, o := range d.orders {
			if got := get[order](d, d.admin, o.adminPath()); o.buyer == p &&
				got.Customer.FullName+got.Customer.Email+got.ShipTo.FullName+got.ShipTo.Address != "" {
				return fmt.Errorf("%s: %+v, %+v", got.Number, got.Customer, got.ShipTo)
			}
		}
		return nil
	})
	d.printStep(p.name, fmt.Sprintf("has his data exported (%d modules) and erased", len(held)), "", "")
}

// closeShop prints what every customer has in the end, and checks that no event is stuck.
func (d *day) closeShop() {
	d.await("every event is handled", func() error {
		if dead := get[list[object]](d, d.admin, "/v1/admin/events/dead"); dead.Meta.Total > 0 {
			return fmt.Errorf("%d were given up", dead.Meta.Total)
		}
		return nil
	})
	d.await("every mail is sent", func() error {
		for _, status := range []string{"queued", "failed"} {
			if mails := get[list[object]](d, d.admin, "/v1/admin/mails?status="+status); mails.Meta.Total > 0 {
				return fmt.Errorf("%d are %s", mails.Meta.Total, status)
			}
		}
		return nil
	})
	d.ordersTable()
	d.customersTable()
}

func (d *day) ordersTable() {
	d.row("Order", "Customer", "Placed (UTC)", "Stage", "Payment", "EUR", "Refunded")
	var total, refunded money.Cents
	slices.SortFunc(d.orders, func(a, b *purchase) int { return a.PlacedAt.Compare(b.PlacedAt) })
	for _, o := range d.orders {
		got := get[order](d, d.admin, o.adminPath())
		d.row(got.Number, o.buyer.name, got.PlacedAt.Format("15:04:05.000"), got.Stage, got.PaymentStatus, got.Total.String(),
			got.Payment.RefundedTotal.String())
		if got.Stage != "cancelled" {
			total += got.Total
		}
		refunded += got.Payment.RefundedTotal
	}
	d.row("Not cancelled", "", "", "", "", total.String(), refunded.String())
}

func (d *day) row(number, who, at, stage, payment, total, refunded string) {
	d.print(fmt.Sprintf("%s %s %s %s %s %9s %9s", column(number, 15), column(who, 9), column(at, 13), column(stage, 13),
		column(payment, 19), total, refunded))
}

func (d *day) customersTable() {
	d.print("\nCustomer  Orders  Points  Notifications  Mails")
	for _, p := range d.customers() {
		if p == d.finn {
			continue // he is not there any more
		}
		d.awaitPoints(p)
		d.awaitNotices(p)
		orders := get[list[order]](d, p, "/v1/orders?limit=100")
		placed := 0
		for _, o := range d.orders {
			if o.buyer == p {
				placed++
			}
		}
		d.check(p.name+"'s orders", orders.Meta.Total, placed)
		inbox := get[list[object]](d, p, "/v1/notifications")
		d.print(fmt.Sprintf("%s %6d  %6d  %13d  %5d", column(p.name, 9), orders.Meta.Total, p.points, inbox.Meta.Total,
			len(d.mails(p))))
	}
}
