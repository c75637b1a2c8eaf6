package mailer

import (
	"crypto/tls"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const (
	// ioTimeout limits the time to connect, and the time that each email takes on a connection.
	ioTimeout = 12 * time.Second
	// livenessTimeout limits how long a kept connection takes to show that it is alive.
	livenessTimeout = 2 * time.Second
)

// smtpServer is the mail server of mail.url.
type smtpServer struct {
	host     string
	port     int
	implicit bool // TLS from the first byte (smtps); else STARTTLS is required
	plain    bool // no TLS at all (?tls=none)
	username string
	password string
	trust    *tls.Config // its RootCAs, for tests; nil: those of the machine
}

// parseServer reads mail.url.
func parseServer(rawURL string) (smtpServer, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return smtpServer{}, err
	}
	s := smtpServer{host: u.Hostname(), implicit: u.Scheme == "smtps", plain: u.Query().Get("tls") == "none", port: 587}
	if s.implicit {
		s.port = 465
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil {
			return smtpServer{}, err
		}
	}
	if s.host == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return smtpServer{}, errors.New("no SMTP URL")
	}
	s.username = u.User.Username()
	s.password, _ = u.User.Password()
	return s, nil
}

func (s smtpServer) options() []gomail.Option {
	options := []gomail.Option{gomail.WithPort(s.port), gomail.WithTimeout(ioTimeout), gomail.WithoutRset()}
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
			gomail.WithOpportunisticSMTPAuth(
				gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5))
	}
	return options
}

func (s smtpServer) tls() *tls.Config {
	c := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if s.trust != nil {
		c.RootCAs = s.trust.RootCAs
	}
	return c
}

// permanentError is an error after which the email is not tried again: the server rejected it for
// good, or it can't be rendered.
type permanentError struct{ error }

// unreachableError is an error of connecting to the server; it says nothing about any email.
type unreachableError struct{ error }

// isPermanent reports whether the server rejected the email for good: with a 5xx code, but not with
// the wish for a login (530, 535, …), which rejects the service and not the email.
func isPermanent(failure *gomail.SendError) bool {
	wantsLogin := failure.Reason == gomail.ErrSMTPMailFrom && failure.ErrorCode()/10 == 53
	return failure.ErrorCode() >= 500 && !wantsLogin
}

// redact makes one line of the error for admins: at most 300 characters, without the recipient, the
// secrets and the server's password.
func (s smtpServer) redact(err error, secrets ...string) string {
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
