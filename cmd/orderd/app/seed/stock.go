package seed

import (
	"context"
	"fmt"
	"net/http"
)

// stockLevel is what ordering has of a variant.
type stockLevel struct {
	VariantID, SKU string
	OnHand         int
}

// stockUp sets the stock of variants that have never had any.
func (s *seeder) stockUp(ctx context.Context, fresh []product) error {
	levels, err := s.awaitStock(ctx, fresh)
	if err != nil {
		return err
	}
	for _, p := range demo.Products {
		for _, v := range p.Variants {
			there, ok := levels[v.SKU]
			if !ok || there.OnHand > 0 || v.Stock == 0 {
				continue
			}
			path := "/v1/admin/stock/" + there.VariantID
			var ledger struct{ Meta struct{ Total int } }
			if err := s.Call(ctx, http.MethodGet, path+"/ledger?limit=1", nil, &ledger); err != nil {
				return err
			}
			if ledger.Meta.Total > 0 {
				continue // sold out, or emptied by an admin
			}
			if err := s.Call(ctx, http.MethodPut, path, map[string]int{"onHand": v.Stock}, nil); err != nil {
				return fmt.Errorf("%s: %w", v.SKU, err)
			}
		}
	}
	return nil
}

// awaitStock returns all stock by SKU, once ordering knows every new product, which on a busy
// machine may take a moment.
func (s *seeder) awaitStock(ctx context.Context, fresh []product) (map[string]stockLevel, error) {
	for attempt := 1; ; attempt++ {
		all, err := s.listStock(ctx)
		if err != nil {
			return nil, err
		}
		missing := ""
		for _, p := range fresh {
			for _, v := range p.Variants {
				if _, ok := all[v.SKU]; !ok {
					missing = v.SKU
				}
			}
		}
		switch {
		case missing == "":
			return all, nil
		case attempt == attempts:
			return nil, fmt.Errorf("%s is not in stock control", missing)
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func (s *seeder) listStock(ctx context.Context) (map[string]stockLevel, error) {
	all, err := listAll[stockLevel](ctx, s, "/v1/admin/stock")
	bySKU := map[string]stockLevel{}
	for _, one := range all {
		bySKU[one.SKU] = one
	}
	return bySKU, err
}
