// Command floor is what GET /v1/users/me, a product page and a list of products cost at least: net/http, pgx and a JWT library put together by hand, with none
// of what the service adds (conventions, limits, revocations, metrics, logs). It reads the service's own table and key
// file, so that both can be measured on one database with one token.
//
//	floor -addr 127.0.0.1:8081 -database postgres://… -keys keys.pem
package main

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8081", "where to listen")
	database := flag.String("database", "", "address of the service's PostgreSQL database")
	keys := flag.String("keys", "", "the service's auth.keys_file")
	flag.Parse()
	if err := run(*addr, *database, *keys); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

func run(addr, database, keys string) error {
	key, err := publicKey(keys)
	if err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return err
	}
	config.MaxConns = 16 // the service's
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return err
	}
	defer pool.Close()
	mux := http.NewServeMux()
	mux.Handle("GET /v1/users/me", handler{pool, key})
	mux.HandleFunc("GET /v1/products", shelf{pool}.list)
	mux.HandleFunc("GET /v1/products/{slug}", shelf{pool}.page)
	return http.ListenAndServe(addr, mux)
}

func publicKey(file string) (ed25519.PublicKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("no PEM block in " + file)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	return key.(ed25519.PrivateKey).Public().(ed25519.PublicKey), nil
}

type handler struct {
	pool *pgxpool.Pool
	key  ed25519.PublicKey
}

// profile is API.md's.
type profile struct {
	ID              string     `json:"id"`
	Email           string     `json:"email"`
	FullName        string     `json:"fullName"`
	Phone           *string    `json:"phone"`
	Role            string     `json:"role"`
	AccountType     string     `json:"accountType"`
	BusinessName    *string    `json:"businessName"`
	Locale          string     `json:"locale"`
	EmailVerifiedAt *time.Time `json:"emailVerifiedAt"`
	CreatedAt       time.Time  `json:"createdAt"`
	UpdatedAt       time.Time  `json:"updatedAt"`
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	claims := jwt.RegisteredClaims{}
	_, err := jwt.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return h.key, nil }, jwt.WithValidMethods([]string{"EdDSA"}))
	if err != nil {
		http.Error(w, "unauthenticated", http.StatusUnauthorized)
		return
	}
	var p profile
	err = h.pool.QueryRow(r.Context(), `
		SELECT id::text, email, full_name, phone, role, account_type, business_name, locale, email_verified_at, created_at, updated_at
		FROM identity_users WHERE id = $1`, claims.Subject).Scan(
		&p.ID, &p.Email, &p.FullName, &p.Phone, &p.Role, &p.AccountType, &p.BusinessName, &p.Locale, &p.EmailVerifiedAt, &p.CreatedAt, &p.UpdatedAt)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}
