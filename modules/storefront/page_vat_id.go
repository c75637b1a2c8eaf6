package storefront

import (
	"net/http"
	"time"
)

// vatIDView is the page of the VAT id of an account.
type vatIDView struct {
	frame
	VATID *vatID // nil: there is none
	Form  form
}

// vatID is the VAT id of an account, and whether it is proved.
type vatID struct {
	VATID      string     `json:"vatId"`
	Status     string     `json:"status"` // pending, valid, invalid
	Name       *string    `json:"name"`
	ValidUntil *time.Time `json:"validUntil"`
}

const vatIDPath = "/v1/users/me/vat-id"

var vatIDFields = [][2]string{{"/vatId", "vatId"}}

func (v *visit) vatID() error {
	return v.showVATID(http.StatusOK, v.again(form{}))
}

// showVATID shows the VAT id that the account has, and the form for another one.
func (v *visit) showVATID(status int, f form) error {
	view := vatIDView{frame: v.frame(""), Form: f}
	view.Private = true
	var has vatID
	switch err := v.get(vatIDPath, nil, &has); {
	case err == nil:
		view.VATID = &has
	case !isProblem(err, http.StatusNotFound):
		return err
	}
	return v.show(status, "vatid", view)
}

func (v *visit) setVATID() error {
	f := v.readForm("vatId")
	_, err := v.do(call{method: http.MethodPut, path: vatIDPath, body: map[string]string{"vatId": f.Value("vatId")}})
	if f.failed(err, vatIDFields...) {
		return v.showVATID(v.refusal(f), f)
	}
	if err != nil {
		return err
	}
	v.say("saved", 0)
	return v.redirect("/account/vat-id")
}

// removeVATID deletes the VAT id of the account. One that is gone already is no fault.
func (v *visit) removeVATID() error {
	_, err := v.do(call{method: http.MethodDelete, path: vatIDPath})
	if err != nil && !isProblem(err, http.StatusNotFound) {
		return err
	}
	v.say("removed", 0)
	return v.redirect("/account/vat-id")
}
