package mailbox

import (
	"fmt"
	"net/smtp"
	"net/url"
	"reflect"
	"slices"
	"testing"
	"time"

	"orderd/platform/clock"
)

const message = "From: Shop <shop@example.com>\r\n" +
	"To: maria@example.com\r\n" +
	"Subject: =?UTF-8?q?Gr=C3=BC=C3=9Fe?=\r\n" +
	"Message-ID: <1@example.com>\r\n" +
	"Content-Type: multipart/alternative; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
	"f=C3=BCr dich\r\nzwei\r\n" +
	"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
	"PHA+ZsO8ciBkaWNoPC9wPg==\r\n--b--\r\n"

func start(t *testing.T) *Server {
	t.Helper()
	s, err := Start(clock.System())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func send(t *testing.T, s *Server, to ...string) {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if err := smtp.SendMail(u.Host, nil, "shop@example.com", to, []byte(message)); err != nil {
		t.Fatal(err)
	}
}

func TestReceive(t *testing.T) {
	t.Parallel()
	s := start(t)
	send(t, s, "maria@example.com", "noah@example.com")
	got := s.Messages("MARIA@example.com")
	if len(got) != 1 || s.Count("") != 2 || s.Count("noah@example.com") != 1 {
		t.Fatalf("got %d messages for one, %d in all", len(got), s.Count(""))
	}
	m := got[0]
	if m.ReceivedAt.IsZero() || m.Header.Get("Subject") == "" {
		t.Errorf("received at %v with the headers %v", m.ReceivedAt, m.Header)
	}
	m.ReceivedAt, m.Header = time.Time{}, nil
	want := Message{
		From: "shop@example.com", To: "maria@example.com", Subject: "Grüße", MessageID: "1@example.com",
		Text: "für dich\nzwei", HTML: "<p>für dich</p>",
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got %+v, want %+v", m, want)
	}
	s.Clear()
	if s.Count("") != 0 {
		t.Error("messages are left after Clear")
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	s := start(t)
	send(t, s, "maria@example.com")
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if s.Count("") != 1 {
		t.Errorf("%d messages after Close", s.Count(""))
	}
}

func TestNewestFirstAndBounded(t *testing.T) {
	t.Parallel()
	const limit = 3
	m := New(clock.System(), limit)
	for i := range limit + 5 {
		m.store([]Message{{To: "maria@example.com", MessageID: fmt.Sprint(i)}})
	}
	var ids []string
	for _, message := range m.Messages("") {
		ids = append(ids, message.MessageID)
	}
	if want := []string{"7", "6", "5"}; !slices.Equal(ids, want) {
		t.Errorf("messages %v, want %v", ids, want)
	}
}
