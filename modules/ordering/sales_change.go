package ordering

import (
	"time"

	"orderd/platform/money"
)

// salesChange is what a command on an order changes in the sales: a row for each command that does,
// at its moment. Rows never change, so that the sales of a past day never do either.
type salesChange struct {
	OrderID    string    `gorm:"primaryKey"`
	OccurredAt time.Time `gorm:"primaryKey"`
	// Received is money that came, below 0 when staff take back that it did.
	Received money.Cents `gorm:"column:received_cents"`
	// Cancelled is the value of what will not be sent, or came back unpaid.
	Cancelled money.Cents `gorm:"column:cancelled_cents"`
	// Refunded is what went back for what was not cancelled, below 0 when a refund bounced.
	Refunded money.Cents `gorm:"column:refunded_cents"`
	// Tax is the VAT of what was cancelled or returned.
	Tax   money.Cents `gorm:"column:tax_cents"`
	Lines []salesLine `gorm:"-"`
}

func (salesChange) TableName() string { return "ordering_sales_changes" }

// salesLine is units of a line that were cancelled or returned, and what they cost after discounts.
type salesLine struct {
	OrderItemID string    `gorm:"primaryKey"`
	OccurredAt  time.Time `gorm:"primaryKey"`
	ProductID   string
	Name        string
	Units       int
	Gross       money.Cents `gorm:"column:gross_cents"`
}

func (salesLine) TableName() string { return "ordering_sales_lines" }

func newSalesLine(a allocation, now time.Time) salesLine {
	i := a.Item
	return salesLine{i.ID, now, i.ProductID, i.Name, a.Units, i.value(i.Cancelled+i.Returned, a.Units)}
}

// saveSalesChange writes what the command changes in the sales, if it does. What was refunded is
// counted where refunds are settled; the rest is what the order has gained or lost.
func (c *orderCommand) saveSalesChange() error {
	s := &c.sales
	s.OrderID, s.OccurredAt = c.ID, c.now
	s.Received, s.Cancelled, s.Tax = c.Paid-c.before.Paid, c.Cancelled-c.before.Cancelled, c.UndoneTax-c.before.UndoneTax
	if !c.before.isPaid() && c.Returned > c.before.Returned {
		s.Cancelled += c.Conceded - c.before.Conceded // came back unpaid
	}
	if s.Received != 0 || s.Cancelled != 0 || s.Refunded != 0 || s.Tax != 0 {
		if err := c.tx.Create(s).Error; err != nil {
			return err
		}
	}
	if len(s.Lines) == 0 {
		return nil
	}
	return c.tx.Create(&s.Lines).Error
}
