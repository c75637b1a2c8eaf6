package carrier

import (
	"context"
	"fmt"
)

// Stats is how far the carrier is.
type Stats struct {
	Connected bool // this process with NATS
	Refused   bool // this database must not send
	// Unsent counts the events with an ordinal that the stream has not acknowledged. What has no
	// ordinal yet is the queue of Consumer.
	Unsent  int64
	Sources []SourceStats
}

// SourceStats is how far a source is imported.
type SourceStats struct {
	Source string
	Taken  int64 // the last ordinal that was imported
	Behind int64 // what the source has announced beyond it, as far as this process has heard
	// Incomplete is set when events of the source are missing here for good.
	Incomplete bool
}

// Stats reads the tables of the carrier: two queries.
func (c *Carrier) Stats(ctx context.Context) (s Stats, err error) {
	var row carrierRow
	if err := c.db.WithContext(ctx).Raw(`SELECT refused, assigned, acked FROM event_carrier`).
		Scan(&row).Error; err != nil {
		return s, fmt.Errorf("carrier: stats: %w", err)
	}
	var taken []struct {
		Source     string
		Ordinal    int64
		Incomplete bool
	}
	if err := c.db.WithContext(ctx).Raw(`SELECT source, ordinal, coalesce(incomplete, FALSE) AS incomplete
		FROM event_sources`).Scan(&taken).Error; err != nil {
		return s, fmt.Errorf("carrier: stats: %w", err)
	}
	sources := map[string]SourceStats{}
	for _, t := range taken {
		sources[t.Source] = SourceStats{Taken: t.Ordinal, Incomplete: t.Incomplete}
	}
	s = Stats{Connected: c.connected.Load(), Refused: row.Refused != "", Unsent: row.Assigned - row.Acked}
	for _, i := range c.importers {
		of := sources[i.source]
		of.Source = i.source
		if h := i.newest.Load(); h != nil {
			of.Behind = max(0, h.Assigned-of.Taken)
		}
		s.Sources = append(s.Sources, of)
	}
	return s, nil
}
