package httpapi

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/postal"
)

// formats are the formats of texts that a schema may name, each with its check: "" or what is
// wrong, for people.
var formats = map[string]func(string) fault.Text{
	"email":     checkEmail,
	"uuid":      checkUUID,
	"date-time": checkDateTime,
	"date":      checkDate,
	"uri":       checkURI,
	"password":  func(string) fault.Text { return "" }, // lets user interfaces hide it
}

// checkCountry accepts the code of a country that there is: goods for XX arrive nowhere.
func checkCountry(s string) fault.Text {
	if !postal.IsCountry(s) {
		return "must be a country code like DE"
	}
	return ""
}

// emailForm is the form of <input type=email> (HTML, 4.10.5.1.5).
var emailForm = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+" +
	"@([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)$")

// IsEmail reports whether mail can be sent to s, as far as its form says.
func IsEmail(s string) bool { return checkEmail(s) == "" }

// checkEmail accepts an address that mail can be sent to: one of the form of HTML that RFC 5322
// allows too, at a domain with a dot (or localhost). The domain may be an international one.
func checkEmail(s string) fault.Text {
	const wrong = "must be an email address"
	s, ok := id.ParseEmail(s)
	if !ok {
		return wrong
	}
	parts := emailForm.FindStringSubmatch(s)
	if parts == nil || len(s) > maxEmail || strings.IndexByte(s, '@') > 64 {
		return wrong
	}
	if !strings.Contains(parts[1], ".") && parts[1] != "localhost" {
		return wrong
	}
	if a, err := mail.ParseAddress(s); err != nil || a.Address != s {
		return wrong
	}
	return ""
}

func checkUUID(s string) fault.Text {
	if !id.Valid(s) {
		return "must be an id"
	}
	return ""
}

// checkDateTime accepts a moment whose year has four digits in UTC too: neither JSON nor SQLite can
// store another.
func checkDateTime(s string) fault.Text {
	t, err := time.Parse(time.RFC3339, s)
	if year := t.UTC().Year(); err != nil || year < 1 || year > 9999 {
		return "must be a moment like 2026-11-20T13:00:00Z"
	}
	return ""
}

func checkDate(s string) fault.Text {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "must be a date like 2026-11-20"
	}
	return ""
}

func checkURI(s string) fault.Text {
	if !IsURL(s) {
		return "must be a URL like https://example.com/page"
	}
	return ""
}

// IsURL reports whether s is an absolute http or https URL with a host and without a user.
func IsURL(s string) bool {
	const never = " \"<>\\^`{|}" // RFC 3986, appendix A, has no such characters
	u, err := url.Parse(s)
	return err == nil && !strings.ContainsAny(s, never) && (u.Scheme == "https" || u.Scheme == "http") &&
		u.Hostname() != "" && u.User == nil
}
