package database

import (
	"errors"

	"gorm.io/gorm"

	"orderd/platform/fault"
)

// SaveVersion writes every column of a row, with its next version. version points at the row's
// field of the column version. The stored row must have the version that the row was read with:
// else SaveVersion writes nothing and returns fault.Stale, or fault.Missing when there is no such
// row.
func SaveVersion[M any](tx *gorm.DB, row *M, version *int64) error {
	read := *version
	*version = read + 1
	saved := tx.Where("version = ?", read).Select("*").Updates(row)
	if saved.Error != nil || saved.RowsAffected > 0 {
		return saved.Error
	}
	return stale(tx, row, version)
}

// DeleteVersion deletes a row in the version that it was read with. Its faults are those of
// SaveVersion.
func DeleteVersion[M any](tx *gorm.DB, row *M, version *int64) error {
	deleted := tx.Where("version = ?", *version).Delete(row)
	if deleted.Error != nil || deleted.RowsAffected > 0 {
		return deleted.Error
	}
	return stale(tx, row, version)
}

// stale is the fault of a row that has another version than the one that it was read with.
func stale[M any](tx *gorm.DB, row *M, version *int64) error {
	err := tx.Session(&gorm.Session{NewDB: true}).Select("version").Take(row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return fault.Missing()
	}
	if err != nil {
		return err
	}
	return fault.Stale(*version)
}
