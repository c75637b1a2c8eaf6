package demo

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"orderd/cmd/orderd/app/client"
	"orderd/platform/money"
)

// What the day buys: variants of the demo shop.
const (
	beans   = "NL-HOUSE-250"
	kilo    = "NL-HOUSE-1000"
	tea     = "LW-ASSAM-100"
	papers  = "KA-PAPER-02"
	cups    = "EL-ESPR-WHITE"
	kettle  = "KA-GOOSE-STOVE"
	machine = "KA-UNO-RED"
	tower   = "KA-TOWER-1"
)

// startingStock is what the day needs in stock: SKU, slug of the product, units.
var startingStock = []struct {
	sku, slug string
	pieces    int
}{
	{beans, "nordlicht-house-espresso", 80}, {kilo, "nordlicht-house-espresso", 10}, {tea, "assam-second-flush", 10},
	{papers, "filter-papers", 20},
	{cups, "espresso-cup-elbe", 20}, {kettle, "gooseneck-kettle", 5}, {machine, "espresso-machine-uno", 2},
	{tower, "cold-brew-tower", 1},
}

// shopItem is what can be bought.
type shopItem struct {
	productID, variantID string
	price                money.Cents
}

// openShop browses as a visitor does, and restocks what an earlier day has sold.
func (d *day) openShop() {
	d.login(d.admin)
	visitor := d.visitor()
	shop := get[list[product]](d, visitor, "/v1/products?limit=1")
	brands, categories := get[list[object]](d, visitor, "/v1/brands"), get[list[object]](d, visitor, "/v1/categories")
	d.printStep("Visitor", fmt.Sprintf("sees %d products, %d brands, %d categories", shop.Meta.Total, brands.Meta.Total,
		categories.Meta.Total), "", "")
	pictured := 0
	for _, w := range startingStock {
		p, v := d.find(w.sku, w.slug)
		d.goods[w.sku] = shopItem{p.ID, v.ID, v.Price}
		d.check(p.Name+": wholesale prices that a visitor sees", len(v.WholesalePrices), 0)
		if len(p.Images) > 0 { // they come after the goods
			d.picture(p)
			pictured++
		}
		stockPath := "/v1/admin/stock/" + v.ID
		if get[stock](d, d.admin, stockPath).Available < w.pieces {
			post[object](d, d.admin, stockPath+"/adjust", object{"delta": w.pieces, "reason": "A delivery in the morning."})
			d.printStep("Admin", fmt.Sprintf("restocks %d × %s", w.pieces, p.Name), "", "")
		}
	}
	d.check("products show their pictures", pictured > 0, true)
	var found list[product]
	d.await("products in stock are found for a misspelt word", func() error {
		if found = get[list[product]](d, visitor, "/v1/products?q=cofee&inStock=true"); found.Meta.Total == 0 {
			return errors.New("none")
		}
		return nil
	})
	d.printStep("Visitor", fmt.Sprintf("searches for \"cofee\" and finds %d that are in stock", found.Meta.Total), "", "")
}

// find is the product with the variant.
func (d *day) find(sku, slug string) (p product, v productVariant) {
	visitor := d.visitor()
	err := visitor.Call(d.ctx, http.MethodGet, "/v1/products/"+slug, nil, &p)
	if client.IsProblem(err, "product_not_found", "not_found") {
		err = errors.New("this is not the demo shop: `orderd seed` brings it")
	}
	if err != nil {
		panic(abort{err})
	}
	for _, v := range p.Variants {
		if v.SKU == sku {
			return p, v
		}
	}
	panic(abort{fmt.Errorf("%s is not sold any more", sku)})
}

// picture checks that the product's picture can be seen, by way of the address that the day calls.
func (d *day) picture(p product) {
	if d.check(p.Name+": pictures", len(p.Images), 2); len(p.Images) == 0 {
		return
	}
	address, err := url.Parse(p.Images[0].URL)
	if err != nil {
		panic(abort{err})
	}
	request, err := http.NewRequestWithContext(d.ctx, http.MethodGet, d.url+address.Path, nil)
	if err != nil {
		panic(abort{err})
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(abort{err})
	}
	answer.Body.Close()
	d.check(p.Images[0].URL, answer.Status+" "+answer.Header.Get("Content-Type"), "200 OK image/jpeg")
}
