package faults

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"time"

	"orderd/platform/id"
	"orderd/platform/mailbox"
	"orderd/test/kit"
)

// callUntilSettled calls as a good client does: with one Idempotency-Key (the caller's, or a new
// one), again and again until the matter is settled. A broken connection and a 503 leave it open,
// and so does a 409 idempotency_in_progress. again reports that it took several calls.
func callUntilSettled(ctx context.Context, caller *kit.API, method, path string, body any) (answer kit.Answer, again bool, err error) {
	if !caller.Sends("Idempotency-Key") {
		caller = caller.With("Idempotency-Key", id.New())
	}
	for {
		answer, err = caller.Try(method, path, body)
		if err == nil && answer.Status != 503 && answer.Text("code") != "idempotency_in_progress" {
			return answer, again, nil
		}
		if err == nil {
			err = fmt.Errorf("status %d: %s", answer.Status, answer.Body)
		}
		if sleep(ctx, 20*time.Millisecond) != nil {
			return kit.Answer{}, again, fmt.Errorf("%s %s is still open: %w", method, path, err)
		}
		again = true
	}
}

// mustSettle is callUntilSettled for a call that must end with the status.
func mustSettle(
	ctx context.Context, caller *kit.API, method, path string, body any, status int,
) (answer kit.Answer, again bool, err error) {
	answer, again, err = callUntilSettled(ctx, caller, method, path, body)
	if err == nil && answer.Status != status {
		err = fmt.Errorf("%s %s: status %d, want %d: %s", method, path, answer.Status, status, answer.Body)
	}
	return answer, again, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// register registers an address.
func (w *world) register(ctx context.Context, caller *kit.API, email string) error {
	a, _, err := mustSettle(ctx, caller, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": "Ada Lovelace"},
		202)
	if err == nil {
		w.ledger.record(email, func(r *record) { r.registration = a.Text("registrationId") })
	}
	return err
}

// verify uses the code that the registration was mailed.
func (w *world) verify(ctx context.Context, caller *kit.API, email string) error {
	code, err := w.code(ctx, email, 1)
	if err != nil {
		return err
	}
	return w.useCode(ctx, caller, email, "/v1/auth/verify-email", object{
		"email": email, "code": code, "registrationId": w.ledger.all()[email].registration,
	})
}

// apply submits a wholesale application.
func (w *world) apply(ctx context.Context, caller *kit.API, email string) error {
	a, _, err := mustSettle(ctx, caller, "POST", "/v1/wholesale/apply", application(email), 201)
	if err == nil {
		w.ledger.record(email, func(r *record) { r.tracking = a.Text("trackingId") })
	}
	return err
}

func application(email string) object {
	return object{
		"businessName": "Analytical Engines Ltd", "businessAddress": "12 Dorset Street", "state": "London", "country": "United Kingdom",
		"registrationNumber": "UK-1833", "estimatedMonthlyOrderMin": 500, "estimatedMonthlyOrderMax": 2500.5,
		"contactFullName": "Charles Babbage", "contactPhone": "+44 20 1234567", "contactEmail": email,
	}
}

// applicationID is the id of the one application of an address.
func (w *world) applicationID(ctx context.Context, admin *kit.API, email string) (string, error) {
	list, _, err := mustSettle(ctx, admin, "GET", "/v1/admin/wholesale/applications?q="+url.QueryEscape(email), nil, 200)
	if err != nil {
		return "", err
	}
	if list.Number("meta.total") != 1 {
		return "", fmt.Errorf("applications of %s: %s", email, list.Body)
	}
	return list.Text("data.0.id"), nil
}

// approve approves the application of an address.
func (w *world) approve(ctx context.Context, admin *kit.API, email string) error {
	application, err := w.applicationID(ctx, admin, email)
	if err != nil {
		return err
	}
	_, _, err = mustSettle(ctx, admin, "POST", "/v1/admin/wholesale/applications/"+application+"/approve", object{"note": "welcome"}, 200)
	if err == nil {
		w.ledger.record(email, func(r *record) { r.application = application })
	}
	return err
}

// setPassword uses the code that the approval was mailed.
func (w *world) setPassword(ctx context.Context, caller *kit.API, email string) error {
	code, err := w.code(ctx, email, 2)
	if err != nil {
		return err
	}
	return w.useCode(ctx, caller, email, "/v1/auth/set-password", object{"email": email, "code": code, "password": password})
}

// useCode uses a code. A session can't be asked for again under its key: where the first answer was
// lost the code is used up, and the password, which counts by now, opens another.
func (w *world) useCode(ctx context.Context, caller *kit.API, email, path string, body object) error {
	a, again, err := callUntilSettled(ctx, caller, "POST", path, body)
	if err != nil {
		return err
	}
	if a.Status == 400 && again {
		if a, _, err = callUntilSettled(ctx, caller, "POST", "/v1/auth/login", object{"email": email, "password": password}); err != nil {
			return err
		}
	}
	if a.Status != 200 {
		return fmt.Errorf("%s for %s: status %d: %s", path, email, a.Status, a.Body)
	}
	w.ledger.record(email, func(r *record) { r.access, r.since = a.Text("accessToken"), time.Now() })
	return nil
}

// mails are the different mails to an address, newest first. One that was sent twice has the same
// Message-ID.
func (w *world) mails(email string) []mailbox.Message {
	var different []mailbox.Message
	seen := map[string]bool{}
	for _, l := range w.mail.Messages(email) {
		if !seen[l.MessageID] {
			seen[l.MessageID] = true
			different = append(different, l)
		}
	}
	return different
}

var digits = regexp.MustCompile(`\b(\d{6}|\d{8})\b`)

// code is the newest one-time code that an address was mailed, once it has n different mails.
func (w *world) code(ctx context.Context, email string, n int) (string, error) {
	for {
		if mails := w.mails(email); len(mails) >= n {
			for _, l := range mails {
				if code := digits.FindString(l.Text); code != "" {
					return code, nil
				}
			}
			return "", fmt.Errorf("none of %d mails to %s holds a code", len(mails), email)
		}
		if sleep(ctx, 10*time.Millisecond) != nil {
			return "", fmt.Errorf("%d mails to %s, want %d; %s", len(w.mails(email)), email, n, w.mailQueue(email))
		}
	}
}

// mailQueue says where the mails to an address are, and how many wait in all.
func (w *world) mailQueue(email string) string {
	var rows []string
	w.db.Raw(`SELECT status || ', attempts ' || attempts || ', made ' || created_at || ', due ' || due_at
		FROM mailer_letters WHERE recipient = ? ORDER BY id`, email).Scan(&rows)
	var queued, events int
	w.db.Raw(`SELECT count(*) FROM mailer_letters WHERE status = 'queued'`).Scan(&queued)
	w.db.Raw(`SELECT count(*) FROM deliveries WHERE consumer = 'mailer.letters'`).Scan(&events)
	return fmt.Sprintf("at %s, its rows %q; %d rows queued, %d events not handled by the mailer",
		time.Now().UTC().Format(time.TimeOnly), rows, queued, events)
}

// customer is a new verified customer.
func (w *world) customer(name string) (email, access string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	email = someone(name)
	if err := w.register(ctx, w.api(), email); err != nil {
		w.t.Fatal(err)
	}
	if err := w.verify(ctx, w.api(), email); err != nil {
		w.t.Fatal(err)
	}
	w.awaitConsumers()
	return email, w.ledger.all()[email].access
}
