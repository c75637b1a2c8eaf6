// Package events is the public contract of shop: the events that it publishes, and the values of
// the groups of settings. Fields are only ever added.
package events

import (
	"encoding/json"
	"slices"

	"orderd/platform/convert"
)

// Group is the name of a group of settings.
type Group string

// The groups.
const (
	GroupProfile  Group = "profile"
	GroupSeller   Group = "seller"
	GroupBank     Group = "bank"
	GroupTax      Group = "tax"
	GroupCheckout Group = "checkout"
	GroupLoyalty  Group = "loyalty"
	GroupMail     Group = "mail"

	GroupStorefront Group = "storefront"
)

// Values are all of them.
func (Group) Values() []string {
	return convert.Strings(
		GroupProfile, GroupSeller, GroupBank, GroupTax, GroupCheckout, GroupLoyalty, GroupMail, GroupStorefront,
	)
}

// SettingsSaved: the values of a group have changed, or a start of the service has made or pinned
// some. Before and After are those of the group's type, such as Loyalty; Before is null of a new
// group.
type SettingsSaved struct {
	Group   Group           `json:"group"`
	Version int64           `json:"version"`
	Before  json.RawMessage `json:"before"`
	After   json.RawMessage `json:"after"`
	Pinned  []Pin           `json:"pinned"`
}

// Pin says that a key of the configuration decides about a field.
type Pin struct {
	Field string `json:"field" doc:"Of values." example:"voucherDays"`
	Key   string `json:"key" doc:"Of the configuration." example:"loyalty.voucher_days"`
}

// SchemaName is the name in the OpenAPI document.
func (Pin) SchemaName() string { return "PinnedSetting" }

// SchemaName is the name in the OpenAPI document.
func (Group) SchemaName() string { return "SettingsGroupName" }

// MediaReleased: no settings name a picture that is to be deleted, and none can any more.
type MediaReleased struct {
	MediaID string `json:"mediaId"`
}

func (MediaReleased) EventName() string  { return "shop.media_released.v1" }
func (e MediaReleased) EventKey() string { return e.MediaID }

// MediaKept: settings name a picture that was to be deleted.
type MediaKept struct {
	MediaID string `json:"mediaId"`
}

func (MediaKept) EventName() string  { return "shop.media_kept.v1" }
func (e MediaKept) EventKey() string { return e.MediaID }

// InGroups is a filter of a subscription: the settings of some groups.
func InGroups(groups ...Group) func(SettingsSaved) bool {
	return func(e SettingsSaved) bool { return slices.Contains(groups, e.Group) }
}

// MediaIDs are the pictures that the group names.
func (e SettingsSaved) MediaIDs() ([]string, error) {
	var values interface{ MediaIDs() []string }
	switch e.Group {
	case GroupProfile:
		values = &Profile{}
	case GroupStorefront:
		values = &Storefront{}
	default:
		return nil, nil
	}
	if err := json.Unmarshal(e.After, values); err != nil {
		return nil, err
	}
	return values.MediaIDs(), nil
}

// Copied is what a module's copy has of the event (platform/copies).
func (e SettingsSaved) Copied() (name string, version int64, value []byte) {
	return string(e.Group), e.Version, e.After
}

func (SettingsSaved) EventName() string  { return "shop.settings_saved.v1" }
func (e SettingsSaved) EventKey() string { return string(e.Group) }
