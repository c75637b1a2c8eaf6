// Command floor is what some operations cost at least: net/http, pgx and a JWT library put together
// by hand, with none of what the service adds (conventions, limits, revocations, idempotency,
// metrics, logs). It works on the service's own tables with its key file, so that both can be
// measured on one database with the same tokens, and it gives the same answers:
//
//   - GET /v1/users/me: one query.
//
//   - GET /v1/products/{slug} and GET /v1/products, the newest 20 or those of a category that are
//     in stock, by price: one round trip.
//
//   - GET /v1/orders, the newest 20, and GET /v1/notifications: one round trip.
//
//   - GET /v1/cart: one query.
//
//   - POST /v1/checkout: one statement that inserts an order with its lines, moves the stock and
//     writes a row of the outbox.
//
//     floor -addr 127.0.0.1:8081 -database postgres://… -keys keys.pem
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"

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
	attributes, err := loadAttributes(context.Background(), pool)
	if err != nil {
		return err
	}
	d := authenticator{key}
	products := productHandler{pool, d, attributes}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/users/me", profileHandler{pool, d}.me)
	mux.HandleFunc("GET /v1/products", products.list)
	mux.HandleFunc("GET /v1/products/{slug}", products.page)
	mux.HandleFunc("GET /v1/orders", orderHandler{pool, d}.list)
	mux.HandleFunc("GET /v1/cart", cartHandler{pool, d}.read)
	mux.HandleFunc("GET /v1/notifications", notificationHandler{pool, d}.list)
	mux.HandleFunc("POST /v1/checkout", checkoutHandler{pool, d}.checkout)
	return http.ListenAndServe(addr, mux)
}
