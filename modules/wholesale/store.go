package wholesale

import (
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/search"
)

// insertApplication stores a. It returns false when its tracking id is taken.
func insertApplication(tx *gorm.DB, a *application) (bool, error) {
	if err := applicationStates.Check("", a.Status); err != nil {
		return false, err
	}
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "tracking_id"}}, DoNothing: true}).Create(a)
	return done.RowsAffected == 1, done.Error
}

// applicationByTrackingID returns fault.NotFound, also when the email address is not the contact's.
func applicationByTrackingID(db *gorm.DB, trackingID, addressID string) (application, error) {
	if !trackingIDForm.MatchString(trackingID) {
		return application{}, fault.Missing()
	}
	return database.Take[application](db.Where("tracking_id = ? AND address_id = ?", trackingID, addressID))
}

// pageOfApplications is a page of the applications, newest first, and their number. A blank status,
// userID or q does not restrict it. userID is that of the account with the contact's email address.
// With a q there are at most search.MaxFound.
func pageOfApplications(
	db *gorm.DB, status applicationStatus, userID, q string, p httpapi.Page,
) ([]application, int64, error) {
	in := func(query *gorm.DB) *gorm.DB {
		if status != "" {
			query = query.Where("status = ?", status)
		}
		if userID != "" {
			query = query.Where("address_id = (SELECT address_id FROM wholesale_accounts WHERE user_id = ?)", userID)
		}
		return query
	}
	const newestFirst = "submitted_at DESC, id DESC"
	if strings.TrimSpace(q) == "" {
		return httpapi.FindPage[application](in(db.Model(&application{})), p, newestFirst)
	}
	return search.List[application](db, &applicationIndex, q, in, newestFirst, p.Offset(), p.Limit)
}

// applicationIndex finds applications by application.searchText.
var applicationIndex = search.Index{
	Name: "wholesale.applications", Table: "wholesale_applications", Column: "search", Texts: searchTexts,
}

// searchTexts are the search texts of the applications of a query, by id.
func searchTexts(applications *gorm.DB) (map[string]string, error) {
	var found []application
	err := applications.Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// saveApplication writes every column of a locked application.
func saveApplication(tx *gorm.DB, a *application) error {
	if err := applicationIndex.Changed(tx, a.ID); err != nil {
		return err
	}
	return tx.Save(a).Error
}

// changeUnderReview changes an application that is under review and writes the columns. It returns
// fault.NotFound, the fault of change, or codeAlreadyDecided.
func changeUnderReview(
	tx *gorm.DB, applicationID string, change func(a *application) error, columns ...string,
) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := change(&a); err != nil {
		return application{}, err
	}
	err = saveUnderReview(tx, &a, columns...)
	return a, err
}

// saveUnderReview writes the columns of a, locks the row and reads it back, if the application is
// still under review. Otherwise it returns codeAlreadyDecided with what was decided: of two admins
// who decide at once, the second gets that.
func saveUnderReview(tx *gorm.DB, a *application, columns ...string) error {
	if err := applicationStates.Check(applicationUnderReview, a.Status); err != nil {
		return err
	}
	done := tx.Model(a).Clauses(clause.Returning{}).Where("status = ?", applicationUnderReview).Select(columns).Updates(*a)
	if done.Error != nil || done.RowsAffected == 1 {
		return done.Error
	}
	decided, err := database.ByID[application](tx, a.ID)
	if err != nil {
		return err
	}
	return alreadyDecided(decided)
}

// saveAnswer writes the answer of a, locks the row and reads it back, if the application is still
// under review and has a question. Otherwise it returns fault.InvalidTransition.
func saveAnswer(tx *gorm.DB, a *application) error {
	if err := applicationStates.Check(applicationUnderReview, a.Status); err != nil {
		return err
	}
	done := tx.Model(a).Clauses(clause.Returning{}).Where("status = ? AND question IS NOT NULL", applicationUnderReview).
		Select("answer", "answered_at").Updates(*a)
	if done.Error == nil && done.RowsAffected == 0 {
		return notAnswerable()
	}
	return done.Error
}

// expiredApplications locks up to limit applications, oldest first, that were rejected, or
// submitted and never decided, before the given time, and whose email addresses have no account.
func expiredApplications(tx *gorm.DB, before time.Time, limit int) (found []application, err error) {
	err = database.ForUpdate(tx).
		Where("status <> ? AND address_id IS NOT NULL AND COALESCE(decided_at, submitted_at) < ?", applicationApproved,
			before).
		Where("NOT EXISTS (SELECT 1 FROM wholesale_accounts a WHERE a.address_id = wholesale_applications.address_id)").
		Order("id").Limit(limit).Find(&found).Error
	return found, err
}

// lockApplicationsOf locks the applications with the email addresses, oldest first.
func lockApplicationsOf(tx *gorm.DB, addressIDs ...string) (found []application, err error) {
	err = database.ForUpdate(tx).Where("address_id IN ?", addressIDs).Order("id").Find(&found).Error
	return found, err
}

// applicationsOf are the applications with the user's email address, oldest first.
func applicationsOf(db *gorm.DB, userID string) (found []application, err error) {
	a, err := database.Take[account](db.Where("user_id = ? AND NOT erased", userID))
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err == nil {
		err = db.Where("address_id = ?", a.AddressID).Order("submitted_at, id").Find(&found).Error
	}
	return found, err
}
