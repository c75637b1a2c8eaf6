package shop

import (
	"slices"
	"testing"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestWhoMaySeeAndChangeSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read")
		writer, _ := s.AsKey(t, "settings:write")
		for _, name := range events.Group("").Values() {
			p := path(events.Group(name))
			s.API.Do(t, "GET", p, nil).Require(t, 401, "unauthenticated")
			s.API.Do(t, "PUT", p, body{}).Require(t, 401, "unauthenticated")
			customer.Do(t, "GET", p, nil).Require(t, 403, "forbidden")
			customer.Do(t, "PUT", p, body{}).Require(t, 403, "forbidden")
			reader.Do(t, "GET", p, nil).Require(t, 200)
			reader.Do(t, "PUT", p, body{}).Require(t, 403, "forbidden")
			writer.Do(t, "PUT", p, body{}).Require(t, 200)
		}
		s.admin.Do(t, "GET", path("colors"), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", path("colors"), body{}).Require(t, 404, "not_found")
	})
}

func TestGroupIsChanged(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupLoyalty)
		got := s.admin.Do(t, "GET", p, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"group": "loyalty", "version": 1, "values.enabled": true, "values.pointsPerEuro": 10, "values.pointsPerShare": 50,
			"values.voucherDays": 365, "updatedBy": nil,
		})
		if tag := got.Header.Get("ETag"); tag != `"1"` {
			t.Errorf("the ETag is %s", tag)
		}
		recorded := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "PUT", p, body{"pointsPerShare": 0, "voucherDays": 90}).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 2, "values.pointsPerShare": 0, "values.voucherDays": 90, "values.pointsPerEuro": 10,
			"updatedBy.id": s.adminID, "updatedBy.name": "Some Body",
		})
		// What is the same already makes no version and no event.
		s.admin.Do(t, "PUT", p, body{"voucherDays": 90}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		s.admin.Do(t, "PUT", p, body{}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		// null is the default.
		s.admin.Do(t, "PUT", p, body{"pointsPerShare": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 3, "values.pointsPerShare": 50})
		s.admin.With("If-Match", `"2"`).Do(t, "PUT", p, body{"enabled": false}).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"3"`).Do(t, "PUT", p, body{"enabled": false}).Require(t, 200)

		all := eventbustest.Of[events.SettingsSaved](recorded)
		var versions []int64
		for _, e := range all {
			versions = append(versions, e.Version)
		}
		if !slices.Equal(versions, []int64{2, 3, 4}) {
			t.Fatalf("versions %v were published", versions)
		}
		const before = `{"enabled":true,"pointsPerEuro":10,"pointsPerShare":50,"voucherDays":365}`
		const after = `{"enabled":true,"pointsPerEuro":10,"pointsPerShare":0,"voucherDays":90}`
		if string(all[0].Before) != before || string(all[0].After) != after || all[0].Group != events.GroupLoyalty {
			t.Errorf("published %s → %s", all[0].Before, all[0].After)
		}
	})
}

// All faults of a body are said at once, each at its place.
func TestBadValues(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		rates := func(n int) []body {
			all := make([]body, n)
			for i := range all {
				all[i] = body{"country": "DE", "from": nil, "standard": 19, "reduced": 7}
			}
			return all
		}
		for _, row := range []struct {
			group events.Group
			sent  body
			want  []string
		}{
			{events.GroupProfile, body{"timeZone": "Mars/Base", "name": " ", "country": "de", "orderUrl": "https://shop.example/orders"},
				[]string{"/country bad_format", "/name too_short", "/orderUrl bad_format", "/timeZone bad_format"}},
			{events.GroupProfile, body{"locales": []string{"de"}, "locale": "en"}, []string{"/locale not_allowed"}},
			{events.GroupProfile, body{"locales": []string{"de", "de"}}, []string{"/locales/1 not_allowed"}},
			{events.GroupProfile, body{"country": "CH"}, []string{"/country not_allowed"}},
			{events.GroupProfile, body{"website": "http://shop.example"}, []string{"/website bad_format"}},
			{events.GroupBank, body{"iban": "DE03120300000000202051", "bic": "ABC"}, []string{"/bic bad_format", "/iban bad_format"}},
			{events.GroupBank, body{"iban": "DE0212030000000020205"}, []string{"/iban bad_format"}},
			{events.GroupSeller, body{"name": "Moka & Co GmbH"}, []string{
				"/city required", "/email required", "/line1 required", "/postalCode required", "/vatId required"}},
			{events.GroupSeller, body{"vatId": "DE12"}, []string{"/vatId bad_format"}},
			{events.GroupTax, body{"rates": rates(201)}, []string{"/rates too_long"}},
			{events.GroupTax, body{"rates": rates(2)}, []string{"/rates/1 not_allowed"}},
			{events.GroupTax, body{"rates": []body{{"country": "DE", "from": "tomorrow", "standard": 100, "reduced": 7.125}}},
				[]string{"/rates/0/from bad_format", "/rates/0/reduced bad_format", "/rates/0/standard out_of_range"}},
			{events.GroupCheckout, body{"methods": []body{{"method": "paypal", "enabled": true}}}, []string{"/methods/0/method not_allowed"}},
			{events.GroupCheckout, body{"methods": []body{{"method": "card", "enabled": true}, {"method": "card", "enabled": true}}},
				[]string{"/methods/1/method not_allowed"}},
			{events.GroupCheckout, body{"returnDays": -1, "withdrawalDays": 7, "methods": []body{{
				"method": "card", "enabled": true, "countries": []string{"Germany"}, "texts": []body{{"locale": "de", "title": ""}, {"locale": "fr"}},
			}}}, []string{"/methods/0/countries/0 bad_format", "/methods/0/texts/0/title too_short",
				"/methods/0/texts/1/locale not_allowed", "/returnDays out_of_range", "/withdrawalDays out_of_range"}},
			{events.GroupCheckout, body{"methods": []body{{
				"method": "card", "enabled": true, "minimum": 10, "maximum": 9.99, "texts": []body{{"locale": "de"}, {"locale": "de"}},
			}}}, []string{"/methods/0/maximum out_of_range", "/methods/0/texts/1/locale not_allowed"}},
			{events.GroupCheckout, body{"paymentDeadline": "soon", "cardDeadline": "0s", "lowStock": -1, "defaultGrams": 1_000_001,
				"packagingGrams": 100_001},
				[]string{"/cardDeadline out_of_range", "/defaultGrams out_of_range", "/lowStock out_of_range",
					"/packagingGrams out_of_range", "/paymentDeadline bad_format"}},
			{events.GroupLoyalty, body{"pointsPerEuro": 1001, "voucherDays": 0, "color": "red"},
				[]string{"/color unexpected_field", "/pointsPerEuro out_of_range", "/voucherDays out_of_range"}},
			{events.GroupMail, body{"senderName": "", "replyTo": "nobody"}, []string{"/replyTo bad_format", "/senderName too_short"}},
		} {
			got := s.admin.Do(t, "PUT", path(row.group), row.sent).Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, row.want) {
				t.Errorf("%s %v: %q, want %q", row.group, row.sent, got, row.want)
			}
			s.admin.Do(t, "GET", path(row.group), nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
		}
	})
}

// What people type is kept in one form.
func TestNormalForms(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "PUT", path(events.GroupBank), body{"iban": "de02 1203 0000 0000 2020 51", "bic": "byladem1001"}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.iban": "DE02120300000000202051", "values.bic": "BYLADEM1001"})
		s.admin.Do(t, "PUT", path(events.GroupSeller), body{
			"name": "Moka & Co GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "email": "Hello@Shop.example",
			"vatId": "gr 123-456.789",
		}).Require(t, 200).RequireFields(t, kit.Fields{"values.vatId": "EL123456789", "values.email": "hello@shop.example"})
		s.admin.Do(t, "PUT", path(events.GroupCheckout), body{"paymentDeadline": "4320m"}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 1, "values.paymentDeadline": "72h"})
	})
}

// A country outside the EU needs rates; its last ones stay as long as the shop is there.
func TestCountryWithoutRates(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		rates := []body{{"country": "CH", "standard": 8.1, "reduced": 2.6}}
		s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": rates}).Require(t, 200)
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"country": "CH"}).Require(t, 200)
		refused := s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": []body{}}).Require(t, 422, "validation_failed")
		if got := refused.Pointers(); !slices.Equal(got, []string{"/rates required"}) {
			t.Errorf("%q", got)
		}
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"country": "AT"}).Require(t, 200)
		s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": []body{}}).Require(t, 200)
	})
}

// Of twenty who have read the same version one may save.
func TestSaveAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api := s.admin.With("If-Match", `"1"`)
		statuses := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return api.Try("PUT", path(events.GroupLoyalty), body{"voucherDays": i + 1})
		})
		if statuses[200] != 1 || statuses[412] != 19 {
			t.Errorf("%v", statuses)
		}
	})
}
