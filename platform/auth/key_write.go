package auth

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// SaveKey makes an API key, or changes it: it counts when tx commits, here at once, on every
// replica within a second, at other databases when they have imported the event (KeySaved). Each
// change has a higher Version than the one before; a lower one changes nothing.
func (a *Authority) SaveKey(ctx context.Context, tx *gorm.DB, k APIKey) error {
	written, err := a.writeKey(ctx, tx, k)
	if err != nil || !written {
		return err
	}
	return eventbus.PublishToSites(ctx, tx, KeySaved{
		KeyID: k.ID, Hash: k.Hash, Scopes: k.Scopes, ExpiresAt: k.ExpiresAt, Revoked: k.Revoked, Version: k.Version,
	})
}

// writeKey writes the key unless there is a higher version.
func (a *Authority) writeKey(ctx context.Context, tx *gorm.DB, k APIKey) (written bool, err error) {
	var rows []keyRow
	var expiresAt any // NULL
	if k.ExpiresAt != nil {
		expiresAt = *k.ExpiresAt
	}
	err = tx.WithContext(ctx).Raw(`INSERT INTO auth_api_keys (id, hash, scopes, expires_at, revoked, version, change)
		VALUES (?, ?, ?, ?, ?, ?, `+nextChange(tx)+`)
		ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes, expires_at = excluded.expires_at, revoked = excluded.revoked,
			version = excluded.version, change = excluded.change
		WHERE auth_api_keys.version < excluded.version RETURNING *`,
		k.ID, k.Hash, k.Scopes, expiresAt, k.Revoked, k.Version).Scan(&rows).Error
	if err != nil {
		return false, fmt.Errorf("auth: save a key: %w", err)
	}
	if len(rows) == 0 {
		return false, nil
	}
	database.AfterCommit(tx, func() {
		a.keys.merge(convert.All(rows, keyRow.key))
		database.Broadcast(a.db, revocationsTopic, "")
	})
	return true, nil
}

// KeyUses returns, by id, the minute in which each of the keys was last used, some seconds ago or
// earlier; a key that was not used is not among them.
func (a *Authority) KeyUses(db *gorm.DB, keyIDs ...string) (map[string]time.Time, error) {
	uses := map[string]time.Time{}
	if len(keyIDs) == 0 {
		return uses, nil
	}
	var rows []keyRow
	if err := db.Where("id IN ? AND last_used_at IS NOT NULL", keyIDs).Find(&rows).Error; err != nil {
		return nil, err
	}
	for _, r := range rows {
		uses[r.ID] = *r.LastUsedAt
	}
	return uses, nil
}

// saveKeyUses saves the minutes in which keys were used here. A crash forgets those of the last
// second.
func (a *Authority) saveKeyUses(ctx context.Context) error {
	used := a.keys.used()
	if len(used) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	minutes := convert.All(used, func(k knownKey) int64 { return k.use.seen.Load() })
	err := database.InTx(ctx, a.db, func(tx *gorm.DB) error {
		var events []eventbus.Event
		for i, k := range used {
			at := time.Unix(minutes[i]*60, 0).UTC()
			saved, err := saveKeyUse(tx, k.ID, at)
			if err != nil {
				return err
			}
			if saved {
				events = append(events, KeyUsed{KeyID: k.ID, UsedAt: at})
			}
		}
		return eventbus.PublishToSites(ctx, tx, events...)
	})
	if err != nil {
		return fmt.Errorf("auth: save when keys were used: %w", err)
	}
	for i, k := range used {
		k.use.saved.Store(minutes[i])
	}
	return nil
}

// saveKeyUse saves when a key was last used, unless a later use is known.
func saveKeyUse(tx *gorm.DB, keyID string, at time.Time) (saved bool, err error) {
	done := tx.Model(&keyRow{}).Where("id = ? AND (last_used_at IS NULL OR last_used_at < ?)", keyID, at).
		Update("last_used_at", at)
	return done.RowsAffected == 1, done.Error
}
