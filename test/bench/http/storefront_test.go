package http

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/test/kit"
)

// pagesOfShop are the pages of the demo shop that are measured.
var pagesOfShop = []struct{ what, path string }{
	{"home", "/"}, {"category", "/c/coffee"}, {"product", "/p/filter-mug-workshop"},
}

// BenchmarkStorefront compares the shop's pages with the interface's own answer for a product,
// which a storefront of another kind would ask for: as strangers get them, while the catalogue
// changes twice a second, and as somebody gets them who is logged in.
func BenchmarkStorefront(b *testing.B) {
	s := openShop(b)
	product := side{addr: s.addr(), next: again(get(productPage))}
	page := func(path string, headers ...string) side {
		return side{addr: s.addr(), next: again(get(path, append(headers, "Accept-Encoding: gzip")...))}
	}
	const floor = "; the floor is GET /v1/products/{id}"
	compare(b, "product list"+floor, 0, product, side{addr: s.addr(), next: again(get(productList))})
	for _, p := range pagesOfShop {
		compare(b, "page: "+p.what+", kept"+floor, 1, product, page(p.path))
	}
	stop := s.keepChanging(b)
	for _, p := range pagesOfShop {
		compare(b, "page: "+p.what+", after a change"+floor, 0.5, product, page(p.path))
	}
	stop()
	cookie := s.cookie(b)
	for _, p := range pagesOfShop {
		compare(b, "page: "+p.what+", logged in"+floor, 0, product, page(p.path, "Cookie: "+cookie))
	}
	for _, p := range pagesOfShop {
		l := drive(b, s.addr(), page(p.path).next, 64, 3*time.Second)
		table = append(table, row{
			what: "page: " + p.what + ", 64 at once", got: fmt.Sprintf("%.0f/s", l.rate), details: latencies([]load{l}),
		})
	}
}

// keepChanging changes a price every half second until stop.
func (s *shop) keepChanging(b *testing.B) (stop func()) {
	b.Helper()
	admin := s.asAdmin(b)
	found := admin.Do(b, "GET", productPage, nil).Require(b, 200)
	path := "/v1/admin/products/" + found.Text("id")
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for price := 20; ctx.Err() == nil; price++ {
			sku := fmt.Sprint("BENCH-", price)
			got := admin.Do(b, "PATCH", path, map[string]any{"description": "Mug " + sku})
			if got.Status != http.StatusOK {
				b.Errorf("a change: %d %s", got.Status, got.Body)
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(500 * time.Millisecond):
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// cookie is that of a browser in which the admin has logged in.
func (s *shop) cookie(b *testing.B) string {
	b.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	form := url.Values{"email": {adminEmail}, "password": {adminPassword}, "to": {"/cart"}}
	answer, err := browser.PostForm(s.Base+"/login", form)
	if err != nil {
		b.Fatal(err)
	}
	_ = answer.Body.Close()
	base, err := url.Parse(s.Base)
	if err != nil {
		b.Fatal(err)
	}
	var pairs []string
	for _, c := range jar.Cookies(base) {
		pairs = append(pairs, c.Name+"="+c.Value)
	}
	if len(pairs) == 0 || answer.StatusCode != http.StatusOK {
		b.Fatalf("the login: %s", answer.Status)
	}
	return strings.Join(pairs, "; ")
}

// The sizes of BenchmarkCrawler.
const (
	manyProducts = 100_000
	crawled      = 20_000
	crawlerLoad  = 8
)

// BenchmarkCrawler lets a crawler ask for 10 000 pages that have not changed, and counts what that
// asks of the database; then for 20 000 of the pages of 100 000 products, each for the first time,
// and notes the memory.
func BenchmarkCrawler(b *testing.B) {
	address := kit.PostgresURL(b)
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	statements := newRelay(b, u.Host)
	u.Host = statements.addr
	s := openShopOn(b, address, u.String())
	c := &crowd{db: kit.Open(b, address)}
	c.quiet(b)
	var slugs []string
	c.must(b, c.db.Raw(`SELECT '/p/' || slug FROM catalog_products WHERE status = 'active' UNION ALL
		SELECT '/c/' || slug FROM catalog_categories UNION ALL SELECT '/' ORDER BY 1`).Scan(&slugs).Error)
	idle := perSecond(statements, 3*time.Second) // what follows the seed is over
	crawl(b, s, slugs, int64(len(slugs)))
	before, began := statements.count(), time.Now()
	l := crawl(b, s, slugs, 10_000)
	asked := float64(statements.count()-before) - idle*time.Since(began).Seconds()
	// The shell asks twice a second whether anything has changed.
	most := 2*time.Since(began).Seconds() + 4
	table = append(table, row{
		what:  "a crawler's 10 000 pages that have not changed: statements; the floor is what may be",
		floor: fmt.Sprintf("%.0f", most), got: fmt.Sprintf("%.0f", asked), ratio: most / max(asked, 1), bar: 1,
		details: fmt.Sprintf("%.0f pages/s, %s", l.rate, latencies([]load{l})),
	})

	c.multiply(b, manyProducts)
	c.must(b, c.db.Raw(`SELECT slug FROM catalog_products WHERE status = 'active' ORDER BY id LIMIT ?`, crawled).Scan(&slugs).Error)
	api, pages := make([]string, len(slugs)), make([]string, len(slugs))
	for i, slug := range slugs {
		api[i], pages[i] = "/v1/products/"+slug, "/p/"+slug
	}
	memory := resident(b, s.Process)
	answers := crawl(b, s, api, crawled)
	first := crawl(b, s, pages, crawled)
	table = append(table, row{
		what:  "page: product, each for the first time; the floor is GET /v1/products/{id}, each for the first time",
		floor: fmt.Sprintf("%.0f/s", answers.rate), got: fmt.Sprintf("%.0f/s", first.rate), ratio: first.rate / answers.rate,
		details: latencies([]load{first}),
	}, row{
		what: fmt.Sprintf("memory after %d pages of %d products", crawled, manyProducts),
		got:  fmt.Sprintf("%.0f MiB", resident(b, s.Process)), details: fmt.Sprintf("%.0f MiB before", memory),
	})
}

// multiply copies the products of the demo shop, past the interface, until there are n.
func (c *crowd) multiply(b *testing.B, n int) {
	b.Helper()
	const copies = `FROM catalog_products p CROSS JOIN generate_series(1, %d / (SELECT count(*) FROM catalog_products)) n `
	c.must(b, c.db.Transaction(func(tx *gorm.DB) error {
		for _, statement := range []string{
			`SET LOCAL statement_timeout = 0`,
			`CREATE TEMPORARY TABLE copies ON COMMIT DROP AS SELECT p.id AS of, md5(p.id::text || n)::uuid AS id, n ` +
				fmt.Sprintf(copies, n) + `WHERE p.status = 'active'`,
			`INSERT INTO catalog_products SELECT (jsonb_populate_record(p, jsonb_build_object('id', c.id, 'slug', p.slug || '-' || c.n))).*
				FROM copies c JOIN catalog_products p ON p.id = c.of`,
			`INSERT INTO catalog_variants SELECT (jsonb_populate_record(v, jsonb_build_object('id', md5(v.id::text || c.n)::uuid,
				'product_id', c.id, 'sku', v.sku || '-' || c.n))).* FROM copies c JOIN catalog_variants v ON v.product_id = c.of`,
			`INSERT INTO catalog_placements SELECT l.category_id, c.id, l.direct FROM copies c JOIN catalog_placements l ON l.product_id = c.of`,
			`UPDATE catalog_state SET revision = revision + 1, version = version + 1`,
		} {
			if err := tx.Exec(statement).Error; err != nil {
				return err
			}
		}
		return nil
	}))
}

// crawl asks for n of the paths, one after the other, over a few connections.
func crawl(b *testing.B, s *shop, paths []string, n int64) load {
	b.Helper()
	var turn atomic.Int64
	began := time.Now()
	l := drive(b, s.addr(), func() []byte {
		i := turn.Add(1)
		if i > n {
			return nil
		}
		return []byte(get(paths[int(i)%len(paths)], "Accept-Encoding: gzip"))
	}, crawlerLoad, 5*time.Minute)
	l.rate = float64(len(l.times)) / time.Since(began).Seconds()
	return l
}

// perSecond is how many statements pass a second.
func perSecond(r *relay, d time.Duration) float64 {
	before := r.count()
	<-time.After(d)
	return float64(r.count()-before) / d.Seconds()
}
