package shop

import (
	"slices"
	"testing"

	"orderd/modules/shop/events"
	"orderd/test/kit"
)

// mailTexts are n texts of one kind.
func mailTexts(n int) []body {
	return slices.Repeat([]body{{"kind": "order_paid", "locale": "de", "subject": "A"}}, n)
}

// Mails have a color, footers and texts; null is the default, and a list is replaced whole.
func TestMailSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupMail)
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"values.senderName": "Orderd", "values.replyTo": nil, "values.color": "#4338ca", "values.footers.#": 0, "values.texts.#": 0,
		})
		s.admin.Do(t, "PUT", p, body{
			"color": " #FFCC00 ", "footers": []body{{"locale": "de", "text": " Moka & Co\r\nBerlin "}},
			"texts": []body{{"kind": "order_shipped", "locale": "de", "intro": "{carrier} bringt {number}.\n\nBald."},
				{"kind": "order_shipped", "locale": "en", "subject": "From {shop}"}},
		}).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 2, "values.color": "#ffcc00", "values.footers.0.text": "Moka & Co\nBerlin", "values.footers.0.locale": "de",
			"values.texts.0.kind": "order_shipped", "values.texts.0.intro": "{carrier} bringt {number}.\n\nBald.", "values.texts.0.subject": nil,
			"values.texts.1.subject": "From {shop}", "values.texts.1.intro": nil, "values.senderName": "Orderd",
		})
		s.admin.Do(t, "PUT", p, body{"texts": []body{{"kind": "order_paid", "locale": "en", "subject": "Paid"}}, "footers": nil, "color": nil}).
			Require(t, 200).RequireFields(t, kit.Fields{
			"version": 3, "values.texts.#": 1, "values.texts.0.kind": "order_paid", "values.footers.#": 0, "values.color": "#4338ca",
		})
		s.admin.Do(t, "PUT", p, body{"texts": nil}).Require(t, 200).RequireFields(t, kit.Fields{"version": 4, "values.texts.#": 0})
	})
}

// The values of a release that knew less get the defaults.
func TestMailSettingsOfAnEarlierRelease(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		err := s.DB.Exec(`UPDATE shop_groups SET field_values = '{"senderName":"Moka","replyTo":null}' WHERE name = 'mail'`).Error
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Module.Configure(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", path(events.GroupMail), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"values.senderName": "Moka", "values.color": "#4338ca", "values.footers.#": 0, "values.texts.#": 0,
		})
	})
}
