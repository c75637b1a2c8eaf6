package media

import (
	"net/http"
	"slices"
	"time"

	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/states"
)

// fetchStatus is the state of a fetch.
type fetchStatus string

const (
	fetchQueued fetchStatus = "queued"  // due now or later, or being fetched
	fetchDone   fetchStatus = "fetched" // its picture is there
	fetchFailed fetchStatus = "failed"  // it cannot be fetched, or its attempts are used up
)

// Values are all of them.
func (fetchStatus) Values() []string { return convert.Strings(fetchQueued, fetchDone, fetchFailed) }

// SchemaName is the name in the document.
func (fetchStatus) SchemaName() string { return "MediaFetchStatus" }

// fetchStates are the changes between them. The guards are in fetch_store.go.
var fetchStates = states.New("media_fetches.status",
	states.Change[fetchStatus]{From: "", To: fetchQueued, Cause: "an import names the address"},
	states.Change[fetchStatus]{From: fetchQueued, To: fetchQueued, Cause: "no answer, tried again later"},
	states.Change[fetchStatus]{From: fetchQueued, To: fetchDone, Cause: "its bytes are stored"},
	states.Change[fetchStatus]{From: fetchQueued, To: fetchFailed, Cause: "no picture, or the fifth attempt failed"},
	states.Change[fetchStatus]{From: fetchFailed, To: fetchQueued, Cause: "an admin retries it, or an import names it"},
	states.Change[fetchStatus]{From: fetchDone, To: fetchQueued, Cause: "its picture was deleted, and an import names it"},
)

// fetchError says why an attempt failed: without an answer as an outbound.Failure does.
type fetchError string

const (
	fetchDNS         fetchError = "dns"
	fetchNoAnswer    fetchError = "connect"
	fetchTLS         fetchError = "tls"
	fetchTimeout     fetchError = "timeout"
	fetchNotAllowed  fetchError = "target_not_allowed"
	fetchStatusCode  fetchError = "status"      // of the answer
	fetchRedirected  fetchError = "redirected"  // to another scheme, host or port, or too often
	fetchTooLarge    fetchError = "too_large"   // more than an upload may be
	fetchNoPicture   fetchError = "no_picture"  // not one that can be uploaded
	fetchStorage     fetchError = "storage"     // the bytes could not be stored
	fetchInterrupted fetchError = "interrupted" // each process that tried it has ended
)

// Values are all of them.
func (fetchError) Values() []string {
	return convert.Strings(fetchDNS, fetchNoAnswer, fetchTLS, fetchTimeout, fetchNotAllowed, fetchStatusCode,
		fetchRedirected, fetchTooLarge, fetchNoPicture, fetchStorage, fetchInterrupted)
}

// SchemaName is the name in the document.
func (fetchError) SchemaName() string { return "MediaFetchError" }

const (
	// fetchLease is how long a claim lasts, and fetchTimeLimit how long its attempt may take.
	fetchLease     = 5 * time.Minute
	fetchTimeLimit = 3 * time.Minute
	fetchAttempts  = 5
)

// fetchPauses are the pauses after the first, second, … failed attempt.
var fetchPauses = background.Pauses{10 * time.Second, time.Minute, 10 * time.Minute, time.Hour}

// fetch is the task to fetch the picture at an address elsewhere, once for the whole shop.
type fetch struct {
	ID         string `gorm:"primaryKey"` // derived from URL, which may be too long for an index
	URL        string `gorm:"column:url"`
	ImportID   string // that has queued it last
	Status     fetchStatus
	Attempts   int // since it was queued
	Claim      *string
	DueAt      time.Time // while it is queued
	Error      *fetchError
	StatusCode *int
	MediaID    *string
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
}

func (fetch) TableName() string { return "media_fetches" }

func newFetch(url, importID string, now time.Time) fetch {
	return fetch{
		ID: id.Derive("media: fetch", url), URL: url, ImportID: importID, Status: fetchQueued, DueAt: now, CreatedAt: now,
		UpdatedAt: now,
	}
}

// fetchFailure is why an attempt failed.
type fetchFailure struct {
	reason     fetchError
	statusCode int // 0 without an answer
}

// passes reports whether another attempt may do better.
func (f fetchFailure) passes() bool {
	switch f.reason {
	case fetchStatusCode:
		return f.statusCode >= 500 || slices.Contains([]int{
			http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		}, f.statusCode)
	case fetchNotAllowed, fetchRedirected, fetchTooLarge, fetchNoPicture, fetchInterrupted:
		return false
	}
	return true
}

// markFetched records that the picture is there.
func (f *fetch) markFetched(mediaID string, now time.Time) {
	f.Status, f.MediaID, f.Error, f.StatusCode, f.UpdatedAt = fetchDone, &mediaID, nil, nil, now
}

// markFailed records a failed attempt: the next one is planned, unless there is to be none.
func (f *fetch) markFailed(failure fetchFailure, now time.Time) {
	f.Error, f.StatusCode, f.UpdatedAt = &failure.reason, nil, now
	if failure.statusCode != 0 {
		f.StatusCode = &failure.statusCode
	}
	if !failure.passes() || f.Attempts >= fetchAttempts {
		f.Status = fetchFailed
		return
	}
	f.DueAt = now.Add(fetchPauses.After(f.Attempts))
}
