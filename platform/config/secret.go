package config

import (
	"net/url"
	"regexp"
)

const masked = "***"

// Secret is a value that never prints: not in a log, not in a message, not in check-config. Call
// Reveal where the value is used.
type Secret string

// Reveal returns the secret itself.
func (s Secret) Reveal() string { return string(s) }

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString keeps %#v from showing it.
func (s Secret) GoString() string { return s.String() }

// MarshalText keeps encoders from showing it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Secrets is a list of secrets. The file may give a single one without a list around it.
type Secrets []Secret

// Reveal returns the secrets themselves.
func (s Secrets) Reveal() []string {
	texts := make([]string, len(s))
	for i, secret := range s {
		texts[i] = secret.Reveal()
	}
	return texts
}

// MarshalYAML writes one secret without a list around it.
func (s Secrets) MarshalYAML() (any, error) {
	switch len(s) {
	case 0:
		return "", nil
	case 1:
		return s[0], nil
	}
	return []Secret(s), nil
}

// URL is an address that may hold a password. The password never prints.
type URL string

// Reveal returns the whole address.
func (u URL) Reveal() string { return string(u) }

var passwordParam = regexp.MustCompile(`(?i)([?&][^=&]*(?:password|passwd|secret|token)[^=&]*=)[^&]*`)

func (u URL) String() string {
	parsed, err := url.Parse(string(u))
	if err != nil {
		return masked
	}
	shown := passwordParam.ReplaceAllString(string(u), "${1}"+masked)
	if _, has := parsed.User.Password(); !has {
		return shown
	}
	return regexp.MustCompile(`://([^:/@]*):.*@`).ReplaceAllString(shown, "://${1}:"+masked+"@")
}

// GoString keeps %#v from showing the password.
func (u URL) GoString() string { return u.String() }

// MarshalText keeps encoders from showing the password.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.String()), nil }
