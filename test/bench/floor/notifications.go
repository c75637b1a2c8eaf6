package main

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// notificationHandler answers the newest 20 notifications of the caller and how many there are, in
// one round trip.
type notificationHandler struct {
	pool *pgxpool.Pool
	door authenticator
}

type notification struct {
	ID        string            `json:"id"`
	Kind      string            `json:"kind"`
	Title     string            `json:"title"`
	Body      string            `json:"body"`
	Data      map[string]string `json:"data"`
	ReadAt    *timestamp        `json:"readAt"`
	CreatedAt timestamp         `json:"createdAt"`
}

type notificationList struct {
	list[notification]
	UnreadCount int64 `json:"unreadCount"`
}

func (h notificationHandler) list(w http.ResponseWriter, r *http.Request) {
	c, err := h.door.caller(r)
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	found, err := h.newest(r.Context(), c.Subject)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, found)
}

func (h notificationHandler) newest(ctx context.Context, userID string) (l notificationList, err error) {
	l.Data = []notification{}
	batch := &pgx.Batch{}
	batch.Queue(`SELECT id::text, kind, title, body, data, read_at, created_at FROM notifications_items WHERE user_id = $1
		ORDER BY number DESC LIMIT 20`, userID).
		Query(func(rows pgx.Rows) error {
			for rows.Next() {
				var n notification
				var data string
				if err := rows.Scan(&n.ID, &n.Kind, &n.Title, &n.Body, &data, &n.ReadAt, &n.CreatedAt); err != nil {
					return err
				}
				if err := json.Unmarshal([]byte(data), &n.Data); err != nil {
					return err
				}
				n.Data["type"], n.Data["id"] = target(n.Data, userID)
				l.Data = append(l.Data, n)
			}
			return rows.Err()
		})
	batch.Queue(`SELECT count(*), count(*) FILTER (WHERE read_at IS NULL) FROM notifications_items WHERE user_id = $1`, userID).
		QueryRow(func(row pgx.Row) error { return row.Scan(&l.Meta.Total, &l.UnreadCount) })
	err = h.pool.SendBatch(ctx, batch).Close()
	l.Meta.Page, l.Meta.Limit, l.Meta.TotalPages = 1, 20, (l.Meta.Total+19)/20
	return l, err
}

// target is what a notification of the benchmark is about: an order, points, or the account.
func target(data map[string]string, userID string) (kind, id string) {
	if order := data["orderId"]; order != "" {
		return "order", order
	}
	if entry := data["entryId"]; entry != "" {
		return "loyalty_entry", entry
	}
	return "account", userID
}
