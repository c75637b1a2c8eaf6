// Package seed fills an empty shop with a demo: eight brands, six categories, some sixty products
// with stock, ways of shipping and promotions, and then their pictures. It does so as an admin
// would, by the public API, and knows nothing else of the service.
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

// Run fills the shop, but for the pictures, and returns the number of products that it has added.
// What is there already it leaves as it is, so that it may run again, and goes on where an earlier
// run was cut off.
func Run(ctx context.Context, o Options) (added int, err error) {
	s, err := signIn(ctx, o)
	if err != nil {
		return 0, err
	}
	missing, err := s.missingProducts(ctx)
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
	for _, p := range missing {
		err := s.Call(ctx, http.MethodPost, "/v1/admin/products", p.body(brands[p.Brand], categories[p.Category]), nil)
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

func signIn(ctx context.Context, o Options) (*seeder, error) {
	s := &seeder{Client: client.Client{Base: o.URL, UserAgent: o.UserAgent}}
	var session struct{ AccessToken string }
	who := map[string]string{"email": o.Email, "password": o.Password}
	if err := s.Call(ctx, http.MethodPost, "/v1/auth/login", who, &session); err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	s.Token = session.AccessToken
	return s, nil
}

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

// createTaxonomy makes brands, categories and attributes, and returns the ids of the former two by
// slug.
func (s *seeder) createTaxonomy(ctx context.Context) (brands, categories map[string]string, err error) {
	brands, categories = map[string]string{}, map[string]string{}
	for _, b := range demo.Brands {
		if brands[b.Slug], err = s.findOrCreate(ctx, "/v1/brands", b.Slug, b); err != nil {
			return nil, nil, err
		}
	}
	for i, k := range demo.Categories {
		body := k.body(categories[k.Parent], 10*(i+1))
		if categories[k.Slug], err = s.findOrCreate(ctx, "/v1/categories", k.Slug, body); err != nil {
			return nil, nil, err
		}
	}
	for i, a := range demo.Attributes {
		err := s.Call(ctx, http.MethodPost, "/v1/admin/attributes", a.body(10*(i+1)), nil)
		if err != nil && !client.IsProblem(err, "in_use") {
			return nil, nil, err
		}
	}
	return brands, categories, s.createCollection(ctx)
}

// createCollection makes a collection by rule, unless it is there.
func (s *seeder) createCollection(ctx context.Context) error {
	err := s.Call(ctx, http.MethodPost, "/v1/admin/collections", map[string]any{
		"name": "Gifts", "description": "Small things that please people who like coffee.", "published": true,
		"rule": map[string]any{"maxPrice": 30, "sort": "bestselling"},
	}, nil)
	if client.IsProblem(err, "slug_taken") {
		return nil
	}
	return err
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
