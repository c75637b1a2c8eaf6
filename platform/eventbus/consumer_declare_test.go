package eventbus

import (
	"context"
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// A replica that starts while another declares the same consumers waits for it, however long that
// takes: the limits of its requests do not count.
func TestDeclareBesideAnotherReplica(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t, Migrations())
	first, second := kit.Open(t, url), kit.Open(t, url+"&lock_timeout=20")
	f := newFixture(t, second, Options{})
	On(f.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error { return nil })
	declared := make(chan error, 1)
	err := database.InTx(t.Context(), first, func(tx *gorm.DB) error {
		err := tx.Exec("INSERT INTO event_consumers (name, read_model, prompt) VALUES ('mail.orders', FALSE, FALSE)").Error
		if err != nil {
			return err
		}
		go func() { declared <- f.bus.DeclareConsumers(t.Context()) }()
		kit.Eventually(t, "the second waits for longer than its limit, or gives up", func() error {
			var waiting int
			err := first.Raw(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
				AND now() - query_start > interval '100 milliseconds'`).Scan(&waiting).Error
			if err == nil && waiting == 0 && len(declared) == 0 {
				err = errors.New("it does neither")
			}
			return err
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-declared; err != nil {
		t.Error(err)
	}
}
