package notifications

import (
	"bufio"
	"context"
	"net/http"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// ticketOf makes a ticket of the account.
func ticketOf(t *testing.T, p account) string {
	t.Helper()
	made := p.api.Do(t, "POST", "/v1/notifications/stream-ticket", nil).Require(t, 201)
	if made.Header.Get("Cache-Control") != "no-store" || len(made.Text("ticket")) < 26 {
		t.Errorf("%v %s", made.Header, made.Body)
	}
	return made.Text("ticket")
}

// followWith opens the stream with a ticket, as EventSource does. The test closes the connection
// when it ends.
func followWith(t *testing.T, r *moduletest.Runner, ticket string) *http.Response {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.API.Base+"/v1/notifications/stream?ticket="+ticket, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = response.Body.Close()
		client.CloseIdleConnections()
	})
	return response
}

// refused requires that a ticket opens no stream.
func refused(t *testing.T, r *moduletest.Runner, what, ticket string) {
	t.Helper()
	if a := r.API.Do(t, "GET", "/v1/notifications/stream?ticket="+ticket, nil); a.Status != 401 {
		t.Errorf("%s: %d %s", what, a.Status, a.Body)
	}
}

func countTickets(t *testing.T, db *gorm.DB) (n int64) {
	t.Helper()
	if err := db.Model(&streamTicket{}).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// A ticket opens one stream of its user, in place of the token.
func TestStreamTicket(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		p, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		r.API.Do(t, "POST", "/v1/notifications/stream-ticket", nil).Require(t, 401, "unauthenticated")
		ticket := ticketOf(t, p)
		if ticketOf(t, p) == ticket {
			t.Error("the same ticket twice")
		}
		answer := followWith(t, r, ticket)
		if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("%d %v", answer.StatusCode, answer.Header)
		}
		refused(t, r, "used", ticket)
		refused(t, r, "none", "7QXKZ2M5J3LRT4WVYB6NCDHPFA")
		r.Publish(t, verified(other.id), verified(p.id))
		if number, name, _ := next(t, bufio.NewReader(answer.Body)); number != "1" || name != "notification" {
			t.Errorf("%s %s", number, name)
		}
	})
}

func TestAStreamTicketExpires(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		p := join(t, r, identity.RoleCustomer, "en")
		made := p.api.Do(t, "POST", "/v1/notifications/stream-ticket", nil).Require(t, 201)
		ends, err := time.Parse(time.RFC3339, made.Text("expiresAt"))
		if left := ends.Sub(r.Clock.Now()); err != nil || left > ticketLife || left < ticketLife-10*time.Second {
			t.Errorf("%v left, %v", left, err)
		}
		r.Clock.Advance(ticketLife)
		refused(t, r, "expired", made.Text("ticket"))
		ticketOf(t, p)
		if n := countTickets(t, r.DB); n != 1 {
			t.Errorf("%d tickets: those that have expired stay", n)
		}
		ended := ticketOf(t, p)
		err = database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error { return r.Authority.Revoke(t.Context(), tx, "", p.session) })
		if err != nil {
			t.Fatal(err)
		}
		refused(t, r, "of a session that has ended", ended)
	})
}

// Nothing of a ticket is left after the erasure of its user, and it opens nothing.
func TestErasureOfStreamTickets(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		p := join(t, r, identity.RoleCustomer, "en")
		ticket := ticketOf(t, p)
		r.Publish(t, identity.AccountErased{UserID: p.id, AddressID: kit.AddressID(p.email), ErasedAt: clock.System().Now()})
		refused(t, r, "erased", ticket)
		p.api.Do(t, "POST", "/v1/notifications/stream-ticket", nil).Require(t, 404, "not_found")
		if n := countTickets(t, r.DB); n != 0 {
			t.Errorf("%d tickets", n)
		}
	})
}

// Of many who use a ticket at once, one gets the stream.
func TestATicketIsUsedOnceAtOnce(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		p := join(t, r, identity.RoleCustomer, "en")
		a := &api{db: r.DB, clock: r.Clock, authority: r.Authority}
		for range 5 {
			ticket := ticketOf(t, p)
			used := kit.AtOnce(8, func(int) bool {
				me, err := a.redeemTicket(t.Context(), ticket)
				return err == nil && me.UserID == p.id
			})
			if used[true] != 1 {
				t.Errorf("used %d times", used[true])
			}
		}
	})
}

// A ticket of one replica opens a stream of another, and is then void on both. A stream of staff
// goes on as long as their token.
func TestTicketsOfTwoReplicas(t *testing.T) {
	t.Parallel()
	here := moduletest.Postgres(t, build)
	there := here.Replica(t)
	p := join(t, here, identity.RoleAdmin, "en")
	ticket := ticketOf(t, p)
	answer := followWith(t, there, ticket)
	if answer.StatusCode != 200 {
		t.Fatal(answer.StatusCode)
	}
	refused(t, here, "used there", ticket)
	refused(t, there, "used there", ticket)
	here.Publish(t, verified(p.id))
	stream := bufio.NewReader(answer.Body)
	if number, _, _ := next(t, stream); number != "1" {
		t.Error(number)
	}
	there.Clock.Advance(auth.TokenTTL)
	for line, err := stream.ReadString('\n'); err == nil; line, err = stream.ReadString('\n') {
		_ = line // what comes until the stream ends with the token
	}
}
