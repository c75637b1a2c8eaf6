package storefront

import (
	"net/http"
)

// registerView is the page of a registration: its form, then that of the code which was mailed.
type registerView struct {
	frame
	Form  form
	Email string // where the code was mailed to; "" before
	Next  string // where it goes on; "" is the account
}

// registerFields are those of a registration, and of a new password, by the pointers of the
// interface.
var registerFields = [][2]string{
	{"/fullName", "fullName"}, {"/email", "email"}, {"/code", "code"}, {"/password", "password"},
}

func (v *visit) register() error {
	if v.session.signedIn() {
		return v.redirect("/account")
	}
	return v.showRegister(http.StatusOK, form{}, v.next())
}

func (v *visit) showRegister(status int, f form, to string) error {
	view := registerView{frame: v.frame(""), Form: f, Next: to}
	view.Private = true
	return v.show(status, "register", view)
}

// createAccount has a code mailed. It answers alike for an email that has an account.
func (v *visit) createAccount() error {
	f := v.readForm("fullName", "email", "to")
	to := localPath(f.Value("to"), "")
	var answer struct {
		RegistrationID string `json:"registrationId"`
	}
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/auth/register", answer: &answer,
		body: map[string]string{
			"fullName": f.Value("fullName"), "email": f.Value("email"), "password": v.r.PostFormValue("password"),
			"locale": string(v.language),
		},
	})
	if f.failed(err, registerFields...) {
		return v.showRegister(v.refusal(f), f, to)
	}
	if err != nil {
		return err
	}
	v.ask(pending{Kind: pendingRegistration, Email: f.Value("email"), ID: answer.RegistrationID, To: to})
	return v.redirect("/register/code")
}

func (v *visit) registrationCode() error {
	asked := v.asked(pendingRegistration)
	if asked == nil {
		return v.redirect("/register")
	}
	f := form{Values: map[string]string{"email": asked.Email, "challenge": asked.ID, "to": asked.To}}
	return v.showRegistrationCode(http.StatusOK, f)
}

func (v *visit) showRegistrationCode(status int, f form) error {
	view := registerView{frame: v.frame(""), Form: f, Email: f.Value("email"), Next: localPath(f.Value("to"), "")}
	view.Private = true
	return v.show(status, "register", view)
}

// verifyAccount takes the code. The form has the registration in it: the browser may have begun
// another one since.
func (v *visit) verifyAccount() error {
	f := v.readForm("email", "challenge", "code", "to")
	body := map[string]string{"email": f.Value("email"), "code": f.Value("code")}
	if id := f.Value("challenge"); id != "" {
		body["registrationId"] = id
	}
	var t tokens
	_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/verify-email", body: body, answer: &t})
	if f.failed(err, registerFields...) {
		f.at("invalid_code", "code")
		return v.showRegistrationCode(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.say("registered", 0)
	return v.welcome(t, localPath(f.Value("to"), ""))
}

// resendRegistrationCode has the code mailed once more. The interface does that once a minute.
func (v *visit) resendRegistrationCode() error {
	f := v.readForm("email", "challenge", "to")
	body := map[string]string{"email": f.Value("email")}
	if id := f.Value("challenge"); id != "" {
		body["registrationId"] = id
	}
	_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/resend-code", body: body})
	if f.failed(err) {
		return v.showRegistrationCode(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.ask(pending{
		Kind: pendingRegistration, Email: f.Value("email"), ID: f.Value("challenge"), To: localPath(f.Value("to"), ""),
	})
	v.say("resent", 0)
	return v.redirect("/register/code")
}
