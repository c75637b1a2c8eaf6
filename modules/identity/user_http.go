package identity

import (
	"time"

	"orderd/platform/httpapi"
)

// registration is the answer to a registration, the same whatever is known of the address.
type registration struct {
	RegistrationID  string       `json:"registrationId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email           string       `json:"email" format:"email" example:"ada@example.com"`
	CodeExpiresAt   httpapi.Time `json:"codeExpiresAt" doc:"The earliest end: the time starts when the mail leaves."`
	ResendAvailable httpapi.Time `json:"resendAvailableAt"`

	addressID string
}

// DataSubject is the address's pseudonym.
func (v registration) DataSubject() string { return v.addressID }

func (s *service) viewRegistration(registrationID, email string, now time.Time) registration {
	return registration{
		RegistrationID: registrationID, Email: email,
		CodeExpiresAt: httpapi.TimeOf(now.Add(codeTTL)), ResendAvailable: httpapi.TimeOf(now.Add(resendPause)), addressID: s.Pseudonyms.OfEmail(email),
	}
}

// profile is an account as its owner and admins see it.
type profile struct {
	ID              string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email           string        `json:"email" format:"email" doc:"In lower case." example:"ada@example.com"`
	FullName        string        `json:"fullName" example:"Ada Lovelace"`
	Phone           *string       `json:"phone" example:"+49 30 1234567"`
	Role            string        `json:"role" enum:"customer,admin" schema:"Role" example:"customer"`
	AccountType     string        `json:"accountType" enum:"retail,wholesale" schema:"AccountType" example:"retail"`
	BusinessName    *string       `json:"businessName" doc:"Of a wholesale account." example:"Analytical Engines Ltd"`
	Locale          string        `json:"locale" enum:"en,de" schema:"Locale" doc:"Language of the mails." example:"en"`
	EmailVerifiedAt *httpapi.Time `json:"emailVerifiedAt" doc:"null until the first password is set."`
	CreatedAt       httpapi.Time  `json:"createdAt"`
	UpdatedAt       httpapi.Time  `json:"updatedAt"`
}

// DataSubject is the user.
func (v profile) DataSubject() string { return v.ID }

func viewProfile(u *user) profile {
	return profile{
		ID: u.ID, Email: u.Email, FullName: u.FullName, Phone: u.Phone, Role: string(u.Role), AccountType: string(u.AccountType),
		BusinessName: u.BusinessName, Locale: u.Locale, EmailVerifiedAt: httpapi.TimePtr(u.EmailVerifiedAt),
		CreatedAt: httpapi.TimeOf(u.CreatedAt), UpdatedAt: httpapi.TimeOf(u.UpdatedAt),
	}
}

// managedUser is what an admin sees of an account: the profile, and whether it is disabled.
type managedUser struct {
	ID              string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Email           string        `json:"email" format:"email" doc:"In lower case." example:"ada@example.com"`
	FullName        string        `json:"fullName" example:"Ada Lovelace"`
	Phone           *string       `json:"phone" example:"+49 30 1234567"`
	Role            string        `json:"role" enum:"customer,admin" schema:"Role" example:"customer"`
	AccountType     string        `json:"accountType" enum:"retail,wholesale" schema:"AccountType" example:"retail"`
	BusinessName    *string       `json:"businessName" doc:"Of a wholesale account." example:"Analytical Engines Ltd"`
	Locale          string        `json:"locale" enum:"en,de" schema:"Locale" doc:"Language of the mails." example:"en"`
	EmailVerifiedAt *httpapi.Time `json:"emailVerifiedAt" doc:"null until the first password is set."`
	CreatedAt       httpapi.Time  `json:"createdAt"`
	UpdatedAt       httpapi.Time  `json:"updatedAt"`
	Disabled        bool          `json:"disabled" example:"false"`
}

// DataSubject is the user.
func (v managedUser) DataSubject() string { return v.ID }

func viewManaged(u *user) managedUser {
	p := viewProfile(u)
	return managedUser{
		ID: p.ID, Email: p.Email, FullName: p.FullName, Phone: p.Phone, Role: p.Role, AccountType: p.AccountType, BusinessName: p.BusinessName,
		Locale: p.Locale, EmailVerifiedAt: p.EmailVerifiedAt, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, Disabled: u.disabled(),
	}
}

// session is what a login answers.
type session struct {
	AccessToken      string  `json:"accessToken" example:"eyJhbGciOiJFZERTQSJ9…"`
	TokenType        string  `json:"tokenType" enum:"Bearer" example:"Bearer"`
	ExpiresIn        int64   `json:"expiresIn" doc:"Seconds." example:"600"`
	RefreshToken     string  `json:"refreshToken" doc:"Good for one refresh." example:"AZnVoZPEelCLHG0uP0BRYgAAAAAAAAAB…"`
	RefreshExpiresIn int64   `json:"refreshExpiresIn" doc:"Seconds." example:"2592000"`
	User             profile `json:"user"`
}

func viewSession(u *user, access string, accessTTL time.Duration, refresh string, refreshTTL time.Duration) session {
	return session{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(accessTTL / time.Second),
		RefreshToken: refresh, RefreshExpiresIn: int64(refreshTTL / time.Second), User: viewProfile(u),
	}
}

// sessionInfo is one of a user's sessions.
type sessionInfo struct {
	ID         string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	UserAgent  string       `json:"userAgent" example:"Mozilla/5.0"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	LastUsedAt httpapi.Time `json:"lastUsedAt" doc:"The last refresh."`
	Current    bool         `json:"current" doc:"The session of this request." example:"true"`
}

func viewSessions(sessions []openSession, current string) []sessionInfo {
	rows := make([]sessionInfo, len(sessions))
	for i, s := range sessions {
		rows[i] = sessionInfo{
			ID: s.ID, UserAgent: s.UserAgent, CreatedAt: httpapi.TimeOf(s.CreatedAt),
			LastUsedAt: httpapi.TimeOf(s.LastUsedAt), Current: s.ID == current,
		}
	}
	return rows
}

// address is an address of the caller's.
type address struct {
	ID         string       `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Label      *string      `json:"label" example:"Home"`
	FullName   string       `json:"fullName" example:"Ada Lovelace"`
	Phone      *string      `json:"phone" example:"+49 30 1234567"`
	Line1      string       `json:"line1" example:"Unter den Linden 1"`
	Line2      *string      `json:"line2" example:"c/o Babbage"`
	City       string       `json:"city" example:"Berlin"`
	State      *string      `json:"state" example:"Berlin"`
	PostalCode string       `json:"postalCode" example:"10117"`
	Country    string       `json:"country" schema:"Country"`
	IsDefault  bool         `json:"isDefault" doc:"Exactly one address is." example:"true"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	UpdatedAt  httpapi.Time `json:"updatedAt"`
}

// Location is the address's own path.
func (v address) Location() string { return "/v1/users/me/addresses/" + v.ID }

func viewAddress(a *savedAddress) address {
	p := a.Postal
	return address{
		ID: a.ID, Label: p.Label, FullName: p.FullName, Phone: p.Phone, Line1: p.Line1, Line2: p.Line2, City: p.City, State: p.State,
		PostalCode: p.PostalCode, Country: p.Country, IsDefault: a.IsDefault,
		CreatedAt: httpapi.TimeOf(a.CreatedAt), UpdatedAt: httpapi.TimeOf(a.UpdatedAt),
	}
}

func viewAddresses(all []savedAddress) []address {
	views := make([]address, len(all))
	for i := range all {
		views[i] = viewAddress(&all[i])
	}
	return views
}
