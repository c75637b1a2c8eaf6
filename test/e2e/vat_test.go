package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// viesServer is a VIES of which a test says what it does.
type viesServer struct {
	*httptest.Server
	mu    sync.Mutex
	does  http.HandlerFunc
	asked []map[string]string
}

func newVIESServer(t *testing.T) *viesServer {
	t.Helper()
	v := &viesServer{}
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var question map[string]string
		text, _ := io.ReadAll(r.Body) // else the server does not notice that the client leaves
		_ = json.Unmarshal(text, &question)
		v.mu.Lock()
		v.asked = append(v.asked, question)
		does := v.does
		v.mu.Unlock()
		does(w, r)
	}))
	t.Cleanup(v.Close)
	return v
}

// becomes has VIES do something else from now on.
func (v *viesServer) becomes(does http.HandlerFunc) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.does = does
}

func (v *viesServer) questions() []map[string]string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append([]map[string]string{}, v.asked...)
}

// awaitQuestion waits until VIES was asked more than n times.
func (v *viesServer) awaitQuestion(t *testing.T, n int) {
	t.Helper()
	kit.Eventually(t, "VIES is asked", func() error {
		if got := len(v.questions()); got <= n {
			return fmt.Errorf("%d questions", got)
		}
		return nil
	})
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, text)
	}
}

// While VIES is slow, down or lies, requests are answered as ever and no id is valid; the first
// answer makes it so, until its time is over.
func TestVATIDs(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			register := newVIESServer(t)
			s := open(t, dialect, "ORDERD_VAT_VIES_URL="+register.URL, "ORDERD_SELLER_VAT_ID=DE 129 273 398")
			lucie := s.customer("lucie")
			const path = "/v1/users/me/vat-id"

			register.becomes(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
			answered := make(chan error, 1)
			go func() {
				answered <- errors.Join(
					pending(lucie.Try("PUT", path, object{"vatId": "FR 40 303 265 045"})), pending(lucie.Try("GET", path, nil)),
				)
			}()
			kit.Within(t, 4*time.Second, "a slow VIES delays no request", func() error {
				select {
				case err := <-answered:
					if err != nil {
						t.Fatal(err)
					}
					return nil
				default:
					return errors.New("there is no answer")
				}
			})
			register.awaitQuestion(t, 0)
			if got := register.questions()[0]; got["countryCode"] != "FR" || got["vatNumber"] != "40303265045" ||
				got["requesterMemberStateCode"] != "DE" || got["requesterNumber"] != "129273398" {
				t.Errorf("%v", got)
			}

			pause := time.Minute
			for name, does := range map[string]http.HandlerFunc{
				"down": says(503, ""), "lies": says(200, `{"countryCode":"DE","vatNumber":"1","valid":true}`),
			} {
				register.becomes(does)
				s.awaitUnclaimed()
				n := len(register.questions())
				s.advance(pause + time.Second)
				register.awaitQuestion(t, n)
				pause *= 5
				if got := lucie.Do(t, "GET", path, nil).Require(t, 200).Text("status"); got != "pending" {
					t.Errorf("%s: %s", name, got)
				}
			}
			register.becomes(says(200, `{"valid":true,"name":"CAFE LUMIERE","address":"---","requestIdentifier":"WAPI1"}`))
			s.awaitUnclaimed()
			s.advance(15*time.Minute + time.Second)
			lucie = s.awaitVATID(lucie, "valid")
			lucie.Do(t, "GET", path, nil).Require(t, 200).
				RequireFields(t, kit.Fields{"name": "CAFE LUMIERE", "address": nil, "consultationNumber": "WAPI1"})

			register.becomes(says(500, `{"valid":true}`))
			s.advance(29 * 24 * time.Hour)
			lucie = s.awaitVATID(lucie, "valid")
			s.advance(24 * time.Hour)
			s.awaitVATID(lucie, "pending")
		})
	}
}

// awaitUnclaimed waits until no question is under way.
func (s *shop) awaitUnclaimed() {
	s.t.Helper()
	db := s.database()
	kit.Eventually(s.t, "no question is under way", func() error {
		var n int64
		if err := db.Table("vat_ids").Where("claim IS NOT NULL").Count(&n).Error; err != nil || n > 0 {
			return errors.Join(err, fmt.Errorf("%d are", n))
		}
		return nil
	})
}

// awaitVATID waits until the VAT id of the customer has the status, in a new session: the clock may
// have moved on.
func (s *shop) awaitVATID(c session, status string) session {
	s.t.Helper()
	c = s.session(s.login(c.Email, password).Require(s.t, 200))
	kit.Eventually(s.t, "the VAT id is "+status, func() error {
		if got := c.Do(s.t, "GET", "/v1/users/me/vat-id", nil); got.Status != 200 || got.Text("status") != status {
			return errors.New(strings.TrimSpace(string(got.Body)))
		}
		return nil
	})
	return c
}

// pending returns an error unless the answer is of an id that is not checked yet.
func pending(a kit.Answer, err error) error {
	if err == nil && (a.Status != 200 || a.Text("status") != "pending") {
		err = fmt.Errorf("%d %s", a.Status, a.Body)
	}
	return err
}
