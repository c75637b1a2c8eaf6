package notifications

import "time"

// item is a notification in somebody's inbox.
type item struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Number    int64 // within the inbox, from 1, in the order of the commits; there may be gaps
	Kind      string
	Title     string
	Body      string
	Data      ids `gorm:"serializer:json"`
	ReadAt    *time.Time
	CreatedAt time.Time
	EventID   string // what it stems from: unique with user and kind, so that no event tells anything twice
}

func (item) TableName() string { return "notifications_items" }
