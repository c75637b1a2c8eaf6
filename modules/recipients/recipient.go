package recipients

import (
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/recipients/events"
)

// recipient is somebody whom a user has ordered for. What the newest order says of them carries its sequence.
type recipient struct {
	ID          string `gorm:"primaryKey"` // events.RecipientID
	UserID      string
	FullName    string
	Phone       string
	Address     string
	Country     string
	TotalOrders int64
	OrderSeq    int64
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

func (recipient) TableName() string { return "recipients_recipients" }

// forOther tells whether an order is for somebody else. It is not for one whose name was erased meanwhile.
func forOther(o ordering.OrderPlaced) bool {
	return (o.Recipient == ordering.RecipientOther || o.Recipient == ordering.RecipientSaved) && o.ShipToName != ""
}

// named is the recipient of an order for somebody else, before any order counts.
func named(o ordering.OrderPlaced) recipient {
	r := recipient{UserID: o.UserID, CreatedAt: o.PlacedAt}
	if o.RecipientID != nil {
		r.ID = *o.RecipientID
	} else {
		r.ID = events.RecipientID(o.UserID, o.ShipToName, phoneOf(o))
	}
	return r
}

// ordered counts an order for r and takes over what it says, unless a newer one was counted before.
func (r *recipient) ordered(o ordering.OrderPlaced, seq int64) {
	r.TotalOrders++
	if o.PlacedAt.Before(r.CreatedAt) {
		r.CreatedAt = o.PlacedAt
	}
	if seq < r.OrderSeq {
		return
	}
	r.OrderSeq, r.UpdatedAt = seq, o.PlacedAt
	r.FullName, r.Phone, r.Address, r.Country = o.ShipToName, phoneOf(o), o.ShipToAddress, o.ShipToCountry
}

func phoneOf(o ordering.OrderPlaced) string {
	if o.ShipToPhone == nil {
		return ""
	}
	return *o.ShipToPhone
}
