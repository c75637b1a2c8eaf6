package shop

import "sync"

// renderedPages keeps the HTML of the published pages that were read last: one for each kind and
// language. It is rendered here and not stored, so that a release that renders better does so for
// old pages too.
type renderedPages struct {
	mu     sync.Mutex
	byPage map[pageRef]renderedPage
}

type renderedPage struct{ text, html string }

func newRenderedPages() *renderedPages { return &renderedPages{byPage: map[pageRef]renderedPage{}} }

func (r *renderedPages) html(p publicPage, mediaURL string) (string, error) {
	ref := pageRef{Kind: p.Page.Kind, Locale: p.Page.Locale}
	r.mu.Lock()
	kept := r.byPage[ref]
	r.mu.Unlock()
	if kept.text == p.Text && kept.html != "" {
		return kept.html, nil
	}
	html, err := renderPage(p.Text, mediaURL)
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byPage[ref] = renderedPage{text: p.Text, html: html}
	return html, nil
}
