package webhooks

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/id"
)

const (
	// replayAhead is how many deliveries of a replay may wait, and replayBatch how many events one
	// transaction queues.
	replayAhead, replayBatch = 1000, 200
)

// replayStatus is the state of a replay.
type replayStatus string

const (
	replayRunning replayStatus = "running"
	replayDone    replayStatus = "done"
	replayStopped replayStatus = "stopped" // by an admin
)

// Values are all of them.
func (replayStatus) Values() []string {
	return convert.Strings(replayRunning, replayDone, replayStopped)
}

// SchemaName is the name in the OpenAPI document.
func (replayStatus) SchemaName() string { return "WebhookReplayStatus" }

// replay sends events of the log to an endpoint again, those too that it has.
type replay struct {
	ID         string `gorm:"primaryKey"`
	EndpointID string
	FromAt     time.Time // of events that occurred in [FromAt, ToAt)
	ToAt       time.Time
	Patterns   []string `gorm:"column:events;serializer:json"`
	Versions   versions `gorm:"serializer:json"`
	Status     replayStatus
	Queued     int       // events so far
	LastSeq    int64     // of the last one
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	EndedAt    *time.Time
}

func (replay) TableName() string { return "webhooks_replays" }

// replayRequest is what an admin wants to be replayed.
type replayRequest struct {
	endpointID string
	from, to   time.Time
	patterns   []string // none: what the endpoint gets
}

// newReplay makes a replay to an endpoint.
func newReplay(q replayRequest, e endpoint, now time.Time) replay {
	r := replay{
		ID: id.New(), EndpointID: e.ID, FromAt: q.from, ToAt: q.to, Patterns: q.patterns, Versions: publicEvents.newest(),
		Status: replayRunning, CreatedAt: now, UpdatedAt: now,
	}
	if len(q.patterns) == 0 {
		r.Patterns, r.Versions = e.allPatterns(), e.Versions
	}
	return r
}

// names returns the names of the events that the replay queues.
func (r *replay) names() []string {
	return publicEvents.selected(subscription{r.Patterns, r.Versions})
}

func (r *replay) end(status replayStatus, now time.Time) {
	r.Status, r.EndedAt, r.UpdatedAt = status, &now, now
}
