package media

import (
	"context"
	"io"
	"net/http"

	"golang.org/x/sync/semaphore"

	"orderd/platform/background"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/outbound"
)

// maxUploads is how many uploads have their bytes in memory at once, in each process: up to 8 MiB
// as they came, and 16 MiB as they are stored.
const maxUploads = 4

// library is what the handlers and the work in the background share.
type library struct {
	Deps
	storage    storage
	pictures   *pictures
	uploads    *semaphore.Weighted
	renditions background.Signal // a picture waits for its smaller copies
	removals   background.Signal // one is to be removed
	fetches    background.Signal // one is to be fetched
	targets    outbound.Targets  // where from
	downloader *http.Client
}

func newLibrary(d Deps) *library {
	targets := outbound.Targets{Allowed: d.Config.AllowNetworks}
	return &library{
		Deps: d, storage: newStorage(d.DB, d.Config.URL), pictures: newPictures(), uploads: semaphore.NewWeighted(maxUploads),
		renditions: background.NewSignal(), removals: background.NewSignal(), fetches: background.NewSignal(),
		targets: targets, downloader: newDownloader(targets),
	}
}

// addressOf is the address of a picture, or of one of its smaller copies by its name.
func (l *library) addressOf(mediaID, name string) string {
	return l.Config.PublicURL + "/media/" + mediaID + "/" + name
}

// file is what MountFiles needs of an object.
func (l *library) file(m medium, object, contentType, digest string, size int64) httpapi.File {
	return httpapi.File{
		ContentType: contentType, ETag: `"` + digest + `"`, Size: size,
		Open: func(ctx context.Context, offset int64) (io.ReadCloser, error) {
			s, err := l.storage.of(m)
			if err != nil {
				return nil, err
			}
			return s.open(ctx, object, offset)
		},
	}
}

// check looks whether the bucket answers. It writes nothing.
func (l *library) check(ctx context.Context) []module.Finding {
	if l.storage.current == storeDatabase {
		return nil
	}
	f := module.Finding{Level: module.OK, Code: "media_store_ok", Subject: "media.url", Found: "the bucket answers"}
	if err := l.storage.stores[l.storage.current].reach(ctx); err != nil {
		f.Level, f.Code, f.Found = module.Error, "media_store_unreachable", "the bucket does not answer: "+err.Error()
		f.Todo = "correct host, bucket, region, key and secret of media.url, or let the firewall pass it"
	}
	return []module.Finding{f}
}
