package invoices

import (
	"testing"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
)

// The bar is 100 invoices a second, each with a number and a commit of its own. Their files follow.
func BenchmarkIssue(b *testing.B) {
	for _, dialect := range kit.Dialects {
		b.Run(dialect, func(b *testing.B) {
			s := newSetup(b, dialect)
			orders := make([]ordering.OrderPlaced, b.N)
			err := s.inTx(b, func(tx *gorm.DB) error {
				for k := range orders {
					orders[k] = s.example1()
					if err := copyPlaced(tx, nil, orders[k]); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			i := &issuer{clock: s.Clock, settings: copySettings(s.Copies), wake: background.NewSignal()}
			ctx := eventbus.WithActor(b.Context(), eventbus.ActorCLI)
			b.ResetTimer()
			for _, e := range orders {
				if err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
					_, err := i.issueByHand(ctx, tx, e.OrderID)
					return err
				}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "invoices/s")
		})
	}
}
