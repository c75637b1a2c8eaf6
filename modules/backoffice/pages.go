package backoffice

import (
	"embed"
	"io/fs"
	"net/url"

	"orderd/platform/httpapi"
)

// dist is the web UI as `make ui` builds it. It stands in the repository, so that a build of the
// service needs no Node.
//
//go:embed all:ui/dist
var dist embed.FS

// mountPages serves the web UI below /admin.
func mountPages(r *httpapi.Router, publicURL, staffOrigin string) {
	files, err := fs.Sub(dist, "ui/dist")
	if err != nil {
		panic("backoffice: " + err.Error()) // the name is no path
	}
	r.MountApp("/admin", files, pagePolicy(publicURL), staffOrigin)
}

// pagePolicy is the content security policy of the web UI. The digest is that of an empty style
// element: emotion inserts such, and fills them through the CSSOM, which no policy governs.
// Pictures of the catalogue are anywhere on https, or below the public address, where the shop's
// own pages are too: frames show previews of them.
func pagePolicy(publicURL string) string {
	pictures, frames := "img-src 'self' https: data:", "frame-src 'self'"
	if u, err := url.Parse(publicURL); err == nil {
		origin := " " + u.Scheme + "://" + u.Host
		frames += origin
		if u.Scheme == "http" {
			pictures += origin
		}
	}
	return "default-src 'none'; script-src 'self'; style-src 'self' " +
		"'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
		pictures + "; " + frames + "; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
		"form-action 'none'; base-uri 'none'; " +
		"frame-ancestors 'none'"
}
