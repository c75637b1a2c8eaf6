package notifications

// inbox counts the notifications of a user. It is made with the first one, or by an erasure.
type inbox struct {
	UserID     string `gorm:"primaryKey"`
	LastNumber int64  // of its newest notification
	Erased     bool   // it accepts no notification any more
}

func (inbox) TableName() string { return "notifications_inboxes" }

// inboxLock is a table of one row, which whoever writes into inboxes locks first.
type inboxLock struct {
	Held bool `gorm:"primaryKey"`
}

func (inboxLock) TableName() string { return "notifications_pen" }
