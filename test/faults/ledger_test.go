package faults

import (
	"maps"
	"sync"
	"time"
)

// record is what the service has acknowledged to the owner of an address. "" and false mean:
// nothing yet.
type record struct {
	registration string // id of the registration
	tracking     string // id of the application, as the applicant knows it
	application  string // id of the application, as the admin who approved it knows it
	access       string // token of a session: the code was used and the account stands
	since        time.Time

	orders     []string // ids; all are for another person
	orderMails int      // those about the orders
	points     int
}

// ledger is what the service has acknowledged, by address. One address registers once or applies
// once.
type ledger struct {
	mu      sync.Mutex
	records map[string]record
}

func (l *ledger) record(email string, change func(r *record)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.records == nil {
		l.records = map[string]record{}
	}
	r := l.records[email]
	change(&r)
	l.records[email] = r
}

// remove takes an address out: what check would do with it is not possible any more.
func (l *ledger) remove(email string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.records, email)
}

func (l *ledger) all() map[string]record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.records)
}
