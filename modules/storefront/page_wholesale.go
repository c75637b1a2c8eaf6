package storefront

import (
	"net/http"
	"net/url"
	"time"
)

// wholesaleView is the form of an application for wholesale prices.
type wholesaleView struct {
	frame
	Form form
}

// applicationView is how an application stands.
type applicationView struct {
	frame
	Application application
}

// findApplicationView is the form that asks for the number and the email of an application.
type findApplicationView struct {
	frame
	Form form
}

type application struct {
	TrackingID  string     `json:"trackingId"`
	Status      string     `json:"status"` // under_review, approved, rejected
	Question    *string    `json:"question"`
	SubmittedAt time.Time  `json:"submittedAt"`
	DecidedAt   *time.Time `json:"decidedAt"`
}

// wholesaleFields are the fields of the application by the pointers of the interface, in the order
// of the page.
var wholesaleFields = [][2]string{
	{"/businessName", "businessName"}, {"/businessAddress", "businessAddress"}, {"/country", "businessCountry"},
	{"/state", "businessState"}, {"/registrationNumber", "registrationNumber"}, {"/contactFullName", "contactFullName"},
	{"/contactEmail", "contactEmail"}, {"/contactPhone", "contactPhone"}, {"/estimatedMonthlyOrderMin", "min"},
	{"/estimatedMonthlyOrderMax", "max"},
}

// applicationFields are those of the form that asks for an application.
var applicationFields = [][2]string{{"/id", "application"}, {"?email", "email"}}

func (v *visit) wholesale() error {
	values := map[string]string{"businessCountry": countryName(v.language, v.shop().Country)}
	if v.session.signedIn() {
		p, err := v.loadProfile()
		if err != nil {
			return err
		}
		values["contactFullName"], values["contactEmail"] = p.FullName, p.Email
		if p.Phone != nil {
			values["contactPhone"] = *p.Phone
		}
	}
	return v.showWholesale(http.StatusOK, v.again(form{Key: newKey(), Values: values}))
}

func (v *visit) showWholesale(status int, f form) error {
	v.private = v.session.signedIn() // the form has what the account says of its owner
	return v.show(status, "wholesale", wholesaleView{frame: v.frame(""), Form: f})
}

func (v *visit) applyForWholesale() error {
	body := map[string]any{}
	var names []string
	for _, pair := range wholesaleFields {
		names = append(names, pair[1])
	}
	f := v.readForm(names...)
	for _, pair := range wholesaleFields {
		value := f.Value(pair[1])
		switch amount, ok := cents(value); {
		case value == "" && (pair[1] == "registrationNumber" || pair[1] == "min" || pair[1] == "max"):
		case (pair[1] == "min" || pair[1] == "max") && ok:
			body[pair[0][1:]] = amount
		default:
			body[pair[0][1:]] = value
		}
	}
	var answer application
	_, err := v.do(call{
		method: http.MethodPost, path: "/v1/wholesale/apply", body: body, key: v.r.PostFormValue("key"), answer: &answer,
	})
	if f.failed(err, wholesaleFields...) {
		return v.showWholesale(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.say("applied", 0)
	return v.openedApplication(answer.TrackingID, f.Value("contactEmail"))
}

// openedApplication goes to an application that the visitor may see. Its email is kept in the
// cookie, not in the address of the page.
func (v *visit) openedApplication(id, email string) error {
	v.session.Application, v.sessionChanged = &applicationGrant{ID: id, Email: email}, true
	return v.redirect("/wholesale/" + url.PathEscape(id))
}

// application shows how an application stands to whoever has sent it from here, or has named its
// email; everybody else is asked for that.
func (v *visit) application() error {
	id := v.r.PathValue("id")
	granted := v.session.Application
	if granted == nil || granted.ID != id {
		return v.redirect("/wholesale/find?" + url.Values{"id": {id}}.Encode())
	}
	view := applicationView{frame: v.frame("")}
	view.Private, v.private = true, true
	if err := v.loadApplication(*granted, &view.Application); err != nil {
		return err
	}
	return v.show(http.StatusOK, "application", view)
}

func (v *visit) loadApplication(g applicationGrant, a *application) error {
	return v.get("/v1/wholesale/applications/"+url.PathEscape(g.ID), url.Values{"email": {g.Email}}, a)
}

func (v *visit) findApplication() error {
	return v.showFindApplication(http.StatusOK, form{Values: map[string]string{"application": v.r.URL.Query().Get("id")}})
}

func (v *visit) showFindApplication(status int, f form) error {
	view := findApplicationView{frame: v.frame(""), Form: f}
	view.Private, v.private = true, v.session.signedIn()
	return v.show(status, "findapplication", view)
}

// openApplication opens the application of a number and an email that were typed.
func (v *visit) openApplication() error {
	f := v.readForm("application", "email")
	for _, name := range []string{"application", "email"} {
		if f.Value(name) == "" {
			f.Faults = append(f.Faults, formFault{Field: name, Code: "required"})
		}
	}
	if len(f.Faults) > 0 {
		return v.showFindApplication(http.StatusUnprocessableEntity, f)
	}
	var a application
	err := v.loadApplication(applicationGrant{ID: f.Value("application"), Email: f.Value("email")}, &a)
	if isProblem(err, http.StatusNotFound) {
		f.Faults = []formFault{{Field: "application", Code: "not_found"}}
		return v.showFindApplication(http.StatusNotFound, f)
	}
	if f.failed(err, applicationFields...) {
		return v.showFindApplication(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	return v.openedApplication(a.TrackingID, f.Value("email"))
}
