package media

import (
	"fmt"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"

	"orderd/platform/module"
	"orderd/test/kit/port"
)

// `orderd doctor` says whether the bucket of media.url answers and is there, without its secret,
// and leaves nothing in it.
func TestCheckOfTheStore(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	for name, row := range map[string]struct {
		url         string
		level       module.Level // "" for no finding
		code, found string
	}{
		"database": {url: "database:"},
		"bucket":   {bucket.url, module.OK, "media_store_ok", "the bucket answers"},
		"no bucket": {strings.Replace(bucket.url, "/"+bucketName, "/others", 1), module.Error, "media_store_unreachable",
			"there is no bucket others"},
		"server away": {"s3://key:tell-tale@" + port.Refusing(t) + "/pictures?region=eu-central-1&tls=none", module.Error,
			"media_store_unreachable", "refused"},
	} {
		findings := newLibrary(Deps{Config: Config{URL: row.url}}).check(t.Context())
		if row.level == "" {
			if len(findings) > 0 {
				t.Errorf("%s: %+v", name, findings)
			}
			continue
		}
		if len(findings) != 1 {
			t.Errorf("%s: %+v", name, findings)
			continue
		}
		f := findings[0]
		if f.Level != row.level || f.Code != row.code || f.Subject != "media.url" || !strings.Contains(f.Found, row.found) ||
			(f.Todo == "") != (f.Level == module.OK) {
			t.Errorf("%s: %+v", name, f)
		}
		if text := fmt.Sprint(f); strings.Contains(text, "tell-tale") || strings.Contains(text, "key:secret") {
			t.Errorf("%s: it shows the secret: %s", name, text)
		}
	}
	if objects, err := bucket.files.ListBucket(bucketName, nil, gofakes3.ListBucketPage{}); err != nil || len(objects.Contents) > 0 {
		t.Errorf("the bucket has %v, %v", objects, err)
	}
}
