package mailer

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"orderd/platform/module"
	"orderd/test/kit/mailserver"
)

func TestCheckEncryption(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	plain := mailserver.Start(t, mailserver.Options{})
	encrypted := mailserver.Start(t, mailserver.Options{TLS: web.TLS})
	for url, want := range map[string]string{
		strings.TrimSuffix(plain.URL(), "?tls=none"):           "error mail_server_tls",
		strings.Replace(plain.URL(), "smtp://", "smtps://", 1): "error mail_server_tls",
		encrypted.URL(): "error mail_server_tls",
	} {
		s, err := parseServer(strings.TrimSuffix(url, "?tls=none"))
		if err != nil {
			t.Fatal(err)
		}
		if got := codesOf([]module.Finding{s.check(t.Context())}); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}
