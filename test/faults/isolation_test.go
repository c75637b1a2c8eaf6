package faults

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Every operation of the document, called by somebody with the ids of somebody else's resources: not found (forbidden on
// admins' paths), no word of the other's, and nothing has changed.
func TestIsolation(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		email, access := w.customer("owner")
		owner := w.api().As(access)
		owner.Do(t, "PATCH", "/v1/users/me", object{"fullName": "Zacharias Erasmus", "phone": "+49 89 7654321"}).Require(t, 200)
		private := []string{email, "Zacharias", "7654321", "Vergissmeinnichtweg"}
		address := object{"fullName": "Zacharias Erasmus", "line1": "Vergissmeinnichtweg 7", "city": "München", "postalCode": "80331", "country": "DE"}
		if err := w.apply(t.Context(), w.api(), email); err != nil {
			t.Fatal(err)
		}
		application, err := w.find(t.Context(), w.asAdmin(), email)
		if err != nil {
			t.Fatal(err)
		}
		ids := []string{
			owner.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).Text("id"),
			owner.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201).Text("id"),
			owner.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Text("data.0.id"),
			owner.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Text("data.0.id"),
			application, w.ledger.all()[email].tracking,
		}
		mails := w.asAdmin().Do(t, "GET", "/v1/admin/mails", nil).Require(t, 200)
		ids = append(ids, mails.Text("data.0.id"))
		before := w.everything(t, owner, application)

		_, stranger := w.customer("stranger")
		g := generator{rand.New(rand.NewPCG(1, 2)), 0}
		for _, o := range w.operations(t) {
			var body any
			if s := o.schema(); s != nil {
				raw, err := json.Marshal(g.value(s, 0))
				if err != nil {
					t.Fatal(err)
				}
				body = raw
			}
			name := o.method + " " + o.path
			query := o.needed(g)
			anonymous := w.api().Do(t, o.method, o.with(ids[0])+query, body)
			if !o.public() && anonymous.Status != 401 {
				t.Errorf("%s without a token: %d", name, anonymous.Status)
			}
			tries := ids
			if !o.hasID() {
				if o.method != "GET" {
					continue // acts on the caller's own
				}
				tries = ids[:1]
			}
			for _, id := range tries {
				a := w.api().As(stranger).Do(t, o.method, o.with(id)+query, body)
				switch {
				case o.forAdmin() && a.Status != 403, !o.forAdmin() && o.hasID() && a.Status != 404:
					t.Errorf("%s with another's id %s: %d %s", name, id, a.Status, a.Body)
				}
				for _, word := range private {
					if strings.Contains(string(a.Body), word) {
						t.Errorf("%s shows a stranger %q: %s", name, word, a.Body)
					}
				}
			}
		}
		if after := w.everything(t, owner, application); after != before {
			t.Errorf("a stranger has changed something:\n%s\n%s", before, after)
		}
	})
}

// everything is what a customer and the admin see of the customer.
func (w *world) everything(t *testing.T, owner *kit.API, application string) string {
	t.Helper()
	var all strings.Builder
	for _, path := range []string{"/v1/users/me", "/v1/users/me/addresses", "/v1/auth/sessions", "/v1/notifications"} {
		all.Write(owner.Do(t, "GET", path, nil).Require(t, 200).Body)
	}
	all.Write(w.asAdmin().Do(t, "GET", "/v1/admin/wholesale/applications/"+application, nil).Require(t, 200).Body)
	return all.String()
}
