package webhooks

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// exportedDelivery is an event about a user that was sent, in the export of the user's data.
type exportedDelivery struct {
	Type        string         `json:"type"`
	Host        string         `json:"host"`
	Status      deliveryStatus `json:"status"`
	CreatedAt   httpapi.Time   `json:"createdAt"`
	DeliveredAt *httpapi.Time  `json:"deliveredAt"`
}

// export returns the events about the user that were sent, and to which hosts.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	found, err := deliveriesAbout(db, userID)
	if err != nil {
		return nil, err
	}
	endpoints, err := allEndpoints(db)
	if err != nil {
		return nil, err
	}
	hosts := map[string]string{}
	for _, e := range endpoints {
		hosts[e.ID] = hostOf(e.URL)
	}
	return convert.All(found, func(d delivery) exportedDelivery {
		return exportedDelivery{
			Type: d.Type, Host: hosts[d.EndpointID], Status: d.Status, CreatedAt: httpapi.TimeOf(d.CreatedAt),
			DeliveredAt: httpapi.TimePtr(d.DeliveredAt),
		}
	}), nil
}
