// Package pageurl knows the URLs of the pages of a website as settings have them: with places for
// what differs, such as https://shop.example/{page}.
package pageurl

import (
	"net/url"
	"regexp"
	"strings"
)

var place = regexp.MustCompile(`\{[a-z]+\}`)

// Valid reports whether a text is the URL of a web page with a place for what is required, as
// {token} is.
func Valid(text, required string) bool {
	u, err := url.Parse(place.ReplaceAllString(text, "x"))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		strings.Contains(text, required)
}
