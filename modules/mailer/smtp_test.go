package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"orderd/modules/mailer/events"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

// testMessage is a message to send.
func testMessage(t *testing.T) *gomail.Msg {
	t.Helper()
	e := sample(t, "en", events.KindRegisterAgain, templateData{})
	r, err := testRenderer().render(e)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.message(sender{from: mail.Address{Address: "shop@example.com"}}, e, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func connTo(t *testing.T, url string, trust *tls.Config) *smtpConn {
	t.Helper()
	s, err := parseServer(url)
	if err != nil {
		t.Fatal(err)
	}
	s.trust = trust
	conn := &smtpConn{server: s}
	t.Cleanup(conn.quit)
	return conn
}

func TestParseServer(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]smtpServer{
		"smtp://mail.example.com":             {host: "mail.example.com", port: 587},
		"smtp://u:p%40@mail.example.com:2525": {host: "mail.example.com", port: 2525, username: "u", password: "p@"},
		"smtps://mail.example.com":            {host: "mail.example.com", port: 465, implicit: true},
		"smtp://127.0.0.1:1025?tls=none":      {host: "127.0.0.1", port: 1025, plain: true},
		"smtp://[::1]:1025?tls=none":          {host: "::1", port: 1025, plain: true},
	} {
		if got, err := parseServer(url); err != nil || got != want {
			t.Errorf("%s: %+v, %v", url, got, err)
		}
	}
	for _, url := range []string{"", "http://mail", "smtp://", "smtp://mail:port"} {
		if _, err := parseServer(url); err == nil {
			t.Errorf("%q is taken", url)
		}
	}
}

// The password and the message never go over a connection without TLS, unless the URL has tls=none.
func TestEncryption(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	certificate := &tls.Config{Certificates: web.TLS.Certificates}
	trust := web.Client().Transport.(*http.Transport).TLSClientConfig
	for name, row := range map[string]struct {
		server   mailserver.Options
		trust    *tls.Config
		url      func(url string) string
		accepted bool
	}{
		"STARTTLS": {server: mailserver.Options{TLS: certificate}, trust: trust, accepted: true},
		"STARTTLS and login": {server: mailserver.Options{TLS: certificate, Username: "shop", Password: "p@ss"}, trust: trust,
			accepted: true},
		"TLS from the start": {server: mailserver.Options{TLS: certificate, Implicit: true}, trust: trust, accepted: true},
		"TLS from the start and login": {server: mailserver.Options{TLS: certificate, Implicit: true, Username: "shop", Password: "pass"},
			trust: trust, accepted: true},
		"none, as configured":           {accepted: true},
		"login without TLS on loopback": {server: mailserver.Options{Username: "shop", Password: "pass"}, accepted: true},
		"no STARTTLS offered":           {url: func(url string) string { return strings.TrimSuffix(url, "?tls=none") }},
		"certificate is not trusted":    {server: mailserver.Options{TLS: certificate}},
		"the same, from the start":      {server: mailserver.Options{TLS: certificate, Implicit: true}},
		"wrong password": {server: mailserver.Options{TLS: certificate, Username: "shop", Password: "pass"}, trust: trust,
			url: func(url string) string { return strings.Replace(url, "pass", "tell-tale", 1) }},
		"no login where one is wanted": {server: mailserver.Options{TLS: certificate, Username: "shop", Password: "pass"}, trust: trust,
			url: func(url string) string { return strings.Replace(url, "shop:pass@", "", 1) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mailserver.Start(t, row.server)
			url := s.URL()
			if row.url != nil {
				url = row.url(url)
			}
			conn := connTo(t, url, row.trust)
			err := conn.send(t.Context(), testMessage(t))
			if row.accepted != (err == nil) || row.accepted != (s.Count("") == 1) {
				t.Errorf("got %v, %d messages", err, s.Count(""))
			}
			if err != nil && (errors.As(err, new(permanentError)) || strings.Contains(conn.server.redact(err), "tell-tale")) {
				t.Errorf("the email is rejected for %v", err)
			}
		})
	}
}

// Only a rejection of the email itself is permanent, and only a failed connect is unreachable.
func TestSendErrors(t *testing.T) {
	t.Parallel()
	const temporary, permanent, unreachable = "temporary", "permanent", "unreachable"
	code := func(stage mailserver.Stage, code int) mailserver.Script {
		return mailserver.At(stage, mailserver.Reply{Code: code})
	}
	hangup := func(stage mailserver.Stage) mailserver.Script {
		return mailserver.At(stage, mailserver.Reply{Hangup: true})
	}
	for name, row := range map[string]struct {
		script mailserver.Script
		want   string
	}{
		"recipient rejected":         {code(mailserver.Rcpt, 550), permanent},
		"recipient rejected for now": {code(mailserver.Rcpt, 450), temporary},
		"sender rejected":            {code(mailserver.Mail, 550), permanent},
		"login wanted":               {code(mailserver.Mail, 530), temporary},
		"message rejected":           {code(mailserver.Data, 554), permanent},
		"disk full":                  {code(mailserver.Data, 452), temporary},
		"going down":                 {code(mailserver.Data, 421), temporary},
		"hangup at the recipient":    {hangup(mailserver.Rcpt), temporary},
		"hangup at the message":      {hangup(mailserver.Data), temporary},
		"hangup after the message":   {hangup(mailserver.Accepted), temporary},
		"no service":                 {code(mailserver.Hello, 554), unreachable},
		"hangup at the greeting":     {hangup(mailserver.Hello), unreachable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mailserver.Start(t, mailserver.Options{})
			s.Script(row.script)
			conn := connTo(t, s.URL(), nil)
			err := conn.send(t.Context(), testMessage(t))
			if err == nil || errors.As(err, new(permanentError)) != (row.want == permanent) ||
				errors.As(err, new(unreachableError)) != (row.want == unreachable) {
				t.Errorf("%T %v, want it %s", err, err, row.want)
			}
			s.Script(nil)
			s.Clear()
			if err := conn.send(t.Context(), testMessage(t)); err != nil || s.Count("") != 1 {
				t.Errorf("after it: %v, %d messages", err, s.Count(""))
			}
		})
	}
}

// One connection serves many emails; when the server has closed it a new one is made.
func TestKeptConnection(t *testing.T) {
	t.Parallel()
	s := mailserver.Start(t, mailserver.Options{})
	greetings := make(chan struct{}, 10)
	s.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		if stage == mailserver.Hello {
			greetings <- struct{}{}
		}
		return mailserver.Reply{}
	})
	conn := connTo(t, s.URL(), nil)
	for range 3 {
		if err := conn.send(t.Context(), testMessage(t)); err != nil {
			t.Fatal(err)
		}
	}
	if len(greetings) != 1 {
		t.Errorf("%d connections for 3 messages", len(greetings))
	}
	if err := errors.Join(s.Close(), s.Listen()); err != nil {
		t.Fatal(err)
	}
	if err := conn.send(t.Context(), testMessage(t)); err != nil || s.Count("") != 4 {
		t.Errorf("after a restart: %v, %d messages", err, s.Count(""))
	}
}

// A server that does not reply does not hold up a send whose context ends.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, stage := range []mailserver.Stage{mailserver.Hello, mailserver.Data} {
		s := mailserver.Start(t, mailserver.Options{})
		reached := make(chan struct{})
		s.Script(func(now mailserver.Stage, _ string) mailserver.Reply {
			if now == stage {
				close(reached)
				return mailserver.Reply{Delay: time.Hour}
			}
			return mailserver.Reply{}
		})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- connTo(t, s.URL(), nil).send(ctx, testMessage(t)) }()
		<-reached
		cancel()
		kit.Eventually(t, "the send ends", func() error {
			select {
			case err := <-ended:
				if err == nil {
					t.Error("the email counts as sent")
				}
				return nil
			default:
				return errors.New("it goes on")
			}
		})
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	s := smtpServer{password: "tell-tale"}
	for in, want := range map[string]string{
		"550 5.1.1 <maria@example.com>: no such\r\n user, affected recipient(s): maria@example.com, affected message ID: <1>": "550 5.1.1 <…>: " +
			"no such user",
		"bad password tell-tale for 483920":                  "bad password … for …",
		"dial tcp 127.0.0.1:25: connect: connection refused": "dial tcp 127.0.0.1:25: connect: connection refused",
		strings.Repeat("ä", 400):                             strings.Repeat("ä", 300) + "…",
		"554 \xff":                                           "554 �",
	} {
		if got := s.redact(errors.New(in), "maria@example.com", "483920", ""); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
