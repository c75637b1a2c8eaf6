package reviews

import (
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// The staff finds reviews by product, author, stars and words.
func TestAdminFilters(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		other := id.New()
		s.Publish(t, productSaved(other, "active"))
		grace, graceID := s.join(t, "Grace Hopper")
		var r []string
		for _, w := range []struct {
			api     *kit.API
			changes body
		}{
			{s.ada, body{"rating": 5, "message": "Die Größe paßt, 100% SCHÖN."}},
			{s.ada, body{"rating": 1, "productId": other}},
			{grace, body{"rating": 1, "message": "The handle broke."}},
		} {
			r = append(r, s.write(t, w.api, w.changes).Text("id"))
			s.Clock.Advance(time.Second)
		}
		s.admin.Do(t, "POST", "/v1/admin/reviews/"+r[2]+"/hide", body{"reason": "Rude."}).Require(t, 200)
		for query, want := range map[string][]string{
			"?productId=" + s.productID:              {r[2], r[0]},
			"?productId=" + id.New():                 nil,
			"?userId=" + s.adaID:                     {r[1], r[0]},
			"?userId=" + graceID + "&status=visible": nil,
			"?rating=1":                              {r[2], r[1]},
			"?rating=1&status=hidden":                {r[2]},
			"?q=HANDLE":                              {r[2]},
			"?q=gr%C3%B6%C3%9Fe":                     {r[0]},
			"?q=sch%C3%B6n":                          {r[0]},
			"?q=100%25":                              {r[0]},
			"?q=grosse+schon":                        {r[0]},
			"?q=GROESSE":                             {r[0]},
			"?q=h%C3%A4ndle":                         {r[2]},
			"?q=_":                                   nil,
			"?q=+&rating=":                           {r[2], r[1], r[0]},
			"?q=sturdy&rating=1&userId=" + s.adaID:   {r[1]},
			"?rating=1&limit=1&page=2":               {r[1]},
			"?productId=" + other + "&userId=" + graceID: nil,
		} {
			if got := ids(t, s.admin, "/v1/admin/reviews"+query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		s.admin.Do(t, "GET", "/v1/admin/reviews?rating=1&limit=1", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"meta.total": 2, "meta.totalPages": 2})
		for query, want := range map[string]string{
			"?productId=x": "?productId bad_format", "?userId=x": "?userId bad_format", "?rating=0": "?rating out_of_range",
			"?rating=6": "?rating out_of_range",
		} {
			if got := s.admin.Do(t, "GET", "/v1/admin/reviews"+query, nil).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
}

// Staff find a review whose text an older version has written, in lower case alone.
func TestFormerSearchText(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		written := s.write(t, s.ada, body{"message": "Schöne Größe"}).Text("id")
		if err := s.DB.Model(&review{}).Where("id = ?", written).UpdateColumn("search", "schöne größe").Error; err != nil {
			t.Fatal(err)
		}
		if err := reviewIndex.RefreshJob(s.DB).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := ids(t, s.admin, "/v1/admin/reviews?q=schone+groesse"); !slices.Equal(got, []string{written}) {
			t.Errorf("found: %v", got)
		}
	})
}

// The staff sees what a review is about, whose it is, and who hid it and why. The public does not.
func TestAdminReview(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		written := s.write(t, s.ada)
		s.admin.Do(t, "GET", "/v1/admin/reviews", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.productName": "Moka", "data.0.userId": s.adaID, "data.0.hiddenReason": nil, "data.0.hiddenBy": nil,
			"data.0.author.displayName": "Ada",
		})
		admin, adminID := s.As(t, auth.RoleAdmin)
		hidden := kit.Fields{"status": "hidden", "productName": "Moka", "userId": s.adaID, "hiddenReason": "Rude.", "hiddenBy": "user:" + adminID}
		admin.Do(t, "POST", moderated(written, "hide"), body{"reason": "Rude."}).Require(t, 200).RequireFields(t, hidden)
		s.admin.Do(t, "POST", moderated(written, "hide"), body{"reason": "Off topic."}).Require(t, 200).RequireFields(t, hidden)
		s.ada.Do(t, "PATCH", own(written), body{"message": "Better."}).Require(t, 200)
		s.admin.Do(t, "GET", "/v1/admin/reviews?q=better", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.hiddenReason": "Rude."})
		mine := s.ada.Do(t, "GET", own(written), nil).Require(t, 200)
		for _, field := range []string{"productName", "userId", "hiddenReason", "hiddenBy"} {
			if strings.Contains(string(mine.Body), field) {
				t.Errorf("the author reads %s: %s", field, mine.Body)
			}
		}
		s.admin.Do(t, "POST", moderated(written, "show"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "visible", "hiddenReason": nil, "hiddenBy": nil,
		})

		renamed := productSaved(s.productID, "active")
		renamed.Name = "Moka pot"
		s.Publish(t, renamed)
		s.admin.Do(t, "GET", "/v1/admin/reviews", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.productName": "Moka pot"})
	})
}
