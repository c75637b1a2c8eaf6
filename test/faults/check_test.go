package faults

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"orderd/test/kit"
)

// invariant holds in the database at any moment without work under way: the statement finds what
// breaks the rule.
type invariant struct{ rule, broken string }

// invariants are those of accounts and applications.
var invariants = []invariant{
	{"an account is announced once", `
		SELECT CAST(u.id AS text) FROM identity_users u
		LEFT JOIN events e ON e.name = 'identity.account_created.v1' AND e.key = CAST(u.id AS text)
		GROUP BY u.id HAVING count(e.seq) <> 1`},
	{"no account is announced that does not exist", `
		SELECT e.key FROM events e LEFT JOIN identity_users u ON e.key = CAST(u.id AS text)
		WHERE e.name = 'identity.account_created.v1' AND u.id IS NULL AND e.subject IS NOT NULL`},
	{"an address is verified once", `
		SELECT key FROM events WHERE name = 'identity.email_verified.v1' GROUP BY key HAVING count(*) > 1`},
	{"every live registration has one challenge, with at most 5 attempts", `
		SELECT CAST(r.id AS text) FROM identity_registrations r LEFT JOIN identity_code_challenges c ON c.registration_id = r.id
		GROUP BY r.id HAVING count(c.id) <> 1 OR max(c.attempts) > 5`},
	{"an application is announced once", `
		SELECT a.tracking_id FROM wholesale_applications a
		LEFT JOIN events e ON e.name = 'wholesale.application_submitted.v1' AND e.key = CAST(a.id AS text)
		GROUP BY a.id, a.tracking_id HAVING count(e.seq) <> 1`},
	{"an application is decided once, and its state is that of the log", `
		SELECT a.tracking_id FROM wholesale_applications a
		LEFT JOIN events e ON e.name IN ('wholesale.application_approved.v1', 'wholesale.application_rejected.v1') AND e.key = CAST(a.id AS text)
		WHERE a.contact_email <> '[erased]' GROUP BY a.id, a.tracking_id, a.status
		HAVING count(e.seq) <> CASE WHEN a.status = 'under_review' THEN 0 ELSE 1 END`},
	{"an approved application gives access once", `
		SELECT a.tracking_id FROM wholesale_applications a LEFT JOIN identity_grants g ON g.application_id = a.id
		GROUP BY a.id, a.tracking_id, a.status HAVING count(g.event_id) <> CASE WHEN a.status = 'approved' THEN 1 ELSE 0 END`},
	{"access is announced as often as it is given", `
		SELECT 'grants' FROM (SELECT count(*) AS n FROM identity_grants) g,
			(SELECT count(*) AS n FROM events WHERE name = 'identity.wholesale_access_granted.v1') e WHERE g.n <> e.n`},
	// Their data begins with {"applicationId":". A search in all of it takes too long. Who was erased
	// since has no notifications any more.
	{"whoever gets access is told once for each application", `
		SELECT CAST(g.application_id AS text) FROM identity_grants g
		JOIN wholesale_applications a ON a.id = g.application_id AND a.contact_email <> '[erased]'
		LEFT JOIN notifications_items n ON n.kind = 'wholesale_approved' AND substr(n.data, 19, 36) = CAST(g.application_id AS text)
		GROUP BY g.application_id HAVING count(n.id) <> 1`},
	{"admins are told of each application, each of them once", `
		SELECT a.tracking_id FROM wholesale_applications a
		LEFT JOIN notifications_items n ON n.kind = 'wholesale_application' AND substr(n.data, 19, 36) = CAST(a.id AS text)
		GROUP BY a.id, a.tracking_id HAVING count(n.id) = 0 OR count(n.id) <> count(DISTINCT n.user_id)`},
	{"who verified an address is welcomed once", `
		SELECT e.key FROM events e LEFT JOIN notifications_items n ON n.kind = 'welcome' AND CAST(n.user_id AS text) = e.key
		WHERE e.name = 'identity.email_verified.v1' AND e.subject IS NOT NULL GROUP BY e.key HAVING count(n.id) <> 1`},
	{"each version of the settings is announced once", `
		SELECT g.name FROM shop_groups g LEFT JOIN events e ON e.name = 'shop.settings_saved.v1' AND e.key = g.name
		GROUP BY g.name, g.version HAVING count(e.seq) <> g.version`},
	// The row of the automatic promotions is no copy: ordering writes it.
	{"the copies of the settings are in their version", `
		SELECT c.name FROM (SELECT name, version FROM ordering_settings WHERE name <> 'automatic_promotions'
			UNION ALL SELECT name, version FROM loyalty_settings UNION ALL SELECT name, version FROM catalog_settings
			UNION ALL SELECT name, version FROM identity_settings UNION ALL SELECT name, version FROM mailer_settings
			UNION ALL SELECT name, version FROM notifications_settings) c
		LEFT JOIN shop_groups g ON g.name = c.name WHERE g.version IS NULL OR g.version <> c.version`},
	{"a session belongs to a user who can log in", `
		SELECT CAST(s.id AS text) FROM identity_sessions s LEFT JOIN identity_users u ON u.id = s.user_id
		WHERE u.email_verified_at IS NULL`},
}

// checkEverything is the checker of invariants: it waits until the service is at rest, looks at the
// database, and then asks, for everything that was acknowledged, whether it exists exactly once,
// whether its mails came and whether their codes work. It uses up the codes.
func checkEverything(t *testing.T, w *world) {
	t.Helper()
	w.awaitRest(t)
	if err := w.noMails("failed"); err != nil {
		t.Error(err)
	}
	w.checkInvariants(t)

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	twice := 0
	for email, r := range w.ledger.all() {
		if err := w.checkRecord(ctx, email, r); err != nil {
			t.Errorf("%s: %v (%+v)", email, err, r)
		}
		twice += w.mail.Count(email) - len(w.mails(email))
	}
	// A mail goes out twice only by a kill between its acceptance and the record of it.
	if limit := w.kills * unsavedMails; twice > limit {
		t.Errorf("%d mails came twice after %d kills", twice, w.kills)
	}
}

// awaitRest waits until the service is at rest.
func (w *world) awaitRest(t *testing.T) {
	t.Helper()
	kit.Within(t, time.Minute, "no delivery is left and no mail waits", func() error {
		type delivery struct {
			Consumer, Name string
			Attempts       int
			LastError      *string
		}
		if left := query[delivery](w, "SELECT consumer, name, attempts, last_error FROM deliveries LIMIT 5"); len(left) > 0 {
			return fmt.Errorf("deliveries: %+v", left)
		}
		return w.noMails("queued")
	})
}

// checkInvariants looks for what breaks a rule.
func (w *world) checkInvariants(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "the catalogue shows what can be and what was sold", func() error {
		if wrong := query[string](w, unsettled); len(wrong) > 0 {
			return fmt.Errorf("not of %v", wrong)
		}
		return nil
	})
	for _, one := range slices.Concat(invariants, shopInvariants) {
		if broken := query[string](w, one.broken); len(broken) > 0 {
			t.Errorf("broken: %s: %v", one.rule, broken)
		}
	}
}

// unsavedMails is how many mails are sent at most before their outcomes are saved.
const unsavedMails = 12

func (w *world) noMails(status string) error {
	list, err := w.asAdmin().Try("GET", "/v1/admin/mails?limit=5&status="+status, nil)
	if err != nil {
		return err
	}
	if list.Status != 200 || list.Number("meta.total") != 0 {
		return fmt.Errorf("%s mails: %s", status, list.Body)
	}
	return nil
}

// checkRecord asks whether what was acknowledged to an address is there, once.
func (w *world) checkRecord(ctx context.Context, email string, r record) error {
	mails := r.orderMails
	if r.registration != "" {
		mails++
		if n := w.number("SELECT count(*) FROM events WHERE name = 'identity.registration_requested.v1' AND subject = ?",
			r.registration); n != 1 {
			return fmt.Errorf("registered %d times", n)
		}
		if r.access == "" {
			if err := w.verify(ctx, w.api(), email); err != nil {
				return err
			}
		}
	}
	if r.tracking != "" {
		mails++
		application, err := w.applicationID(ctx, w.asAdmin(), email)
		if err != nil {
			return err
		}
		if r.application != "" && r.application != application {
			return fmt.Errorf("approved %s, found %s", r.application, application)
		}
		state := w.api().Do(w.t, "GET", "/v1/wholesale/applications/"+r.tracking+"?email="+url.QueryEscape(email), nil)
		if want := map[bool]string{true: "approved", false: "under_review"}[r.application != ""]; state.Text("status") != want {
			return fmt.Errorf("the application is %s, want %s", state.Body, want)
		}
	}
	if r.application != "" {
		mails++
		if r.access == "" {
			if err := w.setPassword(ctx, w.api(), email); err != nil {
				return err
			}
		}
	}
	if err := w.checkOrders(email, r); err != nil {
		return err
	}
	if found := w.mails(email); len(found) != mails {
		return fmt.Errorf("%d mails, want %d", len(found), mails)
	}
	if w.ledger.all()[email].access != "" {
		access, err := w.access(ctx, w.api(), email)
		if err != nil {
			return err
		}
		me := w.api().As(access).Do(w.t, "GET", "/v1/users/me", nil)
		if me.Status != 200 || me.Text("email") != email {
			return fmt.Errorf("the account: %d %s", me.Status, me.Body)
		}
		if accounts := w.asAdmin().Do(w.t, "GET", "/v1/admin/users?q="+url.QueryEscape(email), nil); accounts.Number("meta.total") != 1 {
			return fmt.Errorf("accounts: %s", accounts.Body)
		}
	}
	return nil
}
