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
	notifyChannel = "orderd"             // a channel belongs to one database
	notifyDelay   = 5 * time.Millisecond // how long signals are collected for one NOTIFY
	notifyTimeout = 2 * time.Second
	maxNotify     = 7900   // bytes; PostgreSQL takes less than 8000
	maxPending    = 10_000 // signals; more are dropped while the server is away

	minListenPause = 50 * time.Millisecond
	maxListenPause = 5 * time.Second
)

// notifier carries signals between the processes on one PostgreSQL. Its two goroutines start when
// they are first needed, and make no query while there is no signal.
type notifier struct {
	senderID string // recognizes this handle's own notifications
	db       *sql.DB
	conn     *pgx.ConnConfig // for the one connection that listens
	log      *zap.Logger

	ctx    context.Context // ends with close
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu        sync.Mutex
	closed    bool
	listening bool
	sending   bool
	pending   []signal
	queued    map[signal]bool // the signals in pending
}

func newNotifier(db *sql.DB, conn *pgx.ConnConfig, log *zap.Logger) *notifier {
	// This detects within half a minute a server that is gone without closing the connection.
	dialer := &net.Dialer{KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3,
	}}
	conn.DialFunc = dialer.DialContext
	closeAtOnce(conn)
	ctx, cancel := context.WithCancel(context.Background())
	return &notifier{
		senderID: id.New(), db: db, conn: conn, log: log, ctx: ctx, cancel: cancel, queued: map[signal]bool{},
	}
}

// notification is the payload of a NOTIFY: signals as [topic, payload].
type notification struct {
	From    string      `json:"from"`
	Signals [][2]string `json:"signals"`
}

// send queues a signal for the next NOTIFY, unless it is queued already.
func (n *notifier) send(s signal) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || n.queued[s] || len(n.pending) == maxPending {
		return
	}
	n.pending = append(n.pending, s)
	n.queued[s] = true
	if !n.sending {
		n.sending = true
		n.done.Go(n.flush)
	}
}

// flush sends the pending signals until there are none.
func (n *notifier) flush() {
	for {
		_ = sleep(n.ctx, notifyDelay)
		n.mu.Lock()
		batch := n.pending
		n.pending = nil
		clear(n.queued)
		if len(batch) == 0 {
			n.sending = false
			n.mu.Unlock()
			return
		}
		n.mu.Unlock()
		for sent := true; len(batch) > 0 && (sent || n.ctx.Err() == nil); {
			var payload []byte
			payload, batch = n.encode(batch)
			sent = n.notify(payload)
		}
	}
}

// encode encodes as many signals as one NOTIFY holds, and returns the rest.
func (n *notifier) encode(batch []signal) (payload []byte, rest []signal) {
	content := notification{From: n.senderID}
	size := len(n.senderID) + 40
	for i, s := range batch {
		pair, _ := json.Marshal([2]string{s.topic, s.payload})
		if size += len(pair) + 1; size > maxNotify && i > 0 {
			rest = batch[i:]
			break
		}
		content.Signals = append(content.Signals, [2]string{s.topic, s.payload})
	}
	payload, _ = json.Marshal(content)
	return payload, rest
}

// notify sends a payload and reports whether the server took it. It does so after close too, so
// that the signals of a short command wake the service at once.
func (n *notifier) notify(payload []byte) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(n.ctx), notifyTimeout)
	defer cancel()
	_, err := n.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", notifyChannel, string(payload))
	if err != nil && n.ctx.Err() == nil {
		n.log.Warn("signals to other replicas were lost", zap.Error(err))
	}
	return err == nil
}

// startListening starts the goroutine that receives the signals of other processes, once.
func (n *notifier) startListening(deliver func(signal)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || n.listening {
		return
	}
	n.listening = true
	n.done.Go(func() {
		pause := minListenPause
		for n.ctx.Err() == nil {
			connected, err := n.listen(deliver)
			if connected {
				pause = minListenPause
			}
			if n.ctx.Err() == nil {
				n.log.Warn("signals from other replicas are interrupted", zap.Error(err), zap.Duration("retry", pause))
			}
			_ = sleep(n.ctx, pause)
			pause = min(2*pause, maxListenPause)
		}
	})
}

// listen delivers notifications until the connection breaks. It reports whether it had connected.
func (n *notifier) listen(deliver func(signal)) (connected bool, err error) {
	conn, err := pgx.ConnectConfig(n.ctx, n.conn)
	if err != nil {
		return false, err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	if _, err := conn.Exec(n.ctx, "LISTEN "+notifyChannel); err != nil {
		return false, err
	}
	for {
		got, err := conn.WaitForNotification(n.ctx)
		if err != nil {
			return true, err
		}
		var content notification
		if json.Unmarshal([]byte(got.Payload), &content) != nil || content.From == n.senderID {
			continue
		}
		for _, s := range content.Signals {
			deliver(signal{s[0], s[1]})
		}
	}
}

// close sends the pending signals, stops both goroutines and waits for them. When the server is
// away this takes notifyTimeout at most.
func (n *notifier) close() {
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
	n.cancel()
	n.done.Wait()
}
