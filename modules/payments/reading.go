package payments

import (
	"time"

	"orderd/platform/money"
)

// reading is what the provider has said of an intent, and when it is read next. An order has one
// for each intent that it ever had; only one of them is in payments_intents.
type reading struct {
	ProviderID    string `gorm:"primaryKey"`
	Provider      string // the name of the one that has the intent
	OrderID       string
	Status        intentStatus // never wanted
	Received      money.Cents  `gorm:"column:received_cents"`
	ByHand        money.Cents  `gorm:"column:by_hand_cents"` // refunded by hand, or lost
	DisputeID     *string
	DisputeStatus *disputeStatus
	DisputeDueAt  *time.Time
	ReadAt        *time.Time // when the last call that was answered began
	Unchanged     int        // answers in a row that had nothing new
	Failures      int        // calls in a row that were not answered
	LastError     *string
	Asked         int64      // rises with every reason to read it
	DueAt         *time.Time // nil: when there is a reason
}

func (reading) TableName() string { return "payments_readings" }

const (
	// knowledgeLife is how old the last answer may be when the buyer comes back to pay.
	knowledgeLife = 10 * time.Second
	// buyerPatience is how long a request of the buyer waits for the provider.
	buyerPatience = 2 * time.Second
	// longestPause ends the readings of an intent: money is refunded and disputed within months.
	longestPause = 90 * 24 * time.Hour
)

// schedule says when an intent is read by itself: after the first pause, then each time after twice
// as long.
type schedule struct{ first time.Duration }

// next is when an intent is read next that has the status, and of which so many answers in a row
// had nothing new; nil for one that is final. Paid ones are read on: they may be refunded or
// disputed at the provider, and its event may be lost.
func (s schedule) next(status intentStatus, unchanged int, now time.Time) *time.Time {
	pause := s.first << min(unchanged, 30)
	if status == intentCancelled || pause > longestPause {
		return nil
	}
	return new(now.Add(pause))
}

// note saves the answer to a call that began at a moment. asked is what Asked was before the call:
// when there has been another reason since, the intent is read again at once.
func (r *reading) note(
	answer *intentAnswer, byHand money.Cents, changed bool, s schedule, asked int64, began, now time.Time,
) {
	r.Unchanged++
	if changed {
		r.Unchanged = 0
	}
	r.Status, r.Received, r.ByHand = answer.Status, answer.Received, byHand
	r.ReadAt, r.Failures, r.LastError = &began, 0, nil
	r.DueAt = s.next(r.Status, r.Unchanged, now)
	if r.Asked != asked {
		r.DueAt = &now
	}
}

// fresh reports whether the last answer is new enough for a buyer who comes to pay.
func (r *reading) fresh(now time.Time) bool {
	return r.ReadAt != nil && now.Before(r.ReadAt.Add(knowledgeLife))
}
