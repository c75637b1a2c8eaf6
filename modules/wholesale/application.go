package wholesale

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/platform/search"
	"orderd/platform/states"
)

// applicationStatus is the state of an application.
type applicationStatus string

const (
	applicationUnderReview applicationStatus = "under_review"
	applicationApproved    applicationStatus = "approved"
	applicationRejected    applicationStatus = "rejected"
)

// Values are all of them.
func (applicationStatus) Values() []string {
	return convert.Strings(applicationUnderReview, applicationApproved, applicationRejected)
}

// SchemaName is the name in the OpenAPI document.
func (applicationStatus) SchemaName() string { return "WholesaleApplicationStatus" }

// applicationStates are the changes between them. insertApplication and saveUnderReview check them.
var applicationStates = states.New("wholesale_applications.status",
	states.Change[applicationStatus]{To: applicationUnderReview, Cause: "apply"},
	states.Change[applicationStatus]{
		From: applicationUnderReview, To: applicationUnderReview, Cause: "request-info, record-answer",
	},
	states.Change[applicationStatus]{From: applicationUnderReview, To: applicationApproved, Cause: "approve"},
	states.Change[applicationStatus]{
		From: applicationUnderReview, To: applicationRejected, Cause: "reject, or erased undecided",
	},
)

// erasedText replaces a personal text.
const erasedText = "[erased]"

// application is a business's request for a wholesale account, and its decision.
type application struct {
	ID         string `gorm:"primaryKey"`
	TrackingID string
	Status     applicationStatus
	Locale     string
	AddressID  *string // pseudonym.Key.OfEmail of ContactEmail; nil after an erasure
	Search     string  // searchText, for ?q

	// The submission, trimmed; the email address as id.NormalizeEmail writes it.
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

	Question   *string    // the last one asked
	AskedAt    *time.Time // of Question; nil too for one that was asked before this was kept
	Answer     *string    // to Question, as staff wrote it down
	AnsweredAt *time.Time // when Answer was recorded
	Note       *string
	Reason     *string
	DecidedAt  *time.Time
	DecidedBy  *string // id of the user or API key; nil while open, and when an erasure ended it
}

func (application) TableName() string { return "wholesale_applications" }

// submit puts the application under review.
func (a *application) submit(trackingID string, now time.Time) {
	a.ID, a.TrackingID, a.Status, a.SubmittedAt = id.New(), trackingID, applicationUnderReview, now
	a.Search = a.searchText()
}

// searchText is what staff find the application by. It has nothing personal after an erasure.
func (a *application) searchText() string {
	if a.AddressID == nil {
		return search.Text(a.TrackingID)
	}
	return search.Text(a.TrackingID, a.BusinessName, a.ContactFullName, a.ContactEmail, search.Phone(&a.ContactPhone),
		a.BusinessAddress)
}

// approve returns codeAlreadyDecided unless the application is under review.
func (a *application) approve(admin string, note *string, now time.Time) error {
	if err := a.requireUnderReview(); err != nil {
		return err
	}
	a.Status, a.Note, a.DecidedAt, a.DecidedBy = applicationApproved, note, &now, &admin
	return nil
}

// reject returns codeAlreadyDecided unless the application is under review.
func (a *application) reject(admin, reason string, now time.Time) error {
	if err := a.requireUnderReview(); err != nil {
		return err
	}
	a.Status, a.Reason, a.DecidedAt, a.DecidedBy = applicationRejected, &reason, &now, &admin
	return nil
}

// requestInfo sets the question to the applicant, in place of an earlier one and its answer. It
// returns codeAlreadyDecided unless the application is under review.
func (a *application) requestInfo(question string, now time.Time) error {
	if err := a.requireUnderReview(); err != nil {
		return err
	}
	a.Question, a.AskedAt, a.Answer, a.AnsweredAt = &question, &now, nil, nil
	return nil
}

// recordAnswer sets the answer to the question, in place of an earlier one. It returns
// fault.InvalidTransition unless the application is under review and a question was asked.
func (a *application) recordAnswer(answer string, now time.Time) error {
	if a.Status != applicationUnderReview || a.Question == nil {
		return notAnswerable()
	}
	a.Answer, a.AnsweredAt = &answer, &now
	return nil
}

// subject is the subject of the application's events: the pseudonym of the email address, "" after
// an erasure.
func (a *application) subject() string {
	if a.AddressID == nil {
		return ""
	}
	return *a.AddressID
}

func (a *application) requireUnderReview() error {
	if a.Status != applicationUnderReview {
		return alreadyDecided(*a)
	}
	return nil
}

// erase blanks everything personal. An application that is under review is rejected by that, and
// has no admin who decided it.
func (a *application) erase(now time.Time) {
	a.AddressID, a.RegistrationNumber = nil, nil
	a.Search = a.searchText()
	for _, text := range []*string{
		&a.BusinessName, &a.BusinessAddress, &a.State, &a.Country, &a.ContactFullName, &a.ContactPhone, &a.ContactEmail,
	} {
		*text = erasedText
	}
	if a.Status == applicationUnderReview {
		a.Status, a.Reason, a.DecidedAt = applicationRejected, new(string), &now
	}
	for _, text := range []*string{a.Question, a.Answer, a.Note, a.Reason} {
		if text != nil {
			*text = erasedText
		}
	}
}
