package storefront

import (
	"html/template"
	"net/http"
	"net/url"

	"orderd/platform/locale"
)

// contentView is one of the shop's own texts.
type contentView struct {
	frame
	Page contentPage
	// Text is the page's HTML as the interface has rendered it from Markdown, without any HTML of
	// its writer.
	Text template.HTML
}

type contentPage struct {
	Kind        string `json:"kind"`
	Slug        string `json:"slug"`
	Locale      string `json:"locale"`
	Title       string `json:"title"`
	HTML        string `json:"html"`
	PublishedOn string `json:"publishedOn"`
	Alternates  []struct {
		Locale locale.Code `json:"locale"`
		Slug   string      `json:"slug"`
	} `json:"alternates"`
}

func (v *visit) content() error {
	slug := v.r.PathValue("slug")
	var page contentPage
	path, query := "/v1/shop/pages/"+url.PathEscape(slug), url.Values{"locale": {string(v.language)}}
	token := v.preview.draftToken()
	if token != "" {
		query.Set("preview", token)
	}
	err := v.get(path, query, &page)
	if token != "" && isProblem(err, http.StatusNotFound) { // it is of something else: a product, say
		query.Del("preview")
		err = v.get(path, query, &page)
	}
	if err != nil {
		return err
	}
	if page.Slug != slug {
		return movedTo{"/i/" + page.Slug}
	}
	view := contentView{frame: v.frame(page.Title), Page: page}
	view.paths = map[locale.Code]string{}
	for _, a := range page.Alternates {
		view.paths[a.Locale] = "/i/" + a.Slug
	}
	view.Text = template.HTML(page.HTML) //nolint:gosec // it comes from the interface, which lets no HTML through
	return v.show(http.StatusOK, "content", view)
}
