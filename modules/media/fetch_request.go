package media

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/media/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// onPicturesRequested lets the pictures of products be fetched.
func (l *library) onPicturesRequested(
	ctx context.Context, tx *gorm.DB, messages []eventbus.Message[catalog.PicturesRequested],
) error {
	now := l.Clock.Now()
	known, err := lockRequested(tx, messages, now)
	if err != nil {
		return err
	}
	database.AfterCommit(tx, l.fetches.Send)
	for _, m := range messages {
		for _, url := range m.Event.URLs {
			if err := l.requestFetch(m.Context(ctx), tx, known[url], m.Event.ImportID, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// lockRequested queues the addresses of all events that are new, and locks the fetches of all. It
// does so in the order of their ids, because other processes want the same ones at the same time.
// It returns them by address.
func lockRequested(
	tx *gorm.DB, messages []eventbus.Message[catalog.PicturesRequested], now time.Time,
) (map[string]*fetch, error) {
	var fetches []fetch
	for _, m := range messages {
		for _, url := range m.Event.URLs {
			fetches = append(fetches, newFetch(url, m.Event.ImportID, now))
		}
	}
	if len(fetches) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(fetches, func(a, b fetch) int { return cmp.Compare(a.ID, b.ID) })
	fetches = slices.CompactFunc(fetches, func(a, b fetch) bool { return a.ID == b.ID })
	if err := insertFetches(tx, fetches); err != nil {
		return nil, err
	}
	locked, err := lockFetches(tx, fetches)
	known := make(map[string]*fetch, len(locked))
	for i := range locked {
		known[locked[i].URL] = &locked[i]
	}
	return known, err
}

// requestFetch queues what is not fetched yet. Of a picture that is there it publishes Fetched
// again: this product has not been told. What has failed is tried again for another import.
func (l *library) requestFetch(ctx context.Context, tx *gorm.DB, f *fetch, importID string, now time.Time) error {
	switch f.Status {
	case fetchDone:
		return l.repeatFetched(ctx, tx, f, importID, now)
	case fetchFailed:
		if f.ImportID != importID {
			return requeueOne(tx, f, importID, now)
		}
	case fetchQueued:
	}
	return nil
}

// repeatFetched publishes Fetched again, or lets a picture that was deleted be fetched again.
func (l *library) repeatFetched(ctx context.Context, tx *gorm.DB, f *fetch, importID string, now time.Time) error {
	m, err := mediumByID(tx, *f.MediaID)
	if fault.Is(err, fault.NotFound) {
		return requeueOne(tx, f, importID, now)
	}
	if err != nil {
		return err
	}
	copies, err := renditionsOf(tx, m.ID)
	if err != nil {
		return err
	}
	return l.publishFetched(ctx, tx, f.URL, m, copies)
}

func (l *library) publishFetched(ctx context.Context, tx *gorm.DB, from string, m medium, copies []rendition) error {
	return eventbus.Publish(ctx, tx, events.Fetched{
		FromURL: from, MediaID: m.ID, URL: l.addressOf(m.ID, m.Name), Width: m.Width, Height: m.Height,
		Renditions: l.inEvent(copies),
	})
}

// retryFetches makes every failed fetch due again at an admin's request. It returns how many.
func (l *library) retryFetches(ctx context.Context, tx *gorm.DB, now time.Time) (int64, error) {
	retried, err := requeue(tx, fetchFailed, now, nil)
	if err != nil || retried == 0 {
		return 0, err
	}
	database.AfterCommit(tx, l.fetches.Send)
	return retried, eventbus.Publish(ctx, tx, events.FetchesRetried{Retried: retried})
}
