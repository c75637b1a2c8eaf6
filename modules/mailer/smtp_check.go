package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"syscall"
	"time"

	"gorm.io/gorm"

	"orderd/platform/module"
)

const (
	checkTime = 5 * time.Second  // the longest that a check of the mail server takes
	lateAfter = 10 * time.Minute // an email that is queued for longer is late
	recently  = 24 * time.Hour   // failures of this time are of interest
)

// check looks at the mail server, without sending, and at the queue.
func (s *service) check(ctx context.Context, db *gorm.DB) []module.Finding {
	findings := []module.Finding{s.server.check(ctx)}
	if db != nil {
		findings = append(findings, s.checkQueue(db.WithContext(ctx))...)
	}
	return findings
}

// check connects to the mail server and logs in.
func (s server) check(ctx context.Context) module.Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	l := &line{server: s}
	err := l.call(ctx)
	l.hangUp()
	if away, ok := errors.AsType[unreachable](err); ok {
		err = away.error
	}
	f := module.Finding{Level: module.Error, Subject: net.JoinHostPort(s.host, fmt.Sprint(s.port))}
	reply, replied := errors.AsType[*textproto.Error](err)
	switch {
	case err == nil:
		f.Level, f.Code, f.Found = module.OK, "mail_server_ok", "takes connections ("+s.encryption()+")"
	case ctx.Err() != nil:
		f.Code, f.Found, f.Todo = "mail_server_unreachable", fmt.Sprintf("does not answer within %s", checkTime), "check host and port of mail.url, and the firewall"
	case errors.Is(err, syscall.ECONNREFUSED):
		f.Code, f.Found, f.Todo = "mail_server_unreachable", "refuses the connection", "start the mail server, or correct host and port of mail.url"
	case errors.As(err, new(*net.DNSError)):
		f.Code, f.Found, f.Todo = "mail_server_unreachable", "the host name is not known", "correct the host of mail.url"
	case isTLS(err):
		f.Code, f.Found = "mail_server_tls", "the connection can't be encrypted: "+s.reasonOf(err)
		f.Todo = "use the port for " + s.encryption() + ", and a certificate for this host name that the machine trusts"
	case replied && (reply.Code/10 == 53 || reply.Code == 454):
		f.Code, f.Found, f.Todo = "mail_server_login", fmt.Sprintf("refuses user name or password (%d)", reply.Code), "correct user name and password in mail.url"
	default:
		f.Code, f.Found, f.Todo = "mail_server_failed", s.reasonOf(err), "look at the mail server, and compare mail.url with its settings"
	}
	return f
}

func (s server) encryption() string {
	switch {
	case s.plain:
		return "no encryption"
	case s.implicit:
		return "TLS"
	default:
		return "STARTTLS"
	}
}

func isTLS(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(tls.RecordHeaderError)) || errors.As(err, new(tls.AlertError)) ||
		strings.Contains(err.Error(), "does not support STARTTLS")
}

// checkQueue counts the emails that are late and those that failed of late.
func (s *service) checkQueue(db *gorm.DB) []module.Finding {
	now := s.Clock.Now()
	var late, lost int64
	err := errors.Join(
		db.Model(&letter{}).Where("status = ? AND created_at < ?", queued, now.Add(-lateAfter)).Count(&late).Error,
		db.Model(&letter{}).Where("status = ? AND (created_at >= ? OR give_up_at BETWEEN ? AND ?)", failed, now.Add(-recently), now.Add(-recently), now).Count(&lost).Error)
	if err != nil {
		return []module.Finding{module.NotChecked("mail queue", err)}
	}
	findings := []module.Finding{
		{Level: module.OK, Code: "mails_queued_ok", Subject: "mail queue", Found: "no mail is late"},
		{Level: module.OK, Code: "mails_failed_ok", Subject: "mail queue", Found: "no mail has failed within the last day"},
	}
	if late > 0 {
		findings[0] = module.Finding{
			Level: module.Warning, Code: "mails_late", Subject: "mail queue", Found: fmt.Sprintf("%d mails are queued for more than 10 min", late),
			Todo: "check that the service runs and that the mail server takes mails: GET /v1/admin/mails?status=queued has the reasons",
		}
	}
	if lost > 0 {
		findings[1] = module.Finding{
			Level: module.Warning, Code: "mails_failed", Subject: "mail queue", Found: fmt.Sprintf("%d mails have failed within the last day", lost),
			Todo: "GET /v1/admin/mails?status=failed has the reasons; POST /v1/admin/mails/{id}/retry sends one again",
		}
	}
	return findings
}
