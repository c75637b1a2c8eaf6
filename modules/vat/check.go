package vat

import (
	"time"

	"orderd/platform/convert"
	"orderd/platform/id"
)

// checkSource is who proved an id.
type checkSource string

const (
	sourceVIES  checkSource = "vies"
	sourceStaff checkSource = "staff"
)

// Values are all of them.
func (checkSource) Values() []string { return convert.Strings(sourceVIES, sourceStaff) }

// SchemaName is the name in the OpenAPI document.
func (checkSource) SchemaName() string { return "VatCheckSource" }

// check is an answer about a VAT id. It is kept as evidence and never changes.
type check struct {
	ID                 string `gorm:"primaryKey"`
	UserID             string
	VATID              string  `gorm:"column:vat_id"`
	Requester          *string // the shop's own VAT id, by which VIES gives a consultation number
	Source             checkSource
	Valid              bool
	Name               *string
	Address            *string
	ConsultationNumber *string
	Reason             *string // of the staff; nil in an answer of VIES
	CheckedAt          time.Time
}

func (check) TableName() string { return "vat_checks" }

// answeredCheck is what VIES answered about the id.
func answeredCheck(v vatID, requester string, a answer, now time.Time) check {
	c := check{
		ID: id.New(), UserID: v.UserID, VATID: v.VATID, Source: sourceVIES, Valid: a.Valid, Name: a.Name, Address: a.Address,
		ConsultationNumber: a.ConsultationNumber, CheckedAt: now,
	}
	if requester != "" {
		c.Requester = &requester
	}
	return c
}

// confirmedCheck is what staff confirmed of the id.
func confirmedCheck(v vatID, reason string, now time.Time) check {
	return check{
		ID: id.New(), UserID: v.UserID, VATID: v.VATID, Source: sourceStaff, Valid: true,
		ConsultationNumber: v.ConsultationNumber, Reason: &reason, CheckedAt: now,
	}
}
