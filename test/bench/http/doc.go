// Package http measures the service's HTTP side as one table of Go benchmarks (make bench):
//
//   - CurrentUser: GET /v1/users/me of the service and of the floor (test/bench/floor) on one database, in rounds that
//     take turns, so that both meet the same noise. The goal of the ratio is 0.7.
//   - ProductPage and ProductList: the same for a product and for the newest 20, of the demo shop. The goal is 0.6.
//   - ColdStart: from the start of the process to its first 200, on an empty database and on a migrated one.
//   - Idle: statements a second to PostgreSQL and memory of a service that nobody calls.
package http
