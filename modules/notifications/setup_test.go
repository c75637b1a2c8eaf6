package notifications

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	identity "orderd/modules/identity/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func each(t *testing.T, test func(t *testing.T, r *moduletest.Runner)) {
	t.Parallel()
	moduletest.Each(t, build, test)
}

func build(p moduletest.Deps) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies, Authority: p.Authority, Pseudonyms: kit.Pseudonyms})
}

// newNotifier is a notifier beside the module's.
func newNotifier(r *moduletest.Runner) *notifier {
	return &notifier{
		db: r.DB, clock: r.Clock, pseudonyms: kit.Pseudonyms, settings: copySettings(copies.NewStore(r.DB, r.Log)),
	}
}

// account is a user whom the module knows.
type account struct {
	id, email, session, token string
	principal                 auth.Principal
	api                       *kit.API
}

// signIn gives the account a new access token.
func (a *account) signIn(t *testing.T, r *moduletest.Runner) {
	t.Helper()
	a.token = r.Token(t, a.principal)
	a.api = r.API.As(a.token)
}

// join publishes a new account.
func join(t *testing.T, r *moduletest.Runner, role identity.Role, locale string) account {
	t.Helper()
	a := account{id: id.New(), session: id.New()}
	a.email = a.id + "@example.com"
	a.principal = auth.Principal{UserID: a.id, SessionID: a.session, Role: auth.Role(role)}
	a.signIn(t, r)
	r.Publish(t, identity.AccountCreated{
		UserID: a.id, Origin: identity.OriginRegistration, Role: role, AccountType: identity.RetailAccount, Locale: locale,
		CreatedAt: clock.System().Now(), Email: a.email, FullName: "Ada Lovelace",
	})
	return a
}

// verified is an event that notifies the user: welcome.
func verified(userID string) identity.EmailVerified {
	return identity.EmailVerified{
		UserID: userID, Locale: "en", VerifiedAt: clock.System().Now(), Email: userID + "@example.com", FullName: "Ada Lovelace",
	}
}

// applied is an event that notifies the admins: wholesale_application.
func applied(applicationID, address string) wholesale.ApplicationSubmitted {
	return wholesale.ApplicationSubmitted{
		ApplicationID: applicationID, TrackingID: "WHS-1", Locale: "en", SubmittedAt: clock.System().Now(),
		BusinessName: "Some Ltd", ContactFullName: "Ada Lovelace", ContactPhone: "1",
		ContactEmail: address, AddressID: kit.AddressID(address),
	}
}

// titles are those in the account's inbox, newest first.
func titles(t *testing.T, a account) (found []string) {
	t.Helper()
	var page struct{ Data []struct{ Title string } }
	a.api.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Decode(t, &page)
	for _, n := range page.Data {
		found = append(found, n.Title)
	}
	return found
}

// requireTitles checks the titles in the account's inbox, newest first.
func requireTitles(t *testing.T, whose string, a account, want ...string) {
	t.Helper()
	if got := titles(t, a); !slices.Equal(got, want) {
		t.Errorf("%s: the inbox holds %q, want %q", whose, got, want)
	}
}
