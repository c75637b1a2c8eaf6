package shop

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// savePage saves the draft of a page, which there need not be yet, and publishes PageSaved unless
// it is the same already. It returns codeSlugTaken, fault.Stale when match has another version, and
// a validation fault for a picture that was deleted. It holds the lock of those who decide whether
// one may be.
func savePage(
	ctx context.Context, tx *gorm.DB, ref pageRef, d draft, match httpapi.IfMatch, now time.Time,
) (page, error) {
	p := page{Kind: ref.Kind, Locale: ref.Locale, Version: 1, UpdatedAt: now}
	if _, _, err := lockValues[events.Profile](tx, events.GroupProfile); err != nil {
		return p, err
	}
	if err := requirePictures(tx, d.text); err != nil {
		return p, err
	}
	if err := lockOrCreatePage(tx, &p); err != nil {
		return p, err
	}
	current := p.Version
	if !p.exists() { // an ETag that was read before is not this page's
		current = 0
	}
	if err := match.Require(current); err != nil {
		return p, err
	}
	if !p.saveDraft(d, auth.MustFrom(ctx), now) {
		return p, nil
	}
	if err := updatePage(tx, &p); err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, events.PageSaved{Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug, Title: d.title})
}

// publishPage makes the draft of a page its next version, and publishes PagePublished. It returns
// fault.InvalidTransition without a draft, of a page that was never saved too, and fault.Stale.
func publishPage(
	ctx context.Context, tx *gorm.DB, all *groups, ref pageRef, match httpapi.IfMatch, now time.Time,
) (page, error) {
	p, err := lockPage(tx, ref)
	if fault.Is(err, fault.NotFound) {
		return p, noDraft()
	}
	if err != nil {
		return p, err
	}
	if err := match.Require(p.Version); err != nil {
		return p, err
	}
	day, err := all.today(tx, now)
	if err != nil {
		return p, err
	}
	v, err := p.publish(auth.MustFrom(ctx), now, day)
	if err != nil {
		return p, err
	}
	if err := updatePage(tx, &p); err != nil {
		return p, err
	}
	if err := tx.Create(&v).Error; err != nil {
		return p, err
	}
	return p, eventbus.Publish(ctx, tx, events.PagePublished{
		Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug, Title: v.Title, Version: v.Version, PublishedOn: v.PublishedOn,
	})
}

// deletePage takes a page off, and publishes PageDeleted. It returns fault.NotFound when it is off
// already, and fault.Stale.
func deletePage(ctx context.Context, tx *gorm.DB, ref pageRef, match httpapi.IfMatch, now time.Time) error {
	p, err := lockPage(tx, ref)
	if err != nil {
		return err
	}
	if err := match.Require(p.Version); err != nil {
		return err
	}
	gone := events.PageDeleted{Kind: p.Kind, Locale: p.Locale, Slug: *p.Slug}
	if p.IsPublished {
		gone.Version = p.PublishedVersion
	}
	if err := p.takeOff(auth.MustFrom(ctx), now); err != nil {
		return err
	}
	if err := updatePage(tx, &p); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, gone)
}

// today is the day in the shop's time zone.
func (g *groups) today(tx *gorm.DB, now time.Time) (string, error) {
	rows, err := loadGroups(tx)
	if err != nil {
		return "", err
	}
	profile, err := g.profile.valuesOf(rows)
	if err != nil {
		return "", err
	}
	return dayIn(profile.TimeZone, now), nil
}

// dayIn is the day of a moment in a time zone, which was checked when it was saved.
func dayIn(zone string, now time.Time) string {
	if at, err := time.LoadLocation(zone); err == nil {
		now = now.In(at)
	}
	return now.Format(time.DateOnly)
}
