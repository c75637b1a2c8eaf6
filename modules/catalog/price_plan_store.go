package catalog

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const planRowsAtOnce = 500

// lockPricePlan reads a plan FOR UPDATE. It returns fault.NotFound.
func lockPricePlan(tx *gorm.DB, planID string) (pricePlan, error) {
	return database.ByID[pricePlan](database.ForUpdate(tx), planID)
}

// nextPricePlan returns the plan of which something is due first, whenever that is. Of one moment
// starts come last.
func nextPricePlan(db *gorm.DB) (plan pricePlan, found bool, err error) {
	plan, err = database.Take[pricePlan](db.Where("due_at IS NOT NULL").
		Order("due_at, CASE WHEN status = 'scheduled' THEN 1 ELSE 0 END, id"))
	if fault.Is(err, fault.NotFound) {
		return plan, false, nil
	}
	return plan, err == nil, err
}

// savePricePlanStep stores how far a plan has come that had the status before. It returns
// errDoneElsewhere when it has another one.
func savePricePlanStep(tx *gorm.DB, plan *pricePlan, before pricePlanStatus) error {
	saved := tx.Model(plan).Where("status = ?", before).
		Select("status", "due_at", "started_at", "ended_at", "version").Updates(plan)
	if saved.Error == nil && saved.RowsAffected == 0 {
		return errDoneElsewhere
	}
	return saved.Error
}

// endPlanEntries passes over what a plan that is over has not begun, of the kinds, and lets other
// plans have its variants.
func endPlanEntries(tx *gorm.DB, planID string, kinds ...pricePlanKind) error {
	err := tx.Model(&pricePlanEntry{}).Where("plan_id = ? AND state = ? AND kind IN ?", planID, planPending, kinds).
		UpdateColumn("state", planSkipped).Error
	if err != nil {
		return err
	}
	return tx.Model(&pricePlanEntry{}).Where("plan_id = ? AND booked", planID).UpdateColumn("booked", false).Error
}

// duePlanEntries returns the entries of the next products of which something is to be done now. A
// product is archived before its prices go back, and published after they have changed.
func duePlanEntries(tx *gorm.DB, plan *pricePlan) (entries []pricePlanEntry, err error) {
	due := tx.Where("plan_id = ? AND (kind = 'price' AND state = 'applied' OR kind = 'archive' AND state = 'pending')",
		plan.ID)
	if plan.isStarting() {
		due = tx.Where("plan_id = ? AND state = 'pending' AND kind IN ('price', 'publish')", plan.ID)
	}
	due = due.Session(&gorm.Session{})
	var productIDs []string
	err = due.Model(&pricePlanEntry{}).Distinct("product_id").Order("product_id").Limit(planBatch).
		Pluck("product_id", &productIDs).Error
	if err != nil || len(productIDs) == 0 {
		return nil, err
	}
	order := "product_id, CASE kind WHEN 'archive' THEN 0 WHEN 'price' THEN 1 ELSE 2 END, position"
	err = due.Where("product_id IN ?", productIDs).Order(order).Find(&entries).Error
	return entries, err
}

// savePlanEntries stores what became of entries that were in the states of before. It returns
// errDoneElsewhere when one is in another state by now.
func savePlanEntries(tx *gorm.DB, before, done []pricePlanEntry) error {
	for i := range done {
		e := &done[i]
		// With product_id it is quick by either index, whatever the planner thinks of the states.
		saved := tx.Model(&pricePlanEntry{}).Where("plan_id = ? AND position = ? AND product_id = ? AND state = ?",
			e.PlanID, e.Position, e.ProductID, before[i].State).
			Select("state", "former", "fault").Updates(e)
		if saved.Error != nil {
			return saved.Error
		}
		if saved.RowsAffected == 0 {
			return errDoneElsewhere
		}
	}
	return nil
}

// insertPlanEntries stores the entries of a plan, in their order.
func insertPlanEntries(tx *gorm.DB, plan *pricePlan, entries []pricePlanEntry) error {
	for i := range entries {
		e := &entries[i]
		e.PlanID, e.Position, e.State, e.Booked = plan.ID, int64(i), planPending, true
		e.StartsAt, e.EndsAt = plan.StartsAt, plan.EndsAt
	}
	return tx.CreateInBatches(entries, planRowsAtOnce).Error
}

func deletePlanEntries(tx *gorm.DB, planID string) error {
	return tx.Where("plan_id = ?", planID).Delete(&pricePlanEntry{}).Error
}

// movePlanEntries gives the entries of a plan its times.
func movePlanEntries(tx *gorm.DB, plan *pricePlan) error {
	return tx.Model(&pricePlanEntry{}).Where("plan_id = ?", plan.ID).
		UpdateColumns(map[string]any{"starts_at": plan.StartsAt, "ends_at": plan.EndsAt}).Error
}

func planEntries(tx *gorm.DB, planID string) (entries []pricePlanEntry, err error) {
	err = tx.Where("plan_id = ?", planID).Order("position").Find(&entries).Error
	return entries, err
}

// overlappingPlans returns, by variant, the name of a plan that is not over and has the variant at
// a time between starts and ends, and is another than planID.
func overlappingPlans(
	tx *gorm.DB, planID string, variantIDs []string, starts time.Time, ends *time.Time,
) (map[string]string, error) {
	names := map[string]string{}
	for ids := range slices.Chunk(variantIDs, planRowsAtOnce) {
		var found []struct{ VariantID, Name string }
		q := tx.Table("catalog_price_plan_entries AS e").Select("e.variant_id, p.name").
			Joins("JOIN catalog_price_plans AS p ON p.id = e.plan_id").
			Where("e.booked AND e.plan_id <> ? AND e.variant_id IN ?", planID, ids).
			Where("e.ends_at IS NULL OR e.ends_at > ?", starts)
		if ends != nil {
			q = q.Where("e.starts_at < ?", *ends)
		}
		if err := q.Scan(&found).Error; err != nil {
			return nil, err
		}
		for _, f := range found {
			names[f.VariantID] = f.Name
		}
	}
	return names, nil
}

// plannedVariant is what a check of a plan looks at of a variant.
type plannedVariant struct {
	variantSpec
	productID     string
	sold          bool
	productStatus productStatus
}

// loadPlannedVariants returns the variants with the ids or SKUs, by both.
func loadPlannedVariants(tx *gorm.DB, ids, skus []string) (map[string]plannedVariant, error) {
	var found []variant
	for column, keys := range map[string][]string{"id": ids, "sku": skus} {
		for some := range slices.Chunk(keys, planRowsAtOnce) {
			var rows []variant
			err := tx.Select("id", "product_id", "sku", "price", "compare_at_kind", "wholesale_prices", "sold").
				Where(column+" IN ?", some).Find(&rows).Error
			if err != nil {
				return nil, err
			}
			found = append(found, rows...)
		}
	}
	statuses := map[string]productStatus{}
	productIDs := convert.All(found, func(v variant) string { return v.ProductID })
	for some := range slices.Chunk(productIDs, planRowsAtOnce) {
		var rows []product
		if err := tx.Select("id", "status").Where("id IN ?", some).Find(&rows).Error; err != nil {
			return nil, err
		}
		for i := range rows {
			statuses[rows[i].ID] = rows[i].Status
		}
	}
	variants := make(map[string]plannedVariant, 2*len(found))
	for _, v := range found {
		p := plannedVariant{
			variantSpec: variantSpec{
				ID: v.ID, SKU: v.SKU, Price: v.Price, CompareAtKind: v.CompareAtKind, WholesalePrices: v.WholesalePrices,
			},
			productID: v.ProductID, sold: v.Sold, productStatus: statuses[v.ProductID],
		}
		variants["id "+v.ID], variants["sku "+v.SKU] = p, p
	}
	return variants, nil
}

func pageOfPricePlans(db *gorm.DB, status pricePlanStatus, p httpapi.Page) ([]pricePlan, int64, error) {
	if status != "" {
		db = db.Where("status = ?", status)
	}
	return httpapi.FindPage[pricePlan](db, p, "starts_at DESC, id DESC")
}

func pageOfPlanEntries(
	db *gorm.DB, planID string, kind pricePlanKind, state pricePlanState, p httpapi.Page,
) ([]pricePlanEntry, int64, error) {
	db = db.Where("plan_id = ?", planID)
	if kind != "" {
		db = db.Where("kind = ?", kind)
	}
	if state != "" {
		db = db.Where("state = ?", state)
	}
	return httpapi.FindPage[pricePlanEntry](db, p, "position")
}

// planCount is how many entries of a plan are of a kind and in a state.
type planCount struct {
	PlanID string
	Kind   pricePlanKind
	State  pricePlanState
	Count  int64
}

func planCounts(db *gorm.DB, planIDs []string) (counts []planCount, err error) {
	err = db.Model(&pricePlanEntry{}).Select("plan_id, kind, state, count(*) AS count").Where("plan_id IN ?", planIDs).
		Group("plan_id, kind, state").Scan(&counts).Error
	return counts, err
}

func countLivePlans(tx *gorm.DB) (n int64, err error) {
	live := []pricePlanStatus{events.PricePlanScheduled, events.PricePlanActive}
	err = tx.Model(&pricePlan{}).Where("status IN ?", live).Count(&n).Error
	return n, err
}

// planPricing returns the name of a plan that prices of the product have come from, and that has
// not given the former ones back yet.
func planPricing(tx *gorm.DB, productID string) (name string, found bool, err error) {
	priced := tx.Model(&pricePlanEntry{}).Select("plan_id").
		Where("kind = ? AND state = ? AND product_id = ?", planPrice, planApplied, productID)
	plan, err := database.Take[pricePlan](tx.Where("id IN (?)", priced).
		Where("status = ? OR ended_at IS NOT NULL AND due_at IS NOT NULL", events.PricePlanActive).Order("starts_at, id"))
	if fault.Is(err, fault.NotFound) {
		return "", false, nil
	}
	return plan.Name, err == nil, err
}

// variantSKUs returns the SKUs of variants, by their ids.
func variantSKUs(db *gorm.DB, variantIDs []string) (map[string]string, error) {
	var found []variant
	err := db.Select("id", "sku").Where("id IN ?", variantIDs).Find(&found).Error
	skus := map[string]string{}
	for _, v := range found {
		skus[v.ID] = v.SKU
	}
	return skus, err
}

// deletePricePlan deletes a plan that was over before a moment, and of which nothing is left to be
// done. It reports whether there was one.
func deletePricePlan(tx *gorm.DB, before time.Time) (found bool, err error) {
	plan, err := database.Take[pricePlan](tx.Where("ended_at < ? AND due_at IS NULL", before).Order("id"))
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := deletePlanEntries(tx, plan.ID); err != nil {
		return false, err
	}
	return true, tx.Where("id = ?", plan.ID).Delete(&pricePlan{}).Error
}
