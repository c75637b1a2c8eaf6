package notifications

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/test/kit/moduletest"
)

// follow opens the stream of the account over HTTP. The test closes the connection when it ends.
func follow(t *testing.T, r *moduletest.Runner, p account, lastEventID string) *http.Response {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.API.Base+"/v1/notifications/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+p.token)
	if lastEventID != "" {
		request.Header.Set("Last-Event-ID", lastEventID)
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

// next reads the next event of the stream. It skips comments.
func next(t *testing.T, stream *bufio.Reader) (id, name, data string) {
	t.Helper()
	for {
		line, err := stream.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ended: %v", err)
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "id":
			id = value
		case "event":
			name = value
		case "data":
			data = value
		case "":
			if id != "" {
				return id, name, data
			}
		}
	}
}

func TestStreamOverHTTP(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		r.API.Do(t, "GET", "/v1/notifications/stream", nil).Require(t, 401, "unauthenticated")
		p, other := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		for _, bad := range []string{"-1", "x", "1.5", "9999999999999999999"} {
			got := p.api.With("Last-Event-ID", bad).Do(t, "GET", "/v1/notifications/stream", nil).Require(t, 422, "validation_failed")
			if !slices.Equal(got.Pointers(), []string{"Last-Event-ID bad_format"}) {
				t.Errorf("%s: %v", bad, got.Pointers())
			}
		}

		answer := follow(t, r, p, "")
		if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" ||
			answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v", answer.StatusCode, answer.Header)
		}
		stream := bufio.NewReader(answer.Body)
		r.Publish(t, verified(other.id), verified(p.id))
		number, name, data := next(t, stream)
		list := string(p.api.Do(t, "GET", "/v1/notifications", nil).Body)
		if number != "1" || name != "notification" || !strings.HasPrefix(list, `{"data":[`+data+`],`) {
			t.Errorf("%s %s %s, the list is %s", number, name, data, list)
		}

		r.Publish(t, verified(p.id), verified(p.id))
		resumed := bufio.NewReader(follow(t, r, p, number).Body)
		for _, want := range []string{"2", "3"} {
			if got, _, _ := next(t, resumed); got != want {
				t.Errorf("resumed with %s, want %s", got, want)
			}
		}
	})
}

func TestAStreamEndsWithItsToken(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		revoked, expiring := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "en")
		first, second := follow(t, r, revoked, ""), follow(t, r, expiring, "")
		err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error { return r.Authority.Revoke(t.Context(), tx, "", revoked.session) })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(first.Body); err != nil {
			t.Error(err)
		}
		r.Clock.Advance(auth.TokenTTL)
		if _, err := io.ReadAll(second.Body); err != nil {
			t.Error(err)
		}
	})
}

func TestASixthStreamIsRefused(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		p := join(t, r, identity.RoleCustomer, "en")
		for range maxStreams {
			follow(t, r, p, "")
		}
		refused := follow(t, r, p, "")
		if refused.StatusCode != 429 || refused.Header.Get("Retry-After") == "" {
			t.Errorf("%d %v", refused.StatusCode, refused.Header)
		}
	})
}
