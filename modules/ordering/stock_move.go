package ordering

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// variantQuantity is a number of units of a variant. Only a correction may have a negative one.
type variantQuantity struct {
	VariantID string
	Quantity  int64
}

// stockMove is why stock changes: what the ledger's rows of one move have in common.
type stockMove struct {
	Reason  stockReason
	OrderID *string // nil for a count and a correction
	Note    *string
	Actor   *string // nil for a buyer
	At      time.Time
	// Unreserved are those of the units that are not reserved when they are shipped or released,
	// and those that cannot stay reserved when they are written off.
	Unreserved []variantQuantity
}

// actorOf is who moves stock in ctx: the actor of a stockMove that is not a buyer's.
func actorOf(ctx context.Context) *string {
	actor := eventbus.CauseOf(ctx).Actor
	return &actor
}

// stockChange is what a move does to one variant, as the statements take it.
type stockChange struct {
	ID        string `json:"id"` // of its row in the ledger
	VariantID string `json:"variant_id"`
	OnHand    int64  `json:"on_hand"`
	Reserved  int64  `json:"reserved"`
}

// changes adds up the quantities by variant and calculates what the move does to each.
func (m *stockMove) changes(quantities []variantQuantity) []stockChange {
	var changes []stockChange
	at := map[string]int{}
	for _, q := range quantities {
		i, known := at[q.VariantID]
		if !known {
			i = len(changes)
			at[q.VariantID] = i
			changes = append(changes, stockChange{ID: id.New(), VariantID: q.VariantID})
		}
		switch c := &changes[i]; m.Reason {
		case moveReserve:
			c.Reserved += q.Quantity
		case moveRelease:
			c.Reserved -= q.Quantity
		case moveShip:
			c.OnHand, c.Reserved = c.OnHand-q.Quantity, c.Reserved-q.Quantity
		case moveUndelivered:
			c.OnHand, c.Reserved = c.OnHand+q.Quantity, c.Reserved+q.Quantity
		case moveWriteOff:
			c.OnHand -= q.Quantity
		default: // count, adjust, return
			c.OnHand += q.Quantity
		}
	}
	for _, q := range m.Unreserved {
		c := &changes[at[q.VariantID]]
		if m.Reason == moveWriteOff {
			c.Reserved -= q.Quantity
		} else {
			c.Reserved += q.Quantity
		}
	}
	return changes
}

// errStock is the error of a move that would leave less than nothing, or less than is reserved. The
// transaction must not be committed then.
var errStock = errors.New("ordering: the stock does not allow this move")

// shortVariants is errStock with the variants whose stock does not allow the move.
type shortVariants []string

func (shortVariants) Error() string        { return errStock.Error() }
func (shortVariants) Is(target error) bool { return target == errStock }

// moveStock changes the stock of some variants and writes the ledger. It returns errStock when the
// stock of one of them does not allow it. On PostgreSQL it is one statement, which locks the rows
// in the order of their ids.
func moveStock(tx *gorm.DB, m stockMove, quantities []variantQuantity) error {
	changes := m.changes(quantities)
	moved, err := writeMove(tx, m, changes)
	if err != nil {
		return err
	}
	return requireMoved(moved, changes)
}

// writeMove makes those of the changes that the stock allows, and returns their variants.
func writeMove(tx *gorm.DB, m stockMove, changes []stockChange) ([]string, error) {
	switch {
	case len(changes) == 0:
		return nil, nil
	case database.Dialect(tx) == database.SQLite:
		return writeMoveSQLite(tx, m, changes)
	}
	return writeMovePostgres(tx, m, changes)
}

// requireMoved returns shortVariants unless all changes were made.
func requireMoved(moved []string, changes []stockChange) error {
	var short shortVariants
	for _, c := range changes {
		if !slices.Contains(moved, c.VariantID) {
			short = append(short, c.VariantID)
		}
	}
	if short != nil {
		return short
	}
	return nil
}

// functionArgs are the arguments of moveStockFunction.
func (m *stockMove) functionArgs(changes []stockChange) ([]any, error) {
	list, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	return []any{string(list), m.Reason, m.OrderID, m.Note, m.At, m.Actor}, nil
}
