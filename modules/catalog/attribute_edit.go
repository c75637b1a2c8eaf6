package catalog

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// createAttribute adds an attribute and publishes AttributeSaved, with its name in the language
// own. It returns codeLimitReached, or fault.InUse when another one has the code.
func createAttribute(
	ctx context.Context, tx *gorm.DB, code string, spec attributeSpec, own string, now time.Time,
) (attribute, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return attribute{}, err
	}
	n, err := countAttributes(tx)
	if err != nil {
		return attribute{}, err
	}
	if n >= maxAttributes {
		return attribute{}, fault.New(codeLimitReached, "There are 200 attributes already.")
	}
	a := newAttribute(code, now)
	a.apply(spec)
	if err := insertAttribute(tx, &a); err != nil {
		return attribute{}, err
	}
	return a, eventbus.Publish(ctx, tx, a.savedEvent(own, true))
}

// editAttribute changes an attribute and publishes AttributeSaved, unless edit changes nothing. It
// returns fault.Missing, fault.PreconditionFailed, fault.ValidationFailed, or fault.InUse when
// products have values that the change would make wrong.
func editAttribute(
	ctx context.Context, tx *gorm.DB, attributeID string, match httpapi.IfMatch, edit func(spec *attributeSpec),
	own string, now time.Time,
) (attribute, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return attribute{}, err
	}
	a, err := database.ByID[attribute](database.ForUpdate(tx), attributeID)
	if err != nil {
		return attribute{}, err
	}
	if err := match.Require(a.Version); err != nil {
		return attribute{}, err
	}
	spec := a.spec()
	edit(&spec)
	if faults := spec.check(); len(faults) > 0 {
		return attribute{}, fault.Invalid(faults...)
	}
	if spec.equal(a.spec()) {
		return a, nil
	}
	if err := a.requireUnused(tx, spec); err != nil {
		return attribute{}, err
	}
	if a.isFoundOtherwise(spec) {
		a.ReindexFrom = new(beforeAll)
	}
	a.apply(spec)
	a.UpdatedAt = now
	if err := database.SaveVersion(tx, &a, &a.Version); err != nil {
		return attribute{}, err
	}
	return a, eventbus.Publish(ctx, tx, a.savedEvent(own, false))
}

// requireUnused returns fault.InUse when products have values of the attribute that the spec takes
// away: all of them with another kind, else those of the choices that are left out. The caller
// holds the lock of the catalogue, so that no product can get such a value meanwhile.
func (a *attribute) requireUnused(tx *gorm.DB, spec attributeSpec) error {
	if spec.Kind != a.Kind {
		return refuseUses(tx, usesOfAttribute(a.ID), "Products have values of this attribute, so that its kind can't change.")
	}
	if lost := a.lostChoices(spec); len(lost) > 0 {
		return refuseUses(tx, usesOfAttribute(a.ID, lost...), "Products have a choice that would be removed.")
	}
	return nil
}

// deleteAttribute deletes an attribute of which no product has a value. It returns Missing,
// PreconditionFailed or InUse.
func deleteAttribute(ctx context.Context, tx *gorm.DB, attributeID string, match httpapi.IfMatch) error {
	if err := bumpTaxonomy(tx); err != nil {
		return err
	}
	a, err := database.ByID[attribute](database.ForUpdate(tx), attributeID)
	if err != nil {
		return err
	}
	if err := match.Require(a.Version); err != nil {
		return err
	}
	if err := refuseUses(tx, usesOfAttribute(a.ID), "Products have values of this attribute."); err != nil {
		return err
	}
	if err := database.DeleteVersion(tx, &a, &a.Version); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.AttributeDeleted{AttributeID: attributeID, Code: a.Code})
}

// attributeInUse is what keeps an attribute, or a choice of it, in the problem.
type attributeInUse struct {
	Products     []useView `json:"products" doc:"The first 10 by name."`
	ProductCount int64     `json:"productCount" example:"1"`
}

// SchemaName is the name in the document, before Problem.
func (attributeInUse) SchemaName() string { return "AttributeInUse" }

// attributeInUseExample is an example of the members of in_use.
var attributeInUseExample = map[fault.Code]any{fault.InUse: attributeInUse{
	Products: []useView{{ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", Name: "Espresso cup"}}, ProductCount: 1,
}}

// refuseUses returns fault.InUse with the reason when there are products in the scope.
func refuseUses(tx *gorm.DB, products scope, reason fault.Text) error {
	first, count, err := firstProducts(tx, products)
	if err != nil || count == 0 {
		return err
	}
	return fault.New(fault.InUse, reason).WithMembers(attributeInUse{first, count})
}
