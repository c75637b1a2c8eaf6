package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

const (
	// timeout bounds the making of a connection, and each letter's conversation on it.
	timeout = 12 * time.Second
	// sign is how long a connection that is there may take to show that it lives. All of a letter's waiting
	// (a sign, a new connection, its sign, the conversation) ends before its lease does.
	sign = 2 * time.Second
)

// server is the mail server of mail.url.
type server struct {
	host     string
	port     int
	implicit bool // TLS from the first byte (smtps); else STARTTLS is required
	plain    bool // no TLS at all (?tls=none)
	username string
	password string
	trust    *tls.Config // nil: the machine's authorities; tests have their own
}

func parseServer(rawURL string) (server, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return server{}, err
	}
	s := server{host: u.Hostname(), implicit: u.Scheme == "smtps", plain: u.Query().Get("tls") == "none", port: 587}
	if s.implicit {
		s.port = 465
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil {
			return server{}, err
		}
	}
	if s.host == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return server{}, errors.New("no SMTP URL")
	}
	s.username = u.User.Username()
	s.password, _ = u.User.Password()
	return s, nil
}

// refused is the error of a letter that the mail server will never take.
type refused struct{ error }

// unreachable is the error of a mail server that could not be spoken to: no letter is to blame.
type unreachable struct{ error }

// line is one worker's connection, kept while there is work. It is used by one goroutine at a time.
type line struct {
	server server
	client *gomail.Client
	conn   *smtp.Client // nil when hung up
	raw    net.Conn     // what conn runs on
}

// send hands the letter over. Its error is refused, unreachable, or one of a letter that may be taken later. When ctx ends
// the conversation is cut, and its outcome may be unknown.
func (l *line) send(ctx context.Context, m *gomail.Msg) error {
	if l.conn != nil {
		err := l.converse(ctx, m)
		if !isStale(err) {
			return err
		}
	}
	if err := l.call(ctx); err != nil {
		return err
	}
	return l.converse(ctx, m)
}

// call makes the connection: TLS and login included.
func (l *line) call(ctx context.Context) (err error) {
	s := l.server
	stop := func() bool { return true }
	defer func() { stop() }()
	options := append(s.options(), gomail.WithDialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
		var dialer net.Dialer
		raw, err := dialer.DialContext(dialing, network, address)
		if err != nil {
			return nil, err
		}
		l.raw, stop = raw, context.AfterFunc(ctx, func() { _ = raw.Close() })
		if !s.implicit {
			return raw, nil
		}
		encrypted := tls.Client(raw, s.tls())
		return encrypted, encrypted.HandshakeContext(dialing)
	}))
	if l.client, err = gomail.NewClient(s.host, options...); err != nil {
		return unreachable{err}
	}
	if l.conn, err = l.client.DialToSMTPClientWithContext(ctx); err != nil {
		l.cut() // go-mail leaves the connection open when the greeting, TLS or the login fails
		return unreachable{err}
	}
	return nil
}

func (s server) options() []gomail.Option {
	options := []gomail.Option{gomail.WithPort(s.port), gomail.WithTimeout(timeout), gomail.WithoutRset()}
	switch {
	case s.plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	case s.implicit:
		options = append(options, gomail.WithSSL())
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithTLSConfig(s.tls()))
	}
	if s.username != "" {
		options = append(options, gomail.WithUsername(s.username), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5))
	}
	return options
}

func (s server) tls() *tls.Config {
	c := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if s.trust != nil {
		c.RootCAs = s.trust.RootCAs
	}
	return c
}

// converse sends the letter on the connection there is, and ends the connection after an error.
func (l *line) converse(ctx context.Context, m *gomail.Msg) error {
	raw := l.raw
	stop := context.AfterFunc(ctx, func() { _ = raw.Close() })
	_ = l.conn.UpdateDeadline(sign) // go-mail asks for the sign (NOOP), then gives the conversation its own time
	err := l.client.SendWithSMTPClient(l.conn, m)
	stop()
	if err == nil {
		return nil
	}
	var failure *gomail.SendError
	if !errors.As(err, &failure) || failure.ErrorCode() == 0 {
		l.cut() // a farewell would end an unfinished letter, and the server might take it
		return err
	}
	l.hangUp()
	// A server that wants a login for the sender (530, 535, …) refuses the service, not the letter.
	if wantsLogin := failure.Reason == gomail.ErrSMTPMailFrom && failure.ErrorCode()/10 == 53; failure.ErrorCode() >= 500 && !wantsLogin {
		return refused{err}
	}
	return err
}

// isStale tells whether the connection was found dead before anything of the letter was sent on it.
func isStale(err error) bool {
	var failure *gomail.SendError
	return errors.As(err, &failure) && failure.Reason == gomail.ErrConnCheck
}

// hangUp ends the connection politely.
func (l *line) hangUp() {
	if l.conn != nil && l.conn.UpdateDeadline(sign/2) == nil {
		_ = l.conn.Quit() // a server that does not answer is hung up on all the same
	}
	l.cut()
}

// cut ends the connection without a word.
func (l *line) cut() {
	if l.raw != nil {
		_ = l.raw.Close()
	}
	l.conn, l.raw = nil, nil
}

// reasonOf is what an admin may read of the error: one line without the recipient, the code or the password.
func (s server) reasonOf(err error, secrets ...string) string {
	text, _, _ := strings.Cut(err.Error(), ", affected recipient(s)")
	text, _, _ = strings.Cut(text, ", affected message ID")
	for _, secret := range append(secrets, s.password) {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
	const longest = 300
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	return text
}
