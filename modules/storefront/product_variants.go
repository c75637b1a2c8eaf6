package storefront

import (
	"cmp"
	"net/url"
	"slices"

	"orderd/platform/money"
)

// choose takes the variant of the SKU, else the first one that is to be had, and makes the links to
// the others.
func (p *productView) choose(v *visit, sku string) {
	all := p.Product.Variants
	p.Pictures = p.Product.Images
	at := slices.IndexFunc(all, func(o variant) bool { return o.SKU == sku })
	if at < 0 {
		at = slices.IndexFunc(all, func(o variant) bool { return o.Available > 0 })
	}
	if len(all) == 0 {
		return
	}
	p.Chosen = &all[max(at, 0)]
	if p.Chosen.MediaID != nil {
		p.Pictures = firstWith(p.Product.Images, *p.Chosen.MediaID)
	}
	for _, o := range p.Product.Options {
		p.Options = append(p.Options, p.optionView(v, o))
	}
}

// firstWith are the pictures with the one of the id in front.
func firstWith(all []*image, mediaID string) []*image {
	sorted := slices.Clone(all)
	isOwn := func(i *image) int {
		if i.MediaID != nil && *i.MediaID == mediaID {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(sorted, func(a, b *image) int { return cmp.Compare(isOwn(a), isOwn(b)) })
	return sorted
}

// optionView links each value of the option to the variant that has it and all other options of the
// chosen one; where there is none, to the first variant with the value.
func (p *productView) optionView(v *visit, o option) optionView {
	view := optionView{Name: o.Name, Value: p.Chosen.Options[o.Name]}
	prices := map[money.Cents]bool{}
	for _, value := range o.Values {
		found := p.closest(o.Name, value)
		if found == nil {
			continue
		}
		prices[found.Price] = true
		view.Values = append(view.Values, optionChoice{
			Value: value, SKU: found.SKU, URL: v.to("/p/" + p.Product.Slug + "?" + url.Values{"variant": {found.SKU}}.Encode()),
			Price: &found.Price, PerUnit: found.UnitPrice, On: value == view.Value, Gone: found.Available <= 0,
		})
	}
	if len(prices) == 1 { // the price above the options says it
		for i := range view.Values {
			view.Values[i].Price, view.Values[i].PerUnit = nil, nil
		}
	}
	return view
}

// closest is the variant with the value whose other options differ least from the chosen one's.
func (p *productView) closest(name, value string) *variant {
	var best *variant
	fewest := len(p.Product.Options) + 1
	for i := range p.Product.Variants {
		candidate := &p.Product.Variants[i]
		if candidate.Options[name] != value {
			continue
		}
		differing := 0
		for _, o := range p.Product.Options {
			if o.Name != name && candidate.Options[o.Name] != p.Chosen.Options[o.Name] {
				differing++
			}
		}
		if differing < fewest {
			best, fewest = candidate, differing
		}
	}
	return best
}
