package mailbox

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/textproto"
	"net/url"
	"regexp"
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

// ask gets the page, with the headers given in pairs.
func ask(s *Server, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Page().ServeHTTP(w, r)
	return w
}

func TestPage(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	if w := ask(s, "/dev/mail?to=x"); !strings.Contains(w.Body.String(), "No mail to x yet") {
		t.Errorf("without mails: %s", w.Body)
	}
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	s.keep([]Letter{
		{To: "maria@example.com", Subject: "<script>1</script>", HTML: `<p title="a">first</p>`, Text: "Your code:\n\n    012345\n\nPlease", MessageID: "1", ReceivedAt: at},
		{To: "maria@example.com", Subject: "two", Text: "second", MessageID: "2"},
	})
	body := ask(s, "/dev/mail?id=1").Body.String()
	for _, want := range []string{
		`srcdoc="&lt;p title=&#34;a&#34;&gt;first&lt;/p&gt;"`, "<iframe sandbox ", "&lt;script&gt;1", ">two<", `<code data-code="012345">012345</code>`,
		`datetime="2026-03-04T05:06:07Z">05:06:07 UTC<`, `datetime="2026-03-04T05:06:07Z">4 March 2026, 05:06:07 UTC<`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if body := ask(s, "/dev/mail").Body.String(); !strings.Contains(body, "<pre>second</pre>") {
		t.Error("the newest mail is not the one shown")
	}
}

// The page runs its own script and no other: the policy names that by its hash.
func TestPageRunsItsOwnScriptAlone(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	s.keep([]Letter{{Subject: "<script>1</script>", HTML: "<script>2</script>", Text: "<script>3</script>", MessageID: "1"}})
	w := ask(s, "/dev/mail")
	scripts := regexp.MustCompile(`(?s)<script[^>]*>(.*?)</script>`).FindAllStringSubmatch(w.Body.String(), -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256([]byte(scripts[0][1]))
	allowed := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, allowed) {
		t.Errorf("policy %q, want %s", policy, allowed)
	}
}

// The page asks for itself again and again: there is an answer once the mails have changed.
func TestPageIsAnsweredAnewWhenAMailCame(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	version := func() string {
		t.Helper()
		w := ask(s, "/dev/mail")
		tag := w.Header().Get("ETag")
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "data-version="+tag) {
			t.Fatalf("%d, ETag %s", w.Code, tag)
		}
		if again := ask(s, "/dev/mail", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("nothing is new: %d %s", again.Code, again.Body)
		}
		return tag
	}
	seen := map[string]bool{version(): true}
	for _, change := range []func(){func() { s.keep([]Letter{{MessageID: "1"}}) }, func() { s.keep([]Letter{{MessageID: "2"}}) }, s.Clear} {
		change()
		seen[version()] = true
	}
	if len(seen) != 4 {
		t.Errorf("versions: %v", seen)
	}
	if other := ask(start(t, Options{}), "/dev/mail").Header().Get("ETag"); seen[other] {
		t.Error("another process answers with a version of this one")
	}
}

func TestCodeInMail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Code:\n\n    063395\n\nbye": "063395", "12345678": "12345678", "\t00000000 \n": "00000000", "Order 123456 is paid.": "", "1234567\n": "", "123456789\n": "", "": "",
	} {
		if got := codeIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
