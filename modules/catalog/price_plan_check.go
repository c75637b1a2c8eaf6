package catalog

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/fault"
)

func sameEnd(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// checkTimes returns what is wrong with the times. before is nil for a new plan: a start that was
// stored before may have passed.
func (spec *pricePlanSpec) checkTimes(before *pricePlanSpec, now time.Time) (found []fault.Field) {
	add := func(wrong bool, pointer string, detail fault.Text) {
		if wrong {
			found = append(found, fault.Field{Pointer: pointer, Code: fault.OutOfRange, Detail: detail})
		}
	}
	latest := now.AddDate(5, 0, 0)
	moved := before == nil || !spec.StartsAt.Equal(before.StartsAt)
	add(moved && !spec.StartsAt.After(now), "/startsAt", "must be in the future")
	add(spec.StartsAt.After(latest), "/startsAt", "must be within five years")
	if ends := spec.EndsAt; ends != nil {
		switch {
		case !ends.After(spec.StartsAt):
			add(true, "/endsAt", "must be after startsAt")
		case !ends.After(now):
			add(true, "/endsAt", "must be in the future")
		}
		add(ends.After(latest.AddDate(1, 0, 0)), "/endsAt", "must be within six years")
	}
	return found
}

// resolve finds the variants that prices of a request name. It returns what is wrong with these
// prices; those that were stored before are not looked at.
func (spec *pricePlanSpec) resolve(tx *gorm.DB) (found []fault.Field, err error) {
	var ids, skus []string
	for _, e := range spec.Prices {
		switch {
		case e.ProductID != "":
		case e.sku != "":
			skus = append(skus, e.sku)
		case e.VariantID != nil:
			ids = append(ids, *e.VariantID)
		}
	}
	variants, err := loadPlannedVariants(tx, ids, skus)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for i := range spec.Prices {
		e := &spec.Prices[i]
		if e.ProductID == "" {
			found = append(found, e.resolve(variants, "/prices/"+strconv.Itoa(i))...)
		}
		if e.ProductID == "" {
			continue
		}
		if named[*e.VariantID] {
			found = append(found, fault.Field{Pointer: "/prices/" + strconv.Itoa(i), Code: fault.NotAllowed,
				Detail: "is there twice"})
		}
		named[*e.VariantID] = true
	}
	return found, nil
}

// resolve finds the variant of the price. It returns what is wrong with the price.
func (e *pricePlanEntry) resolve(variants map[string]plannedVariant, pointer string) []fault.Field {
	key, field := "sku "+e.sku, "/sku"
	if e.sku == "" {
		key, field = "id "+*e.VariantID, "/variantId"
	}
	v, known := variants[key]
	switch {
	case !known || !v.sold:
		return []fault.Field{{Pointer: pointer + field, Code: fault.NotAllowed, Detail: "must be a variant on sale"}}
	case v.productStatus == events.ProductArchived:
		return []fault.Field{{Pointer: pointer + field, Code: fault.NotAllowed, Detail: "must not be of an archived product"}}
	}
	e.VariantID, e.ProductID, e.sku = new(v.ID), v.productID, ""
	if e.CompareAtPrice != nil && e.CompareAtKind == nil {
		e.CompareAtKind = new(v.CompareAtKind)
	}
	v.Price = e.Price
	if v.tierFault() != "" {
		return []fault.Field{{Pointer: pointer + "/price", Code: fault.NotAllowed,
			Detail: "must not be below a wholesale price of the variant"}}
	}
	return nil
}

// check returns ValidationFailed with what was found before and with everything that is wrong with
// the spec of a plan. before is nil for a new plan; what it had already is not looked at again.
func (spec *pricePlanSpec) check(
	tx *gorm.DB, plan *pricePlan, before *pricePlanSpec, now time.Time, found ...fault.Field,
) error {
	found = append(found, spec.checkTimes(before, now)...)
	if len(spec.Prices)+len(spec.Publish)+len(spec.Archive) == 0 {
		found = append(found, fault.Field{Pointer: "/prices", Code: fault.Required,
			Detail: "is required of a plan that publishes and archives nothing"})
	}
	if spec.EndsAt == nil && len(spec.Archive) > 0 {
		found = append(found, fault.Field{Pointer: "/archive", Code: fault.NotAllowed,
			Detail: "is not for a plan without an end"})
	}
	for _, list := range []struct {
		pointer     string
		ids, before []string
	}{{"/publish", spec.Publish, before.publish()}, {"/archive", spec.Archive, before.archive()}} {
		wrong, err := checkPlanProducts(tx, list.pointer, list.ids, list.before)
		if err != nil {
			return err
		}
		found = append(found, wrong...)
	}
	wrong, err := spec.checkOverlaps(tx, plan.ID, before)
	if err != nil {
		return err
	}
	if found = append(found, wrong...); len(found) > 0 {
		return fault.Invalid(found...)
	}
	return nil
}

func (spec *pricePlanSpec) publish() []string {
	if spec == nil {
		return nil
	}
	return spec.Publish
}

func (spec *pricePlanSpec) archive() []string {
	if spec == nil {
		return nil
	}
	return spec.Archive
}

func checkPlanProducts(tx *gorm.DB, pointer string, ids, before []string) ([]fault.Field, error) {
	found, err := requireUnarchived(tx, pointer, ids, before...)
	for i, productID := range ids {
		if slices.Contains(ids[:i], productID) {
			found = append(found, fault.Field{Pointer: pointer + "/" + strconv.Itoa(i), Code: fault.NotAllowed,
				Detail: "is there twice"})
		}
	}
	return found, err
}

// checkOverlaps returns a fault for each price whose variant another plan has at a time of this
// one: at the price, or at the time that has changed where the prices have not.
func (spec *pricePlanSpec) checkOverlaps(
	tx *gorm.DB, planID string, before *pricePlanSpec,
) (found []fault.Field, err error) {
	names, err := overlappingPlans(tx, planID, spec.variantIDs(), spec.StartsAt, spec.EndsAt)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	overlap := func(pointer, name string) fault.Field {
		return fault.Field{Pointer: pointer, Code: fault.NotAllowed, Args: []any{name},
			Detail: "overlaps the price plan %q, which has this variant too"}
	}
	if before != nil && spec.sameEntries(before) {
		pointer := "/startsAt"
		if spec.StartsAt.Equal(before.StartsAt) {
			pointer = "/endsAt"
		}
		return []fault.Field{overlap(pointer, slices.Min(slices.Collect(maps.Values(names))))}, nil
	}
	for i, e := range spec.Prices {
		if e.VariantID == nil {
			continue
		}
		if name, overlaps := names[*e.VariantID]; overlaps {
			found = append(found, overlap("/prices/"+strconv.Itoa(i), name))
		}
	}
	return found, nil
}
