package ordering

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) checkoutRoutes(r *httpapi.Router) {
	conflicts := []fault.Code{
		fault.NotFound, codeCartEmpty, codeCartChanged, codeInsufficientStock, codeDiscountNotApplicable, codeTotalChanged,
		codeTooManyOpenOrders,
	}
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "quoteCheckout", Method: http.MethodPost, Path: "/v1/checkout/quote", Tag: tagCheckout,
		Summary: "Calculate a quote",
		Detail: "Nothing is ordered or reserved; `requirements` says what a checkout would be refused for, " +
			"missing parts of an address too: its country is enough for the sums. `include` saves requests. Send its " +
			"`total` as the `expectedTotal` of the checkout. A guest shows the token of the cart alone; what the email has " +
			"ordered before, open orders and codes that a customer may use so often, is judged at the checkout alone.",
		Errors: []fault.Code{fault.NotFound},
	}, a.quoteCheckout)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "checkout", Method: http.MethodPost, Path: "/v1/checkout", Tag: tagCheckout, Summary: "Place an order",
		Status: http.StatusCreated,
		Limits: []string{"checkout"}, GuestLimits: []string{"guest_checkout"}, Errors: conflicts,
		ProblemMembers: checkoutProblemMembers,
		Headers:        orderTokenHeader, DeriveHeaders: deriveOrderToken(a.Config.Secret, a.Clock),
		Detail: "All at the prices and stock of now, or nothing. With `cartId` a repeat answers 200 with the same order. " +
			"`insufficient_stock` and `cart_changed` name the lines in `items`, `total_changed` the `currentTotal`. " +
			"`too_many_open_orders` counts, by `scope`, orders that are neither paid nor shipped nor cancelled. " +
			"`saveAddress` puts `shipTo` into a user's address book, once, as long as there is room. " +
			"A company that `billTo` lacks is a wholesale buyer's `businessName`. " +
			"A guest shows the token of the cart alone and gives `contact` and one of `recipient` and `shipTo`; " +
			"`X-Order-Token` of the answer opens the order.",
	}, a.checkout)
}

type checkoutInput struct {
	CartToken string `header:"X-Cart-Token" doc:"A guest's cart. With a bearer token it is merged into the caller's first; an unknown one is ignored."`
	Body      checkoutBody
}

// Check requires that the order goes to one destination, which has all its parts.
func (in *checkoutInput) Check() []fault.Field { return in.Body.check() }

// checkParts is what a quote requires too.
func (b *checkoutBody) checkParts() []fault.Field {
	return slices.Concat(b.checkDestination(), b.checkBillTo(), b.Recipient.check())
}

// CheckLate refuses a guest's names with a URL. Whose request it is, requestOf knows: a contact is
// given by guests alone.
func (in *checkoutInput) CheckLate() []fault.Field { return in.Body.checkContact() }

func (b *checkoutBody) checkContact() []fault.Field {
	if b.Contact == nil {
		return nil
	}
	return b.checkGuestNames()
}

func (b *checkoutBody) check() []fault.Field {
	invalid := b.checkParts()
	if b.ShipTo != nil {
		invalid = append(invalid, b.ShipTo.missing("/shipTo")...)
	}
	if b.BillTo != nil {
		invalid = append(invalid, b.BillTo.missing("/billTo")...)
	}
	return invalid
}

// checkoutAttempts is how often a checkout is tried that was refused for a reason that is gone a
// moment later, or whose number is taken. Settings that change refuse it once.
const checkoutAttempts = 4

func (a *api) checkout(ctx context.Context, in *checkoutInput) (*httpapi.Reply[orderView], error) {
	ctx, owner, req, err := a.requestOf(ctx, &in.Body, in.CartToken)
	if err != nil {
		return nil, err
	}
	if req.Guest == nil {
		return a.tryCheckout(ctx, owner, req)
	}
	return a.limitGuestEmail(ctx, req.Guest.ID, func() (*httpapi.Reply[orderView], error) {
		return a.tryCheckout(ctx, owner, req)
	})
}

// tryCheckout makes an order of the cart, or finds the one that it has become. An attempt after one
// at old settings reads those of the database in its transaction, where they don't change until the
// order is written: so checkouts get on however often settings change.
func (a *api) tryCheckout(
	ctx context.Context, owner cartOwner, req checkoutRequest,
) (*httpapi.Reply[orderView], error) {
	locked := false
	for range checkoutAttempts {
		var result checkoutResult
		reply, err := httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (v orderView, err error) {
			terms, err := a.termsFor(tx, locked)
			if err != nil {
				return v, err
			}
			now := a.Clock.Now()
			if result, err = checkout(ctx, tx, terms, owner, req, now); err != nil {
				return v, err
			}
			v = terms.buyerView(*result.Order, now)
			v.repeated = result.Repeated
			return v, nil
		})
		if database.IsUnique(err, "ordering_orders_number_key", "ordering_orders.number") {
			continue
		}
		guard := refusedBy(err)
		switch guard {
		case "":
			return reply, err
		case guardTerms:
			if err := a.Copies.Refresh(ctx); err != nil { // for those that come after
				return nil, err
			}
			locked = true
			continue
		}
		conflict, err := result.conflict(a.DB.WithContext(ctx), guard)
		switch {
		case err != nil:
			return nil, err
		case conflict != nil:
			return nil, conflict
		}
	}
	cause := errors.New("ordering: the stock or the open orders change all the time")
	return nil, fault.Busy(cause, time.Second)
}

// termsFor are the terms that this process knows, or with locked those of the database, which don't
// change before the end of tx.
func (a *api) termsFor(tx *gorm.DB, locked bool) (*saleTerms, error) {
	if locked {
		return a.settings.ReadLocked(tx)
	}
	return a.terms(), nil
}

// checkoutProblemMembers are examples of the members that the conflicts of a checkout add.
var checkoutProblemMembers = map[fault.Code]any{
	codeInsufficientStock: shortages{[]shortage{{
		ItemID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", VariantID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163", SKU: "MOKA-6",
		Quantity: 3, Available: 1,
	}}},
	codeCartChanged: shortages{[]shortage{{
		ItemID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80", VariantID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405163", SKU: "MOKA-6",
		Quantity: 3,
	}}},
	codeTotalChanged:      changedTotal{5887},
	codeTooManyOpenOrders: exceededScope{"buyer"},
}
