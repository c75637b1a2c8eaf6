package invoices

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

func (i *issuer) subscribe(bus *eventbus.Bus) {
	settings := eventbus.Consumer{Name: "invoices.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(copiedGroups...)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE invoices_settings SET seq = 0`))

	// No read model: a replay would issue documents once more.
	orders := eventbus.Consumer{Name: "invoices.orders"}
	eventbus.On(bus, orders, i.onOrderPlaced)
	eventbus.On(bus, orders, i.onOrderShipped)
	eventbus.On(bus, orders, i.onReturnReceived)
	eventbus.On(bus, orders, i.onRefundRequested)
	eventbus.On(bus, orders, i.onRefundSettled)
	eventbus.On(bus, orders, i.onOrderCancelled)
	eventbus.On(bus, orders, i.onItemsCancelled)
	eventbus.On(bus, orders, i.onOrderPaid)
	eventbus.On(bus, orders, i.onOrderUnpaid)
	eventbus.On(bus, orders, i.onPaymentDueChanged)
	eventbus.On(bus, orders, i.onPaymentMethodChanged)
	eventbus.On(bus, orders, i.onBillToChanged)
	eventbus.On(bus, orders, i.onShipToChanged)
	eventbus.On(bus, orders, i.onOrderClaimed)

	erasure := eventbus.Consumer{Name: "invoices.erasure"}
	eventbus.On(bus, erasure, onAccountErased)
	eventbus.On(bus, erasure, onGuestErased)
}

func (i *issuer) onOrderPlaced(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPlaced]) error {
	s, err := i.terms(tx)
	if err != nil {
		return err
	}
	return copyPlaced(tx, s, m.Event)
}

// onOrderShipped issues the invoice of an order at its first shipment.
func (i *issuer) onOrderShipped(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderShipped]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		first := o.ShippedAt == nil
		if first {
			o.ShippedAt = &m.Event.ShippedAt
		}
		if m.Event.InvoiceDueAt != nil {
			o.InvoiceDueAt = m.Event.InvoiceDueAt
		}
		return change{issue: first}, nil
	})
}

// onReturnReceived keeps what came back for the refunds that name it.
func (i *issuer) onReturnReceived(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ReturnReceived]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		units := map[string]int{}
		for _, item := range m.Event.Items {
			units[item.OrderItemID] += item.Quantity
		}
		items, err := encoded(units)
		if err != nil {
			return change{}, err
		}
		r := returned{
			ID: m.Event.ReturnID, OrderID: o.OrderID, Items: *items, Shipping: money.Cents(m.Event.ShippingRefund),
		}
		return change{returnID: &r.ID}, insertReturn(tx, &r)
	})
}

func (i *issuer) onRefundRequested(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundRequested]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(*order) (change, error) {
		return change{returnID: m.Event.ReturnID}, nil
	})
}

func (i *issuer) onRefundSettled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.RefundSettled]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		if e := m.Event; e.Claim == nil && o.Paid && e.Status == ordering.RefundStatusSucceeded {
			o.Claim -= money.Cents(e.Amount)
		}
		return change{returnID: m.Event.ReturnID}, nil
	})
}

func (i *issuer) onOrderCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderCancelled]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		o.Cancelled, o.Claim = true, 0
		o.forgetAddresses()
		return change{}, nil
	})
}

// onItemsCancelled follows the claim alone.
func (i *issuer) onItemsCancelled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ItemsCancelled]) error {
	return i.follow(tx, m.ID, m.Event.Order, nothingElse)
}

func (i *issuer) onOrderPaid(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderPaid]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		if o.Paid, o.Pending = true, false; m.Event.Claim == nil {
			o.Claim = money.Cents(m.Event.Amount)
		}
		return change{}, nil
	})
}

// onOrderUnpaid ends an invoice that says of the order's money that it is here. ordering refuses to
// take back a payment that an invoice names, but learns of the invoice when its files are made.
func (i *issuer) onOrderUnpaid(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderUnpaid]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		status := m.Event.PaymentStatus
		o.Paid = status != ordering.PaymentStatusUnpaid && status != ordering.PaymentStatusFailed
		o.Pending = m.Event.Status == ordering.OrderStatusPendingPayment
		if m.Event.Due != nil && !o.Paid {
			o.ask(money.Cents(*m.Event.Due))
		}
		return change{unpaid: !o.Paid}, nil
	})
}

func (i *issuer) onPaymentDueChanged(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentDueChanged],
) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		o.ask(money.Cents(m.Event.Due))
		return change{}, nil
	})
}

func (i *issuer) onPaymentMethodChanged(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.PaymentMethodChanged],
) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		o.Method, o.Pending = m.Event.PaymentMethod, m.Event.Status == ordering.OrderStatusPendingPayment
		return change{}, nil
	})
}

func (i *issuer) onBillToChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.BillToChanged]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		return change{}, o.setBillTo(m.Event.BillTo)
	})
}

func (i *issuer) onShipToChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ShipToChanged]) error {
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		e := m.Event
		return change{}, o.setShipTo(e.ShipToName, e.ShipToCompany, e.ShipToAddress, e.ShipToCountry, e.ShipToParts)
	})
}

// onOrderClaimed gives a guest's order, and so its documents, to the account, unless one of the two
// was erased.
func (i *issuer) onOrderClaimed(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.OrderClaimed]) error {
	erased, err := lockBuyer(tx, m.Event.UserID)
	if err != nil {
		return err
	}
	return i.follow(tx, m.ID, m.Event.Order, func(o *order) (change, error) {
		o.claimBy(m.Event, erased)
		return change{}, nil
	})
}

// claimBy gives the guest's order to the account; one that was erased meanwhile has no buyer.
func (o *order) claimBy(e ordering.OrderClaimed, erased bool) {
	if o.UserID == nil || *o.UserID != e.GuestID {
		return
	}
	o.Guest = false
	if o.UserID = &e.UserID; e.Email != "" {
		o.Email, o.FullName = &e.Email, &e.FullName
	}
	if erased {
		o.forget()
	}
}
