package payments

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// taskView is a task as admins see it.
type taskView struct {
	ID        string       `json:"id" format:"uuid" doc:"The idempotency key at the provider." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderID   string       `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Kind      taskKind     `json:"kind" doc:"cancel takes an intent back." example:"refund"`
	Status    taskStatus   `json:"status" example:"failed"`
	Attempts  int          `json:"attempts" example:"1"`
	LastError *string      `json:"lastError" example:"the provider refused: 400 invalid_request_error charge_already_refunded"`
	DueAt     httpapi.Time `json:"dueAt" doc:"The next try of a queued one."`
	CreatedAt httpapi.Time `json:"createdAt"`
}

// SchemaName is the name in the document.
func (taskView) SchemaName() string { return "PaymentTask" }

func viewTask(t task) taskView {
	return taskView{
		ID: t.ID, OrderID: t.OrderID, Kind: t.Kind, Status: t.Status, Attempts: t.Attempts, LastError: t.LastError,
		DueAt: httpapi.TimeOf(t.DueAt), CreatedAt: httpapi.TimeOf(t.CreatedAt),
	}
}

type listTasksInput struct {
	httpapi.Page
	Status  taskStatus `query:"status"`
	OrderID string     `query:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
}

type retryTaskInput struct{ httpapi.PathID }

func (a *api) listTasks(ctx context.Context, in *listTasksInput) (*httpapi.Reply[httpapi.List[taskView]], error) {
	found, total, err := pageOfTasks(a.db.WithContext(ctx), in.Status, in.OrderID, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewTask), total, in.Page))
}

func (a *api) retryTask(ctx context.Context, in *retryTaskInput) (*httpapi.Reply[taskView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (taskView, error) {
		t, err := a.tasks.retryTask(ctx, tx, in.ID, a.clock.Now())
		return viewTask(t), err
	})
}
