package shop

import (
	"orderd/modules/shop/events"
	"orderd/platform/palette"
)

// storefront is how the shop's pages look, ready to be shown.
type storefront struct {
	events.Storefront
	light, dark palette.Palette
	html        map[string]string // of the blocks' texts, by their Markdown
}

// newStorefront makes the colors and renders the texts. Values that have not come yet are the
// defaults.
func newStorefront(v events.Storefront) (s storefront, err error) {
	if v.Accent == "" {
		v = events.DefaultStorefront()
	}
	s = storefront{Storefront: v, html: map[string]string{}}
	s.light, s.dark = colorsOf(v)
	for _, b := range v.Home {
		for _, t := range b.Texts {
			if b.Kind != events.HomeText || t.Text == nil {
				continue
			}
			if s.html[*t.Text], err = renderPage(*t.Text, noOwnPictures); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// colorsOf are the colors of pages, light and dark. Both are the light ones where pages are never
// dark.
func colorsOf(v events.Storefront) (light, dark palette.Palette) {
	var c palette.Choice
	c.Accent, _ = palette.Parse(v.Accent) // the values have been checked
	c.Paper, _ = palette.Parse(v.Paper)
	c.Ink, _ = palette.Parse(v.Ink)
	light = c.Light()
	if v.Scheme == events.SchemeLight {
		return light, light
	}
	return light, c.Dark()
}
