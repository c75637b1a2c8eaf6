package ordering

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// units are some of a variant. Only a correction may have a negative number.
type units struct {
	VariantID string
	Quantity  int64
}

// move is why stock changes: what every row of the ledger that it makes has in common.
type move struct {
	Reason  string
	OrderID *string // nil for a count and a correction
	Note    *string
	At      time.Time
}

// change is one variant's part of a move, as the statements take it.
type change struct {
	ID        string `json:"id"` // of its row in the ledger
	VariantID string `json:"variant_id"`
	OnHand    int64  `json:"on_hand"`
	Reserved  int64  `json:"reserved"`
}

// changes sums the units by variant and says what a move does to each.
func (m *move) changes(all []units) []change {
	var sum []change
	at := map[string]int{}
	for _, u := range all {
		i, known := at[u.VariantID]
		if !known {
			i = len(sum)
			at[u.VariantID] = i
			sum = append(sum, change{ID: id.New(), VariantID: u.VariantID})
		}
		switch c := &sum[i]; m.Reason {
		case moveReserve:
			c.Reserved += u.Quantity
		case moveRelease:
			c.Reserved -= u.Quantity
		case moveShip:
			c.OnHand, c.Reserved = c.OnHand-u.Quantity, c.Reserved-u.Quantity
		default: // count, adjust, return
			c.OnHand += u.Quantity
		}
	}
	return sum
}

// errStock says that a move would leave less than nothing, or less than is reserved. Nothing that it did may be committed.
var errStock = errors.New("ordering: the stock does not allow this move")

// errShort is errStock with the variants that are to blame.
type errShort []string

func (errShort) Error() string        { return errStock.Error() }
func (errShort) Is(target error) bool { return target == errStock }

// moveStock changes the stock of some variants and writes the ledger. On PostgreSQL it is one statement, which locks the rows in
// the order of their ids. It returns errStock when one of the variants does not allow it.
func moveStock(tx *gorm.DB, m move, all []units) error {
	changes := m.changes(all)
	if len(changes) == 0 {
		return nil
	}
	if database.Dialect(tx) == database.SQLite {
		return moveStockSQLite(tx, m, changes)
	}
	args, err := m.args(changes)
	if err != nil {
		return err
	}
	var moved []string
	if err := tx.Raw(`SELECT * FROM `+moveStockPostgres, args...).Scan(&moved).Error; err != nil {
		return err
	}
	return allMoved(moved, changes)
}

// allMoved returns errShort unless all the changes were made.
func allMoved(moved []string, changes []change) error {
	var short errShort
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

// moveStockPostgres is a function of the database (migrations): it returns the variants that allowed their change.
const moveStockPostgres = `ordering_move_stock(?, ?, ?, ?, ?)`

// args are the arguments of moveStockPostgres.
func (m *move) args(changes []change) ([]any, error) {
	list, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	return []any{string(list), m.Reason, m.OrderID, m.Note, m.At}, nil
}

// moveStockSQLite takes two statements: SQLite does not write inside WITH.
func moveStockSQLite(tx *gorm.DB, m move, changes []change) error {
	list, err := json.Marshal(changes)
	if err != nil {
		return err
	}
	var now []stock
	err = tx.Raw(`UPDATE ordering_stock AS s SET on_hand = s.on_hand + w.on_hand, reserved = s.reserved + w.reserved, updated_at = ?,
			peak = max(s.peak, s.on_hand + w.on_hand - s.reserved - w.reserved)
		FROM (SELECT value ->> 'variant_id' AS variant_id, value ->> 'on_hand' AS on_hand, value ->> 'reserved' AS reserved FROM json_each(?)) AS w
		WHERE s.variant_id = w.variant_id AND s.reserved + w.reserved >= 0 AND s.on_hand + w.on_hand >= s.reserved + w.reserved
		RETURNING variant_id, on_hand, reserved`, m.At, string(list)).Scan(&now).Error
	if err != nil {
		return fmt.Errorf("ordering: move stock: %w", err)
	}
	led, moved := map[string]stock{}, make([]string, len(now))
	for i, s := range now {
		led[s.VariantID], moved[i] = s, s.VariantID
	}
	if err := allMoved(moved, changes); err != nil {
		return err
	}
	rows := make([]movement, len(changes))
	for i, c := range changes {
		s := led[c.VariantID]
		rows[i] = movement{
			ID: c.ID, VariantID: c.VariantID, Reason: m.Reason, OnHandDelta: c.OnHand, ReservedDelta: c.Reserved,
			OnHand: s.OnHand, Reserved: s.Reserved, OrderID: m.OrderID, Note: m.Note, OccurredAt: m.At,
		}
	}
	return tx.Create(&rows).Error
}
