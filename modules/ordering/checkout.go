package ordering

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// outcome is what a checkout comes to.
type outcome struct {
	Order    *order
	Repeated bool     // the cart had become this order before
	Lines    []priced // what it was made of, unless it is repeated
	Limits   []openLimit
}

// checkout makes an order of the user's cart: prices and stock are those of this moment. A cart becomes at most one order: with the id of a
// cart that has become one, it finds that. It returns ValidationFailed for what was chosen and may not be, CartEmpty, CartChanged,
// InsufficientStock with the items, CodeNotApplicable, and TotalChanged with the currentTotal. The lines and the limits are there too when place refuses.
//
// The stock is touched last, so that the rows that everybody wants are locked for one statement and the commit, which travel together.
func (s *service) checkout(ctx context.Context, tx *gorm.DB, o owner, ch choice, number string) (outcome, error) {
	now := s.Clock.Now()
	p, earlier, err := s.prepare(tx, o, ch, now)
	if err != nil || earlier != nil {
		return outcome{Order: earlier, Repeated: true}, err
	}
	if err := p.fault(); err != nil {
		return outcome{}, err
	}
	made := s.orderOf(ctx, p, number, now)
	limits := s.Config.openLimits(made, p.basket.Wholesale)
	spent, err := p.spendCodes(tx, made.ID)
	if err != nil {
		return outcome{}, err
	}
	news := made.placing(spent)
	done := outcome{Order: made, Lines: p.basket.Lines, Limits: limits}
	if err := eventbus.PublishAtCommit(ctx, tx, append(news, settled(spent)...)...); err != nil {
		return done, err
	}
	return done, place(tx, made, limits, news)
}

// prepare reads and judges. earlier is the order that the cart of the choice has become before.
func (s *service) prepare(tx *gorm.DB, o owner, ch choice, now time.Time) (p *proposal, earlier *order, err error) {
	merged, err := s.mergeBefore(tx, o, now)
	if err != nil {
		return nil, nil, err
	}
	opened, lines, err := beginCheckout(tx, o.UserID, &ch)
	if err != nil {
		return nil, nil, err
	}
	if ch.CartID != "" && ch.CartID != opened.Cart.ID && ch.CartID != merged {
		earlier, err = orderOfCart(tx, o.UserID, ch.CartID)
		return nil, earlier, err
	}
	switch {
	case opened.Cart.ID == "":
		return nil, nil, noCart(tx, o.UserID)
	case opened.Buyer.Erased:
		return nil, nil, fault.New(fault.Unauthenticated, "The account has been erased.")
	}
	b := &basket{Wholesale: opened.Buyer.wholesale(), Now: now, Lines: lines}
	if b.Codes, err = lookUp(tx, opened.Cart.Codes, opened.Buyer.UserID); err != nil {
		return nil, nil, err
	}
	return s.Config.propose(opened, b, ch), nil, nil
}

// mergeBefore merges the cart of a guest's token that comes along into the user's, and returns the id that it had, or "".
func (s *service) mergeBefore(tx *gorm.DB, o owner, now time.Time) (string, error) {
	if o.TokenHash == "" {
		return "", nil
	}
	guest, found, err := lockCart(tx, "token_hash = ?", o.TokenHash)
	if err != nil || !found {
		return "", err
	}
	_, err = openCart(tx, o, now)
	return guest.ID, err
}

// orderOfCart is the order that the user's cart has become. A cart that is not theirs is a ValidationFailed at /cartId.
func orderOfCart(tx *gorm.DB, userID, cartID string) (*order, error) {
	var found []order
	if id.Valid(cartID) {
		if err := withDetails(tx).Where("cart_id = ? AND user_id = ?", cartID, userID).Find(&found).Error; err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, fault.Invalid(fault.Field{Pointer: "/cartId", Code: fault.NotAllowed, Detail: "is not the caller's cart"})
	}
	return &found[0], nil
}

// noCart is why there is no cart to check out: it is empty, or the account is so new that it is not known here yet.
func noCart(tx *gorm.DB, userID string) error {
	var known int64
	if err := tx.Model(&buyer{}).Where("user_id = ?", userID).Count(&known).Error; err != nil {
		return err
	}
	if known == 0 {
		return fault.Busy(errors.New("ordering: a buyer of whom nothing was heard"), time.Second)
	}
	return fault.New(fault.CartEmpty, "There is nothing in the cart.")
}

// orderOf is the order that the proposal makes.
func (s *service) orderOf(ctx context.Context, p *proposal, number string, now time.Time) *order {
	o := order{
		ID: id.New(), Number: number, UserID: p.Buyer.UserID, CartID: p.Cart.ID,
		Status: orderPlaced, PaymentStatus: paymentUnpaid, FulfillmentStatus: fulfillmentUnfulfilled,
		Locale: p.Buyer.Locale, BuyerEmail: p.Buyer.Email, BuyerName: p.Buyer.FullName,
		ShipTo: p.shipTo, Recipient: p.recipient, RecipientID: p.recipientID, ShippingMethodID: p.Method.ID, ShippingMethodName: p.Method.Name,
		PaymentMethod: p.choice.PaymentMethod, Subtotal: p.sums.Subtotal, Discount: p.sums.Discount, Shipping: p.sums.Shipping, Tax: p.sums.Tax, Total: p.sums.Total,
		Discounts: p.sums.used(), Note: p.choice.Note, PlacedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	o.Search = strings.ToLower(strings.Join([]string{o.Number, o.BuyerEmail, o.BuyerName}, "\n"))
	if p.sums.Promotion != nil {
		o.PromotionID = &p.sums.Promotion.ID
	}
	switch {
	case o.Total == 0:
		o.PaymentStatus, o.PaidAt = paymentPaid, &now
	case o.PaymentMethod == payByBankTransfer, o.PaymentMethod == payByCard:
		due := now.Add(s.Config.deadline(o.PaymentMethod))
		o.Status, o.PaymentDueAt = orderPendingPayment, &due
	}
	o.Units = p.sums.Count
	s.Config.setOrigin(&o, httpapi.NetworkDigest(ctx))
	o.Instructions = s.Config.instructions(&o)
	o.Items = make([]orderItem, len(p.basket.Lines))
	for i, l := range p.basket.Lines {
		sum := p.sums.Lines[i]
		o.Items[i] = orderItem{
			ID: id.New(), OrderID: o.ID, Position: i, ProductID: l.Variant.ProductID, VariantID: l.Variant.ID, SKU: l.Variant.SKU, Name: l.Variant.Name,
			Options: l.Variant.Options, ImageURL: l.Variant.ImageURL, UnitPrice: sum.UnitPrice, Quantity: l.Item.Quantity, LineTotal: sum.Total,
			Discount: sum.Discount, TaxRate: sum.TaxRate,
		}
	}
	return &o
}

// placing is what is announced of a new order.
func (o *order) placing(spent []voucher) []eventbus.Event {
	news := []eventbus.Event{events.OrderPlaced{
		Order: o.withTimeline(), CartID: o.CartID, Status: o.Status, PaymentStatus: o.PaymentStatus, Lines: listOf(o.Items, orderItem.eventLine),
		Subtotal: int64(o.Subtotal), DiscountTotal: int64(o.Discount), ShippingTotal: int64(o.Shipping), TaxTotal: int64(o.Tax),
		VoucherIDs: voucherIDs(spent), Instructions: o.Instructions, ShippingMethod: o.ShippingMethodName, PlacedAt: o.PlacedAt, Recipient: o.Recipient, RecipientID: o.RecipientID,
		ShipToName: o.ShipTo.Name, ShipToPhone: o.ShipTo.Phone, ShipToAddress: o.ShipTo.Address, ShipToCountry: o.ShipTo.Country,
	}}
	if o.PaidAt != nil {
		news = append(news, events.OrderPaid{Order: o.withTimeline(), PaidAt: *o.PaidAt, Implied: true})
	}
	return news
}
