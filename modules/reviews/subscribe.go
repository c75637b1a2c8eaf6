package reviews

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func subscribe(bus *eventbus.Bus) {
	products := eventbus.Consumer{Name: "reviews.products", ReadModel: true}
	eventbus.On(bus, products, rememberProduct)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE reviews_products SET seq = 0`))

	authors := eventbus.Consumer{Name: "reviews.authors", ReadModel: true}
	eventbus.On(bus, authors, rememberAuthor)
	eventbus.On(bus, authors, renameAuthor)
	eventbus.OnReset(bus, authors, eventbus.ResetSQL(`UPDATE reviews_authors SET seq = 0 WHERE NOT erased`))

	bought := eventbus.Consumer{Name: "reviews.purchases", ReadModel: true}
	eventbus.On(bus, bought, rememberPurchases)
	eventbus.OnReset(bus, bought, eventbus.ResetSQL(`DELETE FROM reviews_purchases`))

	// A queue of its own, because it changes what is reviews': reviews and ratings.
	erasure := eventbus.Consumer{Name: "reviews.erasure"}
	eventbus.On(bus, erasure, erase)
}

// erase deletes the reviews of an erased user and announces each. A review that was being written meanwhile either is deleted here or finds
// the tombstone; what it announced and answered after identity's erasure is erased once more.
func erase(ctx context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	userID := m.Event.UserID
	if err := database.PutTombstone(tx, &author{UserID: userID, Erased: true, Seq: m.Seq}); err != nil {
		return err
	}
	if err := tx.Where("user_id = ?", userID).Delete(&purchase{}).Error; err != nil {
		return err
	}
	var own []review
	if err := tx.Where("user_id = ?", userID).Order("product_id").Find(&own).Error; err != nil {
		return err
	}
	for _, r := range own { // in the order of their products, which are locked one after the other
		if err := remove(ctx, tx, userID, r.ID); err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	if err := eventbus.EraseSubject(ctx, tx, userID); err != nil {
		return err
	}
	return httpapi.EraseAnswers(tx, userID)
}
