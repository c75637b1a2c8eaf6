package loyalty

import (
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

type shareInput struct {
	Body struct {
		ProductID string `json:"productId" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	}
}

type redeemInput struct {
	Body struct {
		Points httpapi.Whole `json:"points" minimum:"500" example:"500"`
	}
}

type adjustInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f" doc:"Id of the user."`
	Body struct {
		Points httpapi.Whole `json:"points" minimum:"-1000000" maximum:"1000000" doc:"Below 0: taken." example:"250"`
		Reason httpapi.Text  `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the user." example:"For the late parcel."`
	}
}

// Check says that an adjustment changes something.
func (in *adjustInput) Check() []fault.Field {
	if in.Body.Points == 0 {
		return []fault.Field{{Pointer: "/points", Code: fault.OutOfRange, Detail: "must not be 0"}}
	}
	return nil
}
