package ordering

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// A search in a shop with 100 000 orders, or 1 000 000 at the full sizes, takes at most 50 ms. What
// it looks for makes no difference, but for a house number: it is too short for the index, so that
// SQL reads the text of every order to the street, at the full sizes 65 000.
func TestSearchAtScale(t *testing.T) {
	t.Parallel()
	const bar = 50 * time.Millisecond
	n := 100_000
	if *full {
		n = 1_000_000
	}
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) { // one after the other: each would measure the other
			s := busyShop(t, dialect, n, 1)
			began := s.Clock.Now()
			if err := orderIndex.Job(s.DB, s.Clock).Do(t.Context()); err != nil {
				t.Fatal(err)
			}
			t.Logf("indexed in %v, %s", s.Clock.Now().Sub(began), s.sizeOfIndex(t))
			kit.Vacuum(t, s.DB)
			o := row[order](t, s.setup, "number", "ORD-0000012345")
			first, last, _ := strings.Cut(o.BuyerName, " ")
			for what, typed := range map[string]string{
				"a number": o.Number, "a part of a number": o.Number[7:], "an email": o.BuyerEmail, "a part of an email": o.BuyerEmail[3:20],
				"a name": o.BuyerName, "a last name": last, "a part of a name": last[2:], "a frequent word": "gmail", "a word of all": "moka",
				"a frequent name": first, "nothing": "xqzwkv", "a misspelt name": last[:4] + "x" + last[5:],
				"a frequent word and a rare one": "moka " + last, "a street": o.ShipTo.Address, "two frequent words": "gmail moka",
			} {
				path := "/v1/admin/orders?q=" + url.QueryEscape(typed)
				found := s.admin.Do(t, "GET", path, nil).Require(t, 200).Number("meta.total")
				t.Logf("%s: %q finds %v", what, typed, found)
				if (found == 0) != (what == "nothing") {
					t.Errorf("%s: %q finds %v", what, typed, found)
				}
				bar := bar
				if *full && what == "a street" {
					bar = time.Second
				}
				kit.RequireWithin(t, dialect+": "+what, bar, func() { s.admin.Do(t, "GET", path, nil).Require(t, 200) })
			}
		})
	}
}

// sizeOfIndex is how much the postings take up, and the orders without them.
func (s *setup) sizeOfIndex(t *testing.T) string {
	t.Helper()
	var size struct{ Rows, Index, Orders int64 }
	query := `SELECT (SELECT count(*) FROM search_postings) AS rows,
		pg_total_relation_size('search_postings') + pg_total_relation_size('search_segments') AS "index",
		pg_total_relation_size('ordering_orders') + pg_total_relation_size('ordering_order_items') AS orders`
	if database.Dialect(s.DB) == database.SQLite {
		query = `SELECT (SELECT count(*) FROM search_postings) AS rows,
			(SELECT sum(8 + length(positions)) FROM search_postings) + (SELECT sum(length(row_ids)) FROM search_segments) AS "index",
			(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS orders`
	}
	if err := s.DB.Raw(query).Scan(&size).Error; err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d postings, %d MB beside %d MB", size.Rows, size.Index>>20, size.Orders>>20)
}

// Lists of a shop with 100 000 orders and variants take at most three times as long as those of a
// shop with 100. Searches (?q) are not among them: they read every row.
func TestListsAtScale(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) { // one after the other: each would measure the other
			small, large := busyShop(t, dialect, 100, 1), busyShop(t, dialect, 100_000, 1)
			if total := large.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200).Number("meta.total"); total != 100_000 {
				t.Fatalf("%v orders", total)
			}
			for _, list := range []string{
				"/v1/orders", "/v1/orders?status=placed", "/v1/orders?limit=5&page=2",
				"/v1/admin/orders", "/v1/admin/orders?status=processing", "/v1/admin/orders?paymentStatus=paid&fulfillmentStatus=shipped",
				"/v1/admin/orders?from=2026-01-01T00:00:10Z&to=2026-01-01T00:00:40Z",
				"/v1/admin/stock", "/v1/admin/stock?below=3", "/v1/admin/stock?sort=name", "/v1/admin/stock?sort=-available",
				"/v1/admin/stock?low=true",
			} {
				get := func(s shopOf) func() {
					caller := s.admin
					if !strings.HasPrefix(list, "/v1/admin") {
						caller = s.first
					}
					return func() { caller.Do(t, "GET", list, nil).Require(t, 200) }
				}
				kit.RequireScale(t, list, get(small), get(large))
			}
		})
	}
}

// shopOf is the module with a buyer who has 20 orders.
type shopOf struct {
	*setup
	first *kit.API
}

// The reports of a shop with 100 000 orders in 347 days take at most 100 ms: what was sold in 30 of
// them, what in the whole year, and how many orders there are of each stage.
func TestReportsAtScale(t *testing.T) {
	t.Parallel()
	worst := time.Date(2026, 12, 1, 22, 0, 0, 0, time.UTC) // the sums of November are not kept yet
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) { // one after the other: each would measure the other
			s := busyShop(t, dialect, 100_000, 300)
			s.cancelEveryTwentieth(t)
			s.Clock.Advance(worst.Sub(s.Clock.Now()))
			s.sumPastMonths(t)
			s.admin = s.AsUser(t, principal(s.adminID, auth.RoleAdmin))
			for report, bar := range map[string]time.Duration{
				"/v1/admin/orders/counts": 100 * time.Millisecond,
				"/v1/admin/sales?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z&timeZone=Europe/Berlin": 100 * time.Millisecond,
				"/v1/admin/sales?from=2025-12-31T23:00:00Z&to=2026-12-31T23:00:00Z&timeZone=Europe/Berlin": 100 * time.Millisecond,
			} {
				kit.RequireWithin(t, report, bar, func() { s.admin.Do(t, "GET", report, nil).Require(t, 200) })
			}
		})
	}
}

// cancelEveryTwentieth cancels orders of busyShop.
func (s *setup) cancelEveryTwentieth(t *testing.T) {
	t.Helper()
	const every = ` IN (SELECT id FROM ordering_orders WHERE substr(number, 13) IN ('00', '20', '40', '60', '80'))`
	for _, statement := range []string{
		`UPDATE ordering_sales_changes SET cancelled_cents = 1000, tax_cents = 160 WHERE order_id` + every,
		`INSERT INTO ordering_sales_lines SELECT i.id, o.placed_at, i.product_id, i.name, 1, 1000
			FROM ordering_order_items i JOIN ordering_orders o ON o.id = i.order_id WHERE o.id` + every,
		`UPDATE ordering_orders SET status = 'cancelled', cancelled_at = placed_at, cancellation_reason = 'x',
			cancelled_cents = total_cents WHERE id` + every,
	} {
		if err := s.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	kit.Vacuum(t, s.DB)
}

// syllables is an expression in SQL for one of 20 syllables.
func syllables(number string) string {
	return "substr('bakodefigohulamenipoqurasetivoxubrecha', 1 + 2 * ((" + number + ") % 19), 2) || CASE (" + number +
		") % 2 WHEN 0 THEN 'n' ELSE 'r' END"
}

// busyShop is the module without its jobs, with n orders of one line, 20 for each buyer, as many
// seconds apart as given, and as many variants as orders, up to 100 000.
func busyShop(t *testing.T, dialect string, n, seconds int) shopOf {
	t.Helper()
	s := newSetup(t, moduletest.On(t, dialect, idle()))
	uuid := func(kind, number string) string {
		if dialect == database.SQLite {
			return "printf('00000000-" + kind + "-7000-8000-%012x', " + number + ")"
		}
		return "CAST('00000000-" + kind + "-7000-8000-' || lpad(to_hex(" + number + "), 12, '0') AS uuid)"
	}
	padded, at := "lpad(CAST(i AS text), 10, '0')", fmt.Sprintf("timestamptz '2026-01-01 00:00:00+00' + i * interval '%d seconds'", seconds)
	if dialect == database.SQLite {
		padded, at = "printf('%010d', i)",
			fmt.Sprintf("strftime('%%Y-%%m-%%d %%H:%%M:%%S', '2026-01-01', '+' || (i * %d) || ' seconds') || '+00:00'", seconds)
	}
	first, last := syllables("i"), syllables("i / 20 % 20")+" || "+syllables("i / 400 % 20")+" || "+syllables("i / 8000")
	email := first + " || '.' || " + last + " || i || CASE i % 3 WHEN 0 THEN '@gmail.com' ELSE '@example.org' END"
	street := syllables("i / 7") + " || 'str. ' || (i % 100)"
	for _, statement := range []string{
		`INSERT INTO ordering_variants (id, product_id, sku, name, search, options, image_url, tax_class, price_cents, tiers, sold, seq)
			SELECT ` + uuid("0001", "i") + `, ` + uuid("0002", "i") + `, 'SKU-' || substr(` + padded +
			`, 4), 'Moka', 'moka' || ` + padded + `,
			'{}', NULL, 'standard', 1000, '[]', TRUE, 1 FROM n`,
		`INSERT INTO ordering_stock (variant_id, on_hand, reserved, announced, peak, updated_at, version) SELECT ` + uuid("0001", "i") +
			`, 10 + i % 1000, 10, i % 1000, i % 1000, ` + at + `, 1 FROM n`,
		`INSERT INTO ordering_orders (id, number, user_id, cart_id, status, payment_status, fulfillment_status, locale, buyer_email, buyer_name,
			buyer_erased, search,
			ship_to_name, ship_to_address, ship_to_country, recipient, shipping_method_id, shipping_method_name, payment_method,
			subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, paid_cents, refunding_cents, refunded_cents, returned_cents,
				discounts, units,
			placed_at, paid_at, created_at, updated_at)
			SELECT ` + uuid("0003", "i") + `, 'ORD-' || ` + padded + `, ` + uuid("0004", fmt.Sprint("i % ", n/20)) + `, ` + uuid("0005", "i") + `,
			CASE i % 2 WHEN 0 THEN 'placed' ELSE 'processing' END, 'paid', CASE i % 4 WHEN 1 THEN 'shipped' ELSE 'unfulfilled' END, 'en',
			` + email + `, ` + first + ` || ' ' || ` + last + `, FALSE,
			'ord-' || ` + padded + ` || ' ' || ` + email + ` || ' ' || ` + first + ` || ' ' || ` + last + ` || ' ' || ` + street + ` || ' moka sku',
			` + first + ` || ' ' || ` + last + `, ` + street + `, 'DE', 'self', ` + uuid("0006", "1") + `, 'Standard', 'invoice',
			1000, 0, 0, 160, 1000, 1000, 0, 0, 0, '[]', 1, ` + at + `, ` + at + `, ` + at + `, ` + at + ` FROM n`,
		`INSERT INTO ordering_order_items (id, order_id, position, product_id, variant_id, sku, name, options, image_url, unit_price_cents,
			quantity,
			line_total_cents, discount_cents, tax_rate, shipped, delivered, in_return, returned) SELECT ` + uuid("0007", "i") + `, ` +
			uuid("0003", "i") + `, 0, ` + uuid("0002", "i % 500") + `, ` + uuid("0001", "i") + `,
			'SKU', 'Moka', '{}', NULL, 1000, 1, 1000, 0, 1900, 0, 0, 0, 0 FROM n`,
		`INSERT INTO ordering_sales_changes SELECT ` + uuid("0003", "i") + `, ` + at + `, 1000, 0, 0, 0 FROM n`,
	} {
		// A busy machine must not run into the statement timeout.
		const slice, mostVariants = 2_000, 100_000
		n := n
		if !strings.Contains(statement, "ordering_order") {
			n = min(n, mostVariants)
		}
		for from := 1; from <= n; from += slice {
			numbers := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT", from,
				min(n, from+slice-1))
			if err := s.DB.Exec(strings.Replace(statement, "SELECT", numbers, 1)).Error; err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.DB.Model(&count{}).Where("name = ?", countOfVariants).Update("n", min(n, 100_000)).Error; err != nil {
		t.Fatal(err)
	}
	kit.Vacuum(t, s.DB)
	buyer := s.AsUser(t, auth.Principal{
		UserID: "00000000-0004-7000-8000-000000000001", SessionID: "00000000-0004-7000-8000-000000000002", Role: auth.RoleCustomer,
	})
	return shopOf{s, buyer}
}
