// Package seed fills an empty shop with a demo: eight brands, six categories, some sixty products with stock, ways of
// shipping and promotions. It does so as an admin would, by the public API, and knows nothing else of the service.
package seed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Options say which service, and who fills it.
type Options struct {
	URL      string // "http://127.0.0.1:8080"
	Public   string // where clients reach it, which the pictures' addresses begin with
	Email    string // of an admin
	Password string
}

// Run fills the shop and returns the number of products that it has added. What is there already it leaves as it is.
func Run(ctx context.Context, o Options) (added int, err error) {
	c := &client{base: o.URL}
	var session struct{ AccessToken string }
	if err := c.call(ctx, http.MethodPost, "/v1/auth/login", map[string]string{"email": o.Email, "password": o.Password}, &session); err != nil {
		return 0, fmt.Errorf("log in: %w", err)
	}
	c.token = session.AccessToken
	brands, categories, err := c.taxonomy(ctx)
	if err != nil {
		return 0, err
	}
	if err := c.conditions(ctx); err != nil {
		return 0, err
	}
	for _, p := range demo.Products {
		fresh, err := c.product(ctx, p, o.Public, brands[p.Brand], categories[p.Category])
		if err != nil {
			return added, fmt.Errorf("%s: %w", p.Name, err)
		}
		if fresh {
			added++
		}
	}
	return added, nil
}

// Empty tells whether the service shows no product.
func Empty(ctx context.Context, url string) (bool, error) {
	var list struct{ Meta struct{ Total int } }
	err := (&client{base: url}).call(ctx, http.MethodGet, "/v1/products?limit=1", nil, &list)
	return list.Meta.Total == 0, err
}

// taxonomy makes brands and categories and returns their ids by slug.
func (c *client) taxonomy(ctx context.Context) (brands, categories map[string]string, err error) {
	brands, categories = map[string]string{}, map[string]string{}
	for _, b := range demo.Brands {
		if brands[b.Slug], err = c.named(ctx, "/v1/brands", b.Slug, b); err != nil {
			return nil, nil, err
		}
	}
	for _, k := range demo.Categories {
		if categories[k.Slug], err = c.named(ctx, "/v1/categories", k.Slug, map[string]string{"name": k.Name, "slug": k.Slug}); err != nil {
			return nil, nil, err
		}
	}
	return brands, categories, nil
}

// named makes what has a slug, unless it is there, and returns its id.
func (c *client) named(ctx context.Context, path, slug string, body any) (string, error) {
	var made struct{ ID string }
	err := c.call(ctx, http.MethodPost, path, body, &made)
	if isTaken(err) {
		err = c.call(ctx, http.MethodGet, path+"/"+slug, nil, &made)
	}
	return made.ID, err
}

// conditions makes ways of shipping and promotions, unless there are some.
func (c *client) conditions(ctx context.Context) error {
	for path, all := range map[string][]any{"/v1/admin/shipping-methods": anys(demo.Shipping), "/v1/admin/promotions": anys(demo.Promotions)} {
		var there struct{ Meta struct{ Total int } }
		if err := c.call(ctx, http.MethodGet, path, nil, &there); err != nil {
			return err
		}
		for _, one := range all[min(there.Meta.Total, len(all)):] {
			if err := c.call(ctx, http.MethodPost, path, one, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func anys[T any](list []T) []any {
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}

// product adds a product and puts its stock on the shelf. It tells whether the product is new.
func (c *client) product(ctx context.Context, p product, public, brandID, categoryID string) (bool, error) {
	var made struct {
		Variants []struct{ ID, SKU string }
	}
	err := c.call(ctx, http.MethodPost, "/v1/admin/products", p.body(public, brandID, categoryID), &made)
	if isTaken(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, v := range made.Variants {
		i := slices.IndexFunc(p.Variants, func(w variant) bool { return w.SKU == v.SKU })
		if err := c.shelve(ctx, v.ID, p.Variants[i].Stock); err != nil {
			return false, err
		}
	}
	return true, nil
}

// shelve sets what lies on the shelf of a variant. On a busy machine ordering may not have heard of a new one yet.
func (c *client) shelve(ctx context.Context, variantID string, onHand int) error {
	for attempt := 1; ; attempt++ {
		err := c.call(ctx, http.MethodPut, "/v1/admin/stock/"+variantID, map[string]int{"onHand": onHand}, nil)
		var p *problem
		if attempt == 20 || !errors.As(err, &p) || p.Status != http.StatusNotFound {
			return err
		}
		select {
		case <-time.After(250 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// body is the product as the API takes it.
func (p product) body(public, brandID, categoryID string) map[string]any {
	tax := "standard"
	for _, k := range demo.Categories {
		if k.Slug == p.Category && k.Tax != "" {
			tax = k.Tax
		}
	}
	variants := make([]map[string]any, len(p.Variants))
	for i, v := range p.Variants {
		tiers := []map[string]any{}
		for quantity, price := range v.Tiers {
			tiers = append(tiers, map[string]any{"minQuantity": quantity, "price": price})
		}
		variants[i] = map[string]any{
			"sku": v.SKU, "options": v.Options, "price": v.Price, "compareAtPrice": v.Was, "wholesalePrices": tiers, "weightGrams": v.Weight,
		}
	}
	return map[string]any{
		"name": p.Name, "slug": p.slug(), "description": p.Text, "brandId": brandID, "categoryIds": []string{categoryID}, "status": "active", "taxClass": tax,
		"images": []map[string]string{{"url": public + picturePath(p), "alt": p.Name}}, "variants": variants,
	}
}

// isTaken tells whether err says that there is one with this slug or these SKUs.
func isTaken(err error) bool {
	var p *problem
	return errors.As(err, &p) && (p.Code == "slug_taken" || p.Code == "sku_taken")
}
