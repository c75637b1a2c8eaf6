package vat

import (
	"time"

	"orderd/modules/vat/events"
	"orderd/platform/background"
	"orderd/platform/id"
	"orderd/platform/search"
	"orderd/platform/states"
)

// idStates are the changes between the states of an id. insertID and saveID check them.
var idStates = states.New("vat_ids.status",
	states.Change[events.Status]{To: events.StatusPending, Cause: "given"},
	states.Change[events.Status]{From: events.StatusPending, To: events.StatusValid, Cause: "VIES knows it, or confirm"},
	states.Change[events.Status]{From: events.StatusPending, To: events.StatusInvalid, Cause: "VIES does not know it"},
	states.Change[events.Status]{From: events.StatusValid, To: events.StatusValid, Cause: "proved again"},
	states.Change[events.Status]{From: events.StatusValid, To: events.StatusInvalid,
		Cause: "VIES does not know it any more"},
	states.Change[events.Status]{From: events.StatusValid, To: events.StatusPending, Cause: "no answer by validUntil"},
	states.Change[events.Status]{From: events.StatusInvalid, To: events.StatusValid, Cause: "confirm"},
)

// vatID is the VAT id of an account. Another number is another row.
type vatID struct {
	ID     string `gorm:"primaryKey"`
	UserID string
	VATID  string `gorm:"column:vat_id"` // as money.ParseVATID returns it
	Status events.Status

	// What the last answer said. It stays while the id is asked about again.
	Name               *string
	Address            *string
	CheckedAt          *time.Time
	ConsultationNumber *string
	ValidUntil         *time.Time // nil unless the id is valid

	DueAt    *time.Time // of the next question; while it is claimed, when the claim ends; nil: none
	Attempts int        // questions since the last answer
	Claim    *string    // of the worker that asks; only that one may save the answer
	Search   string     // searchText, for ?q

	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (vatID) TableName() string { return "vat_ids" }

// newID is an id that VIES is to be asked about at once.
func newID(userID, number string, now time.Time) vatID {
	v := vatID{
		ID: id.New(), UserID: userID, VATID: number, Status: events.StatusPending, DueAt: &now, CreatedAt: now,
		UpdatedAt: now,
	}
	v.Search = v.searchText()
	return v
}

// searchText is what staff find the id by.
func (v *vatID) searchText() string {
	if v.Name == nil {
		return search.Text(v.VATID)
	}
	return search.Text(v.VATID, *v.Name)
}

// The pauses after questions without an answer: of an id that is not proved, and of one whose proof
// still holds.
var (
	retryPauses   = background.Pauses{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
	recheckPauses = background.Pauses{time.Minute, 5 * time.Minute, 15 * time.Minute, 24 * time.Hour}
)

// markUnanswered plans the next question after one without an answer.
func (v *vatID) markUnanswered(now time.Time) {
	pauses := retryPauses
	if v.Status == events.StatusValid {
		pauses = recheckPauses
	}
	due := now.Add(pauses.After(v.Attempts))
	v.DueAt, v.Claim = &due, nil
}

// markAnswered applies what VIES answered. A proof holds for maxAge, and is asked for again after
// half of it.
func (v *vatID) markAnswered(a answer, maxAge time.Duration, now time.Time) {
	v.Name, v.Address, v.ConsultationNumber = a.Name, a.Address, a.ConsultationNumber
	v.Search = v.searchText()
	if a.Valid {
		v.prove(maxAge, now)
		return
	}
	v.Status, v.CheckedAt, v.ValidUntil, v.UpdatedAt = events.StatusInvalid, &now, nil, now
	v.DueAt, v.Claim, v.Attempts = nil, nil, 0
}

// confirm makes the id valid as if VIES had said so. A question under way is of no account.
func (v *vatID) confirm(consultationNumber string, maxAge time.Duration, now time.Time) {
	v.ConsultationNumber = &consultationNumber
	v.prove(maxAge, now)
}

func (v *vatID) prove(maxAge time.Duration, now time.Time) {
	until, due := now.Add(maxAge), now.Add(maxAge/2)
	v.Status, v.CheckedAt, v.ValidUntil, v.UpdatedAt = events.StatusValid, &now, &until, now
	v.DueAt, v.Claim, v.Attempts = &due, nil, 0
}

// endProof makes an id pending whose proof holds no longer. VIES is asked at once, unless it is
// being asked.
func (v *vatID) endProof(now time.Time) {
	v.Status, v.ValidUntil, v.UpdatedAt = events.StatusPending, nil, now
	if v.Claim == nil {
		v.DueAt, v.Attempts = &now, 0
	}
}

// changed is the event that has the id as it is.
func (v *vatID) changed() events.IDChanged {
	return events.IDChanged{UserID: v.UserID, Status: v.Status, ValidUntil: v.ValidUntil, VATID: v.VATID}
}
