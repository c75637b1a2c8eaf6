package mailer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
)

const (
	maxConns     = 3           // connections to the mail server at once
	maxClaimed   = 50          // emails that one claim takes at most
	maxClaimWait = time.Second // how long a claimed email waits for a connection (see lease)
	pollInterval = time.Second // how often the queue is read when no wake-up comes

	// maxUnsaved is how many emails are being sent or have outcomes that are not saved yet. A kill
	// sends these twice, at most. With maxConns each save would cost every connection a wait.
	maxUnsaved = 4 * maxConns
)

// probePauses are the pauses between attempts to reach a server that is unreachable; the last one
// repeats.
var probePauses = background.Pauses{time.Second, 2 * time.Second, 4 * time.Second}

// deliverer sends the emails of the queue. Its fields belong to the goroutine that runs deliver.
type deliverer struct {
	*mailer
	sendCtx   context.Context // of attempts (background.Grace)
	recordCtx context.Context // of their records
	idle      []*smtpConn
	claimed   []email         // wait for a connection, under one claim
	claimedAt time.Time       // when they were claimed
	claimSize int             // how many the next claim takes
	drained   bool            // no more was due when the queue was last read
	results   chan sendResult // one for each attempt
	unsaved   []email         // wait for the end of the save that is under way
	saving    bool            // a save is under way
	saved     chan []email    // of each save; one is kept, because a save may end after run
	// sending has the emails that are being sent or whose outcomes are not saved yet, by id, as they
	// were claimed.
	sending map[string]email

	// While the server is unreachable (unreachable > 0) no email is sent.
	unreachable  int       // attempts to reach the server since the last that succeeded
	nextProbe    time.Time // when the next attempt to reach it is made
	sendFailures int       // temporary rejections since the last email that was sent

	// recovering has the ids of the emails that were being sent when the server was found back: those
	// that it still rejected are expedited once their outcomes are saved.
	recovering map[string]bool
}

// sendResult is the result of an attempt, whose connection is free again.
type sendResult struct {
	conn    *smtpConn
	email   email // with its outcome, still under the claim
	err     error
	unknown bool // the attempt was interrupted: the server may have the email
}

// deliver sends emails until ctx ends, and then finishes the attempts under way.
func (m *mailer) deliver(ctx context.Context) error {
	sendCtx, recordCtx, stop := background.Grace(ctx)
	defer stop()
	d := deliverer{
		mailer: m, sendCtx: sendCtx, recordCtx: recordCtx,
		claimSize: maxClaimed, sending: map[string]email{}, results: make(chan sendResult), saved: make(chan []email, 1),
	}
	for range maxConns {
		d.idle = append(d.idle, &smtpConn{server: m.server})
	}
	d.loop(ctx)
	d.releaseClaimed()
	for len(d.sending) > 0 {
		select {
		case r := <-d.results:
			d.handle(ctx, r)
		case group := <-d.saved:
			d.finishSave(ctx, group)
		}
	}
	d.quitIdle()
	return nil
}

// loop sends what is due at each wake-up and poll until ctx ends.
func (d *deliverer) loop(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		d.extendClaims(ctx)
		d.dispatch(ctx)
		select {
		case <-d.enqueued:
			d.drained = false
		case <-tick.C:
			d.drained = false
			d.quitIdle()
		case r := <-d.results:
			d.handle(ctx, r)
		case group := <-d.saved:
			d.finishSave(ctx, group)
		case <-ctx.Done():
		}
	}
}

// dispatch gives each idle connection an email that is due. One whose outcome is saved, and which
// is due again before finishSave knows, waits for that: it would end the watch over the new
// attempt.
func (d *deliverer) dispatch(ctx context.Context) {
	if d.Clock.Now().Sub(d.claimedAt) > maxClaimWait {
		d.releaseClaimed()
	}
	free := min(len(d.idle), maxUnsaved-len(d.sending))
	if free == 0 || d.unreachable > 0 && !d.probe(ctx) {
		return
	}
	if len(d.claimed) == 0 && !d.drained {
		d.claimMore(ctx)
	}
	for ; free > 0; free-- {
		next := slices.IndexFunc(d.claimed, func(e email) bool {
			_, isWatched := d.sending[e.ID]
			return !isWatched
		})
		if next < 0 {
			return
		}
		conn, e := d.idle[len(d.idle)-1], d.claimed[next]
		d.idle, d.claimed = d.idle[:len(d.idle)-1], slices.Delete(d.claimed, next, next+1)
		d.sending[e.ID] = e
		go func() { d.results <- d.attempt(conn, e) }()
	}
}

// claimMore claims emails that are due: few when the last ones had to be released, and then twice
// as many each time.
func (d *deliverer) claimMore(ctx context.Context) {
	claimed, err := d.claimDue(d.claimSize)
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("the mail queue can't be read", zap.Error(err))
	}
	slices.SortFunc(claimed, codesFirst)
	d.claimed, d.claimedAt = claimed, d.Clock.Now()
	d.drained = len(claimed) < d.claimSize
	d.claimSize = min(2*d.claimSize, maxClaimed)
}

// codesFirst is the order in which claimed emails are sent: as in claimDue of store.go.
func codesFirst(a, b email) int {
	switch {
	case a.ChallengeID != nil && b.ChallengeID == nil:
		return -1
	case a.ChallengeID == nil && b.ChallengeID != nil:
		return 1
	}
	return strings.Compare(a.ID, b.ID)
}

// claimDue claims up to limit emails that are due. It leaves out those that this process is
// sending: their claims may have ended, while it was suspended or could not save an outcome, but
// another attempt would send them twice. A stop does not interrupt it: what it has claimed is to be
// released.
func (d *deliverer) claimDue(limit int) (claimed []email, err error) {
	now := d.Clock.Now()
	var ended []string
	for _, e := range d.sending {
		if !e.DueAt.After(now) {
			ended = append(ended, e.ID)
		}
	}
	err = database.AutocommitWrite(d.recordCtx, d.DB, func(db *gorm.DB) *gorm.DB {
		claimed = nil
		return claimDue(db, limit, ended, now, &claimed)
	})
	if err != nil {
		return nil, err // if the claim was committed all the same, the emails are due when it ends
	}
	return claimed, nil
}

// extendClaims extends the claims of emails that are being sent when less than two thirds of them
// are left. Few attempts take so long; because of this the lease can be short, and what a killed
// process was sending is sent again soon.
func (d *deliverer) extendClaims(ctx context.Context) {
	now := d.Clock.Now()
	var ending []email
	for _, e := range d.sending {
		if e.DueAt.Sub(now) < lease*2/3 {
			ending = append(ending, e)
		}
	}
	if len(ending) == 0 {
		return
	}
	err := database.AutocommitWrite(ctx, d.DB, func(db *gorm.DB) *gorm.DB {
		return extendClaims(db, ending, now.Add(lease))
	})
	if err != nil {
		if ctx.Err() == nil {
			d.Log.Warn("the claims of emails can't be extended", zap.Error(err))
		}
		return
	}
	for _, e := range ending {
		e.DueAt = now.Add(lease)
		d.sending[e.ID] = e
	}
}

// releaseClaimed makes the claimed emails that have not been tried due again, for any process.
func (d *deliverer) releaseClaimed() {
	if len(d.claimed) == 0 {
		return
	}
	untried := d.claimed
	d.claimed, d.claimSize, d.drained = nil, maxConns, false
	err := database.AutocommitWrite(d.recordCtx, d.DB, func(db *gorm.DB) *gorm.DB {
		return releaseClaim(db, untried, d.Clock.Now())
	})
	if err != nil { // the emails are due when their claim ends
		d.Log.Warn("claimed emails could not be released", zap.Int("emails", len(untried)), zap.Error(err))
	}
}

// handle takes the result of an attempt: its connection is idle again, its outcome is saved, and
// what it says of the mail server is noted.
func (d *deliverer) handle(ctx context.Context, r sendResult) {
	d.idle = append(d.idle, r.conn)
	if r.unknown { // the email is sent again when its claim ends
		delete(d.sending, r.email.ID)
	} else {
		d.unsaved = append(d.unsaved, r.email)
		d.saveOutcomes()
	}
	switch {
	case r.err == nil:
		recovered := d.unreachable > 0 || d.sendFailures > maxConns
		d.unreachable, d.sendFailures = 0, 0
		if recovered {
			d.recoverQueue(ctx)
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
		d.nextProbe = now.Add(probePauses.After(d.unreachable))
	}
	d.releaseClaimed()
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
	d.recoverQueue(ctx)
	return true
}

// recoverQueue expedites what waits because the server was away or rejected everything.
func (d *deliverer) recoverQueue(ctx context.Context) {
	d.recovering = map[string]bool{}
	for id := range d.sending {
		d.recovering[id] = true
	}
	d.expedite(ctx)
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
