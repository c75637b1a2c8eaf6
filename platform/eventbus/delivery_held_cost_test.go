package eventbus

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/id"
	"orderd/test/kit"
)

// A claim reads as many pages beside held deliveries as without any.
func TestHeldDeliveriesCostTheClaimNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	f.subscribe("mail.orders", placed{}.EventName())
	f.publish(numberedEvents("other", 1, 5)...)
	without := f.claimPages()
	f.publishHeld("mail.orders", 50, 5000)
	if with := f.claimPages(); with > without+without/2 {
		t.Errorf("a claim reads %d pages without held deliveries and %d with 5000", without, with)
	}
}

// The figures of the queues read no more pages for 20 000 held deliveries than for as many as they
// count, also before PostgreSQL has analyzed the table.
func TestHeldDeliveriesCostTheStatsLittle(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	f.subscribe("mail.orders", placed{}.EventName())
	f.execute("ALTER TABLE deliveries SET (autovacuum_enabled = off)")
	f.publishHeld("mail.orders", 50, PendingLimit)
	few := f.statsPages()
	f.publishBehind(50, 20_000-PendingLimit)
	if many := f.statsPages(); many > few+few/2 {
		t.Errorf("the figures read %d pages at %d held deliveries and %d at 20 000", few, PendingLimit, many)
	}
}

// The end of a delivery reads no more pages beside held deliveries than without any, and a retried
// one no more beside many than beside few, also before PostgreSQL has analyzed the table.
func TestHeldDeliveriesCostTheEndOfADeliveryNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	f.subscribe("mail.orders", placed{}.EventName())
	f.execute("ALTER TABLE deliveries SET (autovacuum_enabled = off)")
	f.publish(numberedEvents("other", 1, 10)...)
	without := f.handledPages("SELECT seq FROM deliveries ORDER BY seq LIMIT 5")
	f.publishHeld("mail.orders", 50, 500)
	few := f.handledPages("SELECT seq FROM deliveries WHERE holding ORDER BY seq LIMIT 5")
	f.publishBehind(50, 5000)
	with := f.handledPages("SELECT seq FROM deliveries WHERE NOT holding ORDER BY seq LIMIT 5")
	if with > without+without/2 {
		t.Errorf("the end of a delivery reads %d pages without held deliveries and %d with 5500", without, with)
	}
	if many := f.handledPages("SELECT seq FROM deliveries WHERE dead_id IS NOT NULL ORDER BY seq LIMIT 5"); many > few+few/2 {
		t.Errorf("the end of a retried delivery reads %d pages with 500 held and %d with 5500", few, many)
	}
}

// publishHeld makes dead deliveries of a consumer, one for each key, and n deliveries behind them.
func (f *fixture) publishHeld(consumer string, dead, n int) {
	f.t.Helper()
	var first []Event
	for i := range dead {
		first = append(first, placed{Order: fmt.Sprint("held-", i)})
	}
	f.publish(first...)
	for i := range dead {
		err := f.db.Exec("UPDATE deliveries SET dead_id = ?, died_at = ?, attempts = 10, holding = TRUE WHERE consumer = ? AND key = ?",
			id.New(), time.Now(), consumer, fmt.Sprint("held-", i)).Error
		if err != nil {
			f.t.Fatal(err)
		}
	}
	f.publishBehind(dead, n)
}

// publishBehind makes n deliveries behind the dead ones of publishHeld.
func (f *fixture) publishBehind(dead, n int) {
	f.t.Helper()
	for n > 0 {
		var behind []Event
		for i := range min(n, 1000) {
			behind = append(behind, placed{Order: fmt.Sprint("held-", i%dead), Number: i})
		}
		f.publish(behind...)
		n -= len(behind)
	}
}

func (f *fixture) claimPages() int {
	f.t.Helper()
	return f.pages(slices.Repeat([]string{"SELECT * FROM deliveries_next('mail.orders', '{shop.placed.v1}', now(), 20)"}, 5))
}

func (f *fixture) statsPages() int {
	f.t.Helper()
	return f.pages(slices.Repeat([]string{fmt.Sprintf("SELECT * FROM deliveries_stats(%d)", PendingLimit)}, 5))
}

// handledPages ends the deliveries that a query finds, one by one.
func (f *fixture) handledPages(query string) int {
	f.t.Helper()
	var seqs []int64
	if err := f.db.Raw(query).Scan(&seqs).Error; err != nil {
		f.t.Fatal(err)
	}
	var statements []string
	for _, seq := range seqs {
		statements = append(statements, fmt.Sprintf("SELECT deliveries_handled('mail.orders', '{%d}')", seq))
	}
	return f.pages(statements)
}

// pages returns how many pages PostgreSQL reads for one of like statements: the least of their runs
// on one connection. Some read its catalogue too: the first, and one after an autovacuum.
func (f *fixture) pages(statements []string) int {
	f.t.Helper()
	var runs []int
	err := f.db.Connection(func(db *gorm.DB) error {
		for _, statement := range statements {
			var plan string
			if err := db.Raw("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement).Scan(&plan).Error; err != nil {
				return err
			}
			read, err := pagesOf(plan)
			if err != nil {
				return err
			}
			runs = append(runs, read)
		}
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return slices.Min(runs)
}

// pagesOf returns the pages in the output of EXPLAIN.
func pagesOf(plan string) (int, error) {
	var nodes [1]struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	err := json.Unmarshal([]byte(plan), &nodes)
	return nodes[0].Plan.Hit + nodes[0].Plan.Read, err
}

func (f *fixture) execute(statement string) {
	f.t.Helper()
	if err := f.db.Exec(statement).Error; err != nil {
		f.t.Fatal(err)
	}
}
