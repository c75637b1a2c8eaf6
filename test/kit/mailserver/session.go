package mailserver

import (
	"bytes"
	"crypto/subtle"
	"io"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// backend makes the sessions of a server from one Listen to the next Close.
type backend struct {
	server *Server
	away   chan struct{}
}

func (b backend) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s := &session{server: b.server, away: b.away, conn: c}
	return s, s.act(Hello, "")
}

// session is one client's SMTP session.
type session struct {
	server   *Server
	away     chan struct{}
	conn     *smtp.Conn
	loggedIn bool
	from     string
	to       []string
}

func (s *session) AuthMechanisms() []string {
	if s.server.options.Username == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		want := s.server.options.Username + "\x00" + s.server.options.Password
		if subtle.ConstantTimeCompare([]byte(username+"\x00"+password), []byte(want)) != 1 {
			return smtp.ErrAuthFailed
		}
		s.loggedIn = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.options.Username != "" && !s.loggedIn {
		// RFC 4954, section 6
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Authentication required"}
	}
	s.from = from
	return s.act(Mail, "")
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if err := s.act(Rcpt, to); err != nil {
		return err
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	last := s.to[len(s.to)-1]
	if err := s.act(Data, last); err != nil {
		return err
	}
	if err := s.server.Receive(s.from, s.to, bytes.NewReader(raw)); err != nil {
		return &smtp.SMTPError{Code: 554, Message: "the message can't be parsed: " + err.Error()}
	}
	return s.act(Accepted, last)
}

func (s *session) Reset() { s.from, s.to = "", nil }

func (s *session) Logout() error { return nil }
