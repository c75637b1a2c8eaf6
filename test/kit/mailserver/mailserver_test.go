package mailserver

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"time"
)

const message = "From: Shop <shop@example.com>\r\nTo: maria@example.com\r\nSubject: Hello\r\n\r\nHello.\r\n"

func address(t *testing.T, s *Server) string {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

func send(t *testing.T, s *Server) error {
	t.Helper()
	return smtp.SendMail(address(t, s), nil, "shop@example.com", []string{"maria@example.com"}, []byte(message))
}

func TestScript(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		script Script
		code   int // 0: the connection breaks
		kept   int
	}{
		"refuse all for now":   {RefuseAll(451), 451, 0},
		"refuse one for good":  {RefuseTo("maria@example.com", 550), 550, 0},
		"at the greeting":      {At(Hello, Reply{Code: 554}), 554, 0},
		"at the sender":        {At(Mail, Reply{Code: 530}), 530, 0},
		"at the message":       {At(Data, Reply{Code: 452}), 452, 0},
		"hang up":              {At(Data, Reply{Hangup: true}), 0, 0},
		"hang up once it's in": {At(Accepted, Reply{Hangup: true}), 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Start(t, Options{})
			s.Script(row.script)
			err := send(t, s)
			var refusal *textproto.Error
			switch {
			case err == nil:
				t.Error("no error")
			case errors.As(err, &refusal) && refusal.Code != row.code, row.code != 0 && refusal == nil:
				t.Errorf("got %v", err)
			}
			if got := s.Count(""); got != row.kept {
				t.Errorf("%d messages, want %d", got, row.kept)
			}
		})
	}
}

func TestScriptThatLetsMailThrough(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]Script{
		"another recipient": RefuseTo("noah@example.com", 550),
		"slow":              func(Stage, string) Reply { return Reply{Delay: time.Millisecond} },
		"none":              nil,
	} {
		s := Start(t, Options{})
		s.Script(script)
		if err := send(t, s); err != nil || s.Count("MARIA@example.com") != 1 {
			t.Errorf("%s: %v, %d messages", name, err, s.Count(""))
		}
	}
}

func TestCloseEndsSessions(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	entered := make(chan struct{})
	s.Script(func(stage Stage, _ string) Reply {
		if stage == Data {
			close(entered)
			return Reply{Delay: time.Hour}
		}
		return Reply{}
	})
	stuck := make(chan error)
	go func() { stuck <- send(t, s) }()
	<-entered
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if <-stuck == nil {
		t.Error("a session outlived Close")
	}
}

func TestAwayAndBack(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	before := s.URL()
	if err := send(t, s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if send(t, s) == nil {
		t.Error("a server that is away accepted a message")
	}
	for range 2 {
		if err := s.Listen(); err != nil {
			t.Fatal(err)
		}
	}
	if s.URL() != before {
		t.Errorf("back at %s, was at %s", s.URL(), before)
	}
	if err := send(t, s); err != nil || s.Count("") != 2 {
		t.Errorf("%v, %d messages, want 2", err, s.Count(""))
	}
}

func TestEncryptionAndLogin(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	s := Start(t, Options{
		TLS: &tls.Config{Certificates: web.TLS.Certificates}, Username: "shop", Password: "secret",
	})
	if got := s.URL(); !strings.HasPrefix(got, "smtp://shop:secret@127.0.0.1:") || strings.Contains(got, "?") {
		t.Errorf("URL is %s", got)
	}
	trust := web.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	trust.ServerName = "127.0.0.1"
	for password, right := range map[string]bool{"secret": true, "wrong": false} {
		client, err := smtp.Dial(address(t, s))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = client.Close() }()
		if err := client.StartTLS(trust); err != nil {
			t.Fatal(err)
		}
		if err := client.Mail("shop@example.com"); err == nil {
			t.Error("a message without a login")
		}
		if err := client.Auth(smtp.PlainAuth("", "shop", password, "127.0.0.1")); (err == nil) != right {
			t.Errorf("login with %q: %v", password, err)
		}
		if err := client.Mail("shop@example.com"); (err == nil) != right {
			t.Errorf("after a login with %q: %v", password, err)
		}
	}
}
