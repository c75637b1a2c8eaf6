// Package seed fills an empty shop with a demo: eight brands, six categories, some sixty products
// with stock, ways of shipping and promotions. It does so as an admin would, by the public API, and
// knows nothing else of the service.
package seed

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"orderd/cmd/orderd/app/client"
)

// Options say which service, and who fills it.
type Options struct {
	URL      string // "http://127.0.0.1:8080"
	Email    string // of an admin
	Password string
	// UserAgent is that of the calls; "" is Go's own.
	UserAgent string
}

// Run fills the shop and returns the number of products that it has added. What is there already it
// leaves as it is, so that it may run again, and goes on where an earlier run was cut off.
func Run(ctx context.Context, o Options) (added int, err error) {
	s := &seeder{Client: client.Client{Base: o.URL, UserAgent: o.UserAgent}}
	var session struct{ AccessToken string }
	if err := s.Call(ctx, http.MethodPost, "/v1/auth/login", map[string]string{"email": o.Email, "password": o.Password},
		&session); err != nil {
		return 0, fmt.Errorf("log in: %w", err)
	}
	s.Token = session.AccessToken
	missing, err := s.missingProducts(ctx)
	if err != nil {
		return 0, err
	}
	pictureIDs, err := s.uploadPictures(ctx, missing)
	if err != nil {
		return 0, err
	}
	if err := s.createShippingAndPromotions(ctx); err != nil {
		return 0, err
	}
	brands, categories, err := s.createTaxonomy(ctx)
	if err != nil {
		return 0, err
	}
	var fresh []product
	for i, p := range missing {
		err := s.createProduct(ctx, p.body(brands[p.Brand], categories[p.Category], pictureIDs[i]))
		if err == nil {
			fresh = append(fresh, p)
		} else if !client.IsProblem(err, "slug_taken", "sku_taken") {
			return len(fresh), fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return len(fresh), s.stockUp(ctx, fresh)
}

// Empty reports whether the service shows no product.
func Empty(ctx context.Context, o Options) (bool, error) {
	var list struct{ Meta struct{ Total int } }
	err := (&client.Client{Base: o.URL, UserAgent: o.UserAgent}).
		Call(ctx, http.MethodGet, "/v1/products?limit=1", nil, &list)
	return list.Meta.Total == 0, err
}

// seeder is the admin at work.
type seeder struct{ client.Client }

// missingProducts are the products that are not there.
func (s *seeder) missingProducts(ctx context.Context) (missing []product, err error) {
	there, err := listAll[struct{ Slug string }](ctx, s, "/v1/admin/products")
	known := map[string]bool{}
	for _, p := range there {
		known[p.Slug] = true
	}
	for _, p := range demo.Products {
		if !known[p.slug()] {
			missing = append(missing, p)
		}
	}
	return missing, err
}

// createProduct makes a product, once catalog knows its picture, which on a busy machine may take a
// moment.
func (s *seeder) createProduct(ctx context.Context, body any) error {
	for attempt := 1; ; attempt++ {
		err := s.Call(ctx, http.MethodPost, "/v1/admin/products", body, nil)
		if attempt == attempts || !client.IsFault(err, "/images/0/mediaId") {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// attempts is how often something is tried that may take a moment: for half a minute.
const attempts = 120

// pause is the time between two attempts.
func pause(ctx context.Context) error {
	select {
	case <-time.After(250 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// listAll returns the records on all pages of a list.
func listAll[T any](ctx context.Context, s *seeder, path string) (all []T, err error) {
	for page := 1; ; page++ {
		var list struct {
			Data []T
			Meta struct{ TotalPages int }
		}
		if err := s.Call(ctx, http.MethodGet, fmt.Sprintf("%s?limit=100&page=%d", path, page), nil, &list); err != nil {
			return nil, err
		}
		all = append(all, list.Data...)
		if page >= list.Meta.TotalPages {
			return all, nil
		}
	}
}

// createTaxonomy makes brands and categories and returns their ids by slug.
func (s *seeder) createTaxonomy(ctx context.Context) (brands, categories map[string]string, err error) {
	brands, categories = map[string]string{}, map[string]string{}
	for _, b := range demo.Brands {
		if brands[b.Slug], err = s.findOrCreate(ctx, "/v1/brands", b.Slug, b); err != nil {
			return nil, nil, err
		}
	}
	for _, k := range demo.Categories {
		if categories[k.Slug], err = s.findOrCreate(ctx, "/v1/categories", k.Slug, k.body(categories[k.Parent])); err != nil {
			return nil, nil, err
		}
	}
	return brands, categories, nil
}

// findOrCreate makes what has a slug, unless it is there, and returns its id.
func (s *seeder) findOrCreate(ctx context.Context, path, slug string, body any) (string, error) {
	var made struct{ ID string }
	err := s.Call(ctx, http.MethodPost, path, body, &made)
	if client.IsProblem(err, "slug_taken") {
		err = s.Call(ctx, http.MethodGet, path+"/"+slug, nil, &made)
	}
	return made.ID, err
}

// createShippingAndPromotions makes the ways of shipping and the promotions that are not there,
// known by their names and codes.
func (s *seeder) createShippingAndPromotions(ctx context.Context) error {
	var there struct{ Data []struct{ Name string } }
	if err := s.Call(ctx, http.MethodGet, "/v1/admin/shipping-methods?limit=100", nil, &there); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, m := range there.Data {
		known[m.Name] = true
	}
	for _, m := range demo.Shipping {
		if known[m.Name] {
			continue
		}
		if err := s.Call(ctx, http.MethodPost, "/v1/admin/shipping-methods", m, nil); err != nil {
			return err
		}
	}
	for _, p := range demo.Promotions {
		if err := s.Call(ctx, http.MethodPost, "/v1/admin/promotions", p, nil); err != nil &&
			!client.IsProblem(err, "in_use") {
			return err
		}
	}
	return nil
}
