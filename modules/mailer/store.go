package mailer

import (
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/mailer/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/search"
	"orderd/platform/tracing"
)

// insert queues the emails, without those of events that have one.
func insert(tx *gorm.DB, emails ...email) error {
	for i, e := range emails {
		if err := emailStates.Check("", e.Status); err != nil {
			return err
		}
		emails[i].Trace = tracing.Traceparent(tx.Statement.Context)
	}
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "event_id"}}, DoNothing: true}).
		Create(&emails).Error
}

// lockEmail reads an email FOR UPDATE. It returns NotFound.
func lockEmail(tx *gorm.DB, emailID string) (email, error) {
	return database.ByID[email](database.ForUpdate(tx), emailID)
}

// emailByID reads an email. It returns NotFound.
func emailByID(db *gorm.DB, emailID string) (email, error) { return database.ByID[email](db, emailID) }

// emailFilter selects emails. Zero values do not restrict.
type emailFilter struct {
	Status      emailStatus
	Kind        events.MailKind
	To          string // part of the recipient's address, in any case
	Key         string // what an email is about, or the user whom it is to
	From, Until time.Time
}

// listEmails returns a page of the emails that the filter selects, newest first. Of those to a part
// of an address it finds at most search.MaxFound.
func listEmails(db *gorm.DB, f emailFilter, page httpapi.Page) ([]email, int64, error) {
	const newestFirst = "id DESC"
	if strings.TrimSpace(f.To) == "" {
		return httpapi.FindPage[email](f.restrict(db.Model(&email{})), page, newestFirst)
	}
	return search.List[email](db, &emailIndex, f.To, f.restrict, newestFirst, page.Offset(), page.Limit)
}

// emailIndex finds emails by their recipients, whose addresses are in lower case.
var emailIndex = search.Index{Name: "mailer.letters", Table: "mailer_letters", Column: "recipient"}

// restrict restricts a query to the emails of the filter, without looking at To.
func (f emailFilter) restrict(q *gorm.DB) *gorm.DB {
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	if f.Kind != "" {
		q = q.Where("kind = ?", f.Kind)
	}
	if f.Key != "" {
		q = q.Where("(about_id = ? OR subject_id = ?)", f.Key, f.Key)
	}
	if !f.From.IsZero() {
		q = q.Where("created_at >= ?", f.From)
	}
	if !f.Until.IsZero() {
		q = q.Where("created_at < ?", f.Until)
	}
	return q
}

// failedAfter returns the ids of failed emails of a kind after one id, in their order, without
// erased ones. A blank kind or id does not restrict.
func failedAfter(tx *gorm.DB, kind events.MailKind, after string, limit int) (ids []string, err error) {
	q := tx.Model(&email{}).Where("status = ? AND recipient <> ''", emailFailed)
	if after != "" {
		q = q.Where("id > ?", after)
	}
	if kind != "" {
		q = q.Where("kind = ?", kind)
	}
	err = q.Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

// requeueFailed makes failed emails due as email.retry does, and returns those that it changed.
func requeueFailed(tx *gorm.DB, ids []string, now time.Time) (requeued []email, err error) {
	if err := emailStates.Check(emailFailed, emailQueued); err != nil {
		return nil, err
	}
	err = tx.Model(&requeued).Clauses(clause.Returning{}).
		Where("id IN ? AND status = ? AND recipient <> ''", ids, emailFailed).
		Updates(map[string]any{
			"status": emailQueued, "due_at": now, "give_up_at": now.Add(retryPeriod), "claim": nil, "attempts": 0,
			"last_error": nil, "sent_at": nil,
		}).Error
	return requeued, err
}

// lockEmailsOf reads the emails about the user or to the addresses FOR UPDATE.
func lockEmailsOf(tx *gorm.DB, userID string, addressIDs []string) (found []email, err error) {
	subjects := append([]string{userID}, addressIDs...)
	err = database.ForUpdate(tx).Where("subject_id IN ? OR address_id IN ?", subjects, addressIDs).
		Order("id").Find(&found).Error
	return found, err
}

// lockGuestEmails reads the emails about the guest's orders and withdrawals FOR UPDATE.
func lockGuestEmails(tx *gorm.DB, guestID string) (found []email, err error) {
	kinds := append(events.OrderKinds(), events.KindWithdrawalReceived, events.KindWithdrawalContested)
	err = database.ForUpdate(tx).Where("subject_id = ? AND kind IN ?", guestID, kinds).Order("id").Find(&found).Error
	return found, err
}

// emailsOf returns the emails about the user and all to the addresses that those went to, oldest
// first: with them come the ones from before there was an account. To an address that the user has
// left, only those until then: it may be another person's. Of a guest, whose id is that of
// the address, it returns those about the guest alone.
func emailsOf(db *gorm.DB, userID string) (found []email, err error) {
	addresses := db.Session(&gorm.Session{NewDB: true}).Model(&email{}).Select("address_id").
		Where("subject_id = ? AND address_id <> subject_id", userID)
	left := db.Session(&gorm.Session{NewDB: true}).Table("mailer_letters AS l").Select("1").
		Where("l.subject_id = ? AND l.kind = ? AND l.address_id = mailer_letters.address_id AND l.id < mailer_letters.id",
			userID, events.KindEmailChanged)
	err = db.Where("subject_id = ? OR (address_id IN (?) AND NOT EXISTS (?))", userID, addresses, left).Order("id").
		Find(&found).Error
	return found, err
}

// claimDue claims up to limit emails that may be sent now, for the time of a lease, and reads them
// into claimed: those with a code first, because a person waits for it, then the longest waiting.
// It leaves out those of the ids in except, and those that another replica is claiming.
func claimDue(db *gorm.DB, limit int, except []string, now time.Time, claimed *[]email) *gorm.DB {
	free := clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked}
	due := db.Session(&gorm.Session{NewDB: true}).Clauses(free).Model(&email{}).Select("id").
		Where("status = ? AND due_at <= ?", emailQueued, now).Order("challenge_id IS NULL, due_at, id").Limit(limit)
	if len(except) > 0 {
		due = due.Where("id NOT IN ?", except)
	}
	return db.Model(claimed).Clauses(clause.Returning{}).Where("id IN (?)", due).
		Updates(background.Claim(now.Add(lease)))
}

// releaseClaim makes emails of one claim that were not tried due now, as if they had not been
// claimed.
func releaseClaim(db *gorm.DB, untried []email, now time.Time) *gorm.DB {
	ids := convert.All(untried, func(e email) string { return e.ID })
	return db.Model(&email{}).Where("id IN ? AND claim = ?", ids, untried[0].Claim).
		Updates(map[string]any{"claim": nil, "due_at": now, "attempts": gorm.Expr("attempts - 1")})
}

// extendClaims moves the end of the claims of emails that are still under them.
func extendClaims(db *gorm.DB, claimed []email, end time.Time) *gorm.DB {
	ids := convert.All(claimed, func(e email) string { return e.ID })
	claims := convert.All(claimed, func(e email) string { return *e.Claim })
	return db.Model(&email{}).Where("id IN ? AND claim IN ?", ids, claims).Update("due_at", end)
}

// saveClaimed writes the outcomes of attempts. It returns the emails that were still under the
// claim of their attempt, and leaves the others as they are.
func saveClaimed(tx *gorm.DB, emails []email) (saved []email, err error) {
	byID := map[string]email{}
	for _, e := range emails {
		if err := emailStates.Check(emailQueued, e.Status); err != nil {
			return nil, err
		}
		byID[e.ID] = e
	}
	updated, err := background.SaveClaimed(tx, emails, "last_error", "sent_at")
	return convert.All(updated, func(u email) email { return byID[u.ID] }), err
}

// saveEmail writes an email that the caller has locked, and whose status was before.
func saveEmail(tx *gorm.DB, e email, before emailStatus) error {
	if err := emailStates.Check(before, e.Status); err != nil {
		return err
	}
	return tx.Save(&e).Error
}

// expedite makes every email that waits for its next attempt due.
func expedite(tx *gorm.DB, now time.Time) error {
	return tx.Model(&email{}).Where("status = ? AND claim IS NULL AND due_at > ?", emailQueued, now).
		Update("due_at", now).Error
}

// lockExpired reads queued emails that have expired and are not being sent FOR UPDATE.
func lockExpired(tx *gorm.DB, limit int, now time.Time) (found []email, err error) {
	err = database.ForUpdate(tx).
		Where("status = ? AND give_up_at <= ? AND (claim IS NULL OR due_at <= ?)", emailQueued, now, now).
		Order("id").Limit(limit).Find(&found).Error
	return found, err
}

// deleteOld deletes up to limit sent and failed emails from before a time. It returns how many.
func deleteOld(tx *gorm.DB, limit int, before time.Time) (int64, error) {
	old := tx.Session(&gorm.Session{NewDB: true}).Model(&email{}).Select("id").
		Where("status <> ? AND created_at < ?", emailQueued, before).Order("created_at").Limit(limit)
	done := tx.Where("id IN (?)", old).Delete(&email{})
	return done.RowsAffected, done.Error
}

// countUnsent counts the queued and the failed emails.
func countUnsent(db *gorm.DB) (map[emailStatus]int64, error) {
	var rows []struct {
		Status emailStatus
		N      int64
	}
	err := db.Model(&email{}).Select("status, count(*) AS n").
		Where("status IN ?", []emailStatus{emailQueued, emailFailed}).Group("status").Scan(&rows).Error
	counts := map[emailStatus]int64{}
	for _, row := range rows {
		counts[row.Status] = row.N
	}
	return counts, err
}

// countEmailsOf counts the emails about the subjects since a time, by subject and kind.
func countEmailsOf(tx *gorm.DB, subjectIDs []string, since time.Time) (map[sparingKey]int, error) {
	var rows []struct {
		SubjectID string
		Kind      events.MailKind
		N         int
	}
	err := tx.Model(&email{}).Select("subject_id, kind, count(*) AS n").
		Where("subject_id IN ? AND created_at >= ?", subjectIDs, since).Group("subject_id, kind").Scan(&rows).Error
	counts := map[sparingKey]int{}
	for _, row := range rows {
		counts[sparingKey{row.SubjectID, row.Kind}] = row.N
	}
	return counts, err
}

// countQueuedBefore counts the emails that have been queued since before a time.
func countQueuedBefore(db *gorm.DB, before time.Time) (n int64, err error) {
	err = db.Model(&email{}).Where("status = ? AND created_at < ?", emailQueued, before).Count(&n).Error
	return n, err
}

// countFailedSince counts the failed emails that were queued or have expired since a time.
func countFailedSince(db *gorm.DB, since, now time.Time) (n int64, err error) {
	err = db.Model(&email{}).
		Where("status = ? AND (created_at >= ? OR give_up_at BETWEEN ? AND ?)", emailFailed, since, since, now).
		Count(&n).Error
	return n, err
}
