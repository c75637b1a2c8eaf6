package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// quoteCheckout evaluates a checkout without making it. What a checkout of the cart would be
// refused for is in the evaluation, and in tooManyOpen, which is codeTooManyOpenOrders or nil.
func quoteCheckout(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, o cartOwner, req checkoutRequest, now time.Time,
) (e *evaluation, tooManyOpen *fault.Fault, err error) {
	e, existing, err := evaluate(tx, terms, o, req, now)
	if o.UserID != "" && (existing != nil || fault.Is(err, codeCartEmpty)) {
		// The quote is about the cart that the caller fills next.
		if _, err = getOrCreateUserCart(tx, o.UserID, now); err == nil {
			req.CartID = ""
			e, _, err = evaluate(tx, terms, o, req, now)
		}
	}
	if err == nil && existing != nil && o.UserID == "" {
		err = fault.Missing() // the guest's cart is gone
	}
	if err != nil {
		return nil, nil, err
	}
	if o.UserID != "" { // of a guest it would show what the email has ordered and paid
		tooManyOpen, err = openOrdersConflict(ctx, tx, terms, e)
	}
	return e, tooManyOpen, err
}

// openOrdersConflict is the codeTooManyOpenOrders that a checkout would return, or nil.
func openOrdersConflict(ctx context.Context, tx *gorm.DB, terms *saleTerms, e *evaluation) (*fault.Fault, error) {
	limits := terms.openLimits(newOrder(ctx, terms, e, ""), e.pricing.Wholesale)
	err := requireWithinLimits(tx, limits)
	if errors.Is(err, errTooManyOpen) {
		return exceededLimit(tx, limits)
	}
	return nil, err
}
