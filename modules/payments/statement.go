package payments

import (
	"time"

	"orderd/platform/auth"
)

// statement is a file that a bank has written about the shop's account, as it was uploaded. Its
// entries are the transfers that no earlier statement had.
type statement struct {
	ID       string `gorm:"primaryKey"`
	FileName string
	IBAN     string
	FromDay  *string // of its days; nil: it has neither days nor credits
	ToDay    *string
	Known    int // transfers that earlier statements had
	Skipped  int // what is no credit in EUR that the bank has booked

	CreatedByID   *string // nil: an API key, or an account that is gone
	CreatedByName *string
	CreatedAt     time.Time `gorm:"autoCreateTime:false"`
}

func (statement) TableName() string { return "payments_statements" }

// memberOf is the caller, if it is a member of the staff, and not an API key.
func memberOf(p auth.Principal) (userID, name *string) {
	if p.UserID == "" {
		return nil, nil
	}
	return &p.UserID, &p.Name
}

// entryCounts is how many entries of a statement have each state.
type entryCounts struct{ Booked, Open, Ignored int }

func (c *entryCounts) add(state entryState, n int) {
	switch state {
	case entryOpen:
		c.Open += n
	case entryBooked:
		c.Booked += n
	case entryIgnored:
		c.Ignored += n
	}
}
