package eventbus

import (
	"errors"
	"fmt"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

var errRollback = errors.New("roll back")

// BenchmarkClaimBesideHeld is the time of a claim of one delivery, with its transaction, beside
// held deliveries behind 50 dead ones of the same consumer.
func BenchmarkClaimBesideHeld(b *testing.B) {
	for _, dialect := range kit.Dialects {
		f := newFixture(b, kit.Open(b, kit.NewURL(b, dialect, Migrations()), Migrations()), Options{})
		f.subscribe("mail.orders", placed{}.EventName())
		f.publish(placed{"other", 1})
		consumer := newConsumer(Consumer{Name: "mail.orders"})
		consumer.subscribe(placed{}.EventName(), &subscription{})
		w := newWorker(f.bus, consumer)
		for _, step := range []struct {
			held    int
			prepare func()
		}{
			{0, func() {}},
			{20_000, func() { f.publishHeld("mail.orders", 50, 20_000) }},
			{100_000, func() { f.publishBehind(50, 80_000) }},
		} {
			step.prepare()
			b.Run(fmt.Sprintf("%s/%d", dialect, step.held), func(b *testing.B) {
				for b.Loop() {
					err := database.InTx(b.Context(), f.db, func(tx *gorm.DB) error {
						claimed, _, err := w.claim(tx)
						if err == nil && len(claimed) != 1 {
							err = fmt.Errorf("claimed %d deliveries", len(claimed))
						}
						if err == nil {
							err = errRollback
						}
						return err
					})
					if !errors.Is(err, errRollback) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
