package identity

import (
	"time"

	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// registrationView is the answer to a registration, the same whatever is known of the address.
type registrationView struct {
	RegistrationID  string       `json:"registrationId" format:"uuid" doc:"Names this attempt when its code is asked for again."`
	Email           string       `json:"email" format:"email" example:"ada@example.com"`
	CodeExpiresAt   httpapi.Time `json:"codeExpiresAt" doc:"The earliest end of the code: its time starts when the mail leaves."`
	ResendAvailable httpapi.Time `json:"resendAvailableAt" doc:"Not before may the code be asked for again."`
}

// DataSubject is the address's pseudonym.
func (v registrationView) DataSubject() string { return id.OfEmail(v.Email) }

func viewRegistration(registrationID, email string, now time.Time) registrationView {
	return registrationView{
		RegistrationID: registrationID, Email: email,
		CodeExpiresAt: httpapi.TimeOf(now.Add(codeTTL)), ResendAvailable: httpapi.TimeOf(now.Add(resendPause)),
	}
}

// profileView is Profile of API.md, section 2.
type profileView struct {
	ID              string        `json:"id" format:"uuid"`
	Email           string        `json:"email" format:"email" example:"ada@example.com"`
	FullName        string        `json:"fullName" example:"Ada Lovelace"`
	Phone           *string       `json:"phone" example:"+49 30 1234567"`
	Role            string        `json:"role" enum:"customer,admin"`
	AccountType     string        `json:"accountType" enum:"retail,wholesale"`
	BusinessName    *string       `json:"businessName" doc:"Of a wholesale account." example:"Analytical Engines Ltd"`
	Locale          string        `json:"locale" enum:"en,de"`
	EmailVerifiedAt *httpapi.Time `json:"emailVerifiedAt"`
	CreatedAt       httpapi.Time  `json:"createdAt"`
	UpdatedAt       httpapi.Time  `json:"updatedAt"`
}

// DataSubject is the user.
func (v profileView) DataSubject() string { return v.ID }

func viewProfile(u *user) profileView {
	return profileView{
		ID: u.ID, Email: u.Email, FullName: u.FullName, Phone: u.Phone, Role: u.Role, AccountType: u.AccountType,
		BusinessName: u.BusinessName, Locale: u.Locale, EmailVerifiedAt: httpapi.TimePtr(u.EmailVerifiedAt),
		CreatedAt: httpapi.TimeOf(u.CreatedAt), UpdatedAt: httpapi.TimeOf(u.UpdatedAt),
	}
}

// managedView is what an admin sees of an account.
type managedView struct {
	profileView
	Disabled bool `json:"disabled" doc:"A disabled user can't log in."`
}

func viewManaged(u *user) managedView {
	return managedView{profileView: viewProfile(u), Disabled: u.disabled()}
}

// sessionView is Session of API.md, section 2.
type sessionView struct {
	AccessToken      string      `json:"accessToken" doc:"JWT for the header Authorization: Bearer."`
	TokenType        string      `json:"tokenType" enum:"Bearer"`
	ExpiresIn        int64       `json:"expiresIn" doc:"Seconds until the access token ends." example:"600"`
	RefreshToken     string      `json:"refreshToken" doc:"Good for one refresh."`
	RefreshExpiresIn int64       `json:"refreshExpiresIn" doc:"Seconds until the refresh token ends, unless it is used." example:"2592000"`
	User             profileView `json:"user"`
}

func viewSession(u *user, access string, accessTTL time.Duration, refresh string, refreshTTL time.Duration) sessionView {
	return sessionView{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(accessTTL / time.Second),
		RefreshToken: refresh, RefreshExpiresIn: int64(refreshTTL / time.Second), User: viewProfile(u),
	}
}

// sessionRow is one of a user's sessions.
type sessionRow struct {
	ID         string       `json:"id" format:"uuid"`
	UserAgent  string       `json:"userAgent" doc:"What the client called itself at login." example:"Mozilla/5.0"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	LastUsedAt httpapi.Time `json:"lastUsedAt"`
	Current    bool         `json:"current" doc:"The session of this request."`
}

func viewSessions(sessions []session, current string) []sessionRow {
	rows := make([]sessionRow, len(sessions))
	for i, s := range sessions {
		rows[i] = sessionRow{
			ID: s.ID, UserAgent: s.UserAgent, CreatedAt: httpapi.TimeOf(s.CreatedAt),
			LastUsedAt: httpapi.TimeOf(s.LastUsedAt), Current: s.ID == current,
		}
	}
	return rows
}

// addressView is Address of API.md, section 2.
type addressView struct {
	ID         string       `json:"id" format:"uuid"`
	Label      *string      `json:"label" example:"Home"`
	FullName   string       `json:"fullName" example:"Ada Lovelace"`
	Phone      *string      `json:"phone" example:"+49 30 1234567"`
	Line1      string       `json:"line1" example:"Unter den Linden 1"`
	Line2      *string      `json:"line2"`
	City       string       `json:"city" example:"Berlin"`
	State      *string      `json:"state"`
	PostalCode string       `json:"postalCode" example:"10117"`
	Country    string       `json:"country" example:"DE"`
	IsDefault  bool         `json:"isDefault"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	UpdatedAt  httpapi.Time `json:"updatedAt"`
}

// Location is the address's own path.
func (v addressView) Location() string { return "/v1/users/me/addresses/" + v.ID }

func viewAddress(a *address) addressView {
	p := a.Postal
	return addressView{
		ID: a.ID, Label: p.Label, FullName: p.FullName, Phone: p.Phone, Line1: p.Line1, Line2: p.Line2, City: p.City, State: p.State,
		PostalCode: p.PostalCode, Country: p.Country, IsDefault: a.IsDefault,
		CreatedAt: httpapi.TimeOf(a.CreatedAt), UpdatedAt: httpapi.TimeOf(a.UpdatedAt),
	}
}

func viewAddresses(all []address) []addressView {
	views := make([]addressView, len(all))
	for i := range all {
		views[i] = viewAddress(&all[i])
	}
	return views
}
