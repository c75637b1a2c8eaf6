package ordering

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// check returns everything that does not fit together.
func (p *promotion) check() (invalid []fault.Field) {
	add := func(wrong bool, pointer string, detail fault.Text) {
		if wrong {
			invalid = append(invalid, fault.Field{Pointer: pointer, Code: fault.OutOfRange, Detail: detail})
		}
	}
	add(p.Kind == promotionPercent && p.Value > hundredPercent, "/value", "must be at most 100 percent")
	add(p.StartsAt != nil && p.EndsAt != nil && !p.StartsAt.Before(*p.EndsAt), "/endsAt", "must be after startsAt")
	add(p.UsageLimit != nil && *p.UsageLimit < p.Used, "/usageLimit", "must not be below used")
	return invalid
}

// createPromotion returns fault.InUse when another promotion has the code.
func createPromotion(ctx context.Context, tx *gorm.DB, p promotion, now time.Time) (promotion, error) {
	p.ID, p.CreatedAt = id.New(), now
	p.UpdatedAt = p.CreatedAt
	if err := codeTaken(tx.Create(&p).Error); err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, p.savedEvent(false))
}

// changePromotion changes the promotion for all later checkouts, or does nothing when it is so. It
// returns fault.InUse when another promotion has the code, and fault.PreconditionFailed.
func changePromotion(
	ctx context.Context, tx *gorm.DB, promotionID string, match httpapi.IfMatch, change func(*promotion), now time.Time,
) (promotion, error) {
	p, err := database.ByID[promotion](database.ForUpdate(tx), promotionID)
	if err != nil {
		return p, err
	}
	if err := match.Require(p.Version); err != nil {
		return p, err
	}
	before := p
	if change(&p); reflect.DeepEqual(p, before) {
		return p, nil
	}
	if invalid := p.check(); len(invalid) > 0 {
		return p, fault.Invalid(invalid...)
	}
	p.UpdatedAt = now
	if err := codeTaken(database.SaveVersion(tx, &p, &p.Version)); err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, p.savedEvent(false))
}

func deletePromotion(ctx context.Context, tx *gorm.DB, promotionID string, match httpapi.IfMatch) error {
	p, err := database.ByID[promotion](database.ForUpdate(tx), promotionID)
	if err != nil {
		return err
	}
	if err := match.Require(p.Version); err != nil {
		return err
	}
	if err := database.DeleteVersion(tx, &p, &p.Version); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, p.savedEvent(true))
}

// codeTaken turns the error of a code that another promotion has into fault.InUse.
func codeTaken(err error) error {
	if database.IsUnique(err, "ordering_promotions_code_key", "ordering_promotions.code") {
		return fault.New(fault.InUse, "Another promotion has this code.").WithCause(err)
	}
	return err
}

// savedEvent is the event of the promotion as it is now.
func (p *promotion) savedEvent(deleted bool) events.PromotionSaved {
	return events.PromotionSaved{PromotionID: p.ID, Code: p.Code, Active: p.Active && !deleted, Deleted: deleted}
}
