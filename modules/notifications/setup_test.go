package notifications

import (
	"testing"

	"go.uber.org/goleak"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/room"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func each(t *testing.T, test func(t *testing.T, r *room.Room)) {
	t.Parallel()
	room.Each(t, build, test)
}

func build(p room.Parts) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Pseudonyms: kit.Pseudonyms})
}

// person is a user whom the module knows.
type person struct {
	id, email, session, token string
	api                       *kit.API
}

// join makes an account known.
func join(t *testing.T, r *room.Room, role identity.Role, locale string) person {
	t.Helper()
	p := person{id: id.New(), session: id.New()}
	p.email = p.id + "@example.com"
	p.token = r.Token(t, auth.Principal{UserID: p.id, SessionID: p.session, Role: auth.Role(role)})
	p.api = r.API.As(p.token)
	r.Publish(t, identity.AccountCreated{
		UserID: p.id, Origin: identity.OriginRegistration, Role: role, AccountType: identity.RetailAccount, Locale: locale,
		CreatedAt: clock.System().Now(), Email: p.email, FullName: "Some Body",
	})
	return p
}

// verified is an event that tells the user something: welcome.
func verified(userID string) identity.EmailVerified {
	return identity.EmailVerified{UserID: userID, Locale: "en", VerifiedAt: clock.System().Now(), Email: userID + "@example.com", FullName: "Some Body"}
}

// titles are those in the person's inbox, newest first.
func titles(t *testing.T, p person) (found []string) {
	t.Helper()
	var page struct{ Data []struct{ Title string } }
	p.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Decode(t, &page)
	for _, n := range page.Data {
		found = append(found, n.Title)
	}
	return found
}
