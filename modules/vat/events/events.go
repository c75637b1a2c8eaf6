// Package events is the public contract of vat: the events that it publishes. Fields are only ever
// added.
package events

import (
	"time"

	"orderd/platform/convert"
)

// Status says whether a VAT id is proved.
type Status string

const (
	StatusPending Status = "pending" // nothing is proved
	StatusValid   Status = "valid"
	StatusInvalid Status = "invalid"
)

// Values are all of them.
func (Status) Values() []string { return convert.Strings(StatusPending, StatusValid, StatusInvalid) }

// SchemaName is the name in the OpenAPI document.
func (Status) SchemaName() string { return "VatIdStatus" }

// IDChanged has the VAT id of an account as it now is: it was given, checked, confirmed, asked
// anew, or deleted. A deleted one is a blank VATID that is pending, as nothing is proved: consumers
// need no case of its own. VATID is blank after an erasure, too.
type IDChanged struct {
	UserID string `json:"userId"`
	Status Status `json:"status"`
	// ValidUntil is nil unless the id is valid. Who reads the id later compares it with the time: the
	// event that ends a proof may come a little after.
	ValidUntil *time.Time `json:"validUntil"`
	// VATID is in capitals without separators, with EL for Greece.
	VATID string `json:"vatId" pii:"true"`
}

func (IDChanged) EventName() string      { return "vat.id_changed.v1" }
func (e IDChanged) EventKey() string     { return e.UserID }
func (e IDChanged) EventSubject() string { return e.UserID }

// IDConfirmed: staff confirmed an id that was proved elsewhere. The same change has an IDChanged,
// too.
type IDConfirmed struct {
	UserID             string `json:"userId"`
	ConsultationNumber string `json:"consultationNumber" pii:"true"`
	Reason             string `json:"reason" pii:"true"`
}

func (IDConfirmed) EventName() string      { return "vat.id_confirmed.v1" }
func (e IDConfirmed) EventKey() string     { return e.UserID }
func (e IDConfirmed) EventSubject() string { return e.UserID }
