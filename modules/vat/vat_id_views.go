package vat

import (
	"orderd/modules/vat/events"
	"orderd/platform/httpapi"
)

// vatIDView is the VAT id of an account, as its user and the staff see it.
type vatIDView struct {
	UserID             string        `json:"userId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	VATID              string        `json:"vatId" example:"FR40303265045"`
	Status             events.Status `json:"status" doc:"Only a valid one counts." example:"valid"`
	Name               *string       `json:"name" doc:"As VIES knows it." example:"CAFE LUMIERE SARL"`
	Address            *string       `json:"address" doc:"As VIES knows it." example:"12 RUE DE RIVOLI, 75004 PARIS"`
	CheckedAt          *httpapi.Time `json:"checkedAt" doc:"The last answer; null: none yet."`
	ValidUntil         *httpapi.Time `json:"validUntil" doc:"While it is valid. It is checked again before."`
	ConsultationNumber *string       `json:"consultationNumber" doc:"The proof of the check." example:"WAPIAAAAY1a2b3c4"`
	CreatedAt          httpapi.Time  `json:"createdAt"`
	UpdatedAt          httpapi.Time  `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (vatIDView) SchemaName() string { return "VatId" }

// DataSubject is the user.
func (v vatIDView) DataSubject() string { return v.UserID }

func viewID(v vatID) vatIDView {
	return vatIDView{
		UserID: v.UserID, VATID: v.VATID, Status: v.Status, Name: v.Name, Address: v.Address,
		CheckedAt: httpapi.TimePtr(v.CheckedAt), ValidUntil: httpapi.TimePtr(v.ValidUntil),
		ConsultationNumber: v.ConsultationNumber, CreatedAt: httpapi.TimeOf(v.CreatedAt),
		UpdatedAt: httpapi.TimeOf(v.UpdatedAt),
	}
}

// provedIDView is the VAT id of a user with its evidence.
type provedIDView struct {
	vatIDView
	Checks []checkView `json:"checks" nullable:"false" doc:"Newest first."`
}

// SchemaName is the name in the document.
func (provedIDView) SchemaName() string { return "VatIdWithChecks" }

// checkView is a piece of evidence.
type checkView struct {
	VATID              string       `json:"vatId" example:"FR40303265045"`
	Valid              bool         `json:"valid" example:"true"`
	Source             checkSource  `json:"source" example:"vies"`
	Name               *string      `json:"name" example:"CAFE LUMIERE SARL"`
	Address            *string      `json:"address" example:"12 RUE DE RIVOLI, 75004 PARIS"`
	Requester          *string      `json:"requester" doc:"The shop's own VAT id." example:"DE129273398"`
	ConsultationNumber *string      `json:"consultationNumber" example:"WAPIAAAAY1a2b3c4"`
	Reason             *string      `json:"reason" doc:"Of the staff." example:"Qualified confirmation of the BZSt."`
	CheckedAt          httpapi.Time `json:"checkedAt"`
}

// SchemaName is the name in the document.
func (checkView) SchemaName() string { return "VatCheck" }

func viewCheck(c check) checkView {
	return checkView{
		VATID: c.VATID, Valid: c.Valid, Source: c.Source, Name: c.Name, Address: c.Address, Requester: c.Requester,
		ConsultationNumber: c.ConsultationNumber, Reason: c.Reason, CheckedAt: httpapi.TimeOf(c.CheckedAt),
	}
}
