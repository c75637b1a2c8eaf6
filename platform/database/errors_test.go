package database_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestConstraintErrors(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := newBrand()
		write := func(fn func(tx *gorm.DB) error) error { return database.InTx(t.Context(), db, fn) }
		err := write(func(tx *gorm.DB) error {
			return errors.Join(tx.Create(b).Error, tx.Create(&product{ID: id.New(), BrandID: b.ID}).Error)
		})
		if err != nil {
			t.Fatal(err)
		}
		sameID, sameSlug, sameName, noName := newBrand(), newBrand(), newBrand(), newBrand()
		sameID.ID, sameSlug.Slug, sameName.Name, noName.Name = b.ID, b.Slug, strings.ToUpper(b.Name), ""

		for _, row := range []struct {
			what  string
			do    func(tx *gorm.DB) error
			is    error
			names []string
		}{
			{"primary key", func(tx *gorm.DB) error {
				return tx.Create(sameID).Error
			}, gorm.ErrDuplicatedKey, []string{"shop_brands_pkey", "shop_brands.id"}},
			{"unique", func(tx *gorm.DB) error {
				return tx.Create(sameSlug).Error
			}, gorm.ErrDuplicatedKey, []string{"shop_brands_slug_key", "shop_brands.slug"}},
			{"unique index", func(tx *gorm.DB) error { return tx.Create(sameName).Error }, gorm.ErrDuplicatedKey, []string{"shop_brands_lower_key"}},
			{"check", func(tx *gorm.DB) error { return tx.Create(noName).Error }, gorm.ErrCheckConstraintViolated, nil},
			{"foreign key", func(tx *gorm.DB) error {
				return tx.Create(&product{ID: id.New(), BrandID: id.New()}).Error
			}, gorm.ErrForeignKeyViolated, nil},
			{"restrict", func(tx *gorm.DB) error { return tx.Delete(b).Error }, gorm.ErrForeignKeyViolated, nil},
		} {
			err := write(row.do)
			if !errors.Is(err, row.is) {
				t.Errorf("%s: %v", row.what, err)
			}
			if isUnique := row.is == gorm.ErrDuplicatedKey; database.IsUnique(err) != isUnique || database.IsUnique(err, row.names...) != isUnique {
				t.Errorf("%s: IsUnique does not tell: %v", row.what, err)
			}
			if database.IsUnique(err, "another_key", "another.column") {
				t.Errorf("%s: IsUnique takes it for another", row.what)
			}
			if database.IsUnavailable(err) || database.AsUnavailable(err) != err {
				t.Errorf("%s: taken for an unavailable database", row.what)
			}
		}
	}, shop)
}

func TestUnavailable(t *testing.T) {
	t.Parallel()
	missing := fault.Missing()
	for _, err := range []error{nil, missing, errors.New("a bug"), gorm.ErrRecordNotFound, context.Canceled} {
		if database.AsUnavailable(err) != err {
			t.Errorf("%v was mapped", err)
		}
	}
	err := database.AsUnavailable(fmt.Errorf("query: %w", context.DeadlineExceeded))
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.Unavailable || f.RetryAfter != database.RetryAfter || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a timeout became %v", err)
	}
}
