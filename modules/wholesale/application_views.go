package wholesale

import (
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/money"
)

// applicationReceipt is the answer to the applicant.
type applicationReceipt struct {
	TrackingID  string            `json:"trackingId" pattern:"^[A-Z]+-[0-9]+$" example:"WHS-40718266519342"`
	Status      applicationStatus `json:"status" example:"under_review"`
	SubmittedAt httpapi.Time      `json:"submittedAt"`
}

// SchemaName is the name in the document.
func (applicationReceipt) SchemaName() string { return "WholesaleReceipt" }

func viewReceipt(a application) applicationReceipt {
	return applicationReceipt{TrackingID: a.TrackingID, Status: a.Status, SubmittedAt: httpapi.TimeOf(a.SubmittedAt)}
}

// Location is where the applicant reads the status, with ?email added.
func (r applicationReceipt) Location() string {
	return "/v1/wholesale/applications/" + r.TrackingID
}

// applicationStatusView is the status as the applicant sees it.
type applicationStatusView struct {
	TrackingID  string            `json:"trackingId" example:"WHS-40718266519342"`
	Status      applicationStatus `json:"status" example:"under_review"`
	Question    *string           `json:"question" doc:"The last one." example:"Which products do you sell?"`
	DecidedAt   *httpapi.Time     `json:"decidedAt"`
	SubmittedAt httpapi.Time      `json:"submittedAt"`
}

// SchemaName is the name in the document.
func (applicationStatusView) SchemaName() string { return "WholesaleStatus" }

func viewStatus(a application) applicationStatusView {
	return applicationStatusView{
		TrackingID: a.TrackingID, Status: a.Status, Question: a.Question,
		DecidedAt: httpapi.TimePtr(a.DecidedAt), SubmittedAt: httpapi.TimeOf(a.SubmittedAt),
	}
}

// applicationView is an application as admins see it.
type applicationView struct {
	ID                       string            `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	TrackingID               string            `json:"trackingId" example:"WHS-40718266519342"`
	Status                   applicationStatus `json:"status" example:"approved"`
	BusinessName             string            `json:"businessName" example:"Rösterei Lindner GmbH"`
	BusinessAddress          string            `json:"businessAddress" example:"Torstraße 12, 10119 Berlin"`
	State                    string            `json:"state" example:"Berlin"`
	Country                  string            `json:"country" example:"Germany"`
	RegistrationNumber       *string           `json:"registrationNumber" example:"HRB 123456"`
	EstimatedMonthlyOrderMin money.Cents       `json:"estimatedMonthlyOrderMin" doc:"EUR." example:"500"`
	EstimatedMonthlyOrderMax money.Cents       `json:"estimatedMonthlyOrderMax" doc:"EUR." example:"2500.5"`
	ContactFullName          string            `json:"contactFullName" example:"Jana Lindner"`
	ContactPhone             string            `json:"contactPhone" example:"+49 30 1234567"`
	ContactEmail             string            `json:"contactEmail" doc:"In lower case." example:"jana@lindner.example"`
	Question                 *string           `json:"question" doc:"The last one."`
	AskedAt                  *httpapi.Time     `json:"askedAt" doc:"When question was asked; null also for one of before askedAt was kept."`
	Answer                   *string           `json:"answer" doc:"To question, as the staff recorded it."`
	AnsweredAt               *httpapi.Time     `json:"answeredAt" doc:"When answer was recorded."`
	Note                     *string           `json:"note" doc:"Of the approval." example:"Known from the fair."`
	Reason                   *string           `json:"reason" doc:"Of the rejection."`
	SubmittedAt              httpapi.Time      `json:"submittedAt"`
	DecidedAt                *httpapi.Time     `json:"decidedAt"`
	DecidedBy                *string           `json:"decidedBy" format:"uuid" doc:"null also when an erasure ended it."`

	subject string
}

// SchemaName is the name in the document.
func (applicationView) SchemaName() string { return "WholesaleApplication" }

// DataSubject is the contact.
func (v applicationView) DataSubject() string { return v.subject }

func viewApplication(a application) applicationView {
	return applicationView{
		ID: a.ID, TrackingID: a.TrackingID, Status: a.Status,
		BusinessName: a.BusinessName, BusinessAddress: a.BusinessAddress, State: a.State, Country: a.Country,
		RegistrationNumber: a.RegistrationNumber, EstimatedMonthlyOrderMin: a.MonthlyMin,
		EstimatedMonthlyOrderMax: a.MonthlyMax,
		ContactFullName:          a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: id.ShowEmail(a.ContactEmail),
		Question: a.Question, AskedAt: httpapi.TimePtr(a.AskedAt), Answer: a.Answer,
		AnsweredAt: httpapi.TimePtr(a.AnsweredAt), Note: a.Note, Reason: a.Reason,
		SubmittedAt: httpapi.TimeOf(a.SubmittedAt), DecidedAt: httpapi.TimePtr(a.DecidedAt), DecidedBy: a.DecidedBy,
		subject: a.subject(),
	}
}
