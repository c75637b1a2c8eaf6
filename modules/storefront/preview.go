package storefront

import (
	"cmp"
	"net/http"
	"strings"
)

// What begins the addresses of pages with what is not public: /preview/TOKEN/… with looks that are
// not saved, /draft/TOKEN/… with a product that is not active or a text that is not published. A
// page's address stands behind. All links of such a page lead to others of the same kind.
const (
	looksPrefix = "/preview/"
	draftPrefix = "/draft/"
)

// preview is what a visit may see beside what is public. It is empty for most.
type preview struct{ prefix, token string }

// path is what stands before the addresses of its pages.
func (p preview) path() string {
	if p.token == "" {
		return ""
	}
	return p.prefix + p.token
}

// splitPreview takes a preview from the front of a path.
func splitPreview(path string) (p preview, rest string) {
	for _, prefix := range []string{looksPrefix, draftPrefix} {
		after, found := strings.CutPrefix(path, prefix)
		if !found {
			continue
		}
		if token, rest, _ := strings.Cut(after, "/"); token != "" {
			return preview{prefix, token}, "/" + rest
		}
	}
	return preview{}, path
}

// draftToken is the token of a product that is not active, or of the draft of one of the shop's own
// texts; "" in other visits.
func (p preview) draftToken() string {
	if p.prefix != draftPrefix {
		return ""
	}
	return p.token
}

// beginPreview shows the visit what is not saved. Of a preview that has ended there are no pages.
// Nothing is sent from one: it is there to be looked at.
func (v *visit) beginPreview() error {
	if v.preview.token == "" {
		return nil
	}
	if v.r.Method != http.MethodGet && v.r.Method != http.MethodHead || !isToken(v.preview.token) {
		return errNoPage
	}
	if v.preview.prefix != looksPrefix {
		return nil
	}
	previewed, err := loadLooks(v, v.language, v.preview.token)
	if err != nil {
		return err
	}
	unsaved := *v.shell
	unsaved.setLooks(previewed)
	v.shell = &unsaved
	return nil
}

// isToken reports whether a text may be the token of a preview.
func isToken(text string) bool {
	isOther := func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	return text != "" && len(text) <= longestToken && !strings.ContainsFunc(text, isOther)
}

// longestToken is what the interface reads.
const longestToken = 100

// IsPreview reports whether the page shows what is not saved.
func (f frame) IsPreview() bool { return f.v.preview.token != "" }

// writePolicy says what a page may load, and who may show it in a frame: the back office its
// previews, and nobody anything else. Of a preview nothing is kept.
func (v *visit) writePolicy(h http.Header) {
	if v.preview.token == "" {
		h.Set("Content-Security-Policy", cmp.Or(v.policy, v.site.policy))
		h.Set("Cache-Control", v.caching())
		return
	}
	ancestors := strings.TrimSpace("'self' " + v.site.staffOrigin)
	framed := strings.Replace(v.site.policy, "frame-ancestors 'none'", "frame-ancestors "+ancestors, 1)
	h.Set("Content-Security-Policy", framed)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Robots-Tag", "noindex")
}
