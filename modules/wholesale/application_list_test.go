package wholesale

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestGet(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.refused(t, "GET", "", nil)
		got := s.submit(t)
		for field, want := range valid() {
			if n, number := want.(int); number {
				want = float64(n)
			}
			if got.At(field) != want {
				t.Errorf("%s is %v, want %v", field, got.At(field), want)
			}
		}
		for _, field := range []string{"question", "askedAt", "answer", "answeredAt", "note", "reason", "decidedAt", "decidedBy"} {
			if got.At(field) != nil || !strings.Contains(string(got.Body), `"`+field+`":null`) {
				t.Errorf("%s is not null: %s", field, got.Body)
			}
		}
		if got.Text("status") != "under_review" || got.Text("submittedAt") == "" || !trackingIDForm.MatchString(got.Text("trackingId")) {
			t.Errorf("got %s", got.Body)
		}
	})
}

const all = "/v1/admin/wholesale/applications"

func TestListRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", all, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", all+"?limit=0", nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", all+"?user=1", nil).Require(t, 422, "unexpected_field")
		for query, want := range map[string]string{
			"?status=open":                      "?status not_allowed",
			"?userId=1":                         "?userId bad_format",
			"?page=0":                           "?page out_of_range",
			"?limit=101":                        "?limit out_of_range",
			"?limit=x":                          "?limit wrong_type",
			"?q=" + strings.Repeat("x", 201):    "?q too_long",
			"?q=" + url.QueryEscape("\x00"):     "?q bad_format",
			"?q=" + url.QueryEscape("\xff\xfe"): "?q bad_format",
		} {
			if got := s.admin.Do(t, "GET", all+query, nil).Require(t, 422, "validation_failed"); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%q: %v, want %s", query, got.Pointers(), want)
			}
		}
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ids := func(query string) (found []string) {
			t.Helper()
			var page struct{ Data []struct{ ID string } }
			s.admin.Do(t, "GET", all+query, nil).Require(t, 200).Decode(t, &page)
			for _, a := range page.Data {
				found = append(found, a.ID)
			}
			return found
		}
		if got := s.admin.Do(t, "GET", all, nil).
			Require(t, 200); string(got.Body) != `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0}}` {
			t.Errorf("an empty list: %s", got.Body)
		}

		first := s.submit(t, body{"businessName": "Äpfel & Öl", "contactEmail": "first@example.com", "contactFullName": "Ülkü 100%"})
		second := s.submit(t, body{"businessName": "Second_Ltd", "contactEmail": "second@example.com"})
		third := s.submit(t, body{"businessName": "Third", "contactEmail": "third@example.com"})
		s.admin.Do(t, "POST", path(second.Text("id"), "approve"), nil).Require(t, 200)

		of := func(answers ...kit.Answer) (ids []string) {
			for _, a := range answers {
				ids = append(ids, a.Text("id"))
			}
			return ids
		}
		for query, want := range map[string][]string{
			"":                     of(third, second, first),
			"?limit=2":             of(third, second),
			"?limit=2&page=2":      of(first),
			"?page=9":              nil,
			"?status=under_review": of(third, first),
			"?status=approved":     of(second),
			"?status=rejected":     nil,
			"?q=" + esc("äPFEL"):   of(first),
			"?q=" + esc("ülKÜ"):    of(first),
			"?q=aepfel":            of(first), "?q=apfel+ulku": of(first), "?q=apfle": of(first), "?q=htird": of(third),
			"?q=" + esc(" SECOND@example"):                    of(second),
			"?q=" + first.Text("trackingId"):                  of(first),
			"?q=" + strings.ToLower(first.Text("trackingId")): of(first),
			"?q=" + esc("0%"):                                 of(first),
			"?q=" + esc("%"):                                  of(first),
			"?q=" + esc("_"):                                  of(second),
			"?q=" + esc(`\`):                                  nil,
			"?q=":                                             of(third, second, first),
			"?q=example.com&status=under_review":              of(third, first),
			"?status=":                                        of(third, second, first),
			"?q=nowhere":                                      nil,
		} {
			if got := ids(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
	})
}

// The applications of an account are those with its email address: whoever applied, and before the
// account or after it.
func TestListOfAnAccount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada, bob := id.New(), id.New()
		first := s.submit(t, body{"contactEmail": "ada@example.com"})
		s.submit(t, body{"contactEmail": "grace@example.com"})
		s.Publish(t, created(ada, "Ada@example.com"), created(bob, "bob@example.com"))
		second := s.submit(t, body{"contactEmail": "ada@example.com"})
		s.admin.Do(t, "POST", path(first.Text("id"), "reject"), body{"reason": "No."}).Require(t, 200)
		require := func(query string, want ...any) {
			t.Helper()
			fields := kit.Fields{"meta.total": len(want), "data.#": len(want)}
			for i, a := range want {
				fields[fmt.Sprintf("data.%d.id", i)] = a
			}
			s.admin.Do(t, "GET", all+"?userId="+query, nil).Require(t, 200).RequireFields(t, fields)
		}
		require(ada, second.At("id"), first.At("id"))
		require(ada+"&status=rejected", first.At("id"))
		require(ada + "&q=grace")
		require(bob)
		require(id.New())

		// They follow the account to another address.
		s.Publish(t, identity.EmailChanged{UserID: ada, ChangeID: id.New(), Locale: "en", ChangedAt: s.Clock.Now(),
			Email: "ada@example.org", FormerEmail: "ada@example.com", FullName: "Ada Lovelace"})
		third := s.submit(t, body{"contactEmail": "ada@example.org"})
		s.submit(t, body{"contactEmail": "ada@example.com"}) // whoever has that one now
		require(ada, third.At("id"), second.At("id"), first.At("id"))
		require(ada+"&q="+esc("ada@example.org"), third.At("id"), second.At("id"), first.At("id"))
		for _, a := range []kit.Answer{first, second} {
			s.admin.Do(t, "GET", path(a.Text("id"), ""), nil).Require(t, 200).RequireFields(t, kit.Fields{"contactEmail": "ada@example.org"})
			track := "/v1/wholesale/applications/" + a.Text("trackingId") + "?email="
			s.API.Do(t, "GET", track+"ada@example.org", nil).Require(t, 200)
			s.API.Do(t, "GET", track+"ada@example.com", nil).Require(t, 404)
		}
		s.Publish(t, identity.AccountErased{UserID: ada, AddressID: kit.AddressID("ada@example.org"), ErasedAt: s.Clock.Now()})
		require(ada)
	})
}

func esc(q string) string { return url.QueryEscape(q) }
