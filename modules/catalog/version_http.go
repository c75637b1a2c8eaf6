package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"orderd/platform/httpapi"
)

// versionHeader is on every answer of the catalogue that is the same for many callers.
const versionHeader = "Catalog-Version"

// versionHeaders are for Op.Headers of these operations.
var versionHeaders = map[string]string{
	versionHeader: "Changes with whatever a read of the catalogue shows, ratings and stock included: what was built " +
		"of answers with this version is good as long as other answers have it.",
}

// namedHeaders are for Op.Headers of operations that show attributes.
var namedHeaders = map[string]string{
	versionHeader:      versionHeaders[versionHeader],
	"Content-Language": "Of the names of attributes.",
}

// version names all that answers to callers without an account are made of: the revision, and the
// tax rates, which change with a day too. It is read before they are, so that an answer is never
// older than it says.
func (r *catalogReader) version(s catalogState) string {
	sum := sha256.Sum256(fmt.Append(nil, s.Revision, r.settings.Current().taxRates(r.clock.Now())))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// cachedReply is httpapi.Cached with the version that v was read at.
func cachedReply[T any](ctx context.Context, v T, version string) (*httpapi.Reply[T], error) {
	reply, err := httpapi.Cached(ctx, v)
	if err != nil {
		return nil, err
	}
	return reply.With(versionHeader, version), nil
}

// reply is the response with its version.
func (e encoded[T]) reply(ctx context.Context) (*httpapi.Reply[T], error) {
	reply, err := httpapi.CachedEncoded(ctx, e.Encoded)
	if err != nil {
		return nil, err
	}
	if e.language != "" {
		reply = reply.In(e.language)
	}
	return reply.With(versionHeader, e.version), nil
}
