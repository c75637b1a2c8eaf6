package ordering

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// checkoutResult is the order that a checkout has made or found.
type checkoutResult struct {
	Order    *order
	Repeated bool        // the cart had become this order before
	Lines    []cartLine  // what the order was made of; none when it is repeated
	Limits   []openLimit // that the order has to keep
}

// checkout makes an order of the user's cart, at the prices and with the stock of this moment. A
// cart becomes at most one order: for a request that names a cart which has become one, checkout
// finds that order.
//
// It returns fault.ValidationFailed for a choice that is not allowed, codeCartEmpty,
// codeCartChanged and codeInsufficientStock with the lines, codeDiscountNotApplicable, and
// codeTotalChanged with the current total. Three guards are checked when the order is written:
// another checkout may have taken the stock, too many orders may be open, and the terms may have
// changed. The error of
// writeOrder or of InTx is one that refusedBy knows then, and the result is there for
// checkoutResult.conflict.
func checkout(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, o cartOwner, req checkoutRequest, now time.Time,
) (checkoutResult, error) {
	e, existing, err := evaluate(tx, terms, o, req, now)
	if err != nil || existing != nil {
		return checkoutResult{Order: existing, Repeated: true}, err
	}
	if err := e.validate(); err != nil {
		return checkoutResult{}, err
	}
	number, err := newOrderNumber()
	if err != nil {
		return checkoutResult{}, err
	}
	made := newOrder(ctx, terms, e, number)
	vouchers, err := e.redeemCodes(tx, o, made.ID)
	if err != nil {
		return checkoutResult{}, err
	}
	if made.Guest {
		made.CartTokenHash = &o.TokenHash
	}
	if made.PromotionID != nil {
		made.PromotionCustomerID = new(o.promotionCustomer())
	}
	result := checkoutResult{Order: made, Lines: e.pricing.Lines, Limits: terms.openLimits(made, e.pricing.Wholesale)}
	return result, writeOrder(ctx, tx, terms, made, result.Limits, vouchers)
}

// evaluate loads what the checkout of req is about and works out what it comes to. existing is the
// order that the cart named in req has become before; there is no evaluation then. It changes
// nothing but the carts: a guest's cart whose token comes along is merged into the user's.
func evaluate(
	tx *gorm.DB, terms *saleTerms, o cartOwner, req checkoutRequest, now time.Time,
) (e *evaluation, existing *order, err error) {
	if o.UserID == "" {
		return evaluateGuest(tx, terms, o, req, now)
	}
	merged, err := mergeGuestCart(tx, o, now)
	if err != nil {
		return nil, nil, err
	}
	loaded, lines, err := loadCheckout(tx, o.UserID, &req)
	if err != nil {
		return nil, nil, err
	}
	if req.CartID != "" && req.CartID != loaded.Cart.ID && req.CartID != merged {
		existing, err = loadOrderOfCart(tx, o.UserID, req.CartID)
		return nil, existing, err
	}
	if err := loaded.require(tx, o.UserID); err != nil {
		return nil, nil, err
	}
	in := &pricingInput{Now: now, Lines: lines}
	in.setBuyer(&loaded.Buyer)
	if in.Codes, err = loadCodes(tx, loaded.Cart.Codes, o); err != nil {
		return nil, nil, err
	}
	return newEvaluation(terms, loaded, in, req), nil, nil
}

// mergeGuestCart merges the guest's cart whose token came along into the user's, and returns the id
// that it had, or "".
func mergeGuestCart(tx *gorm.DB, o cartOwner, now time.Time) (string, error) {
	if o.TokenHash == "" {
		return "", nil
	}
	guest, found, err := lockGuestCart(tx, o.TokenHash)
	if err != nil || !found {
		return "", err
	}
	_, err = openCart(tx, o, now)
	return guest.ID, err
}

// newOrder is the order that the evaluated checkout makes.
func newOrder(ctx context.Context, terms *saleTerms, e *evaluation, number string) *order {
	now := e.pricing.Now
	o := order{
		ID: id.New(), Number: number, UserID: e.Buyer.UserID, CartID: e.Cart.ID,
		Status: orderPlaced, PaymentStatus: paymentUnpaid, FulfillmentStatus: fulfillmentUnfulfilled,
		Locale: terms.profile.LocaleFor(e.Buyer.Locale), BuyerEmail: e.Buyer.Email, BuyerName: e.Buyer.FullName,
		ShipTo: e.shipTo, SaveAddress: e.request.SaveAddress, Version: 1, Recipient: e.recipient, RecipientID: e.recipientID,
		BillTo:           e.billTo,
		ShippingMethodID: e.Method.ID, ShippingMethodName: e.Method.Name, ShippingMethodKind: e.Method.Kind,
		PaymentMethod: e.request.PaymentMethod,
		PriceMode:     e.totals.PriceMode, Subtotal: e.totals.Subtotal, Discount: e.totals.Discount,
		Shipping: e.totals.Shipping, Tax: e.totals.Tax, Taxes: e.totals.Taxes, Total: e.totals.Total,
		Discounts: e.totals.appliedDiscounts(), Note: e.request.Note, Units: e.totals.ItemCount,
		PlacedAt: now, CreatedAt: now, UpdatedAt: now, Guest: e.request.Guest != nil,
		PointsPerEuro: terms.loyalty.OrderPoints(), ReturnDays: terms.ReturnDays, InvoiceDays: terms.InvoiceDays,
	}
	if !e.pricing.Wholesale {
		o.WithdrawalDays = new(int(terms.WithdrawalDays))
	}
	if e.totals.Promotion != nil {
		o.PromotionID = &e.totals.Promotion.ID
	}
	switch {
	case o.Total == 0:
		o.PaymentStatus, o.PaidAt = paymentPaid, &now
	case o.PaymentMethod.Prepaid():
		due := now.Add(terms.deadline(o.PaymentMethod))
		o.Status, o.PaymentDueAt = orderPendingPayment, &due
	}
	terms.setOrigin(&o, httpapi.NetworkDigest(ctx))
	if e.Method.isPickup() {
		o.Destination = nil // it is the shop's own, where any number of orders may wait
	}
	o.Instructions = terms.instructions(&o)
	o.Items = e.newOrderItems(o.ID)
	o.Search = o.searchText()
	return &o
}

// newOrderNumber draws the number of an order, one of 10^10. It is random, so that it does not show
// how many orders there are.
func newOrderNumber() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(10_000_000_000))
	if err != nil {
		return "", fmt.Errorf("ordering: draw a number: %w", err)
	}
	return fmt.Sprintf("ORD-%010d", n), nil
}

func (e *evaluation) newOrderItems(orderID string) []orderItem {
	items := make([]orderItem, len(e.pricing.Lines))
	for i, l := range e.pricing.Lines {
		t, v := e.totals.Lines[i], l.Variant
		items[i] = orderItem{
			ID: id.New(), OrderID: orderID, Position: i, ProductID: v.ProductID, VariantID: v.ID, SKU: v.SKU, Name: v.Name,
			Slug: v.shownSlug(), Options: v.Options, ImageURL: v.ImageURL, Image: v.Image, UnitPrice: t.UnitPrice,
			Quantity: l.Item.Quantity, LineTotal: t.Total,
			Discount: t.Discount, TaxRate: t.TaxRate, Category: &t.Category, Net: &t.Net, Tax: &t.Tax,
			WithdrawalExcluded: v.WithdrawalExcluded,
		}
	}
	return items
}
