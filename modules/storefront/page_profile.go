package storefront

import (
	"encoding/json"
	"net/http"
)

// profileView is a page of what an account says of its owner.
type profileView struct {
	frame
	Profile profile
	Form    form
	Email   string // where a code was mailed to
}

var profileFields = [][2]string{{"/fullName", "fullName"}, {"/phone", "phone"}, {"/locale", "locale"}}

func (v *visit) profile() error {
	p, err := v.loadProfile()
	if err != nil {
		return err
	}
	values := map[string]string{"fullName": p.FullName, "locale": p.Locale}
	if p.Phone != nil {
		values["phone"] = *p.Phone
	}
	return v.showProfile(http.StatusOK, "profile", profileView{Profile: p, Form: v.again(form{Values: values})})
}

func (v *visit) loadProfile() (p profile, err error) {
	return p, v.get("/v1/users/me", nil, &p)
}

// showProfile shows one of the pages, whose view has all but the frame.
func (v *visit) showProfile(status int, page string, view profileView) error {
	view.frame = v.frame("")
	view.Private = true
	return v.show(status, page, view)
}

// saveProfile changes the name, the phone number and the language of mails.
func (v *visit) saveProfile() error {
	f := v.readForm("fullName", "phone", "locale")
	body := map[string]any{"fullName": f.Value("fullName"), "phone": nil}
	if phone := f.Value("phone"); phone != "" {
		body["phone"] = phone
	}
	if l := f.Value("locale"); l != "" {
		body["locale"] = l
	}
	var saved profile
	_, err := v.do(call{method: http.MethodPatch, path: "/v1/users/me", body: body, answer: &saved})
	if f.failed(err, profileFields...) {
		p, err := v.loadProfile()
		if err != nil {
			return err
		}
		return v.showProfile(v.refusal(f), "profile", profileView{Profile: p, Form: f})
	}
	if err != nil {
		return err
	}
	v.session.Name, v.sessionChanged = saved.FullName, true
	v.say("saved", 0)
	return v.redirect("/account/profile")
}

func (v *visit) password() error {
	return v.showProfile(http.StatusOK, "newpassword", profileView{})
}

// changePassword ends every other session too.
func (v *visit) changePassword() error {
	f := v.readForm()
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/auth/change-password",
		body: map[string]string{
			"currentPassword": v.r.PostFormValue("currentPassword"), "newPassword": v.r.PostFormValue("newPassword"),
		},
	})
	if f.failed(err, [2]string{"/currentPassword", "currentPassword"}, [2]string{"/newPassword", "newPassword"}) {
		f.at("invalid_credentials", "currentPassword")
		return v.showProfile(v.refusal(f), "newpassword", profileView{Form: f})
	}
	if err != nil {
		return err
	}
	v.say("password", 0)
	return v.redirect("/account/profile")
}

func (v *visit) email() error {
	return v.showProfile(http.StatusOK, "email", profileView{Form: v.again(form{})})
}

// changeEmail has a code mailed to the new address.
func (v *visit) changeEmail() error {
	f := v.readForm("email")
	var answer struct {
		ChangeID string `json:"changeId"`
	}
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/users/me/email", answer: &answer,
		body: map[string]string{"email": f.Value("email"), "password": v.r.PostFormValue("currentPassword")},
	})
	if f.failed(err, [2]string{"/email", "email"}, [2]string{"/password", "currentPassword"}) {
		f.at("invalid_credentials", "currentPassword")
		return v.showProfile(v.refusal(f), "email", profileView{Form: f})
	}
	if err != nil {
		return err
	}
	v.ask(pending{Kind: pendingEmail, Email: f.Value("email"), ID: answer.ChangeID})
	return v.redirect("/account/email/code")
}

func (v *visit) emailCode() error {
	asked := v.asked(pendingEmail)
	if asked == nil {
		return v.redirect("/account/email")
	}
	return v.showProfile(http.StatusOK, "email", profileView{Email: asked.Email})
}

// confirmEmail takes the code that was mailed to the new address. Every other session ends.
func (v *visit) confirmEmail() error {
	asked := v.asked(pendingEmail)
	if asked == nil {
		return v.redirect("/account/email")
	}
	f := v.readForm("code")
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/users/me/email/confirm",
		body: map[string]string{"changeId": asked.ID, "code": f.Value("code")},
	})
	if f.failed(err, [2]string{"/code", "code"}) {
		f.at("invalid_code", "code")
		return v.showProfile(v.refusal(f), "email", profileView{Form: f, Email: asked.Email})
	}
	if err != nil {
		return err
	}
	v.answered()
	v.say("email", 0)
	return v.redirect("/account/profile")
}

func (v *visit) data() error { return v.showProfile(http.StatusOK, "data", profileView{}) }

// eraseAccount deletes the account for good.
func (v *visit) eraseAccount() error {
	f := v.readForm()
	_, err := v.do(call{
		method: http.MethodDelete, path: "/v1/users/me",
		body: map[string]string{"password": v.r.PostFormValue("currentPassword")},
	})
	if f.failed(err, [2]string{"/password", "currentPassword"}) {
		f.at("invalid_credentials", "currentPassword")
		return v.showProfile(v.refusal(f), "data", profileView{Form: f})
	}
	if err != nil {
		return err
	}
	v.session = session{}
	v.say("erased", 0)
	return v.redirect("/")
}

// exportAccount is everything that the shop holds on the visitor, as a file.
func (v *visit) exportAccount() error {
	var all json.RawMessage
	ask := call{method: http.MethodGet, path: "/v1/users/me/export", answer: &all, most: longAnswer}
	if _, err := v.do(ask); err != nil {
		return err
	}
	v.w.Header().Set("Content-Disposition", `attachment; filename="account.json"`)
	return v.showJSON(http.StatusOK, all)
}
