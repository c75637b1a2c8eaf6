package mailbox

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"time"

	"orderd/platform/clock"
)

const letter = "From: Shop <shop@example.com>\r\n" +
	"To: maria@example.com\r\n" +
	"Subject: =?UTF-8?q?Gr=C3=BC=C3=9Fe?=\r\n" +
	"Message-ID: <1@example.com>\r\n" +
	"Content-Type: multipart/alternative; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
	"f=C3=BCr dich\r\nzwei\r\n" +
	"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
	"PHA+ZsO8ciBkaWNoPC9wPg==\r\n--b--\r\n"

func start(t *testing.T, o Options) *Server {
	t.Helper()
	o.Clock = clock.System()
	s, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func address(t *testing.T, s *Server) string {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

func send(t *testing.T, s *Server, to ...string) error {
	t.Helper()
	return smtp.SendMail(address(t, s), nil, "shop@example.com", to, []byte(letter))
}

func TestLetter(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	if err := send(t, s, "maria@example.com", "noah@example.com"); err != nil {
		t.Fatal(err)
	}
	got := s.Letters("MARIA@example.com")
	if len(got) != 1 || s.Count("") != 2 || s.Count("noah@example.com") != 1 {
		t.Fatalf("got %d letters for one, %d in all", len(got), s.Count(""))
	}
	l := got[0]
	if l.Subject != "Grüße" || l.Text != "für dich\nzwei" || l.HTML != "<p>für dich</p>" ||
		l.MessageID != "1@example.com" || l.From != "shop@example.com" || l.To != "maria@example.com" || l.ReceivedAt.IsZero() {
		t.Errorf("got %+v", l)
	}
	s.Clear()
	if s.Count("") != 0 {
		t.Error("letters are left after Clear")
	}
}

func TestNewestFirstAndBounded(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for i := range kept + 5 {
		s.keep([]Letter{{To: "maria@example.com", MessageID: fmt.Sprint(i)}})
	}
	got := s.Letters("")
	if len(got) != kept || got[0].MessageID != fmt.Sprint(kept+4) || got[kept-1].MessageID != "5" {
		t.Errorf("%d letters, from %s to %s", len(got), got[0].MessageID, got[len(got)-1].MessageID)
	}
}

func TestScript(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for name, row := range map[string]struct {
		script Script
		code   int // 0: the connection breaks
		kept   int
	}{
		"refuse all for now":  {RefuseAll(451), 451, 0},
		"refuse one for good": {RefuseTo("maria@example.com", 550), 550, 0},
		"at the greeting":     {func(stage Stage, _ string) Reply { return Reply{Code: map[Stage]int{Hello: 554}[stage]} }, 554, 0},
		"at the sender":       {func(stage Stage, _ string) Reply { return Reply{Code: map[Stage]int{Mail: 530}[stage]} }, 530, 0},
		"at the letter":       {func(stage Stage, _ string) Reply { return Reply{Code: map[Stage]int{Data: 452}[stage]} }, 452, 0},
		"hang up":             {func(stage Stage, _ string) Reply { return Reply{Hangup: stage == Data} }, 0, 0},
		"take and die":        {func(stage Stage, _ string) Reply { return Reply{Hangup: stage == Taken} }, 0, 1},
	} {
		s.Clear()
		s.Script(row.script)
		err := send(t, s, "maria@example.com")
		var refusal *textproto.Error
		switch {
		case err == nil:
			t.Errorf("%s: no error", name)
		case errors.As(err, &refusal) && refusal.Code != row.code, row.code != 0 && refusal == nil:
			t.Errorf("%s: got %v", name, err)
		}
		if got := s.Count(""); got != row.kept {
			t.Errorf("%s: %d letters kept, want %d", name, got, row.kept)
		}
	}
	s.Script(RefuseTo("noah@example.com", 550))
	if err := send(t, s, "maria@example.com"); err != nil {
		t.Errorf("another recipient: %v", err)
	}
	s.Script(func(Stage, string) Reply { return Reply{Delay: time.Millisecond} })
	if err := send(t, s, "maria@example.com"); err != nil {
		t.Errorf("slow: %v", err)
	}
}

func TestAwayAndBack(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	if err := send(t, s, "maria@example.com"); err != nil {
		t.Fatal(err)
	}
	before := s.URL()
	stuck := make(chan error)
	entered := make(chan struct{})
	s.Script(func(stage Stage, _ string) Reply {
		if stage == Data {
			close(entered)
			return Reply{Delay: time.Hour}
		}
		return Reply{}
	})
	go func() {
		stuck <- smtp.SendMail(address(t, s), nil, "a@b", []string{"maria@example.com"}, []byte(letter))
	}()
	<-entered
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if <-stuck == nil {
		t.Error("a conversation outlived Close")
	}
	if send(t, s, "maria@example.com") == nil {
		t.Error("a server that is away took a letter")
	}
	s.Script(nil)
	for range 2 {
		if err := s.Listen(); err != nil {
			t.Fatal(err)
		}
	}
	if s.URL() != before {
		t.Errorf("back at %s, was at %s", s.URL(), before)
	}
	if err := send(t, s, "maria@example.com"); err != nil {
		t.Error(err)
	}
	if s.Count("") != 2 {
		t.Errorf("%d letters, want 2", s.Count(""))
	}
}

func TestEncryptionAndLogin(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	s := start(t, Options{TLS: &tls.Config{Certificates: web.TLS.Certificates}, Username: "shop", Password: "secret"})
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
			t.Error("a letter without a login")
		}
		if err := client.Auth(smtp.PlainAuth("", "shop", password, "127.0.0.1")); (err == nil) != right {
			t.Errorf("login with %q: %v", password, err)
		}
		if !right {
			continue
		}
		if err := client.Mail("shop@example.com"); err != nil {
			t.Error(err)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	get := func(path string) (letters []map[string]any) {
		w := httptest.NewRecorder()
		s.JSON().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if err := json.Unmarshal(w.Body.Bytes(), &letters); err != nil {
			t.Fatalf("%s: %v", w.Body, err)
		}
		return letters
	}
	if got := get("/dev/mail.json"); got == nil || len(got) != 0 {
		t.Errorf("without letters: %v", got)
	}
	if err := send(t, s, "maria@example.com", "noah@example.com"); err != nil {
		t.Fatal(err)
	}
	got := get("/dev/mail.json?to=maria@example.com")
	if len(got) != 1 || len(got[0]) != 4 || got[0]["to"] != "maria@example.com" || got[0]["subject"] != "Grüße" ||
		got[0]["text"] != "für dich\nzwei" || got[0]["html"] != "<p>für dich</p>" {
		t.Errorf("got %v", got)
	}
	if got := get("/dev/mail.json"); len(got) != 2 || got[0]["to"] != "noah@example.com" {
		t.Errorf("all: got %v", got)
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Page().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	if w := get("/dev/mail?to=x"); !strings.Contains(w.Body.String(), "No letters to x yet") {
		t.Errorf("without letters: %s", w.Body)
	}
	s.keep([]Letter{
		{To: "maria@example.com", Subject: "<script>1</script>", HTML: `<p title="a">first</p>`, Text: "first", MessageID: "1"},
		{To: "maria@example.com", Subject: "two", Text: "second", MessageID: "2"},
	})
	w := get("/dev/mail?id=1")
	body := w.Body.String()
	for _, want := range []string{`srcdoc="&lt;p title=&#34;a&#34;&gt;first&lt;/p&gt;"`, "<iframe sandbox ", "&lt;script&gt;1", ">two<"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(body, "<script") {
		t.Error("a letter brings a script into the page")
	}
	if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") {
		t.Errorf("policy %q", csp)
	}
	if body := get("/dev/mail").Body.String(); !strings.Contains(body, "<pre>second</pre>") {
		t.Error("the newest letter is not the one shown")
	}
}
