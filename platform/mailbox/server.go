package mailbox

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"time"

	"github.com/emersion/go-smtp"

	"orderd/platform/clock"
)

// Server is a mail server on loopback whose messages go into its mailbox.
type Server struct {
	*Mailbox
	listener net.Listener
	smtp     *smtp.Server
}

// Start makes a server that listens at a free port of 127.0.0.1.
func Start(c clock.Clock) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("mailbox: %w", err)
	}
	s := &Server{Mailbox: New(c, capacity), listener: listener}
	s.smtp = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &session{mailbox: s.Mailbox}, nil
	}))
	s.smtp.Domain = "mailbox"
	s.smtp.MaxMessageBytes = 10 << 20
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = time.Minute, time.Minute
	s.smtp.ErrorLog = log.New(io.Discard, "", 0) // clients that close early are no fault
	go func() { _ = s.smtp.Serve(listener) }()   // it returns when Close closes the listener
	return s, nil
}

// Close stops listening and closes all connections. The messages stay readable.
func (s *Server) Close() error {
	_ = s.listener.Close() // the SMTP server may not have it yet; a second Close does no harm
	if err := s.smtp.Close(); !errors.Is(err, net.ErrClosed) && !errors.Is(err, smtp.ErrServerClosed) {
		return err
	}
	return nil
}

// URL is where a client finds the server, in the form of the key mail.url.
func (s *Server) URL() string { return "smtp://" + s.listener.Addr().String() + "?tls=none" }

// session is one client's SMTP session.
type session struct {
	mailbox *Mailbox
	from    string
	to      []string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	if err := s.mailbox.Receive(s.from, s.to, r); err != nil {
		return &smtp.SMTPError{Code: 554, Message: "the message can't be parsed: " + err.Error()}
	}
	return nil
}

func (s *session) Reset() { s.from, s.to = "", nil }

func (s *session) Logout() error { return nil }
