// Package mailbox is a mail server inside the process: it takes every letter and keeps the newest ones, to be read on a
// page. Dev mode runs it, so that a fresh machine needs no mail server; tests run it too and make it refuse, stall and
// go away (Script, Close, Listen). It is no mail server for production: it relays nothing.
package mailbox

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"orderd/platform/clock"
)

// kept is how many letters a server keeps unless it is told.
const kept = 500

// Letter is a letter as one recipient got it.
type Letter struct {
	From, To  string // of the envelope
	Subject   string // decoded
	Text      string // the plain part, decoded, with \n line ends
	HTML      string // the HTML part
	MessageID string // without angle brackets
	Header    mail.Header
	// ReceivedAt is when the server took it.
	ReceivedAt time.Time
}

// Options of a Server. The zero value of each means "none", but Clock is required.
type Options struct {
	Addr  string // "127.0.0.1:1025"; "" means a free port of 127.0.0.1
	Clock clock.Clock
	// TLS makes the server offer STARTTLS; with Implicit it speaks TLS from the first byte.
	TLS      *tls.Config
	Implicit bool
	// Keep is how many letters the server keeps, the newest ones; 0 means 500.
	Keep int
	// Username and Password are asked for when Username is set.
	Username, Password string
}

// Server takes letters. Its methods are safe for concurrent use.
type Server struct {
	options Options
	addr    string
	run     string // another one for every Server

	mu       sync.Mutex
	listener net.Listener
	smtp     *smtp.Server  // nil while the server is away
	away     chan struct{} // closed when it goes away
	script   Script
	letters  []Letter // oldest first
	changes  int      // of letters
}

// Start makes a server that listens.
func Start(o Options) (*Server, error) {
	s := &Server{options: o, addr: o.Addr, run: rand.Text()}
	if s.addr == "" {
		s.addr = "127.0.0.1:0"
	}
	if err := s.Listen(); err != nil {
		return nil, err
	}
	return s, nil
}

// Listen begins to take letters, again at the same address after a Close. It does nothing when the server listens already.
func (s *Server) Listen() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.smtp != nil {
		return nil
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}
	s.addr = listener.Addr().String()
	if s.options.Implicit {
		listener = tls.NewListener(listener, s.options.TLS)
	}
	s.away = make(chan struct{})
	s.listener = listener
	s.smtp = smtp.NewServer(backend{s, s.away})
	s.smtp.Domain = "mailbox"
	s.smtp.MaxMessageBytes = 10 << 20
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = time.Minute, time.Minute
	s.smtp.ErrorLog = log.New(io.Discard, "", 0) // clients that vanish are not worth a line
	if !s.options.Implicit {
		s.smtp.TLSConfig = s.options.TLS
	}
	s.smtp.AllowInsecureAuth = s.options.TLS == nil
	running := s.smtp
	go func() { _ = running.Serve(listener) }() // its error is that of a listener that was closed
	return nil
}

// Close stops listening and cuts all conversations, as a server does that goes away. The letters stay; Listen brings it back.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.smtp == nil {
		return nil
	}
	_ = s.listener.Close() // the SMTP server knows it only once it serves; twice is harmless
	err := s.smtp.Close()
	close(s.away)
	s.smtp = nil
	if errors.Is(err, net.ErrClosed) {
		err = nil
	}
	return err
}

// URL is what a client needs to reach the server: "smtp://127.0.0.1:1025?tls=none", in the form of the key mail.url.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	scheme, user, query := "smtp", "", "?tls=none"
	if s.options.TLS != nil {
		query = ""
	}
	if s.options.Implicit {
		scheme = "smtps"
	}
	if s.options.Username != "" {
		user = s.options.Username + ":" + s.options.Password + "@"
	}
	return scheme + "://" + user + s.addr + query
}

// Letters are the letters to the address, or all when to is "", newest first.
func (s *Server) Letters(to string) []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []Letter{}
	for _, l := range slices.Backward(s.letters) {
		if to == "" || strings.EqualFold(l.To, to) {
			found = append(found, l)
		}
	}
	return found
}

// Count is the number of letters that Letters would give, at less cost.
func (s *Server) Count(to string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, l := range s.letters {
		if to == "" || strings.EqualFold(l.To, to) {
			n++
		}
	}
	return n
}

// Clear forgets all letters.
func (s *Server) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.letters = nil
	s.changes++
}

// version is another one after every change of the letters.
func (s *Server) version() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run + "-" + strconv.Itoa(s.changes)
}

// keep stores the copies of one letter.
func (s *Server) keep(copies []Letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	s.letters = append(s.letters, copies...)
	if surplus := len(s.letters) - cmp.Or(s.options.Keep, kept); surplus > 0 {
		s.letters = slices.Delete(s.letters, 0, surplus)
	}
}
