package database

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
)

const (
	// watchEvery is how often Run measures: with one statement on the primary and one on each
	// standby.
	watchEvery   = time.Second
	watchTimeout = 2 * time.Second
	// maxSamples limits the history, and with it the lag that can be measured: to five minutes.
	maxSamples = 300
)

// Run measures the standbys until ctx ends, and lets those be used that serve, belong to the
// primary and are up to MaxLag behind. A standby is used for the first time when it has replayed
// all that the primary had when Run began, the migrations of this process included. Without
// standbys it waits.
//
// While the primary does not answer there is nothing to measure by, and a standby that is used
// stays so.
func (r *Reads) Run(ctx context.Context) error {
	if len(r.standbys) == 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		r.Measure(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Measure measures all standbys once.
func (r *Reads) Measure(ctx context.Context) {
	primary, err := r.askPrimary(ctx)
	if err == nil {
		r.history.add(clock.System().Now(), primary.LSN)
	}
	var all sync.WaitGroup
	for _, s := range r.standbys {
		all.Go(func() { r.measure(ctx, s, primary) })
	}
	all.Wait()
}

// server is what a server says of itself.
type server struct {
	Standby  bool
	System   string // of the cluster, the same on all its servers
	Database string
	LSN      int64 // flushed by the primary, replayed by a standby
}

// The statements work without privileges. A position is a number of bytes.
const (
	flushedSQL  = `pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint`
	replayedSQL = `coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint`
	askedServer = `SELECT pg_is_in_recovery() AS standby, (SELECT system_identifier::text
		FROM pg_control_system()) AS system, current_database() AS database, `
	askedPrimary = askedServer + flushedSQL + ` AS lsn`
	askedStandby = askedServer + replayedSQL + ` AS lsn`
)

func flushedLSN(ctx context.Context, primary *gorm.DB) (lsn int64, err error) {
	err = primary.WithContext(ctx).Raw(`SELECT ` + flushedSQL).Scan(&lsn).Error
	return lsn, err
}

func (r *Reads) askPrimary(ctx context.Context) (s server, err error) {
	ctx, cancel := context.WithTimeout(ctx, watchTimeout)
	defer cancel()
	err = r.primary.WithContext(ctx).Raw(askedPrimary).Scan(&s).Error
	return s, err
}

// measure asks a standby how far it is, and judges it. primary is blank when it did not answer.
func (r *Reads) measure(ctx context.Context, s *standby, primary server) {
	timed, cancel := context.WithTimeout(ctx, watchTimeout)
	defer cancel()
	var found server
	err := s.db.WithContext(timed).Raw(askedStandby).Scan(&found).Error
	lag := time.Duration(-1)
	if err == nil {
		lag = r.history.lag(clock.System().Now(), found.LSN)
		err = r.judge(found, primary, lag)
	}
	if ctx.Err() != nil || errors.Is(err, errNothingToMeasureBy) {
		return
	}
	r.note(s, lag, err)
}

var (
	errNotStandby         = errors.New("it is no standby")
	errOtherPrimary       = errors.New("it is no standby of the primary: another cluster or another database")
	errNothingToMeasureBy = errors.New("the primary does not answer")
)

// judge returns why the standby must not be used, or nil.
func (r *Reads) judge(found, primary server, lag time.Duration) error {
	switch {
	case !found.Standby:
		return errNotStandby
	case primary == server{}:
		return errNothingToMeasureBy
	case found.System != primary.System, found.Database != primary.Database:
		return errOtherPrimary
	case found.LSN < r.history.begin():
		return errors.New("it has not replayed yet what there was when this process began")
	case lag > r.maxLag:
		return fmt.Errorf("it is %s behind", lag.Round(time.Second))
	}
	return nil
}

// note records the state of a standby, and logs a change.
func (r *Reads) note(s *standby, lag time.Duration, reason error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := !s.judged || (s.reason == nil) != (reason == nil)
	s.lag, s.reason, s.judged = lag, reason, true
	s.usable.Store(reason == nil)
	switch {
	case changed && reason == nil:
		r.log.Info("a standby takes reads", zap.String("host", s.host))
	case changed:
		r.log.Warn("a standby takes no reads, the primary does", zap.String("host", s.host), zap.Error(reason))
	}
}

// exclude stops the use of a standby that has failed, until it is measured again.
func (r *Reads) exclude(s *standby, reason error) { r.note(s, -1, reason) }

// history is where the primary was in the last minutes.
type history struct {
	mu      sync.Mutex
	first   int64 // the first position of all
	samples []sample
}

type sample struct {
	at  time.Time
	lsn int64
}

func (h *history) add(at time.Time, lsn int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	// A standby was promoted that had less.
	if n := len(h.samples); n > 0 && lsn < h.samples[n-1].lsn {
		h.first, h.samples = 0, nil
	}
	if h.first == 0 {
		h.first = lsn
	}
	h.samples = append(h.samples, sample{at, lsn})
	h.samples = slices.Delete(h.samples, 0, max(0, len(h.samples)-maxSamples))
}

func (h *history) begin() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.first
}

// lag returns for how long the primary has been beyond the position, as far as the history goes.
func (h *history) lag(now time.Time, lsn int64) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.samples {
		if s.lsn > lsn {
			return max(0, now.Sub(s.at))
		}
	}
	return 0
}
