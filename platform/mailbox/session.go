package mailbox

import (
	"crypto/subtle"
	"io"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// backend makes the sessions of a server until it goes away.
type backend struct {
	server *Server
	away   chan struct{}
}

func (b backend) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s := &session{server: b.server, away: b.away, conn: c}
	return s, s.act(Hello, "")
}

// session is one conversation.
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
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Authentication required"} // RFC 4954, section 6
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
	letter, err := parse(r)
	if err != nil {
		return &smtp.SMTPError{Code: 554, Message: "this is no letter: " + err.Error()}
	}
	last := s.to[len(s.to)-1]
	if err := s.act(Data, last); err != nil {
		return err
	}
	letter.From, letter.ReceivedAt = s.from, s.server.options.Clock.Now()
	copies := make([]Letter, len(s.to))
	for i, to := range s.to {
		copies[i] = letter
		copies[i].To = to
	}
	s.server.keep(copies)
	return s.act(Taken, last)
}

func (s *session) Reset() { s.from, s.to = "", nil }

func (s *session) Logout() error { return nil }
