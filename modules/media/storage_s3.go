package media

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"orderd/platform/fault"
)

const (
	// s3RetryAfter is when clients may try again what a bucket that is away has failed.
	s3RetryAfter = 5 * time.Second
	s3Attempts   = 3
)

// s3Store keeps objects in a bucket.
type s3Store struct {
	core   minio.Core
	bucket string
}

// newS3Store makes the store of s3://key:secret@host/bucket?region=…; tls=none is for a server in
// the same network.
func newS3Store(u *url.URL) (s3Store, error) {
	secret, _ := u.User.Password()
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: u.Query().Get("tls") != "none",
		Region: u.Query().Get("region"), BucketLookup: minio.BucketLookupAuto, MaxRetries: s3Attempts,
	})
	if err != nil {
		return s3Store{}, fmt.Errorf("media.url: %w", err)
	}
	return s3Store{minio.Core{Client: client}, strings.Trim(u.Path, "/")}, nil
}

func (s s3Store) put(ctx context.Context, object, contentType string, content []byte) error {
	_, err := s.core.Client.PutObject(ctx, s.bucket, object, bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{ContentType: contentType})
	return s.fault("store", object, err)
}

func (s s3Store) open(ctx context.Context, object string, offset int64) (io.ReadCloser, error) {
	var o minio.GetObjectOptions
	if offset > 0 {
		if err := o.SetRange(offset, 0); err != nil {
			return nil, fmt.Errorf("media: read %s from %d: %w", object, offset, err)
		}
	}
	content, _, _, err := s.core.GetObject(ctx, s.bucket, object, o)
	return content, s.fault("read", object, err)
}

func (s s3Store) remove(ctx context.Context, objects []string) error {
	for _, object := range objects {
		if err := s.core.RemoveObject(ctx, s.bucket, object, minio.RemoveObjectOptions{}); err != nil {
			return s.fault("remove", object, err)
		}
	}
	return nil
}

func (s s3Store) reach(ctx context.Context) error {
	found, err := s.core.BucketExists(ctx, s.bucket)
	if err == nil && !found {
		err = fmt.Errorf("there is no bucket %s", s.bucket)
	}
	return err
}

// fault is a fault.Unavailable for whatever a bucket fails with: nothing that a client sent is to
// blame.
func (s s3Store) fault(what, object string, err error) error {
	if err == nil {
		return nil
	}
	return fault.Busy(fmt.Errorf("media: %s %s in the bucket %s: %w", what, object, s.bucket, err), s3RetryAfter)
}
