package payments

import (
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/money"
	"orderd/platform/search"
)

// entryIndex finds entries by entry.searchText.
var entryIndex = search.Index{Name: "payments.entries", Table: "payments_entries", Column: "search"}

// entryFilter selects entries. Zero values do not restrict.
type entryFilter struct {
	StatementID string
	State       entryState
	Match       entryMatch
	Q           string
}

// pageOfEntries is a page of the entries, the newest days first, and their number: with a Q at most
// search.MaxFound.
func pageOfEntries(db *gorm.DB, f entryFilter, p httpapi.Page) ([]entry, int64, error) {
	const newestFirst = "booked_on DESC, id DESC"
	if strings.TrimSpace(f.Q) == "" {
		return httpapi.FindPage[entry](f.restrict(db.Model(&entry{})), p, newestFirst)
	}
	return search.List[entry](db, &entryIndex, f.Q, f.restrict, newestFirst, p.Offset(), p.Limit)
}

// restrict restricts a query to the entries of the filter, without looking at Q.
func (f entryFilter) restrict(q *gorm.DB) *gorm.DB {
	if f.StatementID != "" {
		q = q.Where("statement_id = ?", f.StatementID)
	}
	if f.State != "" {
		q = q.Where("state = ?", f.State)
	}
	if f.Match != "" {
		q = q.Where("(? OR ?)", f.matchedThen(), f.matchesNow())
	}
	return q
}

// matchedThen is the condition that an entry has the match as it is stored (entry.matchNow).
func (f entryFilter) matchedThen() clause.Expr {
	return clause.Expr{
		SQL:  "((state <> ? OR order_id IS NULL) AND matched = ?)",
		Vars: []any{entryOpen, f.Match},
	}
}

// matchesNow is the condition that an open entry has the match by what its order asks for now
// (order.matchOf).
func (f entryFilter) matchesNow() clause.Expr {
	const open, unpaid = "NOT o.closed", "o.status IN ('unpaid', 'failed')"
	byTransfer := open + " AND " + unpaid + " AND o.method IN ?"
	const due = "coalesce(o.due_cents, o.total_cents)"
	methods := []ordering.PaymentMethod{ordering.PaymentMethodBankTransfer, ordering.PaymentMethodInvoice}
	c := clause.Expr{SQL: "FALSE"}
	switch f.Match {
	case matchClosed:
		c = clause.Expr{SQL: "o.closed"}
	case matchDouble:
		c = clause.Expr{SQL: open + " AND NOT " + unpaid}
	case matchNone:
		c = clause.Expr{SQL: open + " AND " + unpaid + " AND o.method NOT IN ?", Vars: []any{methods}}
	case matchUnder:
		c = clause.Expr{SQL: byTransfer + " AND amount_cents < " + due, Vars: []any{methods}}
	case matchOver:
		c = clause.Expr{SQL: byTransfer + " AND amount_cents > " + due, Vars: []any{methods}}
	case matchExact:
		c = clause.Expr{SQL: byTransfer + " AND amount_cents = " + due, Vars: []any{methods}}
	}
	return clause.Expr{
		SQL: "(state = ? AND EXISTS (SELECT 1 FROM payments_orders o WHERE o.order_id = payments_entries.order_id AND " +
			c.SQL + "))",
		Vars: append([]any{entryOpen}, c.Vars...),
	}
}

// lockEntry locks the entry until the transaction ends, so that what an erasure removes meanwhile
// does not come back with what the transaction saves. It returns fault.NotFound.
func lockEntry(tx *gorm.DB, entryID string) (entry, error) {
	return database.ByID[entry](database.ForUpdate(tx), entryID)
}

// knownReferences are those of the references that entries of the account have. They are rows to
// join: a list PostgreSQL compares with each entry of the account while the table's statistics lag
// behind, as after a large upload.
func knownReferences(db *gorm.DB, iban string, references []string) (map[string]bool, error) {
	rows := strings.TrimSuffix(strings.Repeat("(?),", len(references)), ",")
	values := append([]any{iban}, convert.All(references, func(r string) any { return r })...)
	var found []string
	err := db.Model(&entry{}).Where("iban = ? AND reference IN (VALUES "+rows+")", values...).
		Pluck("reference", &found).Error
	known := make(map[string]bool, len(found))
	for _, r := range found {
		known[r] = true
	}
	return known, err
}

// insertEntries stores the entries whose references the account does not have, and returns the ids
// of those that it has stored.
func insertEntries(tx *gorm.DB, entries []entry) (map[string]bool, error) {
	for _, e := range entries {
		if err := entryStates.Check("", e.State); err != nil {
			return nil, err
		}
	}
	again := clause.OnConflict{Columns: []clause.Column{{Name: "iban"}, {Name: "reference"}}, DoNothing: true}
	if err := tx.Clauses(again).Create(&entries).Error; err != nil {
		return nil, err
	}
	ids := convert.All(entries, func(e entry) string { return e.ID })
	var found []string
	err := tx.Model(&entry{}).Where("id IN ?", ids).Pluck("id", &found).Error
	stored := make(map[string]bool, len(found))
	for _, entryID := range found {
		stored[entryID] = true
	}
	return stored, err
}

// endEntry saves an entry that was open and is booked or ignored now. It returns false when another
// command came first.
func endEntry(tx *gorm.DB, e *entry) (bool, error) {
	if err := entryStates.Check(entryOpen, e.State); err != nil {
		return false, err
	}
	saved := tx.Model(e).Where("state = ?", entryOpen).Select("*").Updates(e)
	if saved.Error != nil || saved.RowsAffected == 0 {
		return false, saved.Error
	}
	return true, entryIndex.Changed(tx, e.ID)
}

// bookedOf are the sums of the booked entries of the orders.
func bookedOf(tx *gorm.DB, orderIDs ...string) (map[string]money.Cents, error) {
	var found []struct {
		OrderID string
		Booked  money.Cents
	}
	err := tx.Model(&entry{}).Select("order_id, CAST(sum(amount_cents) AS bigint) AS booked").
		Where("order_id IN ? AND state = ?", orderIDs, entryBooked).Group("order_id").Find(&found).Error
	sums := make(map[string]money.Cents, len(found))
	for _, row := range found {
		sums[row.OrderID] = row.Booked
	}
	return sums, err
}

// bookedItself are those of the orders of which an upload has booked an entry.
func bookedItself(db *gorm.DB, orderIDs []string) (found []string, err error) {
	err = db.Model(&entry{}).Where("order_id IN ? AND itself", orderIDs).Distinct().Pluck("order_id", &found).Error
	return found, err
}

// ordersNumbered are the copies of the orders with the numbers. With lock they are locked until the
// transaction ends, in one order.
func ordersNumbered(db *gorm.DB, numbers []string, lock bool) (found []order, err error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	if lock {
		db = database.ForUpdate(db)
	}
	err = db.Where("number IN ?", numbers).Order("order_id").Find(&found).Error
	return found, err
}

// lockOrder locks the copy of the order until the transaction ends. It returns fault.NotFound.
func lockOrder(tx *gorm.DB, orderID string) (order, error) {
	return database.Take[order](database.ForUpdate(tx).Where("order_id = ?", orderID))
}

// ordersOfEntries are the copies of the orders of the entries, by id.
func ordersOfEntries(db *gorm.DB, entries []entry) (map[string]order, error) {
	var ids []string
	for _, e := range entries {
		if e.OrderID != nil {
			ids = append(ids, *e.OrderID)
		}
	}
	orders := make(map[string]order, len(ids))
	if len(ids) == 0 {
		return orders, nil
	}
	var found []order
	err := db.Where("order_id IN ?", ids).Find(&found).Error
	for _, o := range found {
		orders[o.OrderID] = o
	}
	return orders, err
}

// orderOfEntry is the copy of the entry's order, else of the first that its text names and that has
// a buyer; a blank one when there is none.
func orderOfEntry(db *gorm.DB, e *entry) (o order, err error) {
	switch {
	case e.OrderID != nil:
		return orderOf(db, *e.OrderID)
	case e.Text == nil:
		return o, nil
	}
	named, err := ordersNumbered(db, orderNumbers(transfer{Text: *e.Text}), false)
	if i := slices.IndexFunc(named, func(o order) bool { return o.UserID != nil }); i >= 0 {
		o = named[i]
	}
	return o, err
}

// entriesOfUser are the entries of the user's orders, by order, the oldest first.
func entriesOfUser(db *gorm.DB, userID string) (map[string][]entry, error) {
	var found []entry
	err := db.Where("order_id IN (SELECT order_id FROM payments_orders WHERE user_id = ?)", userID).
		Order("booked_on, id").Find(&found).Error
	of := map[string][]entry{}
	for _, e := range found {
		of[*e.OrderID] = append(of[*e.OrderID], e)
	}
	return of, err
}

// entriesNaming are the entries of no order yet whose texts name several, one of them among the
// orders. With lock they are locked until the transaction ends.
func entriesNaming(db *gorm.DB, orders []order, lock bool) (found []entry, err error) {
	if len(orders) == 0 {
		return nil, nil
	}
	numbers := convert.All(orders, func(o order) string { return o.Number })
	if lock {
		db = database.ForUpdate(db)
	}
	if err := db.Where("matched = ? AND order_id IS NULL AND NOT erased", matchSeveral).Order("id").
		Find(&found).Error; err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(e entry) bool { return !e.names(numbers) }), nil
}

// entriesEndedBefore are entries with personal data that were booked or ignored before a moment.
func entriesEndedBefore(tx *gorm.DB, before time.Time, limit int) (found []entry, err error) {
	err = database.ForUpdate(tx).Where("ended_at < ? AND NOT erased", before).Order("ended_at, id").Limit(limit).
		Find(&found).Error
	return found, err
}

// eraseEntries removes what is personal from the entries.
func eraseEntries(tx *gorm.DB, entries []entry) error {
	orders, err := ordersOfEntries(tx, entries)
	if err != nil || len(entries) == 0 {
		return err
	}
	for i := range entries {
		var number string
		if e := &entries[i]; e.OrderID != nil {
			number = orders[*e.OrderID].Number
		}
		entries[i].erase(number)
	}
	_, err = database.UpdateRows(tx, entries, []string{"search"},
		"name = NULL, payer_iban = NULL, purpose = NULL, erased = TRUE, search = given.search", "NOT stored.erased")
	if err != nil {
		return err
	}
	return entryIndex.Changed(tx, convert.All(entries, func(e entry) string { return e.ID })...)
}

// forgetMember removes the name of a member of the staff whose account is gone.
func forgetMember(tx *gorm.DB, userID string) error {
	err := tx.Model(&statement{}).Where("created_by_id = ?", userID).
		Updates(map[string]any{"created_by_id": nil, "created_by_name": nil}).Error
	if err != nil {
		return err
	}
	return tx.Model(&entry{}).Where("ended_by_id = ?", userID).
		Updates(map[string]any{"ended_by_id": nil, "ended_by_name": nil}).Error
}
