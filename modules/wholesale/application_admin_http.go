package wholesale

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

type listApplicationsInput struct {
	httpapi.Page
	Status applicationStatus `query:"status"`
	Q      string            `query:"q" maxLength:"200" doc:"Words of which each is part of the business's name or address, the contact's name, email or phone number, or the tracking id; without regard to case, accents and small typing errors."`
	UserID string            `query:"userId" format:"uuid" doc:"An account: the applications with its email address." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

type applicationInput struct{ httpapi.PathID }

type approveApplicationInput struct {
	httpapi.PathID
	Body *struct {
		Note *httpapi.Text `json:"note,omitempty" minLength:"1" maxLength:"2000" doc:"Not shown to the applicant." example:"Known from the fair."`
	}
}

func (in *approveApplicationInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Note)
}

type rejectApplicationInput struct {
	httpapi.PathID
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"Shown to the applicant." example:"We deliver to resellers only."`
	}
}

type requestInfoInput struct {
	httpapi.PathID
	Body struct {
		Question httpapi.Text `json:"question" minLength:"1" maxLength:"2000" doc:"Shown to the applicant." example:"Which products do you sell?"`
	}
}

type recordAnswerInput struct {
	httpapi.PathID
	Body struct {
		Answer httpapi.Text `json:"answer" minLength:"1" maxLength:"2000" doc:"Not shown to the applicant." example:"Coffee and tea, in two shops."`
	}
}

func (a *api) listApplications(
	ctx context.Context, in *listApplicationsInput,
) (*httpapi.Reply[httpapi.List[applicationView]], error) {
	found, total, err := pageOfApplications(a.db.WithContext(ctx), in.Status, in.UserID, in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewApplication), total, in.Page))
}

func (a *api) getApplication(ctx context.Context, in *applicationInput) (*httpapi.Reply[applicationView], error) {
	found, err := database.ByID[application](a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewApplication(found))
}

func (a *api) approveApplication(
	ctx context.Context, in *approveApplicationInput,
) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).ID()
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		decided, err := approveApplication(ctx, tx, in.ID, admin, in.note(), a.clock.Now())
		return viewApplication(decided), err
	})
}

func (a *api) rejectApplication(
	ctx context.Context, in *rejectApplicationInput,
) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).ID()
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		decided, err := rejectApplication(ctx, tx, in.ID, admin, string(in.Body.Reason), a.clock.Now())
		return viewApplication(decided), err
	})
}

func (a *api) requestInfo(ctx context.Context, in *requestInfoInput) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).ID()
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		asked, err := requestInfo(ctx, tx, in.ID, admin, string(in.Body.Question), a.clock.Now())
		return viewApplication(asked), err
	})
}

func (a *api) recordAnswer(ctx context.Context, in *recordAnswerInput) (*httpapi.Reply[applicationView], error) {
	admin := auth.MustFrom(ctx).ID()
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (applicationView, error) {
		answered, err := recordAnswer(ctx, tx, in.ID, admin, string(in.Body.Answer), a.clock.Now())
		return viewApplication(answered), err
	})
}
