package eventbus

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// Caused is an event with a cause of its own.
type Caused struct {
	Cause Cause
	Event Event
}

// PublishCaused is Publish for events that have different causes, such as those of a BatchHandler.
// Those with one barrier take one statement.
func PublishCaused(ctx context.Context, tx *gorm.DB, events ...Caused) error {
	if len(events) == 0 {
		return nil
	}
	b := busOf(tx)
	if b == nil {
		return errors.New("eventbus: publish: no bus on this handle")
	}
	records := make([]eventRecord, len(events))
	for i, e := range events {
		r, err := b.newRecord(WithCause(ctx, e.Cause), e.Event)
		if err != nil {
			return err
		}
		records[i] = r
	}
	return b.publishRecords(tx, records, runNow)
}

// chunksOf splits records into those that one statement inserts: up to maxInsertedEvents with one
// barrier, in their order.
func chunksOf(records []eventRecord) (chunks [][]eventRecord) {
	begin := 0
	for i := range records {
		if i-begin == maxInsertedEvents || records[i].barrier != records[begin].barrier {
			chunks, begin = append(chunks, records[begin:i]), i
		}
	}
	return append(chunks, records[begin:])
}
