package wholesale

import (
	"strings"
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/money"
)

// The states of an application.
const (
	underReview = "under_review"
	approved    = "approved"
	rejected    = "rejected"
)

// erased stands where a personal text was.
const erased = "[erased]"

// application is a business's request for a wholesale account and what became of it.
type application struct {
	ID         string `gorm:"primaryKey"`
	TrackingID string
	Status     string
	Locale     string
	AddressID  *string // pseudonym.Key.OfEmail of ContactEmail; nil after an erasure
	Search     string  // what ?q looks in, in lower case: SQLite folds ASCII only

	// What the applicant sent, trimmed; the address in the form in which addresses are compared.
	BusinessName       string
	BusinessAddress    string
	State              string
	Country            string
	RegistrationNumber *string
	MonthlyMin         money.Cents `gorm:"column:monthly_min_cents"`
	MonthlyMax         money.Cents `gorm:"column:monthly_max_cents"`
	ContactFullName    string
	ContactPhone       string
	ContactEmail       string
	SubmittedAt        time.Time

	Question  *string // the last one asked
	Note      *string
	Reason    *string
	DecidedAt *time.Time
	DecidedBy *string // user id of the admin; nil while open, and when an erasure ended it
}

func (application) TableName() string { return "wholesale_applications" }

// submit puts what was sent under review.
func (a *application) submit(trackingID string, now time.Time) {
	a.ID, a.TrackingID, a.Status, a.SubmittedAt = id.New(), trackingID, underReview, now
	a.Search = strings.ToLower(strings.Join([]string{a.BusinessName, a.ContactFullName, a.ContactEmail, trackingID}, "\n"))
}

// approve says yes. It returns AlreadyDecided unless the application is under review.
func (a *application) approve(admin string, note *string, now time.Time) error {
	if err := a.open(); err != nil {
		return err
	}
	a.Status, a.Note, a.DecidedAt, a.DecidedBy = approved, note, &now, &admin
	return nil
}

// reject says no, and why. It returns AlreadyDecided unless the application is under review.
func (a *application) reject(admin, reason string, now time.Time) error {
	if err := a.open(); err != nil {
		return err
	}
	a.Status, a.Reason, a.DecidedAt, a.DecidedBy = rejected, &reason, &now, &admin
	return nil
}

// ask puts a question to the applicant, in place of an earlier one. It returns AlreadyDecided unless the application is
// under review.
func (a *application) ask(question string) error {
	if err := a.open(); err != nil {
		return err
	}
	a.Question = &question
	return nil
}

// subject is what the application's events are about: the address, "" after an erasure.
func (a *application) subject() string {
	if a.AddressID == nil {
		return ""
	}
	return *a.AddressID
}

func (a *application) open() error {
	if a.Status != underReview {
		return alreadyDecided()
	}
	return nil
}

// erase takes out everything personal. One that is still under review ends as rejected, decided by nobody.
func (a *application) erase(now time.Time) {
	a.AddressID, a.RegistrationNumber, a.Search = nil, nil, strings.ToLower(a.TrackingID)
	for _, text := range []*string{
		&a.BusinessName, &a.BusinessAddress, &a.State, &a.Country, &a.ContactFullName, &a.ContactPhone, &a.ContactEmail,
	} {
		*text = erased
	}
	if a.Status == underReview {
		a.Status, a.Reason, a.DecidedAt = rejected, new(string), &now
	}
	for _, text := range []*string{a.Question, a.Note, a.Reason} {
		if text != nil {
			*text = erased
		}
	}
}

func alreadyDecided() error {
	return fault.New(fault.AlreadyDecided, "The application has been decided already.")
}
