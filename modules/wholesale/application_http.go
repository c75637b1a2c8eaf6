package wholesale

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type applyInput struct {
	Body struct {
		BusinessName             httpapi.Text          `json:"businessName" minLength:"1" maxLength:"200" example:"Rösterei Lindner GmbH"`
		BusinessAddress          httpapi.MultilineText `json:"businessAddress" minLength:"1" maxLength:"200" doc:"One line or several." example:"Torstraße 12, 10119 Berlin"`
		State                    httpapi.Text          `json:"state" minLength:"1" maxLength:"200" example:"Berlin"`
		Country                  httpapi.Text          `json:"country" minLength:"1" maxLength:"200" doc:"Name or code." example:"Germany"`
		RegistrationNumber       *httpapi.Text         `json:"registrationNumber,omitempty" minLength:"1" maxLength:"200" example:"HRB 123456"`
		EstimatedMonthlyOrderMin money.Cents           `json:"estimatedMonthlyOrderMin" minimum:"0" doc:"EUR." example:"500"`
		EstimatedMonthlyOrderMax money.Cents           `json:"estimatedMonthlyOrderMax" minimum:"0" doc:"EUR." example:"2500.5"`
		ContactFullName          httpapi.Text          `json:"contactFullName" minLength:"1" maxLength:"200" example:"Jana Lindner"`
		ContactPhone             httpapi.Text          `json:"contactPhone" minLength:"1" maxLength:"200" example:"+49 30 1234567"`
		ContactEmail             httpapi.Email         `json:"contactEmail" doc:"For mails and the account." example:"jana@lindner.example"`
	}
}

// Check returns a fault unless the estimate is a range.
func (in *applyInput) Check() []fault.Field {
	if in.Body.EstimatedMonthlyOrderMin > in.Body.EstimatedMonthlyOrderMax {
		return []fault.Field{{Pointer: "/estimatedMonthlyOrderMax", Code: fault.OutOfRange,
			Detail: "must not be less than estimatedMonthlyOrderMin"}}
	}
	return nil
}

func (in *applyInput) application() application {
	b := in.Body
	return application{
		BusinessName: string(b.BusinessName), BusinessAddress: string(b.BusinessAddress), State: string(b.State),
		Country: string(b.Country), RegistrationNumber: (*string)(b.RegistrationNumber),
		MonthlyMin: b.EstimatedMonthlyOrderMin, MonthlyMax: b.EstimatedMonthlyOrderMax,
		ContactFullName: string(b.ContactFullName), ContactPhone: string(b.ContactPhone),
		ContactEmail: string(b.ContactEmail),
	}
}

type trackInput struct {
	ID    string        `path:"id" doc:"The tracking id." example:"WHS-40718266519342"`
	Email httpapi.Email `query:"email" required:"true" doc:"The contact's." example:"jana@lindner.example"`
}

func (a *api) submitApplication(ctx context.Context, in *applyInput) (*httpapi.Reply[applicationReceipt], error) {
	submitted := in.application()
	addressID := a.pseudonyms.OfEmail(submitted.ContactEmail)
	submitted.AddressID = &addressID
	if err := a.takeLimits(ctx, addressID); err != nil {
		return nil, err
	}
	submitted.Locale = httpapi.Locale(ctx, "")
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (applicationReceipt, error) {
		done, err := submitApplication(ctx, tx, submitted, a.clock.Now())
		return viewReceipt(done), err
	})
}

// takeLimits counts an application against the limits of the client's network and of the contact's
// email address, which hold across replicas. It returns fault.RateLimited.
func (a *api) takeLimits(ctx context.Context, addressID string) error {
	if err := a.limits.TakeNetworkToken(ctx, "wholesale_apply"); err != nil {
		return err
	}
	return a.limits.TakeToken(ctx, "wholesale_apply_email", addressID)
}

func (a *api) trackApplication(ctx context.Context, in *trackInput) (*httpapi.Reply[applicationStatusView], error) {
	found, err := applicationByTrackingID(a.db.WithContext(ctx), in.ID, a.pseudonyms.OfEmail(string(in.Email)))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewStatus(found))
}
