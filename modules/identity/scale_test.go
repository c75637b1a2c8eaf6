package identity

import (
	"flag"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/test/kit"
)

var full = flag.Bool("full", false, "search among 1 000 000 users")

// A search in a shop with 100 000 users, or 1 000 000 at the full size, takes at most 50 ms,
// whatever it looks for.
func TestSearchAtScale(t *testing.T) {
	n := 100_000
	if *full {
		n = 1_000_000
	}
	each(t, func(t *testing.T, h *harness) {
		h.insertMany(t, n)
		began := time.Now()
		if err := userIndex.Job(h.DB, h.Clock).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Logf("indexed in %v", time.Since(began))
		kit.Vacuum(t, h.DB)
		admin, _ := h.As(t, auth.RoleAdmin)
		u := numberedUser(12_345)
		first, last, _ := strings.Cut(u.FullName, " ")
		for what, typed := range map[string]string{
			"an email": u.Email, "a part of an email": u.Email[3:20], "a name": u.FullName, "a last name": last, "a part of a name": last[2:],
			"a phone number": *u.Phone, "a frequent word": "gmail", "a frequent name": first, "two frequent words": "gmail " + first,
			"nothing":         "xqzwkv",
			"a misspelt name": last[:4] + "x" + last[5:],
		} {
			path := "/v1/admin/users?q=" + url.QueryEscape(typed)
			found := admin.Do(t, "GET", path, nil).Require(t, 200).Number("meta.total")
			t.Logf("%s: %q finds %v", what, typed, found)
			if (found == 0) != (what == "nothing") {
				t.Errorf("%s: %q finds %v", what, typed, found)
			}
			kit.RequireWithin(t, database.Dialect(h.DB)+": "+what, 50*time.Millisecond, func() { admin.Do(t, "GET", path, nil).Require(t, 200) })
		}
	})
}

// insertMany writes n users into the table.
func (h *harness) insertMany(t *testing.T, n int) {
	t.Helper()
	const batch = 1_000
	for from := 1; from <= n; from += batch {
		users := make([]user, batch)
		for i := range users {
			users[i] = numberedUser(from + i)
		}
		if err := h.DB.CreateInBatches(users, batch).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// numberedUser is a user of many: first names come often, last names now and then.
func numberedUser(i int) user {
	syllable := func(i int) string {
		const all = "bakodefigohulamenipoqurasetivoxubrecha"
		at := i % (len(all) / 2) * 2
		return all[at:at+2] + "nr"[i%2:i%2+1]
	}
	first, last := syllable(i), syllable(i/20%20)+syllable(i/400%20)+syllable(i/8000)
	host := []string{"gmail.com", "example.org", "example.org"}[i%3]
	u := newUser(fmt.Sprintf("00000000-0004-7000-8000-%012x", i), fmt.Sprintf("%s.%s%d@%s", first, last, i, host), first+" "+last, "en",
		time.Unix(1_700_000_000+int64(i), 0))
	u.Phone, u.PasswordHash, u.EmailVerifiedAt = new(fmt.Sprintf("+49 30 %08d", i)), new("none"), &u.CreatedAt
	u.Search = u.searchText()
	return u
}
