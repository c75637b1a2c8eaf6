package database

import (
	"context"
	"database/sql"
	"encoding/json"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/zap"

	"orderd/platform/id"
)

const (
	channel    = "orderd"             // of NOTIFY; a channel belongs to one database
	coalescing = 5 * time.Millisecond // how long signals are gathered into one NOTIFY
	maxNotify  = 7900                 // bytes; PostgreSQL takes less than 8000
	maxPending = 10_000               // signals; more are dropped while the server is away
	sendLimit  = 2 * time.Second
	maxBackoff = 5 * time.Second
)

// remote carries signals between the processes on one PostgreSQL. Both of its goroutines start when they are first needed,
// and make no query while nothing happens.
type remote struct {
	self string // tells this handle's own notifications from others'
	db   *sql.DB
	conn *pgx.ConnConfig // for the one connection that listens
	log  *zap.Logger

	ctx    context.Context // ends with close
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu        sync.Mutex
	closed    bool
	listening bool
	sending   bool
	pending   []signal
	queued    map[signal]bool // what pending holds
}

func newRemote(db *sql.DB, conn *pgx.ConnConfig, log *zap.Logger) *remote {
	// A peer that is gone without a word is noticed within half a minute.
	dialer := &net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}}
	conn.DialFunc = dialer.DialContext
	closeAtOnce(conn)
	ctx, cancel := context.WithCancel(context.Background())
	return &remote{self: id.New(), db: db, conn: conn, log: log, ctx: ctx, cancel: cancel, queued: map[signal]bool{}}
}

// notification is the payload of a NOTIFY: signals as [topic, payload].
type notification struct {
	From    string      `json:"from"`
	Signals [][2]string `json:"signals"`
}

// send queues a signal for the next NOTIFY. One that is queued already goes once.
func (r *remote) send(s signal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.queued[s] || len(r.pending) == maxPending {
		return
	}
	r.pending = append(r.pending, s)
	r.queued[s] = true
	if !r.sending {
		r.sending = true
		r.done.Go(r.flush)
	}
}

// flush sends what is pending until nothing is.
func (r *remote) flush() {
	for {
		_ = pause(r.ctx, coalescing)
		r.mu.Lock()
		batch := r.pending
		r.pending = nil
		clear(r.queued)
		if len(batch) == 0 {
			r.sending = false
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		for sent := true; len(batch) > 0 && (sent || r.ctx.Err() == nil); {
			var payload []byte
			payload, batch = r.encode(batch)
			sent = r.notify(payload)
		}
	}
}

// encode puts as many signals as one NOTIFY holds into a payload, and returns the rest.
func (r *remote) encode(batch []signal) (payload []byte, rest []signal) {
	n := notification{From: r.self}
	size := len(r.self) + 40
	for i, s := range batch {
		pair, _ := json.Marshal([2]string{s.topic, s.payload})
		if size += len(pair) + 1; size > maxNotify && i > 0 {
			rest = batch[i:]
			break
		}
		n.Signals = append(n.Signals, [2]string{s.topic, s.payload})
	}
	payload, _ = json.Marshal(n)
	return payload, rest
}

// notify tells whether the server took the payload. It goes on after close: what a command has caused wakes the service at once.
func (r *remote) notify(payload []byte) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), sendLimit)
	defer cancel()
	_, err := r.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, string(payload))
	if err != nil && r.ctx.Err() == nil {
		r.log.Warn("signals to other replicas were lost", zap.Error(err))
	}
	return err == nil
}

// startListening starts the goroutine that hears other processes, once.
func (r *remote) startListening(deliver func(signal)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.listening {
		return
	}
	r.listening = true
	r.done.Go(func() {
		backoff := 50 * time.Millisecond
		for r.ctx.Err() == nil {
			heard, err := r.listen(deliver)
			if heard {
				backoff = 50 * time.Millisecond
			}
			if r.ctx.Err() == nil {
				r.log.Warn("signals from other replicas are interrupted", zap.Error(err), zap.Duration("retry", backoff))
			}
			_ = pause(r.ctx, backoff)
			backoff = min(2*backoff, maxBackoff)
		}
	})
}

// listen delivers notifications until the connection breaks. connected tells whether it had been made.
func (r *remote) listen(deliver func(signal)) (connected bool, err error) {
	conn, err := pgx.ConnectConfig(r.ctx, r.conn)
	if err != nil {
		return false, err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	if _, err := conn.Exec(r.ctx, "LISTEN "+channel); err != nil {
		return false, err
	}
	for {
		got, err := conn.WaitForNotification(r.ctx)
		if err != nil {
			return true, err
		}
		var n notification
		if json.Unmarshal([]byte(got.Payload), &n) != nil || n.From == r.self {
			continue
		}
		for _, s := range n.Signals {
			deliver(signal{s[0], s[1]})
		}
	}
}

// close stops both goroutines and waits for them. What was pending is sent, unless the server is away: that takes sendLimit at most.
func (r *remote) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.cancel()
	r.done.Wait()
}
