package mailer

import (
	"errors"
	"net/mail"
	"time"

	gomail "github.com/wneessen/go-mail"
)

var errRecipient = refused{errors.New("the recipient is no valid address")}

// compose makes the message. The recipient comes from a stranger: it must be one bare address.
func (w written) compose(from *mail.Address, l letter, now time.Time) (*gomail.Msg, error) {
	html, err := w.html()
	if err != nil {
		return nil, err
	}
	to, err := mail.ParseAddress(l.Recipient)
	if err != nil || to.Address != l.Recipient {
		return nil, errRecipient
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(from)
	m.ToMailAddress(to)
	m.Subject(w.Subject)
	m.SetMessageIDWithValue(l.MessageID)
	m.SetDateWithValue(now)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office answers
	m.SetGenHeader("Content-Language", w.Locale)
	m.SetBodyString(gomail.TypeTextPlain, w.text())
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	return m, nil
}
