package storefront

import (
	"cmp"
	"net/http"
)

// passwordView is the page on which a password is set with a mailed code: the form that has the
// code mailed, then that of the code. The code of an approved application for wholesale prices
// comes without the first.
type passwordView struct {
	frame
	Form  form
	Code  bool   // the code is asked for
	Email string // where it was mailed to; "" where the visitor has to say
	Next  string // where it goes on; "" is the account
}

func (v *visit) forgotPassword() error {
	return v.showPassword(http.StatusOK, passwordView{Next: v.next()})
}

func (v *visit) showPassword(status int, view passwordView) error {
	view.frame = v.frame("")
	view.Private = true
	return v.show(status, "password", view)
}

// sendPasswordCode has a code mailed to an email that has an account.
func (v *visit) sendPasswordCode() error {
	f := v.readForm("email", "to")
	to := localPath(f.Value("to"), "")
	var answer struct {
		ChallengeID string `json:"challengeId"`
	}
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/auth/forgot-password", answer: &answer,
		body: map[string]string{"email": f.Value("email")},
	})
	if f.failed(err, registerFields...) {
		view := passwordView{Form: f, Next: to}
		if asked := v.asked(pendingPassword); asked != nil && asked.Email == f.Value("email") {
			view.Code, view.Email = true, asked.Email
			f.Values["challenge"] = asked.ID // of the code that was mailed before: it is still good
		}
		return v.showPassword(v.refusal(f), view)
	}
	if err != nil {
		return err
	}
	v.ask(pending{Kind: pendingPassword, Email: f.Value("email"), ID: answer.ChallengeID, To: to})
	return v.redirect("/password/code")
}

func (v *visit) passwordCode() error {
	view := passwordView{Code: true, Next: v.next()}
	if asked := v.asked(pendingPassword); asked != nil {
		view.Next = cmp.Or(view.Next, asked.To)
		view.Email = asked.Email
		view.Form.Values = map[string]string{"email": asked.Email, "challenge": asked.ID}
	}
	return v.showPassword(http.StatusOK, view)
}

// setPassword takes the code and the new password. A form without a challenge is about a code that
// came with another mail.
func (v *visit) setPassword() error {
	f := v.readForm("email", "challenge", "code", "to")
	to := localPath(f.Value("to"), "")
	body := map[string]string{
		"email": f.Value("email"), "code": f.Value("code"), "password": v.r.PostFormValue("password"),
	}
	view := passwordView{Code: true, Next: to}
	if id := f.Value("challenge"); id != "" {
		body["challengeId"], view.Email = id, f.Value("email")
	}
	var t tokens
	_, err := v.do(call{method: http.MethodPost, path: "/v1/auth/set-password", body: body, answer: &t})
	if hasCode(err, codeSecondFactor) { // the answer to it sets the password
		return v.askSecondFactor(err, to)
	}
	if f.failed(err, registerFields...) {
		f.at("invalid_code", "code")
		view.Form = f
		return v.showPassword(v.refusal(f), view)
	}
	if err != nil {
		return err
	}
	v.say("passwordSet", 0)
	return v.welcome(t, to)
}

// undoView is the page on which a change of the email address is undone, with the code that was
// mailed to the former one.
type undoView struct {
	frame
	Form form
}

var undoFields = [][2]string{{"/changeId", "change"}, {"/code", "code"}}

func (v *visit) undoEmail() error {
	return v.showUndo(http.StatusOK, form{Values: map[string]string{"change": v.r.URL.Query().Get("change")}})
}

func (v *visit) showUndo(status int, f form) error {
	view := undoView{frame: v.frame(""), Form: f}
	view.Private = true
	return v.show(status, "undo", view)
}

// undoEmailChange ends every session of the account, this one too if it is one of them. A code for
// a new password is mailed to the address that is back.
func (v *visit) undoEmailChange() error {
	f := v.readForm("change", "code")
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/auth/undo-email-change",
		body: map[string]string{"changeId": f.Value("change"), "code": f.Value("code")},
	})
	if f.failed(err, undoFields...) {
		f.at("invalid_code", "code")
		return v.showUndo(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.answered() // a code for a password that was asked for before is void
	v.say("undone", 0)
	return v.redirect("/password/code")
}
