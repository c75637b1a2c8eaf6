package reviews

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// insert writes r; false means that the user has reviewed the product before.
func insert(tx *gorm.DB, r *review) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "product_id"}, {Name: "user_id"}}, DoNothing: true}).Create(r)
	return done.RowsAffected == 1, done.Error
}

// scope restricts a query of reviews.
type scope = func(*gorm.DB) *gorm.DB

func ownedBy(userID string) scope {
	return func(q *gorm.DB) *gorm.DB { return q.Where("user_id = ?", userID) }
}

func anybodys(q *gorm.DB) *gorm.DB { return q }

// hold locks the product of the review and reads the review as it then is. It returns fault.Missing.
func hold(tx *gorm.DB, reviewID string, whose scope) (p product, r review, err error) {
	if r, err = database.ByID[review](whose(tx), reviewID); err != nil {
		return p, r, err
	}
	if p, err = lockProduct(tx, r.ProductID); err != nil {
		return p, r, err
	}
	r, err = database.ByID[review](whose(tx), reviewID)
	return p, r, err
}

// lockProduct locks the product until the transaction ends: its reviews change one after the other. It returns fault.ProductNotFound.
func lockProduct(tx *gorm.DB, productID string) (product, error) {
	p, err := database.ByID[product](database.ForUpdate(tx), productID)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.ProductNotFound, "There is no such product.")
	}
	return p, err
}

// onSale is the product with the id or slug, or fault.Missing unless it is active. No slug looks like an id.
func onSale(db *gorm.DB, idOrSlug string) (product, error) {
	db = db.Where("active")
	if id.Valid(idOrSlug) {
		return database.ByID[product](db, idOrSlug)
	}
	return database.Take[product](db.Where("slug = ?", idOrSlug).Order("seq DESC"))
}

// visibleOf is a page of the visible reviews of p. Their number is p.RatingCount: nobody has to count a hundred thousand.
func visibleOf(db *gorm.DB, p product, page httpapi.Page, order string) (found []review, err error) {
	if int64(page.Offset()) >= p.RatingCount {
		return nil, nil
	}
	err = db.Where("product_id = ? AND status = 'visible'", p.ID).Order(order).Offset(page.Offset()).Limit(page.Limit).Find(&found).Error
	return found, err
}

// allOf is a page of all reviews, or of those with the status. Their number is the sum of what the products keep.
func allOf(db *gorm.DB, status string, page httpapi.Page) (found []review, total int64, err error) {
	q, counts := db, "rating_count + hidden_count"
	switch status {
	case visible:
		counts = "rating_count"
	case hidden:
		counts = "hidden_count"
	}
	if status != "" {
		q = q.Where("status = ?", status)
	}
	if err := db.Model(&product{}).Select("COALESCE(sum(" + counts + "), 0)").Scan(&total).Error; err != nil || int64(page.Offset()) >= total {
		return nil, total, err
	}
	err = q.Order(newestFirst).Offset(page.Offset()).Limit(page.Limit).Find(&found).Error
	return found, total, err
}

// displayNames are those of the authors.
func displayNames(db *gorm.DB, found []review) (map[string]string, error) {
	var authors []author
	err := db.Where("user_id IN ?", collect(found, func(r review) string { return r.UserID })).Find(&authors).Error
	names := make(map[string]string, len(authors))
	for _, a := range authors {
		names[a.UserID] = a.DisplayName
	}
	return names, err
}

// purchases are, of what the authors had delivered, what they or others review here.
func purchases(db *gorm.DB, found []review) (map[purchase]bool, error) {
	var bought []purchase
	err := db.Where("user_id IN ? AND product_id IN ?", collect(found, func(r review) string { return r.UserID }),
		collect(found, func(r review) string { return r.ProductID })).Find(&bought).Error
	known := make(map[purchase]bool, len(bought))
	for _, b := range bought {
		known[b] = true
	}
	return known, err
}

func collect(found []review, of func(review) string) []string {
	all := make([]string, len(found))
	for i, r := range found {
		all[i] = of(r)
	}
	return all
}
