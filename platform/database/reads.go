package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/fault"
)

// ReadsOptions configure OpenReads.
type ReadsOptions struct {
	// URL names streaming standbys of the primary: "postgres://…", several hosts with commas. A
	// host is one server: behind a name that stands for several, the lag of only one is measured.
	URL string
	// MaxLag is by how much a standby may be behind.
	MaxLag   time.Duration
	MaxConns int           // size of the pool of each standby; 0 means 16
	Timeout  time.Duration // of a read on a standby; 0 means 3 s
	Log      *zap.Logger
}

// Reads chooses where a read is made that may be a little old: on a standby, else on the primary.
// Without standbys each read is one on the primary and costs nothing more.
//
// It is for reads whose caller has nothing of its own to see in them: the catalogue for anonymous
// callers, and exports (ReadSince). Whatever a caller may have written a moment ago, and everything
// that a write depends on, is read on the primary.
type Reads struct {
	primary  *gorm.DB
	standbys []*standby
	maxLag   time.Duration
	log      *zap.Logger
	timeout  time.Duration // of a read on a standby
	next     atomic.Uint64 // the standbys take turns
	history  history       // of the primary, for Run
	batches  chan struct{} // the reads of ReadSince that are under way
}

// batchesAtOnce bounds the reads of exports: however many are asked for, they leave connections and
// processors to those who buy.
const batchesAtOnce = 2

// PrimaryReads makes every read on the primary.
func PrimaryReads(primary *gorm.DB) *Reads {
	return &Reads{primary: primary, batches: make(chan struct{}, batchesAtOnce)}
}

// OpenReads makes reads that may lag on the standbys that o names. It connects to none of them: Run
// finds those that may be used.
func OpenReads(ctx context.Context, primary *gorm.DB, o ReadsOptions) (*Reads, error) {
	if Dialect(primary) != Postgres {
		return nil, errors.New("database: only PostgreSQL has standbys")
	}
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	r := PrimaryReads(primary)
	r.maxLag, r.log, r.timeout = o.MaxLag, o.Log, cmp.Or(o.Timeout, standbyTimeout)
	configs, err := configsByHost(o.URL)
	if err != nil {
		return nil, fmt.Errorf("database: open the standbys: %w", err)
	}
	for _, cfg := range configs {
		s, err := openStandby(ctx, cfg, o)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("database: open the standbys: %w", err), r.Close())
		}
		r.standbys = append(r.standbys, s)
	}
	return r, nil
}

// Close closes the connections to the standbys. The primary stays open.
func (r *Reads) Close() error {
	var errs []error
	for _, s := range r.standbys {
		errs = append(errs, Close(s.db))
	}
	return errors.Join(errs...)
}

// standbyTimeout is how long a read may take on a standby by default. The rest of the 9 s that a
// request has is for the primary.
const standbyTimeout = 3 * time.Second

// Read calls read with a handle that carries a context of ctx: on a standby that is up to MaxLag
// behind, for a limited time, else on the primary. All statements of a call are made on one
// connection there, so that a later one sees no older state than an earlier one; OnStandby says
// which server it is.
//
// When read fails on the standby, Read calls it again on the primary: the standby may be away, may
// have cancelled the statement to go on replaying, or may not have a column yet. So keep effects
// out of read, except for its result. A fault, such as fault.Missing, is a result.
func (r *Reads) Read(ctx context.Context, read func(db *gorm.DB) error) error {
	return r.readAt(ctx, Position{}, read)
}

// ReadSince is Read of everything that was committed at the position, for a batch of an export. Two
// are made at once; others wait for their turn.
func (r *Reads) ReadSince(ctx context.Context, p Position, read func(db *gorm.DB) error) error {
	select {
	case r.batches <- struct{}{}:
		defer func() { <-r.batches }()
		return r.readAt(ctx, p, read)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *Reads) readAt(ctx context.Context, p Position, read func(db *gorm.DB) error) error {
	if s := r.choose(); s != nil {
		err := r.readFrom(ctx, s, p, read)
		if err == nil || isFault(err) || ctx.Err() != nil {
			return err
		}
		if isGone(err) {
			r.exclude(s, err)
		}
	}
	return read(r.primary.WithContext(ctx))
}

// readFrom calls read on one connection to the standby.
func (r *Reads) readFrom(ctx context.Context, s *standby, p Position, read func(db *gorm.DB) error) error {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	session := s.db.Session(&gorm.Session{NewDB: true, Context: ctx})
	conn, err := acquireConn(ctx, session)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	session.Statement.ConnPool = conn
	if p.lsn > 0 {
		var replayed int64
		if err := session.Raw(`SELECT ` + replayedSQL).Scan(&replayed).Error; err != nil {
			return err
		}
		if replayed < p.lsn {
			return errNotThereYet
		}
	}
	if err := read(session); err != nil {
		return err
	}
	s.reads.Add(1)
	return nil
}

var errNotThereYet = errors.New("database: the standby has not replayed the position yet")

// Position is a place in the primary's log. The zero value is its beginning.
type Position struct{ lsn int64 }

// Position returns the position after all that is committed. It makes one statement on the primary,
// or none when there is no standby to read from.
func (r *Reads) Position(ctx context.Context) (Position, error) {
	if r.choose() == nil {
		return Position{}, nil
	}
	lsn, err := flushedLSN(ctx, r.primary)
	return Position{lsn}, AsUnavailable(err)
}

// choose returns the next standby in turn that may be used, or nil.
func (r *Reads) choose() *standby {
	if len(r.standbys) == 0 {
		return nil
	}
	first := r.next.Add(1)
	for i := range r.standbys {
		s := r.standbys[(first+uint64(i))%uint64(len(r.standbys))]
		if s.usable.Load() {
			return s
		}
	}
	return nil
}

func isFault(err error) bool {
	_, is := errors.AsType[*fault.Fault](err)
	return is
}
