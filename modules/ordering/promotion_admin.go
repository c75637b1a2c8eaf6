package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// check returns everything that does not fit together in a promotion.
func (p *promotion) check() error {
	var wrong []fault.Field
	add := func(bad bool, pointer, detail string) {
		if bad {
			wrong = append(wrong, fault.Field{Pointer: pointer, Code: fault.OutOfRange, Detail: detail})
		}
	}
	add(p.Kind == kindPercent && p.Value > allPercent, "/value", "must be at most 100 percent")
	add(p.StartsAt != nil && p.EndsAt != nil && !p.StartsAt.Before(*p.EndsAt), "/endsAt", "must be after startsAt")
	add(p.UsageLimit != nil && *p.UsageLimit < p.Used, "/usageLimit", "must not be below used")
	if len(wrong) > 0 {
		return fault.Invalid(wrong...)
	}
	return nil
}

// createPromotion returns fault.InUse when another promotion has the code.
func (s *service) createPromotion(ctx context.Context, tx *gorm.DB, p promotion) (promotion, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	p.ID, p.CreatedAt = id.New(), s.Clock.Now()
	p.UpdatedAt = p.CreatedAt
	if err := codeTaken(tx.Create(&p).Error); err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, p.saved(false))
}

// changePromotion changes what later checkouts find. It returns fault.InUse when another promotion has the code.
func (s *service) changePromotion(ctx context.Context, tx *gorm.DB, promotionID string, change func(*promotion)) (promotion, error) {
	p, err := database.ByID[promotion](database.ForUpdate(tx), promotionID)
	if err != nil {
		return p, err
	}
	change(&p)
	if err := p.check(); err != nil {
		return p, err
	}
	p.UpdatedAt = s.Clock.Now()
	if err := codeTaken(tx.Save(&p).Error); err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, p.saved(false))
}

func deletePromotion(ctx context.Context, tx *gorm.DB, promotionID string) error {
	p, err := database.ByID[promotion](database.ForUpdate(tx), promotionID)
	if err != nil {
		return err
	}
	if err := tx.Delete(&p).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, p.saved(true))
}

func codeTaken(err error) error {
	if database.IsUnique(err, "ordering_promotions_code_key", "ordering_promotions.code") {
		return fault.New(fault.InUse, "Another promotion has this code.").Because(err)
	}
	return err
}

// saved is the announcement of the promotion as it now is.
func (p *promotion) saved(deleted bool) events.PromotionSaved {
	return events.PromotionSaved{PromotionID: p.ID, Code: p.Code, Active: p.Active && !deleted, Deleted: deleted}
}
