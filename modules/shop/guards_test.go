package shop

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// What was read before another change is not stored over it: the UPDATE says so, whoever holds no
// lock.
func TestRowsAreSavedInTheirVersion(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		rows, err := loadGroups(s.DB)
		if err != nil {
			t.Fatal(err)
		}
		p, err := findPage(s.DB, pageRef{events.PageImprint, "de"})
		if err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "PUT", path(events.GroupLoyalty), body{"voucherDays": 90}).Require(t, 200)
		s.admin.Do(t, "PUT", imprintDE, body{"title": "Impressum", "text": "Neu"}).Require(t, 200)
		published := s.saved(t, events.GroupLoyalty)
		for what, save := range map[string]func(tx *gorm.DB) error{
			"group": func(tx *gorm.DB) error {
				g := rows[events.GroupLoyalty]
				return g.replace(t.Context(), tx, g.FieldValues, g.Pinned)
			},
			"page": func(tx *gorm.DB) error { return updatePage(tx, &p) },
		} {
			if err := database.InTx(t.Context(), s.DB, save); !fault.Is(err, fault.PreconditionFailed) {
				t.Errorf("a %s that was read before: %v", what, err)
			}
		}
		s.admin.Do(t, "GET", path(events.GroupLoyalty), nil).RequireFields(t, kit.Fields{"version": 2, "values.voucherDays": 90})
		s.admin.Do(t, "GET", imprintDE, nil).RequireFields(t, kit.Fields{"draft.text": "Neu"})
		if n := s.saved(t, events.GroupLoyalty); n != published {
			t.Errorf("%d events, then %d", published, n)
		}
	})
}

// The last line: what no code writes, the database refuses.
func TestRowsThatCannotBe(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		s.put(t, imprintEN, "Imprint")
		for _, statement := range []string{
			"UPDATE shop_groups SET version = 0 WHERE name = 'tax'",
			"INSERT INTO shop_groups SELECT * FROM shop_groups",
			"UPDATE shop_pages SET version = 0",
			"UPDATE shop_pages SET slug = 'impressum'",
			"UPDATE shop_pages SET slug = NULL",
			"UPDATE shop_pages SET published_version = 0",
			"UPDATE shop_pages SET draft_title = 'A'",
			"UPDATE shop_pages SET kind = 'about'",
			"INSERT INTO shop_pages SELECT * FROM shop_pages",
			"UPDATE shop_page_versions SET version = 0",
			"UPDATE shop_page_versions SET locale = 'fr'",
			"INSERT INTO shop_page_versions SELECT * FROM shop_page_versions",
		} {
			if err := s.DB.Exec(statement).Error; err == nil {
				t.Errorf("%s: is let through", statement)
			}
		}
	})
}

// Of two pages that take a slug at once one has it.
func TestSlugOfTwoPagesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		paths := []string{imprintDE, imprintEN, "/v1/admin/pages/terms/de", "/v1/admin/pages/terms/en", "/v1/admin/pages/privacy/de"}
		statuses := kit.StatusesAtOnce(t, len(paths), func(i int) (kit.Answer, error) {
			return s.admin.Try("PUT", paths[i], body{"title": "A", "text": "B", "slug": "about-us"})
		})
		if statuses[200] != 1 || statuses[409] != len(paths)-1 {
			t.Errorf("%v", statuses)
		}
	})
}

// A rule about two groups holds when both are saved at once: while the country becomes one that
// needs rates, its last ones cannot go. SQLite has one writer at a time.
func TestRuleOfTwoGroupsAtOnce(t *testing.T) {
	t.Parallel()
	s := &setup{Runner: moduletest.Postgres(t, build(defaults()))}
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": []body{{"country": "CH", "standard": 8.1, "reduced": 2.6}}}).Require(t, 200)
	ctx := auth.With(t.Context(), auth.Principal{UserID: s.adminID, SessionID: id.New(), Role: auth.RoleAdmin})
	all := newGroups(defaults())
	sent, err := fieldsOf(body{"country": "CH"})
	if err != nil {
		t.Fatal(err)
	}
	var answer kit.Answer
	var second <-chan error
	err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if _, err := saveGroup(ctx, tx, all, &all.profile, sent, httpapi.IfMatch{}, s.Clock.Now()); err != nil || second != nil {
			return err
		}
		second = kit.Contend(t, s.DB, tx, func() (err error) {
			answer, err = s.admin.Try("PUT", path(events.GroupTax), body{"rates": []body{}})
			return err
		})
		return nil
	})
	if err := errors.Join(err, <-second); err != nil {
		t.Fatal(err)
	}
	answer.Require(t, 422, "validation_failed")
	s.admin.Do(t, "GET", path(events.GroupTax), nil).Require(t, 200).RequireFields(t, kit.Fields{"values.rates.0.country": "CH"})
}
