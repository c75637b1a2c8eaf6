package identity

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

const (
	housekeepingPause = time.Hour
	// attemptRemains is how long an attempt is kept after its end: a letter that failed and that an admin sends again
	// still carries a code that works.
	attemptRemains = 5 * 24 * time.Hour
)

// keepHouse deletes what is over, once an hour, until ctx ends.
func (s *service) keepHouse(ctx context.Context) error {
	ticker := time.NewTicker(housekeepingPause)
	defer ticker.Stop()
	for {
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("housekeeping failed; it will be tried again", zap.Error(err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// sweep deletes attempts with their personal data, sessions, and counts that count no longer.
func (s *service) sweep(ctx context.Context) error {
	now := s.Clock.Now()
	for _, over := range []struct {
		rows  any
		where string
		than  any
	}{
		{&registration{}, "expires_at < ?", now.Add(-attemptRemains)},
		{&session{}, "expires_at <= ?", now},
		{&loginFailures{}, "failed_at < ?", now.Add(-failureLife)},
		{&addressDay{}, "day < ?", day(now.Add(-24 * time.Hour))},
	} {
		err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error { return tx.Where(over.where, over.than).Delete(over.rows).Error })
		if err != nil {
			return err
		}
	}
	return nil
}
