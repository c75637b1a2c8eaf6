package wholesale

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
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
		Limits:  []string{"writes_anonymous"}, // those that are not valid; mayApply counts the others
	}, a.apply)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "trackWholesaleApplication", Method: http.MethodGet, Path: "/v1/wholesale/applications/{id}", Tag: tag,
		Summary: "Read the status of an application",
		Detail:  "Unless id and address both match it is 404. `question` is what the shop wants to know, by mail or phone.",
		Errors:  []string{fault.NotFound},
	}, a.track)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listWholesaleApplications", Method: http.MethodGet, Path: "/v1/admin/wholesale/applications", Tag: tagAdmin,
		Summary: "List applications, newest first",
		Detail:  "Decided ones too.",
	}, a.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getWholesaleApplication", Method: http.MethodGet, Path: "/v1/admin/wholesale/applications/{id}", Tag: tagAdmin,
		Summary: "Read an application",
		Detail:  "All that was submitted, and who decided what and when.",
		Errors:  []string{fault.NotFound},
	}, a.get)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "approveWholesaleApplication", Method: http.MethodPost, Path: "/v1/admin/wholesale/applications/{id}/approve", Tag: tagAdmin,
		Summary: "Approve an application",
		Detail: "Makes a wholesale account for the contact's address, or turns the existing one into it. A mail brings a code for " +
			"`set-password`.",
		Errors: []string{fault.NotFound, fault.AlreadyDecided},
	}, a.approve)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "rejectWholesaleApplication", Method: http.MethodPost, Path: "/v1/admin/wholesale/applications/{id}/reject", Tag: tagAdmin,
		Summary: "Reject an application",
		Detail:  "The reason is mailed to the contact, who may apply again.",
		Errors:  []string{fault.NotFound, fault.AlreadyDecided},
	}, a.reject)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "requestWholesaleInfo", Method: http.MethodPost, Path: "/v1/admin/wholesale/applications/{id}/request-info", Tag: tagAdmin,
		Summary: "Ask the applicant something",
		Detail:  "The question is mailed to the contact, who answers by mail or phone. The application stays under review.",
		Errors:  []string{fault.NotFound, fault.AlreadyDecided},
	}, a.requestInfo)
}

func (a *api) apply(ctx context.Context, in *applyInput) (*httpapi.Reply[applicationReceipt], error) {
	submitted := in.application()
	addressID := a.pseudonyms.OfEmail(submitted.ContactEmail)
	submitted.AddressID = &addressID
	if err := a.mayApply(ctx, addressID); err != nil {
		return nil, err
	}
	if submitted.Locale = httpapi.AcceptLanguage(ctx); submitted.Locale == "" {
		submitted.Locale = "en"
	}
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (applicationReceipt, error) {
		filed, err := apply(ctx, tx, submitted, a.clock.Now())
		return receiptOf(filed), err
	})
}

// mayApply counts an application against the limits of the client's network and of the contact's address, which hold
// across replicas. It returns fault.RateLimited.
func (a *api) mayApply(ctx context.Context, addressID string) error {
	if err := a.limits.Take(ctx, "wholesale_apply", httpapi.NetworkDigest(ctx)); err != nil {
		return err
	}
	return a.limits.Take(ctx, "wholesale_apply_email", addressID)
}

func (a *api) track(ctx context.Context, in *trackInput) (*httpapi.Reply[applicationStatus], error) {
	found, err := findTracked(a.db.WithContext(ctx), in.ID, a.pseudonyms.OfEmail(string(in.Email)))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(statusOf(found))
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[httpapi.List[applicationView]], error) {
	found, total, err := list(a.db.WithContext(ctx), in.Status, in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.Listed(viewsOf(found), total, in.Page))
}

func (a *api) get(ctx context.Context, in *idInput) (*httpapi.Reply[applicationView], error) {
	found, err := database.ByID[application](a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewOf(found))
}

func (a *api) approve(ctx context.Context, in *approveApplicationInput) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		decided, err := approve(ctx, tx, in.ID, admin, in.note(), a.clock.Now())
		return viewOf(decided), err
	})
}

func (a *api) reject(ctx context.Context, in *rejectApplicationInput) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		decided, err := reject(ctx, tx, in.ID, admin, string(in.Body.Reason), a.clock.Now())
		return viewOf(decided), err
	})
}

func (a *api) requestInfo(ctx context.Context, in *requestInfoInput) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		asked, err := requestInfo(ctx, tx, in.ID, admin, string(in.Body.Question))
		return viewOf(asked), err
	})
}
