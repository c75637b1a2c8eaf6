package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/ordering/events"
)

// returnCommand is a command at work on a return, and on its order.
type returnCommand struct {
	*command
	goods goodsReturn
	items []orderItem // of the order
	parts []portion   // of the return
}

// beginReturn locks the return's order and takes the return from one status to the next, or returns fault.Missing or InvalidTransition. The
// UPDATE is the guard: of two admins at once, one comes second.
func beginReturn(tx *gorm.DB, returnID, from string, changes map[string]any, now time.Time) (*returnCommand, error) {
	found, err := findReturn(tx, returnID)
	if err != nil {
		return nil, err
	}
	c, err := begin(tx, found.OrderID, anybody, now)
	if err != nil {
		return nil, err
	}
	changes["updated_at"] = c.now
	r := &returnCommand{command: c, goods: goodsReturn{ID: found.ID}}
	done := tx.Model(&r.goods).Clauses(clause.Returning{}).Where("status = ?", from).Updates(changes)
	if done.Error != nil {
		return nil, done.Error
	}
	if done.RowsAffected == 0 {
		return nil, invalidTransition()
	}
	parts, err := returnedIn(tx, found.ID)
	if err != nil {
		return nil, err
	}
	if r.items, err = itemsOf(tx, c.ID); err != nil {
		return nil, err
	}
	r.parts, err = choose(r.items, parts, func(i *orderItem) int { return i.InReturn - i.Returned })
	return r, err
}

// approveReturn lets the buyer send the goods back.
func approveReturn(ctx context.Context, tx *gorm.DB, returnID string, now time.Time) (goodsReturn, error) {
	r, err := beginReturn(tx, returnID, returnRequested, map[string]any{"status": returnApproved}, now)
	if err != nil {
		return goodsReturn{}, err
	}
	r.say(events.ReturnDecided{Order: r.announcement(), ReturnID: r.goods.ID, Status: returnApproved, Items: told(r.parts)})
	_, err = r.done(ctx)
	return r.goods, err
}

// rejectReturn says no, and why. The units may be in another return then.
func rejectReturn(ctx context.Context, tx *gorm.DB, returnID, reason string, now time.Time) (goodsReturn, error) {
	r, err := beginReturn(tx, returnID, returnRequested, map[string]any{"status": returnRejected, "rejection_reason": reason}, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if err := inReturnUnits.add(tx, r.parts, -1); err != nil {
		return goodsReturn{}, err
	}
	r.say(events.ReturnDecided{Order: r.announcement(), ReturnID: r.goods.ID, Status: returnRejected, Items: told(r.parts), Reason: &reason})
	_, err = r.done(ctx)
	return r.goods, err
}
