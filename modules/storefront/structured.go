package storefront

import (
	"net/url"
	"strings"
	"time"

	"orderd/platform/money"
)

// structured is what search engines read of a page: an object of schema.org's vocabulary, as
// JSON-LD. What the shop does not know is left out, and nothing is in it that the page or the
// shop's settings do not say as well.
type structured map[string]any

const schemaOrg = "https://schema.org"

// graph is several objects in one.
func graph(objects ...structured) structured {
	return structured{"@context": schemaOrg, "@graph": objects}
}

// address is the public address of a page, by which others know it.
func (f frame) address(path string) string { return f.v.site.public.String() + f.To(path) }

// StructuredData is that of the product: its variants are offers.
func (p productView) StructuredData() structured {
	data := structured{
		"@context": schemaOrg, "@type": "Product", "name": p.Product.Name, "url": p.address("/p/" + p.Product.Slug),
	}
	var images []string
	for _, i := range p.Product.Images {
		images = append(images, i.URL)
	}
	if len(images) > 0 {
		data["image"] = images
	}
	if d := p.Product.DescriptionText(); d != "" {
		data["description"] = d
	}
	p.Product.identify(data)
	if b := p.Product.Brand; b != nil {
		data["brand"] = structured{"@type": "Brand", "name": b.Name, "url": p.address("/b/" + b.Slug)}
	}
	if r := p.Product.Rating; r.Average != nil {
		data["aggregateRating"] = structured{
			"@type": "AggregateRating", "ratingValue": *r.Average, "reviewCount": r.Count, "bestRating": 5, "worstRating": 1,
		}
	}
	var reviews []structured
	for _, r := range p.Reviews.Data {
		reviews = append(reviews, r.structured())
	}
	if len(reviews) > 0 {
		data["review"] = reviews
	}
	var offers []structured
	for _, o := range p.Product.Variants {
		offers = append(offers, p.offer(o))
	}
	if len(offers) > 0 {
		data["offers"] = offers
	}
	return data
}

// conditions are the conditions of goods, as schema.org names them.
var conditions = map[string]string{
	"new": schemaOrg + "/NewCondition", "refurbished": schemaOrg + "/RefurbishedCondition",
	"used": schemaOrg + "/UsedCondition",
}

// identify adds the numbers by which others know the product, and its condition. A product with
// several variants has no barcode of its own: its offers have them.
func (p product) identify(data structured) {
	if p.MPN != nil {
		data["mpn"] = *p.MPN
	}
	if condition := conditions[p.Condition]; condition != "" {
		data["itemCondition"] = condition
	}
	if len(p.Variants) == 1 && p.Variants[0].GTIN != nil {
		data["gtin"] = *p.Variants[0].GTIN
	}
}

// offer is a variant, with the price that everybody pays.
func (p productView) offer(o variant) structured {
	availability := schemaOrg + "/OutOfStock"
	if o.Available > 0 {
		availability = schemaOrg + "/InStock"
	}
	name := []string{p.Product.Name}
	for _, option := range p.Product.Options {
		if value := o.Options[option.Name]; value != "" {
			name = append(name, value)
		}
	}
	data := structured{
		"@type": "Offer", "name": strings.Join(name, ", "), "sku": o.SKU, "availability": availability,
		"price": o.Price.String(), "priceCurrency": money.Currency,
		"url": p.address("/p/"+p.Product.Slug) + "?" + url.Values{"variant": {o.SKU}}.Encode(),
	}
	if condition := conditions[p.Product.Condition]; condition != "" {
		data["itemCondition"] = condition
	}
	if o.GTIN != nil {
		data["gtin"] = *o.GTIN
	}
	if specs := p.priceSpecifications(o); len(specs) > 0 {
		data["priceSpecification"] = specs
	}
	return data
}

// unitCodes are the units by their codes (UN/ECE Recommendation 20).
var unitCodes = map[string]string{"kg": "KGM", "l": "LTR", "m": "MTR", "m2": "MTK", "m3": "MTQ"}

// priceSpecifications are what the price of the variant is compared with, and how much it is for. A
// small business has no VAT to say anything about.
func (p productView) priceSpecifications(v variant) (all []structured) {
	spec := func(price money.Cents) structured {
		said := structured{"@type": "UnitPriceSpecification", "price": price.String(), "priceCurrency": money.Currency}
		if !p.Shop().SmallBusiness {
			said["valueAddedTaxIncluded"] = !p.PlusVAT()
		}
		return said
	}
	if v.CompareAtPrice != nil {
		was := spec(*v.CompareAtPrice)
		was["priceType"] = schemaOrg + "/StrikethroughPrice"
		if v.CompareAtKind == compareAtRRP {
			was["priceType"] = schemaOrg + "/MSRP"
		}
		all = append(all, was)
	}
	if c := v.Content; c != nil && unitCodes[c.Unit] != "" {
		quantity := func(value string) structured {
			return structured{"@type": "QuantitativeValue", "value": value, "unitCode": unitCodes[c.Unit]}
		}
		unit, reference := spec(v.Price), quantity(c.Amount.String())
		reference["valueReference"] = quantity("1")
		unit["referenceQuantity"] = reference
		all = append(all, unit)
	}
	return all
}

// structured is the review as a part of its product.
func (r review) structured() structured {
	data := structured{
		"@type": "Review", "author": structured{"@type": "Person", "name": r.Author.DisplayName},
		"reviewRating":  structured{"@type": "Rating", "ratingValue": r.Rating, "bestRating": 5, "worstRating": 1},
		"datePublished": r.CreatedAt.Format(time.DateOnly),
	}
	if r.Message != nil {
		data["reviewBody"] = *r.Message
	}
	return data
}

// Trail is the way to the product, from the home page.
func (p productView) Trail() structured {
	return p.trail(append(p.Crumbs, crumb{p.Product.Name, "/p/" + p.Product.Slug}))
}

// Trail is the way to the list, from the home page.
func (l listView) Trail() structured { return l.trail(append(l.Crumbs, crumb{l.Heading, l.Path})) }

func (f frame) trail(crumbs []crumb) structured {
	var items []structured
	for i, c := range append([]crumb{{f.Shop().Name, "/"}}, crumbs...) {
		items = append(items, structured{
			"@type": "ListItem", "position": i + 1, "name": c.Name, "item": f.address(c.Path),
		})
	}
	return structured{"@context": schemaOrg, "@type": "BreadcrumbList", "itemListElement": items}
}

// StructuredData is that of the shop: who sells and on what terms, and where its search is.
func (h homeView) StructuredData() structured {
	site := h.address("/")
	return graph(h.organization(), structured{
		"@type": "WebSite", "@id": site + "#site", "name": h.Shop().Name, "url": site, "inLanguage": h.Language(),
		"publisher": structured{"@id": site + "#shop"},
		"potentialAction": structured{
			"@type": "SearchAction", "query-input": "required name=q",
			"target": structured{"@type": "EntryPoint", "urlTemplate": h.address("/search") + "?q={q}"},
		},
	})
}

// organization is who sells, with what the shop says of returns and deliveries.
func (h homeView) organization() structured {
	shop := h.Shop()
	site := h.address("/")
	data := structured{"@type": "OnlineStore", "@id": site + "#shop", "name": shop.Name, "url": site}
	for name, value := range map[string]*string{"email": shop.Email, "telephone": shop.Phone} {
		if value != nil {
			data[name] = *value
		}
	}
	if shop.Logo != nil {
		data["logo"] = shop.Logo.URL
	}
	if s := shop.Seller; s != nil {
		data["legalName"] = s.Name
		data["address"] = s.structured()
		if s.VATID != nil {
			data["vatID"] = *s.VATID
		}
	}
	if policy := h.returnPolicy(); policy != nil {
		data["hasMerchantReturnPolicy"] = policy
	}
	if conditions := shop.freeDelivery(); len(conditions) > 0 {
		data["hasShippingService"] = structured{"@type": "ShippingService", "shippingConditions": conditions}
	}
	return data
}

// structured is the seller's address.
func (s seller) structured() structured {
	data := structured{"@type": "PostalAddress", "addressCountry": s.Country}
	if s.Line1 != nil {
		street := *s.Line1
		if s.Line2 != nil {
			street += ", " + *s.Line2
		}
		data["streetAddress"] = street
	}
	if s.PostalCode != nil {
		data["postalCode"] = *s.PostalCode
	}
	if s.City != nil {
		data["addressLocality"] = *s.City
	}
	return data
}

// returnPolicy is for how long, from where and how goods go back; nil where the shop takes none.
func (h homeView) returnPolicy() structured {
	shop := h.Shop()
	if shop.ReturnDays == 0 {
		return nil
	}
	policy := structured{
		"@type": "MerchantReturnPolicy", "applicableCountry": append([]string{shop.Country}, shop.otherCountries()...),
		"returnPolicyCountry":  shop.Country,
		"returnPolicyCategory": schemaOrg + "/MerchantReturnFiniteReturnWindow", "merchantReturnDays": shop.ReturnDays,
		"returnMethod": schemaOrg + "/ReturnByMail",
	}
	if h.PageOf("withdrawal") != "" {
		policy["merchantReturnLink"] = h.v.site.public.String() + h.PageOf("withdrawal")
	}
	return policy
}

// freeDelivery are the conditions on which the shop delivers for nothing, by country. What a
// delivery costs below hangs on its weight and way, and is not said here.
func (s shop) freeDelivery() (conditions []structured) {
	for _, d := range s.Destinations {
		if d.Country == nil || d.FreeFrom == nil {
			continue
		}
		conditions = append(conditions, structured{
			"@type": "ShippingConditions", "shippingOrigin": structured{"@type": "DefinedRegion", "addressCountry": s.Country},
			"shippingDestination": structured{"@type": "DefinedRegion", "addressCountry": *d.Country},
			"orderValue": structured{
				"@type": "MonetaryAmount", "minValue": d.FreeFrom.String(), "currency": money.Currency,
			},
			"shippingRate": structured{"@type": "MonetaryAmount", "value": "0.00", "currency": money.Currency},
		})
	}
	return conditions
}
