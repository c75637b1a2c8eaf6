package mailer

import (
	"strings"
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
	"orderd/test/kit"
)

// An admin reads every email in every language without its code and without the token of its link,
// and everything else as the recipient gets it.
func TestDetailMasks(t *testing.T) {
	t.Parallel()
	own := testRenderer()
	own.secrets = secret.New("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210")
	own.profile.OrderURL = new("https://shop.example.com/orders/{number}#{token}")
	masking := own
	masking.masked = true
	data := full
	data.GuestOrder = id.New()
	for name := range templates {
		locale, kind := splitName(name)
		e := sample(t, locale, kind, data)
		e.SubjectID, e.CreatedAt = new(kit.AddressID(maria)), requested
		plain, err := own.render(e)
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(own.guestLink(e, data), "#")
		v, err := viewDetail(masking, e)
		if err != nil {
			t.Fatal(err)
		}
		got, want := *v.Subject+"\n"+*v.Text, strings.NewReplacer(plain.Code, mask, token, mask).Replace(plain.Subject+"\n"+plain.text())
		if got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
		secrets := []string{token, plain.Code}
		for key := range own.secrets.Keys() {
			for _, purpose := range []onetimecode.Purpose{onetimecode.Registration, onetimecode.Password, onetimecode.Invitation,
				onetimecode.OrderLookup} {
				secrets = append(secrets, onetimecode.Derive(key, purpose, challenge))
			}
		}
		for _, s := range secrets {
			if len(s) < 6 || strings.Contains(got, s) {
				t.Errorf("%s shows %q:\n%s", name, s, got)
			}
		}
		if strings.Contains(plain.text(), plain.Code) != strings.Contains(got, mask) && !strings.Contains(plain.text(), token) {
			t.Errorf("%s has no mask:\n%s", name, got)
		}
	}
}

func TestDetail(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		registered := registration(maria)
		s.Publish(t, registered)
		e := s.awaitStatus(t, maria, emailSent)
		path := mails + "/" + e.ID
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "GET", mails+"/"+unknown, nil).Require(t, 404, "not_found")
		}

		got := s.admin.Do(t, "GET", path, nil).Require(t, 200)
		sent := s.server.Messages(maria)[0]
		code := codeOf(registered.ChallengeID, onetimecode.Registration)
		got.RequireFields(t, kit.Fields{
			"id": e.ID, "to": maria, "kind": "registration_code", "key": registered.RegistrationID, "subject": sent.Subject,
		})
		if text := got.Text("text"); !strings.Contains(text, "    "+mask+"\n") || strings.Contains(string(got.Body), code) ||
			!strings.Contains(sent.Text, code) {
			t.Errorf("%s\nsent\n%s", got.Body, sent.Text)
		}

		s.Publish(t, accountErased(registered.RegistrationID, maria, s.Clock.Now()))
		s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"to": "", "key": nil, "subject": nil, "text": nil})
	})
}

// The list is restricted by kind, address, what a mail is about, and time.
func TestFilters(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		order, buyer := id.New(), id.New()
		s.register(t, maria)
		s.awaitStatus(t, maria, emailSent)
		s.Clock.Advance(time.Minute)
		between := s.Clock.Now().Format(time.RFC3339Nano)
		s.Clock.Advance(time.Minute)
		s.Publish(t, ordering.OrderPlaced{Order: ordering.Order{
			OrderID: order, Number: "ORD-1", UserID: buyer, Locale: "de", Email: "a_b@example.com", FullName: "Ada",
		}})
		s.Publish(t, ordering.LookupRequested{
			OrderID: order, GuestID: kit.AddressID("eve@example.com"), LookupID: id.New(), Locale: "en", Email: "eve@example.com",
		})
		s.awaitStatus(t, "a_b@example.com", emailSent)
		s.awaitStatus(t, "eve@example.com", emailSent)

		for query, want := range map[string]string{
			"":                                     "order_lookup order_placed registration_code",
			"?kind=order_placed":                   "order_placed",
			"?kind=order_paid":                     "",
			"?to=MARIA@":                           "registration_code",
			"?to=_":                                "order_placed",
			"?to=%25":                              "",
			"?to=+":                                "order_lookup order_placed registration_code",
			"?key=" + order:                        "order_lookup order_placed",
			"?key=" + buyer:                        "order_placed",
			"?key=" + order + "&kind=order_lookup": "order_lookup",
			"?key=" + buyer + "&to=maria":          "",
			"?key=" + id.New():                     "",
			"?from=" + between:                     "order_lookup order_placed",
			"?until=" + between:                    "registration_code",
			"?status=failed":                       "",
		} {
			got := s.admin.Do(t, "GET", mails+query, nil).Require(t, 200)
			var list struct{ Data []struct{ Kind string } }
			got.Decode(t, &list)
			var kinds []string
			for _, m := range list.Data {
				kinds = append(kinds, m.Kind)
			}
			if strings.Join(kinds, " ") != want {
				t.Errorf("%s: %v, want %s", query, kinds, want)
			}
		}
		for query, want := range map[string]string{"?kind=lost": "?kind not_allowed", "?from=today": "?from bad_format",
			"?key=x": "?key bad_format", "?to=" + strings.Repeat("x", 255): "?to too_long"} {
			if got := s.admin.Do(t, "GET", mails+query, nil).Require(t, 422).Pointers(); len(got) != 1 || got[0] != want {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
}
