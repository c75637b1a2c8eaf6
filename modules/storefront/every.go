package storefront

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// productSlug is a product in the list of all.
type productSlug struct {
	ID        string    `json:"id"`
	Slug      string    `json:"slug"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// eachProduct calls do for all products, by id, and ends without an error when do returns errFull.
// It asks for nobody in particular.
func (s *site) eachProduct(ctx context.Context, do func(productSlug) error) error {
	for after := ""; ; {
		var list struct {
			Data []productSlug `json:"data"`
			Next *string       `json:"next"`
		}
		ask := call{method: http.MethodGet, path: "/v1/products/slugs", answer: &list, most: longAnswer}
		if after != "" {
			ask.query = url.Values{"after": {after}}
		}
		if err := s.client.do(ctx, ask); err != nil {
			return err
		}
		for _, p := range list.Data {
			if err := do(p); errors.Is(err, errFull) {
				return nil
			} else if err != nil {
				return err
			}
		}
		if list.Next == nil || *list.Next <= after { // ids only grow: no list goes on for ever
			return nil
		}
		after = *list.Next
	}
}

// eachNamed calls do for all of a list of things with names: categories, brands.
func (s *site) eachNamed(ctx context.Context, path string, do func(named) error) error {
	const most = mostURLs / 100
	for page := 1; page <= most; page++ {
		var list struct {
			Data []named `json:"data"`
			Meta struct {
				TotalPages int `json:"totalPages"`
			} `json:"meta"`
		}
		query := url.Values{"limit": {"100"}, "page": {strconv.Itoa(page)}}
		if err := s.client.do(ctx, call{method: http.MethodGet, path: path, query: query, answer: &list}); err != nil {
			return err
		}
		for _, n := range list.Data {
			if err := do(n); err != nil {
				return err
			}
		}
		if page >= cmp.Or(list.Meta.TotalPages, page) {
			return nil
		}
	}
	return nil
}
