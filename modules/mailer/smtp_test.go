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

	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

// message is a letter ready to send.
func message(t *testing.T) *gomail.Msg {
	t.Helper()
	l := sample(t, "en", "register_again", values{})
	words, err := testWriter().write(l)
	if err != nil {
		t.Fatal(err)
	}
	m, err := words.compose(&mail.Address{Address: "shop@example.com"}, l, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func lineTo(t *testing.T, url string, trust *tls.Config) *line {
	t.Helper()
	s, err := parseServer(url)
	if err != nil {
		t.Fatal(err)
	}
	s.trust = trust
	l := &line{server: s}
	t.Cleanup(l.hangUp)
	return l
}

func TestParseServer(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]server{
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

// The password and the letter never go over a connection that is not encrypted, unless the URL says tls=none.
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
		"STARTTLS":                      {server: mailserver.Options{TLS: certificate}, trust: trust, accepted: true},
		"STARTTLS and login":            {server: mailserver.Options{TLS: certificate, Username: "shop", Password: "p@ss"}, trust: trust, accepted: true},
		"TLS from the start":            {server: mailserver.Options{TLS: certificate, Implicit: true}, trust: trust, accepted: true},
		"TLS from the start and login":  {server: mailserver.Options{TLS: certificate, Implicit: true, Username: "shop", Password: "pass"}, trust: trust, accepted: true},
		"none, as configured":           {accepted: true},
		"login without TLS on loopback": {server: mailserver.Options{Username: "shop", Password: "pass"}, accepted: true},
		"no STARTTLS offered":           {url: func(url string) string { return strings.TrimSuffix(url, "?tls=none") }},
		"certificate of a stranger":     {server: mailserver.Options{TLS: certificate}},
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
			l := lineTo(t, url, row.trust)
			err := l.send(t.Context(), message(t))
			if row.accepted != (err == nil) || row.accepted != (s.Count("") == 1) {
				t.Errorf("got %v, %d letters", err, s.Count(""))
			}
			if err != nil && (errors.As(err, new(refused)) || strings.Contains(l.server.reasonOf(err), "tell-tale")) {
				t.Errorf("the letter is blamed for %v", err)
			}
		})
	}
}

// Only a plain no to the letter itself is for good.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	s := mailserver.Start(t, mailserver.Options{})
	for name, row := range map[string]struct {
		script         mailserver.Script
		good, awayKind bool
	}{
		"recipient refused":           {script: mailserver.At(mailserver.Rcpt, mailserver.Reply{Code: 550}), good: true},
		"recipient refused for now":   {script: mailserver.At(mailserver.Rcpt, mailserver.Reply{Code: 450})},
		"sender refused":              {script: mailserver.At(mailserver.Mail, mailserver.Reply{Code: 550}), good: true},
		"login wanted":                {script: mailserver.At(mailserver.Mail, mailserver.Reply{Code: 530})},
		"letter refused":              {script: mailserver.At(mailserver.Data, mailserver.Reply{Code: 554}), good: true},
		"disk full":                   {script: mailserver.At(mailserver.Data, mailserver.Reply{Code: 452})},
		"going down":                  {script: mailserver.At(mailserver.Data, mailserver.Reply{Code: 421})},
		"hung up at the recipient":    {script: mailserver.At(mailserver.Rcpt, mailserver.Reply{Hangup: true})},
		"hung up at the letter":       {script: mailserver.At(mailserver.Data, mailserver.Reply{Hangup: true})},
		"hung up after the letter":    {script: mailserver.At(mailserver.Accepted, mailserver.Reply{Hangup: true})},
		"no service":                  {script: mailserver.At(mailserver.Hello, mailserver.Reply{Code: 554}), awayKind: true},
		"hung up at the introduction": {script: mailserver.At(mailserver.Hello, mailserver.Reply{Hangup: true}), awayKind: true},
	} {
		s.Script(row.script)
		l := lineTo(t, s.URL(), nil)
		err := l.send(t.Context(), message(t))
		if err == nil || errors.As(err, new(refused)) != row.good || errors.As(err, new(unreachable)) != row.awayKind {
			t.Errorf("%s: %T %v", name, err, err)
		}
		s.Script(nil)
		s.Clear()
		if err := l.send(t.Context(), message(t)); err != nil || s.Count("") != 1 {
			t.Errorf("after %s: %v, %d letters", name, err, s.Count(""))
		}
	}
}

// One connection serves many letters; one that the server has closed meanwhile is made anew.
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
	l := lineTo(t, s.URL(), nil)
	for range 3 {
		if err := l.send(t.Context(), message(t)); err != nil {
			t.Fatal(err)
		}
	}
	if len(greetings) != 1 {
		t.Errorf("%d connections for 3 letters", len(greetings))
	}
	if err := errors.Join(s.Close(), s.Listen()); err != nil {
		t.Fatal(err)
	}
	if err := l.send(t.Context(), message(t)); err != nil || s.Count("") != 4 {
		t.Errorf("after a restart: %v, %d letters", err, s.Count(""))
	}
}

// A server that says nothing does not hold a conversation that is to end.
func TestCutOff(t *testing.T) {
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
		go func() { ended <- lineTo(t, s.URL(), nil).send(ctx, message(t)) }()
		<-reached
		cancel()
		kit.Eventually(t, "the conversation is cut", func() error {
			select {
			case err := <-ended:
				if err == nil {
					t.Error("the letter counts as sent")
				}
				return nil
			default:
				return errors.New("it goes on")
			}
		})
	}
}

func TestReasonOf(t *testing.T) {
	t.Parallel()
	s := server{password: "tell-tale"}
	for in, want := range map[string]string{
		"550 5.1.1 <maria@example.com>: no such\r\n user, affected recipient(s): maria@example.com, affected message ID: <1>": "550 5.1.1 <…>: no such user",
		"bad password tell-tale for 483920":                  "bad password … for …",
		"dial tcp 127.0.0.1:25: connect: connection refused": "dial tcp 127.0.0.1:25: connect: connection refused",
		strings.Repeat("ä", 400):                             strings.Repeat("ä", 300) + "…",
		"554 \xff":                                           "554 �",
	} {
		if got := s.reasonOf(errors.New(in), "maria@example.com", "483920", ""); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
