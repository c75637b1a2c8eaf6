package shop

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/module"
)

// checker examines the settings for `orderd doctor`.
type checker struct {
	groups *groups
}

// check finds settings without which the shop sells less than its owner expects, and those that are
// not what this configuration makes of them.
func (c *checker) check(ctx context.Context, db *gorm.DB) (findings []module.Finding) {
	if db == nil {
		return nil
	}
	rows, err := loadGroups(db.WithContext(ctx))
	if err != nil {
		return []module.Finding{module.NotChecked("settings", err)}
	}
	if len(rows) == 0 { // the service has not started yet
		return nil
	}
	all, err := c.groups.view(rows)
	if err != nil {
		return []module.Finding{module.NotChecked("settings", err)}
	}
	incomplete := func(group events.Group, found string) {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "settings_incomplete", Subject: "settings." + string(group), Found: found,
			Todo: "fill it in: PUT /v1/admin/settings/" + string(group),
		})
	}
	if all.Bank.Values.Account() == "" {
		incomplete(events.GroupBank, "there is no bank account: no order can be paid by bank transfer")
	}
	if all.Seller.Values.ReturnsTo() == "" {
		incomplete(events.GroupSeller, "there is no address for returns: no return can be approved")
	}
	if seller := all.Seller.Values; seller.Name != nil && seller.VATID == nil && !all.Tax.Values.SmallBusiness {
		incomplete(events.GroupSeller, "there is no VAT id, which invoices of exports and of sales to businesses in other "+
			"member states have to name")
	}
	findings = append(findings, c.differing(rows)...)
	if len(findings) == 0 {
		findings = append(findings, module.Finding{
			Level: module.OK, Code: "settings_ok", Subject: "settings", Found: "the shop has what it needs to sell",
		})
	}
	return findings
}

// differing finds groups that are not what this configuration makes of them.
func (c *checker) differing(rows map[events.Group]group) (findings []module.Finding) {
	for _, k := range c.groups.all() {
		switch differs, err := k.differs(rows); {
		case err != nil:
			return append(findings, module.NotChecked("settings", err))
		case differs:
			findings = append(findings, module.Finding{
				Level: module.Warning, Code: "settings_differ", Subject: "settings." + string(k.groupName()),
				Found: "is of another configuration: a process with that was started later, or none since this one was changed",
				Todo:  "give all processes the same configuration, and restart them",
			})
		}
	}
	return findings
}
