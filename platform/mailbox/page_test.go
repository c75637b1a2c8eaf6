package mailbox

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/platform/clock"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	s := start(t)
	get := func(path string) (messages []map[string]any) {
		w := httptest.NewRecorder()
		s.JSON().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if err := json.Unmarshal(w.Body.Bytes(), &messages); err != nil {
			t.Fatalf("%s: %v", w.Body, err)
		}
		return messages
	}
	if got := get("/dev/mail.json"); got == nil || len(got) != 0 {
		t.Errorf("without messages: %v", got)
	}
	send(t, s, "maria@example.com", "noah@example.com")
	got := get("/dev/mail.json?to=maria@example.com")
	if len(got) != 1 || len(got[0]) != 4 || got[0]["to"] != "maria@example.com" || got[0]["subject"] != "Grüße" ||
		got[0]["text"] != "für dich\nzwei" || got[0]["html"] != "<p>für dich</p>" {
		t.Errorf("got %v", got)
	}
	if got := get("/dev/mail.json"); len(got) != 2 || got[0]["to"] != "noah@example.com" {
		t.Errorf("all: got %v", got)
	}
}

// ask gets the page. header is names and values in turn.
func ask(m *Mailbox, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	m.Page().ServeHTTP(w, r)
	return w
}

func TestPage(t *testing.T) {
	t.Parallel()
	m := New(clock.System(), capacity)
	if w := ask(m, "/dev/mail?to=x"); !strings.Contains(w.Body.String(), "No mail to x yet") {
		t.Errorf("without mails: %s", w.Body)
	}
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	m.store([]Message{
		{To: "maria@example.com", Subject: "<script>1</script>", HTML: `<p title="a">first</p>`, Text: "Your code:\n\n    012345\n\nPlease",
			MessageID: "1", ReceivedAt: at},
		{To: "maria@example.com", Subject: "two", Text: "second", MessageID: "2"},
	})
	body := ask(m, "/dev/mail?id=1").Body.String()
	for _, want := range []string{
		`srcdoc="&lt;p title=&#34;a&#34;&gt;first&lt;/p&gt;"`, "<iframe sandbox ", "&lt;script&gt;1", ">two<",
		`<code data-code="012345">012345</code>`,
		`datetime="2026-03-04T05:06:07Z">05:06:07 UTC<`, `datetime="2026-03-04T05:06:07Z">4 March 2026, 05:06:07 UTC<`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if body := ask(m, "/dev/mail").Body.String(); !strings.Contains(body, "<pre>second</pre>") {
		t.Error("the newest mail is not the one shown")
	}
}

// The page runs its own script and no other: the policy names that by its hash.
func TestPageRunsItsOwnScriptAlone(t *testing.T) {
	t.Parallel()
	m := New(clock.System(), capacity)
	m.store([]Message{{Subject: "<script>1</script>", HTML: "<script>2</script>", Text: "<script>3</script>", MessageID: "1"}})
	w := ask(m, "/dev/mail")
	scripts := regexp.MustCompile(`(?s)<script[^>]*>(.*?)</script>`).FindAllStringSubmatch(w.Body.String(), -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256([]byte(scripts[0][1]))
	allowed := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") ||
		!strings.Contains(policy, allowed) {
		t.Errorf("policy %q, want %s", policy, allowed)
	}
}

// The page polls itself: it is sent again once the messages have changed, else the answer is 304.
func TestPageChangesWithItsMessages(t *testing.T) {
	t.Parallel()
	m := New(clock.System(), capacity)
	version := func() string {
		t.Helper()
		w := ask(m, "/dev/mail")
		tag := w.Header().Get("ETag")
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "data-version="+tag) {
			t.Fatalf("%d, ETag %s", w.Code, tag)
		}
		if again := ask(m, "/dev/mail", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("nothing is new: %d %s", again.Code, again.Body)
		}
		return tag
	}
	seen := map[string]bool{version(): true}
	for _, change := range []func(){func() {
		m.store([]Message{{MessageID: "1"}})
	}, func() { m.store([]Message{{MessageID: "2"}}) }, m.Clear} {
		change()
		seen[version()] = true
	}
	if len(seen) != 4 {
		t.Errorf("versions: %v", seen)
	}
	if other := ask(New(clock.System(), capacity), "/dev/mail").Header().Get("ETag"); seen[other] {
		t.Error("another process answers with a version of this one")
	}
}

func TestCodeInMail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Code:\n\n    063395\n\nbye": "063395", "12345678": "12345678", "\t00000000 \n": "00000000", "Order 123456 is paid.": "", "1234567\n": "",
		"123456789\n": "", "": "",
	} {
		if got := codeIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
