package ordering

import (
	"slices"
	"testing"
)

// listed returns a field of each row of a list.
func (s *setup) listed(t *testing.T, path, field string) (found []string) {
	t.Helper()
	var list struct{ Data []map[string]any }
	s.admin.Do(t, "GET", path, nil).Require(t, 200).Decode(t, &list)
	for _, row := range list.Data {
		text, _ := row[field].(string)
		found = append(found, text)
	}
	return found
}

func TestListOfPromotions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/promotions"
		for _, b := range []body{
			{"code": "SPRING-10", "endsAt": "2026-12-02T00:00:00Z", "active": false}, {"code": "AUTUMN_5"},
			{"code": "SPRING-20", "endsAt": "2026-12-01T00:00:00Z"},
		} {
			s.Clock.Advance(1e9)
			s.admin.Do(t, "POST", path, with(body{"kind": "percent", "value": 5}, b)).Require(t, 201)
		}
		if err := s.DB.Model(&promotion{}).Where("code = 'AUTUMN_5'").Update("used", 3).Error; err != nil {
			t.Fatal(err)
		}
		const ten, five, twenty = "SPRING-10", "AUTUMN_5", "SPRING-20"
		for query, want := range map[string][]string{
			"": {five, ten, twenty}, "?active=true": {five, twenty}, "?active=false": {ten}, "?q=spring": {ten, twenty}, "?q=_": {five},
			"?q=%25": nil, "?q=spr%C3%AFng+20": {twenty},
			"?q=SPRING&active=true": {twenty}, "?sort=-code": {twenty, ten, five}, "?sort=createdAt": {ten, five, twenty},
			"?sort=-createdAt": {twenty, five, ten},
			"?sort=endsAt":     {twenty, ten, five}, "?sort=-endsAt": {ten, twenty, five}, "?sort=-used&limit=1": {five},
			"?sort=used": {ten, twenty, five},
		} {
			if got := s.listed(t, path+query, "code"); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		for _, bad := range []string{"?active=yes", "?sort=value"} {
			s.admin.Do(t, "GET", path+bad, nil).Require(t, 422, "validation_failed")
		}
	})
}

func TestListOfShippingMethods(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/shipping-methods"
		for _, b := range []body{{"name": "Überraschung", "price": 1}, {"name": "Express", "price": 9, "active": false},
			{"name": "Standard", "price": 4}} {
			s.admin.Do(t, "POST", path, with(body{"minDays": 1, "maxDays": 2}, b)).Require(t, 201)
		}
		for query, want := range map[string][]string{
			"?active=false": {"Express"}, "?active=true&sort=price": {"Überraschung", "Standard"}, "?q=EXP": {"Express"},
			"?q=%C3%9CBER": {"Überraschung"}, "?q=uberrasch": {"Überraschung"}, "?q=UEBER": {"Überraschung"},
			"?q=+":                       {"Express", "Standard", "Überraschung"},
			"?q=sch%C3%BCng&active=true": {"Überraschung"}, "?q=exp&active=true": nil,
			"?sort=-price": {"Express", "Standard", "Überraschung"}, "?sort=-name&active=true&limit=2": {"Überraschung", "Standard"},
			"?q=nothing": nil,
		} {
			if got := s.listed(t, path+query, "name"); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		for _, bad := range []string{"?active=1", "?sort=days"} {
			s.admin.Do(t, "GET", path+bad, nil).Require(t, 422, "validation_failed")
		}
	})
}
