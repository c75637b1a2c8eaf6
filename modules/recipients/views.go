package recipients

import "orderd/platform/httpapi"

// recipientView is a saved recipient as its user sees them.
type recipientView struct {
	ID           string       `json:"id" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	FullName     string       `json:"fullName" doc:"As in the newest order." example:"Grace Hopper"`
	ContactPhone string       `json:"contactPhone" doc:"As in the newest order." example:"+1 555-0100"`
	Address      string       `json:"address" doc:"As in the newest order." example:"12 Navy Street, 20001 Washington"`
	TotalOrders  int64        `json:"totalOrders" example:"2"`
	CreatedAt    httpapi.Time `json:"createdAt" doc:"The first order."`
	UpdatedAt    httpapi.Time `json:"updatedAt" doc:"The newest order."`
}

func viewOf(r recipient) recipientView {
	return recipientView{
		ID: r.ID, FullName: r.FullName, ContactPhone: r.Phone, Address: r.Address, TotalOrders: r.TotalOrders,
		CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt),
	}
}

// exportedRecipient is all that is held on a recipient.
type exportedRecipient struct {
	recipientView
	Country string `json:"country"`
}
