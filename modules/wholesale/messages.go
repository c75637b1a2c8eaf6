package wholesale

import (
	"net/url"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type applyInput struct {
	Body struct {
		BusinessName             httpapi.Text  `json:"businessName" minLength:"1" maxLength:"200" doc:"Name of the business." example:"Rösterei Lindner GmbH"`
		BusinessAddress          httpapi.Text  `json:"businessAddress" minLength:"1" maxLength:"200" doc:"Street, postal code and city." example:"Torstraße 12, 10119 Berlin"`
		State                    httpapi.Text  `json:"state" minLength:"1" maxLength:"200" doc:"State or region." example:"Berlin"`
		Country                  httpapi.Text  `json:"country" minLength:"1" maxLength:"200" doc:"Country, by name or code." example:"Germany"`
		RegistrationNumber       *httpapi.Text `json:"registrationNumber,omitempty" minLength:"1" maxLength:"200" doc:"Number in the business register, if there is one." example:"HRB 123456"`
		EstimatedMonthlyOrderMin money.Cents   `json:"estimatedMonthlyOrderMin" minimum:"0" doc:"Low end of the estimated monthly order value, in EUR." example:"500"`
		EstimatedMonthlyOrderMax money.Cents   `json:"estimatedMonthlyOrderMax" minimum:"0" doc:"High end of the estimated monthly order value, in EUR." example:"2500.5"`
		ContactFullName          httpapi.Text  `json:"contactFullName" minLength:"1" maxLength:"200" doc:"Whom to talk to." example:"Jana Lindner"`
		ContactPhone             httpapi.Text  `json:"contactPhone" minLength:"1" maxLength:"200" doc:"Phone number of the contact." example:"+49 30 1234567"`
		ContactEmail             httpapi.Email `json:"contactEmail" doc:"Address of the contact, for mails and for the account." example:"jana@lindner.example"`
	}
}

// Check says that the estimate must be a range.
func (in *applyInput) Check() []fault.Field {
	if in.Body.EstimatedMonthlyOrderMin > in.Body.EstimatedMonthlyOrderMax {
		return []fault.Field{{Pointer: "/estimatedMonthlyOrderMax", Code: fault.OutOfRange, Detail: "must not be less than estimatedMonthlyOrderMin"}}
	}
	return nil
}

func (in *applyInput) application() application {
	b := in.Body
	return application{
		BusinessName: string(b.BusinessName), BusinessAddress: string(b.BusinessAddress), State: string(b.State), Country: string(b.Country),
		RegistrationNumber: (*string)(b.RegistrationNumber),
		MonthlyMin:         b.EstimatedMonthlyOrderMin, MonthlyMax: b.EstimatedMonthlyOrderMax,
		ContactFullName: string(b.ContactFullName), ContactPhone: string(b.ContactPhone), ContactEmail: string(b.ContactEmail),
	}
}

// receipt is what the applicant gets.
type receipt struct {
	TrackingID  string       `json:"trackingId" pattern:"^[A-Z]+-[0-9]+$" doc:"Names the application to its applicant." example:"WHS-40718266519342"`
	Status      string       `json:"status" enum:"under_review,approved,rejected" doc:"Where the application stands." example:"under_review"`
	SubmittedAt httpapi.Time `json:"submittedAt" doc:"When it was submitted."`
}

func receiptOf(a application) receipt {
	return receipt{TrackingID: a.TrackingID, Status: a.Status, SubmittedAt: httpapi.TimeOf(a.SubmittedAt)}
}

// Location is where the applicant reads the status, with ?email added.
func (r receipt) Location() string {
	return "/v1/wholesale/applications/" + url.PathEscape(r.TrackingID)
}

type trackInput struct {
	ID    string        `path:"id" doc:"The tracking id." example:"WHS-40718266519342"`
	Email httpapi.Email `query:"email" required:"true" doc:"The contact's address." example:"jana@lindner.example"`
}

// tracked is the status that the applicant sees.
type tracked struct {
	TrackingID  string        `json:"trackingId" doc:"Names the application to its applicant." example:"WHS-40718266519342"`
	Status      string        `json:"status" enum:"under_review,approved,rejected" doc:"Where the application stands." example:"under_review"`
	Question    *string       `json:"question" doc:"What an admin last asked, or null." example:"Which products do you sell?"`
	DecidedAt   *httpapi.Time `json:"decidedAt" doc:"When it was decided, or null."`
	SubmittedAt httpapi.Time  `json:"submittedAt" doc:"When it was submitted."`
}

func trackedOf(a application) tracked {
	return tracked{a.TrackingID, a.Status, a.Question, httpapi.TimePtr(a.DecidedAt), httpapi.TimeOf(a.SubmittedAt)}
}

type listInput struct {
	httpapi.Page
	Status string `query:"status" enum:"under_review,approved,rejected" doc:"Only those in this state."`
	Q      string `query:"q" maxLength:"200" doc:"Only those whose business name, contact name, address or tracking id contains this text, in any case."`
}

type idInput struct {
	ID string `path:"id" doc:"Id of the application."`
}

type approveInput struct {
	ID   string `path:"id" doc:"Id of the application."`
	Body *struct {
		Note *httpapi.Text `json:"note,omitempty" minLength:"1" maxLength:"2000" doc:"For the admins; the applicant doesn't see it." example:"Known from the fair."`
	}
}

func (in *approveInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Note)
}

type rejectInput struct {
	ID   string `path:"id" doc:"Id of the application."`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Told to the applicant." example:"We deliver to resellers only."`
	}
}

type requestInfoInput struct {
	ID   string `path:"id" doc:"Id of the application."`
	Body struct {
		Question httpapi.Text `json:"question" minLength:"1" maxLength:"2000" doc:"Put to the applicant." example:"Which products do you sell?"`
	}
}

// view is an application as admins see it.
type view struct {
	ID                       string        `json:"id" format:"uuid" doc:"Id." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	TrackingID               string        `json:"trackingId" doc:"Names the application to its applicant." example:"WHS-40718266519342"`
	Status                   string        `json:"status" enum:"under_review,approved,rejected" doc:"Where the application stands." example:"approved"`
	BusinessName             string        `json:"businessName" doc:"Name of the business." example:"Rösterei Lindner GmbH"`
	BusinessAddress          string        `json:"businessAddress" doc:"Street, postal code and city." example:"Torstraße 12, 10119 Berlin"`
	State                    string        `json:"state" doc:"State or region." example:"Berlin"`
	Country                  string        `json:"country" doc:"Country, as submitted." example:"Germany"`
	RegistrationNumber       *string       `json:"registrationNumber" doc:"Number in the business register, or null." example:"HRB 123456"`
	EstimatedMonthlyOrderMin money.Cents   `json:"estimatedMonthlyOrderMin" doc:"In EUR." example:"500"`
	EstimatedMonthlyOrderMax money.Cents   `json:"estimatedMonthlyOrderMax" doc:"In EUR." example:"2500.5"`
	ContactFullName          string        `json:"contactFullName" doc:"Whom to talk to." example:"Jana Lindner"`
	ContactPhone             string        `json:"contactPhone" doc:"Phone number of the contact." example:"+49 30 1234567"`
	ContactEmail             string        `json:"contactEmail" doc:"Address of the contact, in lower case." example:"jana@lindner.example"`
	Question                 *string       `json:"question" doc:"What an admin last asked, or null."`
	Note                     *string       `json:"note" doc:"Note of the approval, or null." example:"Known from the fair."`
	Reason                   *string       `json:"reason" doc:"Reason of the rejection, or null."`
	SubmittedAt              httpapi.Time  `json:"submittedAt" doc:"When it was submitted."`
	DecidedAt                *httpapi.Time `json:"decidedAt" doc:"When it was decided, or null."`
	DecidedBy                *string       `json:"decidedBy" format:"uuid" doc:"User id of the admin who decided, or null: also when the erasure of the applicant's account ended it."`

	subject string
}

// DataSubject is whose data the view holds.
func (v view) DataSubject() string { return v.subject }

func viewOf(a application) view {
	v := view{
		ID: a.ID, TrackingID: a.TrackingID, Status: a.Status,
		BusinessName: a.BusinessName, BusinessAddress: a.BusinessAddress, State: a.State, Country: a.Country,
		RegistrationNumber: a.RegistrationNumber, EstimatedMonthlyOrderMin: a.MonthlyMin, EstimatedMonthlyOrderMax: a.MonthlyMax,
		ContactFullName: a.ContactFullName, ContactPhone: a.ContactPhone, ContactEmail: a.ContactEmail,
		Question: a.Question, Note: a.Note, Reason: a.Reason,
		SubmittedAt: httpapi.TimeOf(a.SubmittedAt), DecidedAt: httpapi.TimePtr(a.DecidedAt), DecidedBy: a.DecidedBy,
	}
	if a.AddressID != nil {
		v.subject = *a.AddressID
	}
	return v
}

func viewsOf(found []application) []view {
	views := make([]view, len(found))
	for i, a := range found {
		views[i] = viewOf(a)
	}
	return views
}
