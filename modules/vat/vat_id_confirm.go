package vat

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/vat/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// proof is what staff say of a VAT id that was proved elsewhere.
type proof struct {
	VATID              *string // nil: whatever the user has
	ConsultationNumber string
	Reason             string
}

// confirmID makes a user's VAT id valid that was proved elsewhere, keeps that as evidence, and
// publishes it. It returns fault.NotFound when the user has none, and a validation fault when it is
// not the one that was proved: its user may put another in its place while staff look.
func confirmID(
	ctx context.Context, tx *gorm.DB, userID string, p proof, maxAge time.Duration, now time.Time,
) (vatID, error) {
	if !id.Valid(userID) {
		return vatID{}, fault.Missing()
	}
	if _, err := lockUser(tx, userID); err != nil {
		return vatID{}, err
	}
	v, err := lockID(tx, userID)
	if err != nil {
		return vatID{}, err
	}
	if p.VATID != nil && *p.VATID != v.VATID {
		return vatID{}, fault.Invalid(fault.Field{
			Pointer: "/vatId", Code: fault.NotAllowed, Detail: "is not the VAT id that the account has now",
		})
	}
	from := v.Status
	v.confirm(p.ConsultationNumber, maxAge, now)
	if err := saveID(tx, &v, from); err != nil {
		return vatID{}, err
	}
	if err := insertCheck(tx, confirmedCheck(v, p.Reason, now)); err != nil {
		return vatID{}, err
	}
	return v, eventbus.Publish(ctx, tx, v.changed(), events.IDConfirmed{
		UserID: userID, ConsultationNumber: p.ConsultationNumber, Reason: p.Reason,
	})
}
