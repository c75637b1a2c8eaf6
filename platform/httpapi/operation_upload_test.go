package httpapi_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/test/kit"
)

func TestUpload(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := setup(t, db)
		csv := b.customer(t).With("Content-Type", "text/csv; charset=utf-8")
		const path = "/v1/measure?unit=cm"
		// 32 MiB, a hundred times what a JSON body may have.
		large := strings.Repeat("0123456789abcde\n", 2<<20)
		if got := csv.Do(t, "POST", path, large).Require(t, 200); got.Number("height") != 32<<20 {
			t.Errorf("%s", got.Body)
		}
		csv.Do(t, "POST", path, large+"x").Require(t, 413, "body_too_large")
		csv.Do(t, "POST", path, "").Require(t, 200)
		csv.With("Content-Type", "application/json").Do(t, "POST", path, "{}").Require(t, 415, "unsupported_media_type")
		csv.With("Content-Type", "text/csv; charset=iso-8859-1").Do(t, "POST", path, "x").Require(t, 415, "unsupported_media_type")
		csv.With("Content-Encoding", "gzip").Do(t, "POST", path, "x").Require(t, 415, "unsupported_media_type")
		csv.Do(t, "POST", "/v1/measure?unit=m", "x").Require(t, 422, "validation_failed")
		b.api(t).With("Content-Type", "text/csv").Do(t, "POST", path, "x").Require(t, 401, "unauthenticated")

		before := b.made.Load()
		keyed := csv.With("Idempotency-Key", "one")
		first, second := keyed.Do(t, "POST", path, "abc").Require(t, 200), keyed.Do(t, "POST", path, "abc").Require(t, 200)
		if string(first.Body) != string(second.Body) || second.Header.Get("Idempotency-Replayed") != "true" || b.made.Load() != before+1 {
			t.Errorf("%s, then %s %v", first.Body, second.Body, second.Header)
		}
		keyed.Do(t, "POST", path, "abd").Require(t, 422, "idempotency_key_reused")
	}, migrations...)
}
