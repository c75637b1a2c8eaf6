package httpapi

import (
	"encoding/binary"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// storedResponse is a row of http_answers: what was answered to the first request with a key.
type storedResponse struct {
	ID        []byte     `gorm:"column:id;primaryKey"`
	Request   []byte     `gorm:"column:request"`
	Caller    string     `gorm:"column:caller"`
	Subject   string     `gorm:"column:subject"`
	Status    int        `gorm:"column:status"`
	Location  string     `gorm:"column:location"`
	Body      string     `gorm:"column:body"`
	CreatedAt time.Time  `gorm:"column:created_at"`
	ExpiresAt *time.Time // nil: replayWindow after CreatedAt
}

func (storedResponse) TableName() string { return "http_answers" }

// replay is the stored response of the key, or nil when there is none. Another request under the
// same key is a fault.
func (k *idempotencyKey) replay(db *gorm.DB, now time.Time) (*response, error) {
	var rows []storedResponse
	if err := db.Where("id = ? AND created_at > ?", k.id[:], now.Add(-k.keep)).Limit(1).Find(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return k.responseOf(rows[0])
}

// claim is replay for the request that does the work: it keeps requests with the same key out until
// the transaction ends, and deletes a response that has expired. It is a fault while another
// request with the key is at work, in this replica or in another.
func (k *idempotencyKey) claim(tx *gorm.DB, now time.Time) (*response, error) {
	expired := now.Add(-k.keep)
	if database.Dialect(tx) == database.SQLite { // keySet keeps other requests out
		if err := tx.Where("id = ? AND created_at <= ?", k.id[:], expired).Delete(&storedResponse{}).Error; err != nil {
			return nil, err
		}
		return k.replay(tx, now)
	}
	var found struct {
		Stored       storedResponse `gorm:"embedded"`
		Taken, Known bool
	}
	lock := int64(binary.BigEndian.Uint64(k.id[:8]))
	err := database.BatchReads(tx, database.Read{Query: tx.Raw(`SELECT * FROM http_claim(?, ?, ?)`, lock, k.id[:],
		expired), Into: &found})
	switch {
	case err != nil:
		return nil, err
	case found.Taken:
		return nil, inProgress()
	case !found.Known:
		return nil, nil
	}
	return k.responseOf(found.Stored)
}

// responseOf is the stored response, when it is that of the same request.
func (k *idempotencyKey) responseOf(row storedResponse) (*response, error) {
	if digest(row.Request) != k.request {
		return nil, fault.New(fault.IdempotencyReused, "This Idempotency-Key was used for another request.")
	}
	return &response{status: row.Status, location: row.Location, body: []byte(row.Body), replayed: true}, nil
}

// store keeps the response, in the transaction of its effect.
func (k *idempotencyKey) store(tx *gorm.DB, r *response, subject string, now time.Time) error {
	row := storedResponse{
		ID: k.id[:], Request: k.request[:], Caller: k.caller, Subject: subject,
		Status: r.status, Location: r.location, Body: string(r.body), CreatedAt: now,
	}
	if k.keep != replayWindow {
		row.ExpiresAt = new(now.Add(k.keep))
	}
	return database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
		return tx.Create(&row)
	})
}
