package identity

import (
	"testing"

	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// A secret is replaced in two steps: a new one before the old one, then the new one alone. While
// the old one is in the list, no session ends and no mailed code stops working.
func TestSecretRotation(t *testing.T) {
	t.Parallel()
	const newer = "the secret that replaces the other one"
	current := secrets
	build := func(p moduletest.Deps) module.Module {
		return New(Deps{
			DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Hasher: hasher, Pseudonyms: kit.Pseudonyms, Copies: p.Copies,
			Config: Config{Secret: current},
		})
	}
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			current = secrets
			old := &harness{Runner: moduletest.On(t, dialect, build)}
			ada, bob := old.customer(t, "ada@example.com"), old.customer(t, "bob@example.com")
			_, early := old.register(t, "early@example.com")
			_, late := old.register(t, "late@example.com")
			placeholder := old.post(t, "resend-code", object{"email": "nobody@example.com"}).Require(t, 202).Text("registrationId")

			current = secret.New(newer, string(secrets.First()))
			both := &harness{Runner: old.Replica(t)}
			both.session(t, both.post(t, "verify-email", object{"email": "early@example.com", "code": early}))
			fresh := both.refresh(t, ada.Refresh)
			both.Clock.Advance(resendInterval)
			again := both.post(t, "resend-code", object{"email": "nobody@example.com", "registrationId": placeholder}).Require(t, 202)
			if again.Text("registrationId") != placeholder {
				t.Error("the answer names another registration")
			}

			current = secret.New(newer)
			after := &harness{Runner: old.Replica(t)}
			after.refresh(t, fresh.Refresh)
			after.refuseRefresh(t, bob.Refresh)
			after.post(t, "verify-email", object{"email": "late@example.com", "code": late}).Require(t, 400)
		})
	}
}

// A second factor outlives the secret: an app and recovery codes that were enrolled under the old
// one are good under the new one alone. A login that waits for its factor is of the secret, and is
// good as long as that is in the list.
func TestFactorsOutliveTheSecret(t *testing.T) {
	t.Parallel()
	const newer = "the secret that replaces the other one"
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			current := secrets
			var keys *pseudonym.Key
			build := func(p moduletest.Deps) module.Module {
				if err := database.Migrate(t.Context(), p.DB, []database.Migrations{pseudonym.Migrations()}); err != nil {
					t.Fatal(err)
				}
				keys = pseudonym.New(current)
				if err := keys.Open(t.Context(), p.DB, p.Clock.Now()); err != nil {
					t.Fatal(err)
				}
				return New(Deps{
					DB: p.DB, Clock: p.Clock, Log: p.Log, Authority: p.Authority, Hasher: hasher, Pseudonyms: keys, Copies: p.Copies,
					Config: Config{Secret: current},
				})
			}
			old := &harness{Runner: moduletest.On(t, dialect, build)}
			pat := old.admin(t, "pat@example.com")
			a := old.enrolUnder(t, pat, keys)
			early, late := old.asked(t, pat.Email, goodPassword), old.asked(t, pat.Email, goodPassword)

			current = secret.New(newer, string(secrets.First()))
			both := &harness{Runner: old.Replica(t)}
			both.session(t, both.answer(t, early, a.code(both)))
			waiting := both.asked(t, pat.Email, goodPassword)

			current = secret.New(newer)
			after := &harness{Runner: old.Replica(t)}
			after.answer(t, late, a.code(after)).Require(t, 400, "invalid_code")
			after.session(t, after.answer(t, waiting, a.code(after)))
			challenge := after.asked(t, pat.Email, goodPassword)
			after.session(t, after.post(t, "second-factor", object{"challenge": challenge, "recoveryCode": a.recovery[0]}))
		})
	}
}
