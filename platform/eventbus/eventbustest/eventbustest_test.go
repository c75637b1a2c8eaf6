package eventbustest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
)

type placed struct {
	Order string `json:"order"`
	Lines []int  `json:"lines"`
}

func (placed) EventName() string  { return "shop.placed.v1" }
func (e placed) EventKey() string { return e.Order }

type shipped struct {
	Order string `json:"order"`
}

func (shipped) EventName() string  { return "shop.shipped.v1" }
func (e shipped) EventKey() string { return e.Order }

func TestRecord(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		bus, err := eventbus.New(db, eventbus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		eventbus.On(bus, eventbus.Consumer{Name: "depot.orders"}, func(ctx context.Context, tx *gorm.DB, m eventbus.Message[placed]) error {
			return eventbus.Publish(ctx, tx, shipped{Order: m.Key})
		})
		if err := bus.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := bus.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		publish := func(requestID, order string) {
			ctx := eventbus.WithCause(t.Context(), eventbus.Cause{RequestID: requestID})
			err := database.InTx(ctx, db, func(tx *gorm.DB) error { return eventbus.Publish(ctx, tx, placed{Order: order, Lines: []int{1}}) })
			if err != nil {
				t.Fatal(err)
			}
		}
		publish("req-1", "before")
		Drain(t, db)
		log := Record(t, db)
		log.RequireExactly(t)
		publish("req-2", "b")
		publish("req-3", "a")
		log.RequireExactly(t, placed{Order: "a", Lines: []int{1}}, shipped{Order: "a"}, placed{Order: "b", Lines: []int{1}}, shipped{Order: "b"})
		RequireExactly(t, db, "req-3", "shop.shipped.v1", "shop.placed.v1")
		RequireExactly(t, db, "req-4")
		if got := Of[shipped](log); len(got) != 2 {
			t.Errorf("shipped: %v", got)
		}
		if got := log.Names(); len(got) != 4 {
			t.Errorf("names: %v", got)
		}
	}, eventbus.Migrations())
}

func TestGolden(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shop.shipped.v1.json"), []byte("{\n  \"order\": \"a\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	Golden(t, dir, shipped{Order: "a"})
}
