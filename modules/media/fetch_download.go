package media

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"orderd/platform/outbound"
)

const (
	// downloadTimeout is how long an address may take for all of its picture.
	downloadTimeout = 30 * time.Second
	// maxRedirects is how often an address may lead to another one of its scheme, host and port.
	maxRedirects = 3
)

// newDownloader makes what fetches from addresses elsewhere.
func newDownloader(t outbound.Targets) *http.Client {
	return &http.Client{
		Transport: outbound.NewTransport(t.NewDialer(), maxFetches), CheckRedirect: followWithin,
	}
}

// followWithin follows a redirect that stays at its scheme, host and port. Any other is the answer.
func followWithin(next *http.Request, before []*http.Request) error {
	if !isSameHost(next.URL, before[0].URL) || len(before) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

func isSameHost(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}

// portOf is the port of an address, or the one of its scheme.
func portOf(u *url.URL) string {
	if u.Scheme == "http" {
		return cmp.Or(u.Port(), "80")
	}
	return cmp.Or(u.Port(), "443")
}

// download reads what is at an address. It returns the failure, or nil.
func download(
	ctx context.Context, client *http.Client, t outbound.Targets, address string,
) (content []byte, failure *fetchFailure) {
	address, _, _ = strings.Cut(address, "#") // a server is never asked for a fragment
	if t.CheckURL(address) != "" {
		return nil, &fetchFailure{reason: fetchNotAllowed}
	}
	ctx, cancel := context.WithTimeout(ctx, downloadTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, &fetchFailure{reason: fetchNotAllowed}
	}
	request.Header.Set("User-Agent", "orderd-media/1")
	request.Header.Set("Accept", typeWebP+","+typeJPEG+","+typePNG)
	answer, failed := outbound.Send(request, client.Do)
	if failed != "" {
		return nil, &fetchFailure{reason: fetchError(failed)}
	}
	defer answer.Body.Close()
	switch status := answer.StatusCode; {
	case status >= 300 && status < 400:
		return nil, &fetchFailure{fetchRedirected, status}
	case status != http.StatusOK:
		return nil, &fetchFailure{fetchStatusCode, status}
	case answer.ContentLength > maxFile:
		return nil, &fetchFailure{reason: fetchTooLarge}
	}
	content, err = io.ReadAll(io.LimitReader(answer.Body, maxFile+1))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, &fetchFailure{reason: fetchTimeout}
	case err != nil:
		return nil, &fetchFailure{reason: fetchNoAnswer}
	case len(content) > maxFile:
		return nil, &fetchFailure{reason: fetchTooLarge}
	}
	return content, nil
}
