package settings

import (
	"net/url"
	"strings"

	"orderd/platform/config"
)

// Media configures the pictures that are uploaded.
type Media struct {
	// URL says where their bytes are: database:, or s3://key:secret@host/bucket?region=… for a
	// bucket. tls=none is for a server in the same network. Pictures that are in the database stay
	// there.
	URL config.URL `yaml:"url"`
}

func (m Media) validate(k *config.Checker) {
	if m.URL == "database:" {
		return
	}
	u, err := url.Parse(string(m.URL))
	k.Check("media.url", err == nil, "is not a URL (in key and secret, write special characters as %%XX)")
	if err != nil {
		return
	}
	k.Check("media.url", u.Scheme == "s3", "must be database: or s3://key:secret@host/bucket?region=eu-central-1")
	secret, _ := u.User.Password()
	k.Check("media.url", u.Host != "" && u.User.Username() != "" && secret != "",
		"must name key, secret and host: s3://key:secret@host/bucket")
	bucket := strings.Trim(u.Path, "/")
	k.Check("media.url", bucket != "" && !strings.Contains(bucket, "/"),
		"must name the bucket: s3://key:secret@host/bucket")
	query := u.Query()
	tls := query.Get("tls")
	query.Del("region")
	query.Del("tls")
	k.Check("media.url", len(query) == 0 && (tls == "" || tls == "none"), "knows only the parameters region and tls=none")
}
