package mailer

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

const (
	housekeepingPause = time.Hour
	// remains is how long a letter is kept that was sent or has failed: long enough to be asked about and sent again. Many go to people
	// who never had an account whose erasure would erase them.
	remains = 90 * 24 * time.Hour
)

// keepHouse deletes old letters, once an hour, until ctx ends.
func (s *service) keepHouse(ctx context.Context) {
	ticker := time.NewTicker(housekeepingPause)
	defer ticker.Stop()
	for {
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("old letters could not be deleted; it will be tried again", zap.Error(err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// sweep deletes the letters whose time is over, some at a time.
func (s *service) sweep(ctx context.Context) error {
	const some = 500
	for {
		var deleted int64
		err := database.InTx(ctx, s.DB, func(tx *gorm.DB) (err error) {
			deleted, err = deleteOld(tx, some, s.Clock.Now().Add(-remains))
			return err
		})
		if err != nil || deleted < some {
			return err
		}
	}
}
