package reviews

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// onAccountErased deletes the reviews of an erased user and publishes each deletion. A review that
// is created at the same time is either deleted here, or finds the tombstone. What it published and
// answered after identity's erasure is erased once more.
func onAccountErased(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &author{UserID: userID, Erased: true, Seq: m.Seq}); err != nil {
		return err
	}
	if err := deletePurchases(tx, userID); err != nil {
		return err
	}
	reviews, err := reviewsOf(tx, userID, "product_id")
	if err != nil {
		return err
	}
	// In the order of the products, which deleteReview locks: two erasures cannot deadlock.
	for _, r := range reviews {
		if err := deleteReview(ctx, tx, userID, r.ID); err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	return eventbus.EraseSubject(ctx, tx, userID)
}
