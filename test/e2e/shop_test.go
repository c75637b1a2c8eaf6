package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

const password = "correct horse battery"

// shop is a running service with its callers.
type shop struct {
	t        *testing.T
	dialect  string
	url      string   // of its database
	settings []string // the variables that it was started with
	api      *kit.API
	admin    *kit.API
	advance  func(time.Duration) // moves the service's clock
	stripe   *stripe.Server      // the stand-in that takes cards
}

// session is a logged-in customer.
type session struct {
	*kit.API
	ID, Email, Access, Refresh string
}

var people atomic.Int64

// someone is an address that no other test uses.
func someone(name string) string {
	return fmt.Sprintf("%s.%d@example.com", name, people.Add(1))
}

// mail is a mail as /dev/mail.json shows it.
type mail struct{ To, Subject, Text, HTML string }

// mails are the mails to an address, newest first.
func (s *shop) mails(to string) []mail {
	s.t.Helper()
	var all []mail
	s.api.Do(s.t, "GET", "/dev/mail.json?to="+url.QueryEscape(to), nil).Require(s.t, 200).Decode(s.t, &all)
	return all
}

// awaitMails waits until the address has got n mails and returns them, newest first.
func (s *shop) awaitMails(to string, n int) []mail {
	s.t.Helper()
	var all []mail
	kit.Eventually(s.t, fmt.Sprintf("%d mails to %s", n, to), func() error {
		if all = s.mails(to); len(all) < n {
			return fmt.Errorf("there are %d", len(all))
		}
		return nil
	})
	if len(all) > n {
		s.t.Fatalf("%d mails to %s, want %d: %+v", len(all), to, n, all)
	}
	return all
}

var digits = regexp.MustCompile(`\b(\d{6}|\d{8})\b`)

// code is the one-time code in a mail.
func code(t *testing.T, l mail) string {
	t.Helper()
	found := digits.FindString(l.Text)
	if found == "" {
		t.Fatalf("no code in %q:\n%s", l.Subject, l.Text)
	}
	if !strings.Contains(l.HTML, found) {
		t.Fatalf("the HTML of %q lacks the code of its text", l.Subject)
	}
	return found
}

// wrong is a code that is not c.
func wrong(c string) string {
	last := (c[len(c)-1]-'0'+1)%10 + '0'
	return c[:len(c)-1] + string(last)
}

type object map[string]any

// register registers an address and returns the code that was mailed.
func (s *shop) register(email string) string {
	s.t.Helper()
	before := len(s.mails(email))
	s.api.Do(s.t, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": "Ada Lovelace"}).Require(s.t, 202)
	return code(s.t, s.awaitMails(email, before+1)[0])
}

// customer registers, verifies and logs in a new customer.
func (s *shop) customer(name string) session {
	s.t.Helper()
	email := someone(name)
	answer := s.api.Do(s.t, "POST", "/v1/auth/verify-email", object{"email": email, "code": s.register(email)}).Require(s.t, 200)
	return s.session(answer)
}

// session makes a caller of a Session answer.
func (s *shop) session(a kit.Answer) session {
	s.t.Helper()
	access := a.Text("accessToken")
	if access == "" {
		s.t.Fatalf("no session: %s", a.Body)
	}
	return session{API: s.api.As(access), ID: a.Text("user.id"), Email: a.Text("user.email"), Access: access, Refresh: a.Text("refreshToken")}
}

// login logs in with a password.
func (s *shop) login(email, password string) kit.Answer {
	s.t.Helper()
	answer, err := kit.Patiently(func() (kit.Answer, error) {
		return s.api.Try("POST", "/v1/auth/login", object{"email": email, "password": password})
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

// stream reads server-sent events from path until the test ends; each arrives as one value.
func (s *shop) stream(caller *kit.API, token, path string, header http.Header) <-chan event {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), "GET", caller.Base+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header = header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return s.events(request)
}

// events are what the answer to the request tells, until the test ends.
func (s *shop) events(request *http.Request) <-chan event {
	s.t.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	if answer.StatusCode != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		s.t.Fatalf("stream: %s %s", answer.Status, answer.Header.Get("Content-Type"))
	}
	events := make(chan event, 100)
	go func() {
		defer close(events)
		defer answer.Body.Close()
		var e event
		lines := bufio.NewScanner(answer.Body)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ":")
			value = strings.TrimPrefix(value, " ")
			switch name {
			case "id":
				e.ID = value
			case "data":
				e.Data += value
			case "":
				if e.Data != "" {
					events <- e
				}
				e = event{}
			}
		}
	}()
	return events
}

// event is one server-sent event.
type event struct{ ID, Data string }

func (e event) field(t *testing.T, name string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(e.Data), &fields); err != nil {
		t.Fatalf("event data %q: %v", e.Data, err)
	}
	text, _ := fields[name].(string)
	return text
}

// next is the next event of a stream.
func next(t *testing.T, events <-chan event) event {
	t.Helper()
	select {
	case e, open := <-events:
		if !open {
			t.Fatal("the stream ended")
		}
		return e
	case <-time.After(30 * time.Second):
		t.Fatal("no event within 30 s")
	}
	return event{}
}
