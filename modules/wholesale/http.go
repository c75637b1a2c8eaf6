package wholesale

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/pseudonym"
)

// The headings in the document.
const (
	tag      = "Wholesale"
	tagAdmin = "Administration: wholesale"
)

// api answers HTTP.
type api struct {
	db         *gorm.DB
	clock      clock.Clock
	pseudonyms *pseudonym.Key
	limits     *httpapi.Router // set by routes
}

func (a *api) routes(r *httpapi.Router) {
	a.limits = r
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "applyForWholesale", Method: http.MethodPost, Path: "/v1/wholesale/apply", Tag: tag, Status: http.StatusCreated,
		Summary: "Apply for a wholesale account",
		Detail:  "A mail confirms it. 5 applications a day from a network, 3 for a contact's address.",
		Limits:  []string{"writes_anonymous"}, // of invalid requests; takeLimits counts the others
	}, a.submitApplication)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "trackWholesaleApplication", Method: http.MethodGet, Path: "/v1/wholesale/applications/{id}", Tag: tag,
		Summary: "Read the status of an application",
		Detail:  "Unless id and address both match it is 404. `question` is what the shop wants to know, by mail or phone.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.trackApplication)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listWholesaleApplications", Scope: "wholesale:decide", Method: http.MethodGet,
		Path: "/v1/admin/wholesale/applications", Tag: tagAdmin, Summary: "List applications, newest first",
		Detail: "Decided ones too.",
	}, a.listApplications)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getWholesaleApplication", Scope: "wholesale:decide", Method: http.MethodGet,
		Path: "/v1/admin/wholesale/applications/{id}", Tag: tagAdmin, Summary: "Read an application",
		Detail: "All that was submitted, and who decided what and when.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getApplication)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "approveWholesaleApplication", Scope: "wholesale:decide", Method: http.MethodPost,
		Path: "/v1/admin/wholesale/applications/{id}/approve", Tag: tagAdmin, Summary: "Approve an application",
		Detail: "Makes a wholesale account for the contact's address, or turns the existing one into it. A mail brings a " +
			"code for `set-password`.",
		Errors: []fault.Code{fault.NotFound, codeAlreadyDecided}, ProblemMembers: decidedExample,
	}, a.approveApplication)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "rejectWholesaleApplication", Scope: "wholesale:decide", Method: http.MethodPost,
		Path: "/v1/admin/wholesale/applications/{id}/reject", Tag: tagAdmin, Summary: "Reject an application",
		Detail: "The reason is mailed to the contact, who may apply again.",
		Errors: []fault.Code{fault.NotFound, codeAlreadyDecided}, ProblemMembers: decidedExample,
	}, a.rejectApplication)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "requestWholesaleInfo", Scope: "wholesale:decide", Method: http.MethodPost,
		Path: "/v1/admin/wholesale/applications/{id}/request-info", Tag: tagAdmin,
		Summary: "Request information from the applicant",
		Detail: "The question is mailed to the contact, who answers by mail or phone; `record-answer` keeps the answer. A " +
			"new question takes the place of the former one and its answer. The application stays under review.",
		Errors: []fault.Code{fault.NotFound, codeAlreadyDecided}, ProblemMembers: decidedExample,
	}, a.requestInfo)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "recordWholesaleAnswer", Scope: "wholesale:decide", Method: http.MethodPost,
		Path: "/v1/admin/wholesale/applications/{id}/record-answer", Tag: tagAdmin, Summary: "Record the applicant's answer",
		Detail: "What the contact answered by mail or phone to the last question, in place of an answer recorded earlier. " +
			"Nothing is mailed. Only while the application is under review and a question was asked.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.recordAnswer)
}
