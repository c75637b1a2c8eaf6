package app

import (
	"context"
	"fmt"
	"time"

	"orderd/platform/eventbus"
	"orderd/platform/module"
)

// maxEventLag is how long an event may wait for a consumer before doctor warns.
const maxEventLag = time.Minute

// checkEvents looks at the queue of each consumer.
func (a *App) checkEvents(ctx context.Context) (findings []module.Finding) {
	stats, err := eventbus.Stats(ctx, a.db)
	if err != nil {
		return []module.Finding{module.NotChecked("events", err)}
	}
	for _, s := range stats {
		if s.Dead > 0 {
			findings = append(findings, module.Finding{
				Level: module.Error, Code: "events_dead", Subject: s.Consumer,
				Found: fmt.Sprintf("%d dead deliveries, and %s held behind them", s.Dead, atMost(s.Held, eventbus.PendingLimit)),
				Todo: "`orderd events dead` has the errors; when the cause is mended, `orderd events retry " +
					"--consumer " + s.Consumer + "`",
			})
		}
		if s.Lag > maxEventLag {
			findings = append(findings, module.Finding{
				Level: module.Warning, Code: "events_late", Subject: s.Consumer,
				Found: fmt.Sprintf("the oldest of %s waiting events is %s old", atMost(s.Pending, eventbus.PendingLimit),
					s.Lag.Round(time.Second)),
				Todo: "check that the service runs, and look for the consumer's name in its log",
			})
		}
	}
	if len(findings) == 0 {
		findings = []module.Finding{{Level: module.OK, Code: "events_ok", Subject: "events",
			Found: fmt.Sprintf("%d consumers, nothing dead or late", len(stats))}}
	}
	return findings
}

// atMost prints a number that was counted up to limit.
func atMost(n, limit int64) string {
	if n >= limit {
		return fmt.Sprintf("%d or more", limit)
	}
	return fmt.Sprint(n)
}

// checkUnserved looks for subscriptions that this binary does not serve.
func (a *App) checkUnserved(ctx context.Context) (findings []module.Finding) {
	unserved, err := eventbus.UnservedSubscriptions(ctx, a.db)
	if err != nil {
		return []module.Finding{module.NotChecked("subscriptions", err)}
	}
	for _, u := range unserved {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "events_unserved", Subject: u.Consumer,
			Found: fmt.Sprintf("this binary does not serve its %s; %s wait", u.Event, atMost(u.Waiting, eventbus.CountLimit)),
			Todo:  "if no other binary that runs does: `" + u.Command() + "`",
		})
	}
	return findings
}
