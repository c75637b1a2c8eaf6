package database_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/id"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type brand struct {
	ID     string
	Slug   string
	Name   string
	MadeAt time.Time
	GoneAt *time.Time
}

func (brand) TableName() string { return "shop_brands" }

func newBrand() *brand {
	unique := id.New()
	return &brand{ID: unique, Slug: unique, Name: unique, MadeAt: clock.System().Now()}
}

func create(b *brand) func(tx *gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB { return tx.Create(b) }
}

type product struct {
	ID      string
	BrandID string
	Stock   int64
}

func (product) TableName() string { return "shop_products" }

func count(t *testing.T, db *gorm.DB, model any) int64 {
	t.Helper()
	var n int64
	if err := db.Model(model).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}
