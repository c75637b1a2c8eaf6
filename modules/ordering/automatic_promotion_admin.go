package ordering

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// maxAutomaticPromotions bounds what every cart and every shipping method of it is priced with.
const maxAutomaticPromotions = 100

// checkRanges returns what is too large or in the wrong order of the values that the promotion has.
func (p *automaticPromotion) checkRanges() (invalid []fault.Field) {
	if p.Kind == automaticPercent && p.Value >= hundredPercent {
		invalid = append(invalid, fault.Field{
			Pointer: "/value", Code: fault.OutOfRange, Detail: "must be less than 100 percent",
		})
	}
	if p.Kind == automaticBuyXGetY && p.Value > hundredPercent {
		invalid = append(invalid, fault.Field{
			Pointer: "/value", Code: fault.OutOfRange, Detail: "must be at most 100 percent",
		})
	}
	if p.StartsAt != nil && p.EndsAt != nil && !p.StartsAt.Before(*p.EndsAt) {
		invalid = append(invalid, fault.Field{
			Pointer: "/endsAt", Code: fault.OutOfRange, Detail: "must be after startsAt",
		})
	}
	for i, productID := range p.ProductIDs {
		if slices.Contains(p.ProductIDs[:i], productID) {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprint("/productIds/", i), Code: fault.NotAllowed, Detail: "is there twice",
			})
		}
	}
	return invalid
}

// check returns everything that does not fit together.
func (p *automaticPromotion) check() []fault.Field {
	invalid := p.checkRanges()
	if p.Kind == automaticAmount && p.Minimum <= p.Value {
		invalid = append(invalid, fault.Field{
			Pointer: "/minimum", Code: fault.OutOfRange, Detail: "must be more than the amount: nothing is given away",
		})
	}
	return append(invalid, p.checkQuantities()...)
}

// checkQuantities returns what is wrong with what buy_x_get_y alone has, and needs.
func (p *automaticPromotion) checkQuantities() (invalid []fault.Field) {
	quantities := []struct {
		pointer string
		n       *int64
	}{{"/buyQuantity", p.BuyQuantity}, {"/getQuantity", p.GetQuantity}}
	for _, q := range quantities {
		switch {
		case p.Kind == automaticBuyXGetY && q.n == nil:
			invalid = append(invalid, fault.Field{Pointer: q.pointer, Code: fault.Required, Detail: "is needed by buy_x_get_y"})
		case p.Kind != automaticBuyXGetY && q.n != nil:
			invalid = append(invalid, fault.Field{Pointer: q.pointer, Code: fault.NotAllowed, Detail: "is of buy_x_get_y alone"})
		}
	}
	return invalid
}

// requireProducts returns an error unless each of the products is known, or was there before.
func (p *automaticPromotion) requireProducts(tx *gorm.DB, before []string) error {
	known, err := knownProducts(tx, p.ProductIDs)
	if err != nil {
		return err
	}
	var unknown []fault.Field
	for i, productID := range p.ProductIDs {
		if !slices.Contains(known, productID) && !slices.Contains(before, productID) {
			unknown = append(unknown, fault.Field{
				Pointer: fmt.Sprint("/productIds/", i), Code: fault.NotAllowed, Detail: "must be a product of the shop",
			})
		}
	}
	if len(unknown) > 0 {
		return fault.Invalid(unknown...)
	}
	return nil
}

// createAutomaticPromotion returns codeLimitReached.
func createAutomaticPromotion(
	ctx context.Context, tx *gorm.DB, p automaticPromotion, now time.Time,
) (automaticPromotion, error) {
	if err := lockAutomaticPromotions(tx); err != nil {
		return p, err
	}
	switch n, err := countAutomaticPromotions(tx); {
	case err != nil:
		return p, err
	case n >= maxAutomaticPromotions:
		return p, fault.New(codeLimitReached, "There are 100 automatic promotions already.")
	}
	if err := p.requireProducts(tx, nil); err != nil {
		return p, err
	}
	p.ID, p.CreatedAt = id.New(), now
	p.UpdatedAt = p.CreatedAt
	if err := tx.Create(&p).Error; err != nil {
		return p, err
	}
	return p, p.announce(ctx, tx, false)
}

// changeAutomaticPromotion changes the promotion for all later checkouts, or does nothing when it
// is so.
func changeAutomaticPromotion(
	ctx context.Context, tx *gorm.DB, promotionID string, match httpapi.IfMatch, change func(*automaticPromotion),
	now time.Time,
) (automaticPromotion, error) {
	p, err := requireAutomaticPromotion(tx, promotionID, match)
	if err != nil {
		return p, err
	}
	before := p
	if change(&p); reflect.DeepEqual(p, before) {
		return p, nil
	}
	if invalid := p.check(); len(invalid) > 0 {
		return p, fault.Invalid(invalid...)
	}
	if err := p.requireProducts(tx, before.ProductIDs); err != nil {
		return p, err
	}
	p.UpdatedAt = now
	if err := database.SaveVersion(tx, &p, &p.Version); err != nil {
		return p, err
	}
	return p, p.announce(ctx, tx, false)
}

func deleteAutomaticPromotion(ctx context.Context, tx *gorm.DB, promotionID string, match httpapi.IfMatch) error {
	p, err := requireAutomaticPromotion(tx, promotionID, match)
	if err != nil {
		return err
	}
	if err := database.DeleteVersion(tx, &p, &p.Version); err != nil {
		return err
	}
	return p.announce(ctx, tx, true)
}

// requireAutomaticPromotion is the promotion with all of them locked. It returns fault.Missing and
// fault.PreconditionFailed.
func requireAutomaticPromotion(
	tx *gorm.DB, promotionID string, match httpapi.IfMatch,
) (p automaticPromotion, err error) {
	if err := lockAutomaticPromotions(tx); err != nil {
		return p, err
	}
	p, err = database.ByID[automaticPromotion](database.ForUpdate(tx), promotionID)
	if err != nil {
		return p, err
	}
	return p, match.Require(p.Version)
}

// renewAutomaticPromotions has all processes know all of the promotions, of which a former binary
// may have left out what it does not know.
func (d *Deps) renewAutomaticPromotions(ctx context.Context) error {
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		if n, err := countAutomaticPromotions(tx); err != nil || n == 0 {
			return err
		}
		if err := lockAutomaticPromotions(tx); err != nil {
			return err
		}
		return announceAutomaticPromotions(tx)
	})
}

// announce publishes the promotion as it is now, and has all processes know it.
func (p *automaticPromotion) announce(ctx context.Context, tx *gorm.DB, deleted bool) error {
	if err := announceAutomaticPromotions(tx); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.AutomaticPromotionSaved{
		PromotionID: p.ID, Name: p.Name, Active: p.Active && !deleted, Deleted: deleted,
	})
}
