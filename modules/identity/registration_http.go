package identity

import (
	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

type registerInput struct {
	Body struct {
		Email    httpapi.Email `json:"email" example:"ada@example.com"`
		Password string        `json:"password" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"correct horse battery"`
		FullName httpapi.Text  `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
		Phone    httpapi.Text  `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
		Locale   string        `json:"locale,omitempty" enum:"en,de" schema:"Locale" doc:"Default: by Accept-Language, else en." example:"de"`
	}
}

// Check judges the password.
func (in *registerInput) Check() []fault.Field {
	b := &in.Body
	return judge("/password", b.Password, string(b.Email), string(b.FullName))
}

type verifyEmailInput struct {
	Body struct {
		Email          httpapi.Email `json:"email" example:"ada@example.com"`
		Code           httpapi.Text  `json:"code" minLength:"1" maxLength:"32" doc:"6 digits." example:"082641"`
		RegistrationID string        `json:"registrationId,omitempty" format:"uuid" doc:"Needed while more than one registration is live." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

type resendCodeInput struct {
	Body struct {
		Email          httpapi.Email `json:"email" example:"ada@example.com"`
		RegistrationID string        `json:"registrationId,omitempty" format:"uuid" doc:"Needed while more than one registration is live." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

type loginInput struct {
	Body struct {
		Email    httpapi.Email `json:"email" example:"ada@example.com"`
		Password string        `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

type refreshInput struct {
	Body struct {
		RefreshToken string `json:"refreshToken" minLength:"1" maxLength:"200" doc:"The session's newest."`
	}
}

type forgotPasswordInput struct {
	Body struct {
		Email httpapi.Email `json:"email" example:"ada@example.com"`
	}
}

type setPasswordInput struct {
	Body struct {
		Email    httpapi.Email `json:"email" example:"ada@example.com"`
		Code     httpapi.Text  `json:"code" minLength:"1" maxLength:"32" doc:"8 digits." example:"08264117"`
		Password string        `json:"password" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"correct horse battery"`
	}
}

// Check judges the password.
func (in *setPasswordInput) Check() []fault.Field {
	return judge("/password", in.Body.Password, string(in.Body.Email))
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
		NewPassword     string `json:"newPassword" minLength:"8" maxLength:"128" format:"password" doc:"Refused when common or close to the email." example:"a better phrase here"`
	}
}

type listSessionsInput struct{ httpapi.Page }

type sessionInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type patchProfileInput struct {
	Body struct {
		FullName httpapi.Optional[httpapi.Text] `json:"fullName" minLength:"1" maxLength:"200" nullable:"false" example:"Ada Lovelace"`
		Phone    httpapi.Optional[httpapi.Text] `json:"phone" maxLength:"40" example:"+49 30 1234567"`
		Locale   httpapi.Optional[string]       `json:"locale" enum:"en,de" schema:"Locale" nullable:"false" doc:"Language of the mails." example:"de"`
	}
}

func (in *patchProfileInput) edit() (e profileEdit) {
	b := &in.Body
	if b.FullName.Set {
		e.FullName = (*string)(&b.FullName.Value)
	}
	if b.Phone.Set {
		phone := optional(b.Phone.Value)
		e.Phone = &phone
	}
	if b.Locale.Set {
		e.Locale = &b.Locale.Value
	}
	return e
}

type eraseInput struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"128" format:"password" example:"correct horse battery"`
	}
}

// addressBody is what the user writes of an address.
type addressBody struct {
	Label      httpapi.Text `json:"label,omitempty" maxLength:"60" example:"Home"`
	FullName   httpapi.Text `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
	Phone      httpapi.Text `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
	Line1      httpapi.Text `json:"line1" minLength:"1" maxLength:"200" example:"Unter den Linden 1"`
	Line2      httpapi.Text `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	City       httpapi.Text `json:"city" minLength:"1" maxLength:"120" example:"Berlin"`
	State      httpapi.Text `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	PostalCode httpapi.Text `json:"postalCode" minLength:"1" maxLength:"20" example:"10117"`
	Country    country      `json:"country" schema:"Country" doc:"Officially assigned." example:"DE"`
	IsDefault  bool         `json:"isDefault,omitempty" doc:"The default one stays so until another becomes it." example:"true"`
}

func (b *addressBody) postal() postal {
	return postal{
		Label: optional(b.Label), FullName: string(b.FullName), Phone: optional(b.Phone), Line1: string(b.Line1), Line2: optional(b.Line2),
		City: string(b.City), State: optional(b.State), PostalCode: string(b.PostalCode), Country: string(b.Country),
	}
}

type addAddressInput struct{ Body addressBody }

type addressInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type changeAddressInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body addressBody
}

type listUsersInput struct {
	httpapi.Page
	Q    string `query:"q" maxLength:"200" doc:"Part of the email or the name, in any case." example:"ada"`
	Role string `query:"role" enum:"customer,admin" schema:"Role"`
}

type userInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

type patchUserInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Role     httpapi.Optional[string] `json:"role" enum:"customer,admin" schema:"Role" nullable:"false" example:"admin"`
		Disabled httpapi.Optional[bool]   `json:"disabled" nullable:"false" doc:"Shuts the user out at once." example:"true"`
	}
}

func (in *patchUserInput) standing() (c standing) {
	b := &in.Body
	if b.Role.Set {
		role := auth.Role(b.Role.Value)
		c.Role = &role
	}
	if b.Disabled.Set {
		c.Disabled = &b.Disabled.Value
	}
	return c
}

// optional is nil for a blank text.
func optional(t httpapi.Text) *string {
	if t == "" {
		return nil
	}
	return (*string)(&t)
}
