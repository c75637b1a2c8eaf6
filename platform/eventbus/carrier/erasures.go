package carrier

import (
	"context"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// erased is called for each erasure of a subject, of this site and of others. It waits for the
// imports under way: what they write is seen by the erasure, and later imports see the tombstone
// that it leaves, so that the subject's events that arrive later come blank. An erasure that is
// handled twice, or after a later one, moves no tombstone back.
func (c *Carrier) erased(ctx context.Context, tx *gorm.DB, e eventbus.SubjectErased) error {
	// An import holds the row of its source: the rows come first here, too, so that neither waits
	// for the other in a circle.
	if err := tx.WithContext(ctx).Exec(`SELECT source FROM event_sources ORDER BY source FOR UPDATE`).Error; err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec(`INSERT INTO event_erasures (subject, erased_at) VALUES (?, ?)
		ON CONFLICT (subject) DO UPDATE SET erased_at = greatest(event_erasures.erased_at, excluded.erased_at)`, e.Subject,
		e.ErasedAt).Error
}

// selectErased returns the query for the places of those events whose subject was erased, nil when
// none has a subject. What occurred after an erasure stays: an address may come back as a new
// customer's.
func selectErased(tx *gorm.DB, events []eventbus.ForeignEvent) *gorm.DB {
	var places []int
	var subjects []string
	var occurred []time.Time
	for n, e := range events {
		if e.Subject != "" {
			places, subjects, occurred = append(places, n), append(subjects, e.Subject), append(occurred, e.OccurredAt)
		}
	}
	if len(subjects) == 0 {
		return nil
	}
	return tx.Raw(`SELECT n.place FROM unnest(?::integer[], ?::text[], ?::timestamptz[]) AS n (place, subject, occurred_at)
		JOIN event_erasures e ON e.subject = n.subject AND n.occurred_at <= e.erased_at`, &places, &subjects, &occurred)
}

// blank removes the personal data of the events at these places. It adds the ids of their requests,
// which clients choose, to requests, and removes those from all events.
func blank(events []eventbus.ForeignEvent, erased []int, requests map[string]bool) {
	for _, n := range erased {
		e := &events[n]
		requests[e.RequestID] = true
		e.Subject, e.Personal, e.Trace = "", noFields, ""
	}
	for n := range events {
		if requests[events[n].RequestID] {
			events[n].RequestID = ""
		}
	}
}

// blankRequests removes the ids of requests from events that came before.
func blankRequests(tx *gorm.DB, requests map[string]bool) error {
	ids := slices.Collect(maps.Keys(requests))
	return tx.Exec(`UPDATE events SET request_id = '' WHERE request_id <> '' AND request_id = ANY (?::text[])`, &ids).Error
}
