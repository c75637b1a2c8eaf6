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

	"orderd/platform/module"
)

// checkTimeout limits the check of the mail server.
const checkTimeout = 5 * time.Second

// check connects to the mail server and logs in. It sends nothing.
func (s smtpServer) check(ctx context.Context) module.Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	conn := &smtpConn{server: s}
	err := conn.dial(ctx)
	conn.quit()
	if unreachable, ok := errors.AsType[unreachableError](err); ok {
		err = unreachable.error
	}
	f := module.Finding{Level: module.Error, Subject: net.JoinHostPort(s.host, fmt.Sprint(s.port))}
	reply, replied := errors.AsType[*textproto.Error](err)
	switch {
	case err == nil:
		f.Level, f.Code, f.Found = module.OK, "mail_server_ok", "takes connections ("+s.encryption()+")"
	case ctx.Err() != nil:
		f.Code, f.Found = "mail_server_unreachable", fmt.Sprintf("does not answer within %s", checkTimeout)
		f.Todo = "check host and port of mail.url, and the firewall"
	case errors.Is(err, syscall.ECONNREFUSED):
		f.Code, f.Found = "mail_server_unreachable", "refuses the connection"
		f.Todo = "start the mail server, or correct host and port of mail.url"
	case errors.As(err, new(*net.DNSError)):
		f.Code, f.Found = "mail_server_unreachable", "the host name is not known"
		f.Todo = "correct the host of mail.url"
	case isTLS(err):
		f.Code, f.Found = "mail_server_tls", "the connection can't be encrypted: "+s.redact(err)
		f.Todo = "use the port for " + s.encryption() + ", and a certificate for this host name that the machine trusts"
	case replied && (reply.Code/10 == 53 || reply.Code == 454):
		f.Code, f.Found = "mail_server_login", fmt.Sprintf("refuses user name or password (%d)", reply.Code)
		f.Todo = "correct user name and password in mail.url"
	default:
		f.Code, f.Found = "mail_server_failed", s.redact(err)
		f.Todo = "look at the mail server, and compare mail.url with its settings"
	}
	return f
}

func (s smtpServer) encryption() string {
	switch {
	case s.plain:
		return "no encryption"
	case s.implicit:
		return "TLS"
	default:
		return "STARTTLS"
	}
}

// isTLS reports whether TLS failed: the handshake, the certificate, or no STARTTLS offered.
func isTLS(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(tls.RecordHeaderError)) ||
		errors.As(err, new(tls.AlertError)) || strings.Contains(err.Error(), "does not support STARTTLS")
}
