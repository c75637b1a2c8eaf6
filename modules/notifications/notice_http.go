package notifications

import (
	"context"
	"fmt"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/notifications/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const (
	noticesPath = "/v1/admin/me/notices"
	tagOwn      = "Administration: own account"
)

func (a *api) noticeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getOwnNotices", Method: http.MethodGet, Path: noticesPath, Tag: tagOwn, Scope: auth.ScopeSelf,
		Summary: "List the caller's notice preferences",
		Detail: "Those that the caller's scopes allow. Without a choice all are in the inbox, and owners get mails of " +
			"what needs them.",
	}, a.getNotices)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "chooseOwnNotices", Method: http.MethodPut, Path: noticesPath, Tag: tagOwn, Scope: auth.ScopeSelf,
		Summary: "Set the caller's notice preferences", StepUp: httpapi.StepUpAlways,
		Detail: "Kinds that are left out stay as they are. The first mail is sent at once, then at most one in 5 minutes, " +
			"with all that came since.",
	}, a.chooseNotices)
}

// noticeView is what a member of the staff wants of a kind of notices.
type noticeView struct {
	Kind  noticeKind `json:"kind" example:"order_new"`
	Inbox bool       `json:"inbox" doc:"Into the inbox." example:"true"`
	Mail  bool       `json:"mail" doc:"By mail." example:"true"`
}

// SchemaName is the name in the document.
func (noticeView) SchemaName() string { return "NoticeSwitches" }

// noticesView is all that the caller may get.
type noticesView struct {
	Data []noticeView `json:"data" nullable:"false"`
}

// SchemaName is the name in the document.
func (noticesView) SchemaName() string { return "NoticeSwitchesList" }

type chooseNoticesInput struct {
	Body struct {
		Data []noticeView `json:"data" nullable:"false" maxItems:"50"`
	}
}

func (in *chooseNoticesInput) Check() (found []fault.Field) {
	seen := map[noticeKind]bool{}
	for i, n := range in.Body.Data {
		if seen[n.Kind] {
			found = append(found, fault.Field{
				Pointer: fmt.Sprintf("/data/%d/kind", i), Code: fault.NotAllowed, Detail: "must not be there twice",
			})
		}
		seen[n.Kind] = true
	}
	return found
}

func (a *api) getNotices(ctx context.Context, _ *struct{}) (*httpapi.Reply[noticesView], error) {
	view, err := viewNotices(a.db.WithContext(ctx), auth.MustFrom(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view)
}

func (a *api) chooseNotices(ctx context.Context, in *chooseNoticesInput) (*httpapi.Reply[noticesView], error) {
	me := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (noticesView, error) {
		if err := chooseNotices(ctx, tx, me, in.Body.Data); err != nil {
			return noticesView{}, err
		}
		return viewNotices(tx, me)
	})
}

// viewNotices are the switches of the notices that the caller's scopes allow.
func viewNotices(db *gorm.DB, me auth.Principal) (noticesView, error) {
	chosen, err := chosenNotices(db, me)
	view := noticesView{Data: []noticeView{}}
	for i, s := range chosen {
		if me.MayUse(notices[i].scope) {
			view.Data = append(view.Data, noticeView{s.Kind, s.Inbox, s.Mail})
		}
	}
	return view, err
}

// chosenNotices are the switches of all notices, in their order.
func chosenNotices(db *gorm.DB, me auth.Principal) ([]switches, error) {
	chosen, err := switchesOfUser(db, me.UserID)
	all := make([]switches, len(notices))
	for i, n := range notices {
		s, ok := chosen[n.kind]
		if !ok {
			s = n.defaultSwitches(me.UserID, me.Role == auth.RoleAdmin)
		}
		all[i] = s
	}
	return all, err
}

// chooseNotices saves what the caller wants. Of two requests at once the later one counts.
func chooseNotices(ctx context.Context, tx *gorm.DB, me auth.Principal, wanted []noticeView) error {
	var rows []switches
	for _, w := range wanted {
		rows = append(rows, switches{UserID: me.UserID, Kind: w.Kind, Inbox: w.Inbox, Mail: w.Mail})
	}
	if err := lockUser(tx, me.UserID); err != nil {
		return err
	}
	if err := saveSwitches(tx, rows); err != nil {
		return err
	}
	chosen, err := chosenNotices(tx, me)
	if err != nil {
		return err
	}
	e := events.NoticesChosen{UserID: me.UserID}
	for _, s := range chosen {
		e.Switches = append(e.Switches, events.Switches{Kind: string(s.Kind), Inbox: s.Inbox, Mail: s.Mail})
	}
	return eventbus.Publish(ctx, tx, e)
}
