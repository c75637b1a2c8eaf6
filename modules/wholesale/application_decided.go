package wholesale

import (
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// decisionView is what has become of an application.
type decisionView struct {
	Status    applicationStatus `json:"status" example:"rejected"`
	Note      *string           `json:"note" doc:"Of the approval."`
	Reason    *string           `json:"reason" doc:"Of the rejection." example:"We deliver to resellers only."`
	DecidedAt *httpapi.Time     `json:"decidedAt"`
	DecidedBy *string           `json:"decidedBy" format:"uuid" doc:"null also when an erasure ended it." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

// SchemaName is the name in the document.
func (decisionView) SchemaName() string { return "WholesaleDecision" }

// decidedMembers are what problems with already_decided carry.
type decidedMembers struct {
	Current decisionView `json:"current" doc:"The application as it is now."`
}

// decidedExample is an example of the members of already_decided.
var decidedExample = map[fault.Code]any{codeAlreadyDecided: decidedMembers{decisionView{Status: applicationRejected}}}

// alreadyDecided is the fault of a command that comes after the decision: it says who was faster.
func alreadyDecided(a application) error {
	return fault.New(codeAlreadyDecided, "The application has been decided already.").
		WithMembers(decidedMembers{decisionView{
			Status: a.Status, Note: a.Note, Reason: a.Reason, DecidedAt: httpapi.TimePtr(a.DecidedAt), DecidedBy: a.DecidedBy,
		}})
}
