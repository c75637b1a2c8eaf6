package eventbus

import (
	"testing"

	"gorm.io/gorm"
)

// The poll finds deliveries of a publisher that sent no signal: a command, another process.
func TestThePollFindsDeliveriesWithoutASignal(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, got.handle)
		f.start()
		f.publish(placed{Order: "a"})
		got.wait(t, 1)
		f.awaitIdle()
		err := db.Exec(`INSERT INTO deliveries (consumer, seq, name, key, prompt) SELECT 'mail.orders', seq, name, key, FALSE FROM events`).Error
		if err != nil {
			t.Fatal(err)
		}
		got.wait(t, 2)
	})
}
