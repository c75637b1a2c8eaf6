package seed

import (
	"context"
	"maps"
	"net/http"
	"slices"
)

// storefront is how the demo shop's pages look, as the API takes it. A block's picture is that of a
// product, by its slug.
type storefront struct {
	Home    []map[string]any `json:"home"`
	Notices []map[string]any `json:"notices"`
	Footer  []map[string]any `json:"footerTexts" yaml:"footer"`
}

const storefrontPath = "/v1/admin/settings/storefront"

// setLooks sets how the shop's pages look, unless they are set already. pictures are the ids of
// pictures by the slugs of their products; a block whose picture is not there has none.
func (s *seeder) setLooks(ctx context.Context, pictures map[string]string) error {
	var saved struct{ Version int }
	if err := s.Call(ctx, http.MethodGet, storefrontPath, nil, &saved); err != nil || saved.Version > 1 {
		return err
	}
	looks := storefront{Notices: demo.Storefront.Notices, Footer: demo.Storefront.Footer}
	for _, block := range demo.Storefront.Home {
		sent := maps.Clone(block)
		delete(sent, "picture")
		if slug, has := block["picture"].(string); has && pictures[slug] != "" {
			sent["mediaId"] = pictures[slug]
		}
		looks.Home = append(looks.Home, sent)
	}
	return s.callWithPicture(ctx, http.MethodPut, storefrontPath, looks)
}

// isShownAtHome reports whether a block of the home page has the picture of the product.
func (p product) isShownAtHome() bool {
	return slices.ContainsFunc(demo.Storefront.Home, func(block map[string]any) bool {
		return block["picture"] == p.slug()
	})
}
