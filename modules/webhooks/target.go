package webhooks

import (
	"net/url"

	"orderd/platform/fault"
	"orderd/platform/outbound"
)

// checkURL returns what is wrong with the URL of an endpoint, or nil.
func checkURL(t outbound.Targets, raw string) []fault.Field {
	refuse := func(code fault.Code, detail fault.Text) []fault.Field {
		return []fault.Field{{Pointer: "/url", Code: code, Detail: detail}}
	}
	switch t.CheckURL(raw) {
	case outbound.TooLong:
		return refuse(fault.TooLong, "must have at most 2048 characters")
	case outbound.NoURL:
		return refuse(fault.BadFormat, "must be an absolute https URL")
	case outbound.HasUser:
		return refuse(fault.NotAllowed, "must not hold a user or a password")
	case outbound.HasFragment:
		return refuse(fault.NotAllowed, "must not have a fragment")
	case outbound.NoHost:
		return refuse(fault.BadFormat, "must have a host that is a domain name")
	case outbound.NotPublic:
		return refuse(fault.NotAllowed, "must be https to a public host")
	}
	return nil
}

// hostOf returns the host of an endpoint's URL: all that events, logs and metrics name of it.
func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
