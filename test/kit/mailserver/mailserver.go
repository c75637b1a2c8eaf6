// Package mailserver runs a mail server for tests. It keeps what it accepts in a mailbox, offers
// TLS and a login, and misbehaves on demand: a Script refuses, delays and hangs up, Close takes the
// server away and Listen brings it back at the same address.
package mailserver

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"orderd/platform/clock"
	"orderd/platform/mailbox"
	"orderd/test/kit/port"
)

// Options of a server; the zero value is one without TLS and login that keeps 2000 messages.
type Options struct {
	// TLS makes the server offer STARTTLS; with Implicit it speaks TLS from the first byte.
	TLS      *tls.Config
	Implicit bool
	// Capacity is how many messages the server keeps, the newest ones.
	Capacity int
	// Username and Password are required of clients when Username is set.
	Username, Password string
}

// Server is a mail server with a mailbox. Its methods are safe for concurrent use.
type Server struct {
	*mailbox.Mailbox
	options Options
	addr    string

	mu       sync.Mutex
	listener net.Listener
	smtp     *smtp.Server  // nil while the server is away
	away     chan struct{} // closed by Close
	script   Script
}

// Start makes a server that listens at a free port of 127.0.0.1 until the test ends.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	number, err := port.Free()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		Mailbox: mailbox.New(clock.System(), cmp.Or(o.Capacity, 2000)),
		options: o, addr: fmt.Sprintf("127.0.0.1:%d", number),
	}
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Listen starts to accept mail, after a Close at the same address as before. It does nothing while
// the server listens.
func (s *Server) Listen() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.smtp != nil {
		return nil
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	s.addr = listener.Addr().String()
	s.away = make(chan struct{})
	s.smtp = smtp.NewServer(backend{s, s.away})
	s.smtp.Domain = "mailserver"
	s.smtp.MaxMessageBytes = 10 << 20
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = time.Minute, time.Minute
	s.smtp.ErrorLog = log.New(io.Discard, "", 0) // clients that close early are no fault
	if s.options.Implicit {
		listener = tls.NewListener(listener, s.options.TLS)
	} else {
		s.smtp.TLSConfig = s.options.TLS
	}
	s.smtp.AllowInsecureAuth = s.options.TLS == nil
	s.listener = listener
	running := s.smtp
	go func() { _ = running.Serve(listener) }() // it returns when Close closes the listener
	return nil
}

// Close stops listening and closes all connections. The messages stay; Listen starts it again.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.smtp == nil {
		return nil
	}
	_ = s.listener.Close() // the SMTP server may not have it yet; a second Close does no harm
	err := s.smtp.Close()
	close(s.away)
	s.smtp = nil
	if errors.Is(err, net.ErrClosed) {
		err = nil
	}
	return err
}

// URL is where a client finds the server, in the form of the key mail.url:
// "smtp://127.0.0.1:1025?tls=none".
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := url.URL{Scheme: "smtp", Host: s.addr}
	if s.options.TLS == nil {
		u.RawQuery = "tls=none"
	}
	if s.options.Implicit {
		u.Scheme = "smtps"
	}
	if s.options.Username != "" {
		u.User = url.UserPassword(s.options.Username, s.options.Password)
	}
	return u.String()
}
