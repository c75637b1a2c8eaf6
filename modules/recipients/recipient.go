package recipients

import (
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/recipients/events"
)

// recipient is a person whom a user has ordered for. The fields that the newest order fills come
// with its sequence.
type recipient struct {
	ID          string `gorm:"primaryKey"` // events.RecipientID
	UserID      string
	FullName    string
	Phone       string
	Address     string       // one line of text, of the parts where these are known
	Parts       addressParts `gorm:"embedded"`
	Country     string
	TotalOrders int64
	OrderSeq    int64
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
}

// addressParts are the parts of an address; all nil when it is known as one line of text alone.
type addressParts struct {
	Line1      *string
	Line2      *string
	PostalCode *string
	City       *string
	State      *string
}

func (recipient) TableName() string { return "recipients_recipients" }

// newRecipient is the recipient of an order for another person, before any order is counted.
func newRecipient(o ordering.OrderPlaced) recipient {
	r := recipient{UserID: o.UserID, CreatedAt: o.PlacedAt}
	if o.RecipientID != nil {
		r.ID = *o.RecipientID
	} else {
		r.ID = events.RecipientID(o.UserID, o.ShipToName, phoneOf(o))
	}
	return r
}

// countOrder counts an order for r and takes over its name, phone number and address, unless a
// newer order was counted before.
func (r *recipient) countOrder(o ordering.OrderPlaced, seq int64) {
	r.TotalOrders++
	if o.PlacedAt.Before(r.CreatedAt) {
		r.CreatedAt = o.PlacedAt
	}
	if seq < r.OrderSeq {
		return
	}
	r.OrderSeq, r.UpdatedAt = seq, o.PlacedAt
	r.FullName, r.Phone, r.Address, r.Country = o.ShipToName, phoneOf(o), o.ShipToAddress, o.ShipToCountry
	r.Parts = addressParts{
		Line1: o.ShipToLine1, Line2: o.ShipToLine2, PostalCode: o.ShipToPostalCode, City: o.ShipToCity, State: o.ShipToState,
	}
}

func phoneOf(o ordering.OrderPlaced) string {
	if o.ShipToPhone == nil {
		return ""
	}
	return *o.ShipToPhone
}

// owner is a user who has recipients, or had. Its row is locked while they change. After an erasure
// it is a tombstone.
type owner struct {
	UserID string `gorm:"primaryKey"`
	Erased bool
}

func (owner) TableName() string { return "recipients_owners" }

// countedOrder is an order that was counted. It is never counted again, not even for a recipient
// who was deleted since.
type countedOrder struct {
	OrderID string `gorm:"primaryKey"`
	UserID  string
}

func (countedOrder) TableName() string { return "recipients_orders" }
