package storefront

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
)

// loginView is the page on which a visitor signs in.
type loginView struct {
	frame
	Form form
	Next string // where it goes on; "" is the account
}

var loginFields = [][2]string{{"/email", "email"}, {"/password", "password"}}

// next is the page of the shop that the address of this one says to go on to; "" without one.
func (v *visit) next() string { return localPath(v.r.URL.Query().Get("to"), "") }

func (v *visit) login() error {
	to := v.next()
	if v.session.signedIn() {
		return v.redirect(cmp.Or(to, "/account"))
	}
	return v.showLogin(http.StatusOK, form{}, to)
}

func (v *visit) showLogin(status int, f form, to string) error {
	view := loginView{frame: v.frame(""), Form: f, Next: to}
	view.Private = true
	return v.show(status, "login", view)
}

func (v *visit) logIn() error {
	f := v.readForm("email", "to")
	to := localPath(f.Value("to"), "")
	var t tokens
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/auth/login", answer: &t,
		body: map[string]string{"email": f.Value("email"), "password": v.r.PostFormValue("password")},
	})
	if hasCode(err, codeSecondFactor) {
		return v.askSecondFactor(err, to)
	}
	if f.failed(err, loginFields...) {
		f.at("invalid_credentials", "password")
		return v.showLogin(v.refusal(f), f, to)
	}
	if err != nil {
		return err
	}
	return v.welcome(t, to)
}

// logOut ends the session here and at the interface, and forgets what the browser has of the shop:
// the next one at it may be somebody else.
func (v *visit) logOut() error {
	if v.session.signedIn() {
		_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/logout"})
		if err != nil && !errors.Is(err, errSignedOut) {
			return err // the session goes on, and the page says so
		}
	}
	v.session = session{}
	v.say("loggedOut", 0)
	return v.redirect("/")
}

// codeSecondFactor is that of a login that a password is not enough for.
const codeSecondFactor = "second_factor_required"

// factorView is the page that asks for a second factor. Accounts of the staff can have one.
type factorView struct {
	frame
	Form                   form
	App, Recovery, Passkey bool // how it can be proved
	Next                   string
}

var factorFields = [][2]string{{"/code", "code"}, {"/recoveryCode", "recoveryCode"}}

// askSecondFactor goes on to the page that asks for a second factor, with the challenge of the
// refused login.
func (v *visit) askSecondFactor(refused error, to string) error {
	p, _ := asProblem(refused)
	v.ask(pending{Kind: pendingFactor, ID: p.Challenge, To: to, Methods: p.Methods})
	return v.redirect("/login/code")
}

func (v *visit) secondFactor() error { return v.showFactor(http.StatusOK, form{}) }

func (v *visit) showFactor(status int, f form) error {
	asked := v.asked(pendingFactor)
	if asked == nil {
		return v.redirect("/login")
	}
	view := factorView{frame: v.frame(""), Form: f, Next: asked.To}
	view.Private = true
	for _, method := range asked.Methods {
		switch method {
		case "totp":
			view.App = true
		case "recovery_code":
			view.Recovery = true
		case "passkey":
			view.Passkey = true
		}
	}
	return v.show(status, "factor", view)
}

func (v *visit) answerSecondFactor() error {
	asked := v.asked(pendingFactor)
	if asked == nil {
		return v.redirect("/login")
	}
	f := v.readForm("code", "recoveryCode")
	body := map[string]string{"challenge": asked.ID}
	field := "code"
	if f.Value("recoveryCode") != "" {
		field = "recoveryCode"
	}
	if value := f.Value(field); value != "" {
		body[field] = value
	}
	var t tokens
	_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/second-factor", body: body, answer: &t})
	if f.failed(err, factorFields...) {
		f.at("invalid_code", field)
		return v.showFactor(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	return v.welcome(t, asked.To)
}

// passkeyOptions is what a script needs to have a passkey used.
func (v *visit) passkeyOptions() error {
	var options struct {
		Challenge string          `json:"challenge"`
		PublicKey json.RawMessage `json:"publicKey"`
	}
	if _, err := v.do(call{method: http.MethodPost, path: "/v1/auth/passkey/options", answer: &options}); err != nil {
		return err
	}
	return v.showJSON(http.StatusOK, options)
}

// logInWithPasskey takes the form that a script has filled in.
func (v *visit) logInWithPasskey() error {
	to := localPath(v.r.PostFormValue("to"), "")
	body := map[string]any{
		"challenge": v.r.PostFormValue("challenge"), "credential": json.RawMessage(v.r.PostFormValue("credential")),
	}
	if !json.Valid([]byte(v.r.PostFormValue("credential"))) {
		return v.redirect("/login")
	}
	var t tokens
	_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/passkey", body: body, answer: &t})
	f := form{}
	if f.failed(err, loginFields...) {
		for i := range f.Faults {
			if f.Faults[i].Code == "invalid_credentials" {
				f.Faults[i].Code = "passkey"
			}
		}
		return v.showLogin(v.refusal(f), f, to)
	}
	if err != nil {
		return err
	}
	return v.welcome(t, to)
}

// showJSON answers a script of the pages.
func (v *visit) showJSON(status int, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	v.writeCookie()
	h := v.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(text) // the visitor may be gone
	return nil
}
