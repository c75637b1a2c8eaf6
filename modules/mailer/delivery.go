package mailer

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/backoff"
	"orderd/platform/database"
)

const (
	maxConns      = 3               // connections to the mail server at once
	pollInterval  = time.Second     // how often the queue is read when no wake-up comes
	shutdownGrace = 4 * time.Second // for attempts after a stop, and again for their records
)

// probeDelays are the delays between attempts to reach a server that is unreachable; the last one
// repeats.
var probeDelays = backoff.Pauses{time.Second, 2 * time.Second, 4 * time.Second}

// deliverer sends the emails of the queue. Its fields belong to the goroutine that runs deliver.
type deliverer struct {
	*mailer
	sendCtx   context.Context // of attempts; it ends shutdownGrace after the stop
	recordCtx context.Context // of their records; it ends twice as late
	idle      []*smtpConn
	sending   map[string]bool // ids of the emails whose attempts are under way
	results   chan sendResult // one for each attempt
	outcomes  chan outcome    // to saveOutcomes
	drained   bool            // no more was due when the queue was last read

	// While the server is unreachable (unreachable > 0) no email is sent.
	unreachable  int       // attempts to reach the server since the last that succeeded
	nextProbe    time.Time // when the next attempt to reach it is made
	sendFailures int       // temporary rejections since the last email that was sent
}

// sendResult is the outcome of an attempt, whose connection is free again.
type sendResult struct {
	conn    *smtpConn
	emailID string
	err     error
}

// deliver sends emails until ctx ends, and then finishes the attempts under way.
func (m *mailer) deliver(ctx context.Context) error {
	sendCtx, stopSending := withGrace(ctx, shutdownGrace)
	defer stopSending()
	recordCtx, stopRecording := withGrace(ctx, 2*shutdownGrace)
	defer stopRecording()
	d := deliverer{
		mailer: m, sendCtx: sendCtx, recordCtx: recordCtx,
		sending: map[string]bool{}, results: make(chan sendResult), outcomes: make(chan outcome),
	}
	var saving sync.WaitGroup
	saving.Go(d.saveOutcomes)
	for range maxConns {
		d.idle = append(d.idle, &smtpConn{server: m.server})
	}
	d.loop(ctx)
	for len(d.sending) > 0 {
		d.handle(ctx, <-d.results)
	}
	close(d.outcomes)
	saving.Wait()
	d.quitIdle()
	return nil
}

// withGrace makes a context that ends grace after ctx, or when it is cancelled.
func withGrace(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return late, func() { stop(); cancel() }
}

// loop sends what is due at each wake-up and poll until ctx ends.
func (d *deliverer) loop(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		d.dispatch(ctx)
		select {
		case <-d.enqueued:
			d.drained = false
		case <-tick.C:
			d.drained = false
			d.quitIdle()
		case r := <-d.results:
			d.handle(ctx, r)
		case <-ctx.Done():
		}
	}
}

// dispatch gives each idle connection an email that is due.
func (d *deliverer) dispatch(ctx context.Context) {
	if d.drained || len(d.idle) == 0 || d.unreachable > 0 && !d.probe(ctx) {
		return
	}
	emails, err := d.claimDue(ctx, len(d.idle))
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("the mail queue can't be read", zap.Error(err))
	}
	d.drained = len(emails) < len(d.idle)
	for _, e := range emails {
		conn := d.idle[len(d.idle)-1]
		d.idle = d.idle[:len(d.idle)-1]
		d.sending[e.ID] = true
		go func() { d.results <- sendResult{conn, e.ID, d.attempt(conn, e)} }()
	}
}

// claimDue claims up to limit emails that are due. It leaves out those that this process is
// sending: their claims may have ended, while it was suspended or could not save an outcome, but
// another attempt would send them twice.
func (d *deliverer) claimDue(ctx context.Context, limit int) (claimed []email, err error) {
	now, sending := d.Clock.Now(), slices.Sorted(maps.Keys(d.sending))
	err = database.AutocommitWrite(ctx, d.DB, func(db *gorm.DB) *gorm.DB {
		claimed = nil
		return claimDue(db, limit, sending, now, &claimed)
	})
	if err != nil {
		return nil, err // if the claim was committed all the same, the emails are due when it ends
	}
	return claimed, nil
}

// handle takes the connection of an attempt back and learns from its outcome.
func (d *deliverer) handle(ctx context.Context, r sendResult) {
	delete(d.sending, r.emailID)
	d.idle = append(d.idle, r.conn)
	switch {
	case r.err == nil:
		recovered := d.unreachable > 0 || d.sendFailures > maxConns
		d.unreachable, d.sendFailures = 0, 0
		if recovered {
			d.expedite(ctx)
		}
	case errors.As(r.err, new(unreachableError)):
		d.noteUnreachable(r.err)
	case !errors.As(r.err, new(permanentError)):
		d.sendFailures++
	}
}

// noteUnreachable schedules the next probe of a server that could not be reached. Several
// connections miss the server at once: they count as one attempt.
func (d *deliverer) noteUnreachable(err error) {
	now := d.Clock.Now()
	if d.unreachable == 0 {
		d.Log.Warn("the mail server can't be reached; emails wait", zap.String("reason", d.server.redact(err)))
	}
	if d.unreachable == 0 || !now.Before(d.nextProbe) {
		d.unreachable++
		d.nextProbe = now.Add(probeDelays.After(d.unreachable))
	}
}

// probe reports whether the server is back. It connects without an email: emails that wait must not
// use up their attempts, and one email's attempts are too rare to find the server back soon.
func (d *deliverer) probe(ctx context.Context) bool {
	if len(d.sending) > 0 || d.Clock.Now().Before(d.nextProbe) {
		return false
	}
	conn := d.idle[len(d.idle)-1]
	conn.quit()
	if err := conn.dial(ctx); err != nil {
		d.noteUnreachable(err)
		d.expire(ctx, err)
		return false
	}
	d.Log.Info("the mail server is back")
	d.unreachable, d.sendFailures = 0, 0
	d.expedite(ctx)
	return true
}

// expedite makes all queued emails due, because the server accepts mail again.
func (d *deliverer) expedite(ctx context.Context) {
	d.drained = false
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return expedite(tx, d.Clock.Now()) })
	if err != nil && ctx.Err() == nil { // the emails become due by themselves, later
		d.Log.Warn("emails that wait could not be expedited", zap.Error(err))
	}
}

func (d *deliverer) quitIdle() {
	for _, conn := range d.idle {
		conn.quit()
	}
}
