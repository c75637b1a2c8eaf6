// Package faults breaks the service, or what it stands on, and proves what it promises: kill -9,
// lost answers, a mail server or a database that goes away, replicas that race, bad input by the
// thousand. The service runs as child processes of the real binary; the mail server and the proxies
// run in the test, so that they outlive it. After each fault one checker of invariants (check)
// looks at the API, the database and the mails together.
//
// `go test` breaks a little of everything; with -full (make faults) it is as much as is promised.
package faults
