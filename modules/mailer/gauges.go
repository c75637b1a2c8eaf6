package mailer

import (
	"context"

	"orderd/platform/telemetry"
)

var gauges = []telemetry.Gauge{{
	Name: "mail_letters", Help: "Emails that wait for the mail server (queued) or were given up (failed).",
	Labels: []string{"status"},
}}

// readGauges counts the emails that are queued and those that have failed.
func (m *mailer) readGauges(ctx context.Context) ([]telemetry.Reading, error) {
	counts, err := countUnsent(m.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	readings := make([]telemetry.Reading, 0, 2)
	for _, status := range []emailStatus{emailQueued, emailFailed} {
		readings = append(readings, telemetry.Reading{
			Gauge: "mail_letters", Labels: []string{string(status)}, Value: float64(counts[status]),
		})
	}
	return readings, nil
}
