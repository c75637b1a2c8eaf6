package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
)

// returnCommand is a command at work on a return, and on its order.
type returnCommand struct {
	*command
	goods goodsReturn
	items []orderItem // of the order
	parts []portion   // of the return
}

// beginReturn locks the return's order, or returns fault.Missing.
func beginReturn(tx *gorm.DB, returnID string, now time.Time) (*returnCommand, error) {
	found, err := database.ByID[goodsReturn](tx, returnID)
	if err != nil {
		return nil, err
	}
	c, err := begin(tx, found.OrderID, anybody, now)
	if err != nil {
		return nil, err
	}
	parts, err := returnedIn(tx, found.ID)
	if err != nil {
		return nil, err
	}
	r := &returnCommand{command: c, goods: found}
	if r.items, err = itemsOf(tx, c.ID); err != nil {
		return nil, err
	}
	// Whether these units still are in the return is what turn finds out.
	r.parts, err = choose(r.items, parts, func(i *orderItem) int { return i.Quantity })
	return r, err
}

// turn takes the return from one status to another with what else changes, or returns InvalidTransition. The UPDATE is the guard: of two
// admins at once, one comes second.
func (r *returnCommand) turn(from, to returnStatus, changes map[string]any) error {
	changes["status"], changes["updated_at"] = to, r.now
	done := r.tx.Model(&r.goods).Clauses(clause.Returning{}).Where("status = ?", from).Updates(changes)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidTransition()
	}
	return done.Error
}

// approveReturn lets the buyer send the goods back. Like the other commands it returns fault.Missing and InvalidTransition.
func approveReturn(ctx context.Context, tx *gorm.DB, returnID string, now time.Time) (goodsReturn, error) {
	r, err := beginReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if err := r.turn(returnRequested, returnApproved, map[string]any{}); err != nil {
		return goodsReturn{}, err
	}
	r.say(events.ReturnDecided{Order: r.announcement(), ReturnID: r.goods.ID, Status: returnApproved, Items: told(r.parts)})
	_, err = r.done(ctx)
	return r.goods, err
}

// rejectReturn says no, and why. The units may be in another return then.
func rejectReturn(ctx context.Context, tx *gorm.DB, returnID, reason string, now time.Time) (goodsReturn, error) {
	r, err := beginReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if r.BuyerErased {
		reason = ""
	}
	if err := r.turn(returnRequested, returnRejected, map[string]any{"rejection_reason": reason}); err != nil {
		return goodsReturn{}, err
	}
	if err := inReturnUnits.add(tx, r.parts, -1); err != nil {
		return goodsReturn{}, err
	}
	r.say(events.ReturnDecided{Order: r.announcement(), ReturnID: r.goods.ID, Status: returnRejected, Items: told(r.parts), Reason: &reason})
	_, err = r.done(ctx)
	return r.goods, err
}
