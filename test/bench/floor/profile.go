package main

import (
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
)

// profileHandler answers who the caller is.
type profileHandler struct {
	pool *pgxpool.Pool
	door authenticator
}

// profile is as GET /v1/users/me answers it.
type profile struct {
	ID              string     `json:"id"`
	Email           string     `json:"email"`
	FullName        string     `json:"fullName"`
	Phone           *string    `json:"phone"`
	Role            string     `json:"role"`
	Staff           *staff     `json:"staff"`
	AccountType     string     `json:"accountType"`
	BusinessName    *string    `json:"businessName"`
	Locale          string     `json:"locale"`
	EmailVerifiedAt *timestamp `json:"emailVerifiedAt"`
	CreatedAt       timestamp  `json:"createdAt"`
	UpdatedAt       timestamp  `json:"updatedAt"`
}

// staff is what a member of the staff may do.
type staff struct {
	RoleID   string   `json:"roleId"`
	RoleName string   `json:"roleName"`
	Scopes   []string `json:"scopes"`
}

// owner is the built-in role, which every admin has.
var owner = &staff{RoleID: "019aa9d0-0000-7000-8000-000000000001", RoleName: "owner", Scopes: []string{
	"audit:read", "audit:write", "customers:read", "customers:write", "events:read", "invoices:read", "invoices:write", "keys:write",
	"loyalty:adjust", "mails:read", "mails:write",
	"orders:read", "orders:write", "payments:read", "payments:write", "products:read", "products:write", "promotions:read", "promotions:write",
	"refunds:write", "reports:read", "reviews:moderate", "self", "settings:read", "settings:write", "staff:read", "staff:write", "stock:read",
	"stock:write", "webhooks:read", "webhooks:write", "wholesale:decide",
}}

func (h profileHandler) me(w http.ResponseWriter, r *http.Request) {
	caller, err := h.door.caller(r)
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	var p profile
	err = h.pool.QueryRow(r.Context(), `
		SELECT id::text, email, full_name, phone, role, account_type, business_name, locale, email_verified_at, created_at, updated_at
		FROM identity_users WHERE id = $1`, caller.Subject).Scan(
		&p.ID, &p.Email, &p.FullName, &p.Phone, &p.Role, &p.AccountType, &p.BusinessName, &p.Locale, &p.EmailVerifiedAt, &p.CreatedAt,
		&p.UpdatedAt)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	if p.Role == "admin" {
		p.Staff = owner
	}
	send(w, http.StatusOK, p)
}
