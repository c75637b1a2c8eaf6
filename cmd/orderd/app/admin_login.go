package app

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"orderd/cmd/orderd/app/client"
	"orderd/cmd/orderd/settings"
)

// adminLogin is an admin of a running service, for a command that calls its API.
type adminLogin struct {
	url, email, password string
	source               string // where the password comes from
}

const adminLoginDetail = `The admin is that of the configuration: admin.email, or ` + devAdmin +
	`, which is dev mode's; admin.password, or what
stands in admin-password in data_dir, where a service in dev mode keeps the password that it prints.`

func (s *adminLogin) addFlags(fs *flag.FlagSet) {
	fs.StringVar(&s.url, "url", "", "`ADDRESS` of the service (default http.public_url)")
	fs.StringVar(&s.email, "email", "", "`ADDRESS` of the admin (default admin.email)")
}

// withConfig fills in from the configuration what no flag has set.
func (s adminLogin) withConfig(c settings.Config) (adminLogin, error) {
	s.url, s.email = strings.TrimRight(cmp.Or(s.url, c.HTTP.PublicURL), "/"), cmp.Or(s.email, c.Admin.Email, devAdmin)
	if s.password = c.Admin.Password.Reveal(); s.password != "" {
		s.source = "admin.password"
		return s, nil
	}
	s.source = adminPasswordFile(c)
	text, err := os.ReadFile(s.source)
	s.password = strings.TrimSpace(string(text))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, fmt.Errorf("there is no password for %s: admin.password is not set (ORDERD_ADMIN_PASSWORD, or --config "+
			"FILE), and there is no %s, which a service in dev mode makes in its data_dir (ORDERD_DATA_DIR): run this in the "+
			"service's folder, or set one of them", s.email, s.source)
	case err != nil:
		return s, fmt.Errorf("the password of %s: %w", s.email, err)
	}
	return s, nil
}

// verify logs the admin in, so that a password that does not fit is explained before anything is
// done.
func (s adminLogin) verify(ctx context.Context) error {
	err := (&client.Client{Base: s.url}).Call(ctx, http.MethodPost, "/v1/auth/login",
		map[string]string{"email": s.email, "password": s.password}, nil)
	if client.IsProblem(err, "invalid_credentials") {
		return fmt.Errorf("%s at %s does not have the password that stands in %s: %w (It is taken from admin.password: "+
			"ORDERD_ADMIN_PASSWORD or --config FILE; else from admin-password in data_dir: ORDERD_DATA_DIR. Use those of the "+
			"service)", s.email, s.url, s.source, err)
	}
	return err
}

// adminPasswordFile is where dev mode keeps the password that it makes.
func adminPasswordFile(c settings.Config) string { return filepath.Join(c.DataDir, "admin-password") }
