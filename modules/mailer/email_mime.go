package mailer

import (
	"errors"
	"net/mail"
	"time"

	gomail "github.com/wneessen/go-mail"
)

var errInvalidRecipient = permanentError{errors.New("the recipient is no valid address")}

// sender is who an email is from.
type sender struct {
	from    mail.Address
	replyTo *string // where answers go; nil: to from
}

// message makes the MIME message of an email. The recipient comes from outside: it must be one bare
// address, or message returns a permanentError.
func (r rendered) message(s sender, e email, now time.Time) (*gomail.Msg, error) {
	html, err := r.html()
	if err != nil {
		return nil, err
	}
	to, err := mail.ParseAddress(e.Recipient)
	if err != nil || to.Address != e.Recipient {
		return nil, errInvalidRecipient
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(&s.from)
	if s.replyTo != nil {
		if err := m.ReplyTo(*s.replyTo); err != nil {
			return nil, err
		}
	}
	m.ToMailAddress(to)
	m.Subject(r.Subject)
	m.SetMessageIDWithValue(e.MessageID)
	m.SetDateWithValue(now)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office replies
	m.SetGenHeader("Content-Language", r.Locale)
	m.SetBodyString(gomail.TypeTextPlain, r.text())
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	return m, nil
}
