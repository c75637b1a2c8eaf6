// Package http measures the service's HTTP side as one table of Go benchmarks (make bench):
//
//   - CurrentUser: GET /v1/users/me of the service and of the floor (test/bench/floor) on one database, in rounds that
//     take turns, so that all meet the same noise. The service remembers whose signature it has checked; the floor does
//     with and without. The goal of the ratio is 0.7.
//   - ColdStart: from the start of the process to its first 200, on an empty database and on a migrated one.
//   - Idle: statements a second to PostgreSQL and memory of a service that nobody calls.
package http
