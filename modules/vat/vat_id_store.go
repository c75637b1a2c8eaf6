package vat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/vat/events"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

func ofUser(db *gorm.DB, userID string) *gorm.DB { return db.Where("user_id = ?", userID) }

// idOf is the user's VAT id. It returns fault.NotFound, also for what is no id of a user.
func idOf(db *gorm.DB, userID string) (vatID, error) {
	if !id.Valid(userID) {
		return vatID{}, fault.Missing()
	}
	return database.Take[vatID](ofUser(db, userID))
}

// lockID is the user's VAT id, locked until the transaction ends. It returns fault.NotFound.
func lockID(tx *gorm.DB, userID string) (vatID, error) { return idOf(database.ForUpdate(tx), userID) }

// insertID stores a new id. An account has one at most.
func insertID(tx *gorm.DB, v *vatID) error {
	if err := idStates.Check("", v.Status); err != nil {
		return err
	}
	return tx.Create(v).Error
}

// saveID writes every column of a locked id that had the status from. It returns an error when it
// has another one by now, or was deleted.
func saveID(tx *gorm.DB, v *vatID, from events.Status) error {
	if err := idStates.Check(from, v.Status); err != nil {
		return err
	}
	if err := idIndex.Changed(tx, v.ID); err != nil {
		return err
	}
	saved := tx.Model(v).Where("status = ?", from).Select("*").Updates(v)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return fmt.Errorf("vat: the id %s is %s no more", v.ID, from)
	}
	return saved.Error
}

// deleteID deletes the user's id. It returns false when there is none.
func deleteID(tx *gorm.DB, userID string) (bool, error) {
	var deleted []vatID
	if err := ofUser(tx, userID).Clauses(clause.Returning{}).Delete(&deleted).Error; err != nil || len(deleted) == 0 {
		return false, err
	}
	return true, idIndex.Changed(tx, deleted[0].ID)
}

// pageOfIDs is a page of the ids, newest first, and their number. A blank status, userID or q does
// not restrict it. With a q there are at most search.MaxFound.
func pageOfIDs(db *gorm.DB, status events.Status, userID, q string, p httpapi.Page) ([]vatID, int64, error) {
	in := func(query *gorm.DB) *gorm.DB {
		if status != "" {
			query = query.Where("status = ?", status)
		}
		if userID != "" {
			query = ofUser(query, userID)
		}
		return query
	}
	const newestFirst = "id DESC"
	if strings.TrimSpace(q) == "" {
		return httpapi.FindPage[vatID](in(db.Model(&vatID{})), p, newestFirst)
	}
	return search.List[vatID](db, &idIndex, q, in, newestFirst, p.Offset(), p.Limit)
}

// idIndex finds ids by vatID.searchText.
var idIndex = search.Index{Name: "vat.ids", Table: "vat_ids", Column: "search", Texts: searchTexts}

// searchTexts are the search texts of the ids of a query, by the row's id.
func searchTexts(ids *gorm.DB) (map[string]string, error) {
	var found []vatID
	err := ids.Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// claimDue claims up to limit ids that VIES is to be asked about, the longest due first. Of several
// replicas one gets an id.
func claimDue(ctx context.Context, db *gorm.DB, limit int, now time.Time) (claimed []vatID, err error) {
	var due []string
	err = db.WithContext(ctx).Model(&vatID{}).Where("due_at <= ?", now).Order("due_at").Limit(limit).Pluck("id",
		&due).Error
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		claimed = nil
		return tx.Model(&claimed).Clauses(clause.Returning{}).Where("id IN ? AND due_at <= ?", due, now).
			Updates(background.Claim(now.Add(lease))).Error
	})
	return claimed, err
}

// lockClaimed is the id as it now is, locked, if it is still under the claim. found is false when
// it was replaced, deleted or confirmed since, or when another worker has claimed it.
func lockClaimed(tx *gorm.DB, claimed vatID) (v vatID, found bool, err error) {
	return lockIf(tx, "id = ? AND claim = ?", claimed.ID, claimed.Claim)
}

// lockEnded is the user's id, locked, if its proof holds no longer.
func lockEnded(tx *gorm.DB, userID string, now time.Time) (v vatID, found bool, err error) {
	return lockIf(tx, "user_id = ? AND valid_until <= ?", userID, now)
}

// lockIf locks the one id that fulfils the condition.
func lockIf(tx *gorm.DB, condition string, values ...any) (v vatID, found bool, err error) {
	var rows []vatID
	err = database.ForUpdate(tx).Where(condition, values...).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return vatID{}, false, err
	}
	return rows[0], true, nil
}

// usersToEnd are the users of up to limit ids whose proof holds no longer.
func usersToEnd(db *gorm.DB, now time.Time, limit int) (users []string, err error) {
	err = db.Model(&vatID{}).Where("valid_until <= ?", now).Order("valid_until").Limit(limit).Pluck("user_id",
		&users).Error
	return users, err
}

// saveQuestion writes when a locked id is asked about next, and ends its claim.
func saveQuestion(tx *gorm.DB, v *vatID) error {
	return tx.Model(v).Select("due_at", "claim").Updates(*v).Error
}

// countLateAndSilent counts the questions that are due for longer than lateAfter, and the ids that
// are pending for longer than silentAfter.
func countLateAndSilent(db *gorm.DB, now time.Time) (late, silent int64, err error) {
	err = errors.Join(
		db.Model(&vatID{}).Where("due_at < ?", now.Add(-lateAfter)).Count(&late).Error,
		db.Model(&vatID{}).Where("status = ? AND updated_at < ?", events.StatusPending, now.Add(-silentAfter)).
			Count(&silent).Error)
	return late, silent, err
}
