package media

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"path"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// maxFetches is how many pictures a process fetches at once.
const maxFetches = 4

// fetchAll fetches all pictures that are due, a few at once.
func (l *library) fetchAll(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	places := make(chan struct{}, maxFetches)
	for {
		select {
		case <-ctx.Done():
			return nil
		case places <- struct{}{}:
		}
		f, found, err := l.claimNext(ctx)
		if err != nil || !found {
			return err
		}
		all.Go(func() {
			defer func() { <-places }()
			l.fetch(ctx, f)
		})
	}
}

func (l *library) claimNext(ctx context.Context) (f fetch, found bool, err error) {
	err = database.InTx(ctx, l.DB, func(tx *gorm.DB) error {
		f, found, err = claimFetch(tx, l.Clock.Now())
		return err
	})
	return f, found, err
}

// fetch makes an attempt of a claimed fetch and saves its outcome. When the process ends meanwhile,
// the claim ends by itself, and the picture is fetched again; the bytes that are stored without
// their row being `ready` are those of an interrupted upload.
func (l *library) fetch(ctx context.Context, f fetch) {
	limited, cancel := context.WithTimeout(ctx, fetchTimeLimit)
	m, copies, failure := l.attempt(limited, f)
	cancel()
	if failure == nil {
		defer l.abandonUpload(ctx, m) // does nothing to one that is ready
	}
	if ctx.Err() != nil {
		return
	}
	if failure != nil {
		l.Log.Info("a picture could not be fetched", zap.String("fetch", f.ID), zap.String("error", string(failure.reason)),
			zap.Int("attempt", f.Attempts))
	}
	err := database.InTx(ctx, l.DB, func(tx *gorm.DB) error { return l.saveAttempt(ctx, tx, f, m, copies, failure) })
	if err != nil && ctx.Err() == nil {
		l.Log.Warn("a fetched picture could not be recorded", zap.String("fetch", f.ID), zap.Error(err))
	}
}

// attempt fetches a picture and stores its bytes: whoever gets the picture ends the upload.
func (l *library) attempt(ctx context.Context, f fetch) (medium, []rendition, *fetchFailure) {
	if f.Attempts > fetchAttempts {
		return medium{}, nil, &fetchFailure{reason: fetchInterrupted}
	}
	content, failure := download(ctx, l.downloader, l.targets, f.URL)
	if failure != nil {
		return medium{}, nil, failure
	}
	m, copies, err := l.beginUpload(ctx, fileNameOf(f.URL), bytes.NewReader(content))
	if err != nil {
		return medium{}, nil, uploadFailure(err)
	}
	return m, copies, nil
}

// uploadFailure is why a picture that was fetched can't be stored.
func uploadFailure(err error) *fetchFailure {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return &fetchFailure{reason: fetchStorage}
	}
	switch {
	case f.Code == fault.BodyTooLarge, f.Code == fault.ValidationFailed && f.Fields[0].Code == fault.OutOfRange:
		return &fetchFailure{reason: fetchTooLarge}
	case f.Code == fault.ValidationFailed:
		return &fetchFailure{reason: fetchNoPicture}
	}
	return &fetchFailure{reason: fetchStorage}
}

// fileNameOf is the last part of the path of an address.
func fileNameOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return path.Base(u.Path)
}

// saveAttempt saves the outcome of an attempt, and publishes the picture. It does nothing when the
// claim has ended.
func (l *library) saveAttempt(
	ctx context.Context, tx *gorm.DB, f fetch, m medium, copies []rendition, failure *fetchFailure,
) error {
	now := l.Clock.Now()
	if failure != nil {
		f.markFailed(*failure, now)
		_, err := saveFetch(tx, f)
		return err
	}
	f.markFetched(m.ID, now)
	if saved, err := saveFetch(tx, f); err != nil || !saved {
		return err
	}
	if err := l.finishUpload(ctx, tx, m, copies, now); err != nil {
		return err
	}
	return l.publishFetched(ctx, tx, f.URL, m, copies)
}
