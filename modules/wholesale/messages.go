package wholesale

import (
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type applyInput struct {
	Body struct {
		BusinessName             httpapi.Text  `json:"businessName" minLength:"1" maxLength:"200" example:"Rösterei Lindner GmbH"`
		BusinessAddress          httpapi.Lines `json:"businessAddress" minLength:"1" maxLength:"200" doc:"One line or several." example:"Torstraße 12, 10119 Berlin"`
		State                    httpapi.Text  `json:"state" minLength:"1" maxLength:"200" example:"Berlin"`
		Country                  httpapi.Text  `json:"country" minLength:"1" maxLength:"200" doc:"Name or code." example:"Germany"`
		RegistrationNumber       *httpapi.Text `json:"registrationNumber,omitempty" minLength:"1" maxLength:"200" example:"HRB 123456"`
		EstimatedMonthlyOrderMin money.Cents   `json:"estimatedMonthlyOrderMin" minimum:"0" doc:"EUR." example:"500"`
		EstimatedMonthlyOrderMax money.Cents   `json:"estimatedMonthlyOrderMax" minimum:"0" doc:"EUR." example:"2500.5"`
		ContactFullName          httpapi.Text  `json:"contactFullName" minLength:"1" maxLength:"200" example:"Jana Lindner"`
		ContactPhone             httpapi.Text  `json:"contactPhone" minLength:"1" maxLength:"200" example:"+49 30 1234567"`
		ContactEmail             httpapi.Email `json:"contactEmail" doc:"For mails and the account." example:"jana@lindner.example"`
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

type trackInput struct {
	ID    string        `path:"id" doc:"The tracking id." example:"WHS-40718266519342"`
	Email httpapi.Email `query:"email" required:"true" doc:"The contact's." example:"jana@lindner.example"`
}

type listInput struct {
	httpapi.Page
	Status string `query:"status" enum:"under_review,approved,rejected" schema:"WholesaleApplicationStatus"`
	Q      string `query:"q" maxLength:"200" doc:"Part of the business name, contact name, email or tracking id, in any case."`
}

type idInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type approveApplicationInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body *struct {
		Note *httpapi.Text `json:"note,omitempty" minLength:"1" maxLength:"2000" doc:"Not shown to the applicant." example:"Known from the fair."`
	}
}

func (in *approveApplicationInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Note)
}

type rejectApplicationInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the applicant." example:"We deliver to resellers only."`
	}
}

type requestInfoInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Question httpapi.Text `json:"question" minLength:"1" maxLength:"2000" doc:"Shown to the applicant." example:"Which products do you sell?"`
	}
}
