package storefront

import (
	"net/http"
	"net/url"
	"slices"
)

// addressesView is the address book of an account.
type addressesView struct {
	frame
	Addresses []address
}

// addressView is the form of one address; ID is "" for a new one.
type addressView struct {
	frame
	Form      form
	ID        string
	IsDefault bool // it stays so until another one is
}

// address is one of an account's.
type address struct {
	ID         string  `json:"id"`
	Label      *string `json:"label"`
	FullName   string  `json:"fullName"`
	Company    *string `json:"company"`
	Phone      *string `json:"phone"`
	Line1      string  `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode string  `json:"postalCode"`
	City       string  `json:"city"`
	State      *string `json:"state"`
	Country    string  `json:"country"`
	IsDefault  bool    `json:"isDefault"`
}

// addressFields are the fields of an address by the pointers of the interface, in the order of the
// page.
var addressFields = [][2]string{
	{"/label", "label"}, {"/fullName", "fullName"}, {"/company", "company"}, {"/line1", "line1"}, {"/line2", "line2"},
	{"/postalCode", "postalCode"}, {"/city", "city"}, {"/state", "state"}, {"/country", "country"}, {"/phone", "phone"},
}

// addressNames are the fields of the form of an address.
var addressNames = []string{
	"label", "fullName", "company", "line1", "line2", "postalCode", "city", "state", "country", "phone",
}

// values are the address as its form has it.
func (a address) values() map[string]string {
	values := map[string]string{
		"fullName": a.FullName, "line1": a.Line1, "postalCode": a.PostalCode, "city": a.City, "country": a.Country,
	}
	optional := map[string]*string{
		"label": a.Label, "company": a.Company, "line2": a.Line2, "state": a.State, "phone": a.Phone,
	}
	for name, value := range optional {
		if value != nil {
			values[name] = *value
		}
	}
	return values
}

// AddressCountries are those to choose from: those that the shop delivers to, and that of the
// address.
func (a addressView) AddressCountries() []string {
	codes := a.Countries()
	if own := a.Form.Value("country"); own != "" && !slices.Contains(codes, own) {
		codes = append(codes, own)
	}
	return codes
}

func (v *visit) addresses() error {
	view := addressesView{frame: v.frame("")}
	view.Private = true
	if err := v.get("/v1/users/me/addresses", nil, &view.Addresses); err != nil {
		return err
	}
	return v.show(http.StatusOK, "addresses", view)
}

func (v *visit) newAddress() error {
	f := form{Key: newKey(), Values: map[string]string{"country": v.shop().Country, "fullName": v.session.Name}}
	return v.showAddress(http.StatusOK, addressView{Form: v.again(f)})
}

func (v *visit) showAddress(status int, view addressView) error {
	view.frame = v.frame("")
	view.Private = true
	return v.show(status, "address", view)
}

func (v *visit) loadAddress(id string) (a address, err error) {
	return a, v.get("/v1/users/me/addresses/"+url.PathEscape(id), nil, &a)
}

func (v *visit) editAddress() error {
	a, err := v.loadAddress(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	f := v.again(form{Values: a.values()})
	return v.showAddress(http.StatusOK, addressView{Form: f, ID: a.ID, IsDefault: a.IsDefault})
}

// saveAddress adds an address, or replaces one.
func (v *visit) saveAddress() error {
	f := v.readForm(append([]string{"isDefault"}, addressNames...)...)
	id := v.r.PathValue("id")
	err := v.sendAddress(id, f.Values, v.r.PostFormValue("key"))
	if f.failed(err, addressFields...) {
		view := addressView{Form: f, ID: id, IsDefault: v.r.PostFormValue("wasDefault") != ""}
		return v.showAddress(v.refusal(f), view)
	}
	if err != nil {
		return err
	}
	v.say("saved", 0)
	return v.redirect("/account/addresses")
}

// sendAddress adds an address with the values of its form, or replaces the one of the id.
func (v *visit) sendAddress(id string, values map[string]string, key string) error {
	body := map[string]any{"isDefault": values["isDefault"] != ""}
	for _, name := range addressNames {
		if value := values[name]; value != "" {
			body[name] = value
		}
	}
	k := call{method: http.MethodPost, path: "/v1/users/me/addresses", body: body, key: key}
	if id != "" {
		k.method, k.path, k.key = http.MethodPut, k.path+"/"+url.PathEscape(id), ""
	}
	_, err := v.do(k)
	return err
}

// makeDefault makes an address the one of a checkout for which none is chosen.
func (v *visit) makeDefault() error {
	a, err := v.loadAddress(v.r.PathValue("id"))
	if err != nil {
		return err
	}
	f := form{Values: a.values()}
	f.Values["isDefault"] = "1"
	err = v.sendAddress(a.ID, f.Values, "")
	if f.failed(err, addressFields...) { // it was written under other rules
		return v.showAddress(v.refusal(f), addressView{Form: f, ID: a.ID})
	}
	if err != nil {
		return err
	}
	v.say("saved", 0)
	return v.redirect("/account/addresses")
}

func (v *visit) removeAddress() error {
	return v.remove("/v1/users/me/addresses/", "/account/addresses")
}

// remove deletes what the path of the request names, and goes back to the list. What another tab
// has deleted before is gone all the same.
func (v *visit) remove(path, back string) error {
	_, err := v.do(call{method: http.MethodDelete, path: path + url.PathEscape(v.r.PathValue("id"))})
	if err != nil && !isProblem(err, http.StatusNotFound) {
		return err
	}
	v.say("removed", 0)
	return v.redirect(back)
}
