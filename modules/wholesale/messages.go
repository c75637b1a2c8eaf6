package wholesale

import (
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type applyInput struct {
	Body struct {
		BusinessName             httpapi.Text  `json:"businessName" minLength:"1" maxLength:"200" doc:"Name of the business." example:"Rösterei Lindner GmbH"`
		BusinessAddress          httpapi.Lines `json:"businessAddress" minLength:"1" maxLength:"200" doc:"Street, postal code and city, on one line or several." example:"Torstraße 12, 10119 Berlin"`
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

type trackInput struct {
	ID    string        `path:"id" doc:"The tracking id." example:"WHS-40718266519342"`
	Email httpapi.Email `query:"email" required:"true" doc:"The contact's address." example:"jana@lindner.example"`
}

type listInput struct {
	httpapi.Page
	Status string `query:"status" enum:"under_review,approved,rejected" schema:"WholesaleApplicationStatus" doc:"Only those in this state."`
	Q      string `query:"q" maxLength:"200" doc:"Only those whose business name, contact name, address or tracking id contains this text, in any case."`
}

type idInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the application."`
}

type approveApplicationInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the application."`
	Body *struct {
		Note *httpapi.Text `json:"note,omitempty" minLength:"1" maxLength:"2000" doc:"For the admins; the applicant doesn't see it." example:"Known from the fair."`
	}
}

func (in *approveApplicationInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Note)
}

type rejectApplicationInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the application."`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Told to the applicant." example:"We deliver to resellers only."`
	}
}

type requestInfoInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the application."`
	Body struct {
		Question httpapi.Text `json:"question" minLength:"1" maxLength:"2000" doc:"Put to the applicant." example:"Which products do you sell?"`
	}
}
