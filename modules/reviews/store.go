package reviews

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/search"
)

// reviewSort is what the reviews of a product may be sorted by.
type reviewSort string

const (
	reviewSortNewest reviewSort = "newest"
	reviewSortBest   reviewSort = "-rating"
	reviewSortWorst  reviewSort = "rating"
)

// Values are all of them.
func (reviewSort) Values() []string {
	return convert.Strings(reviewSortNewest, reviewSortBest, reviewSortWorst)
}

// The orders of the lists, each of which has an index.
const newestFirst = "created_at DESC, id DESC"

var reviewOrders = map[reviewSort]string{
	reviewSortNewest: newestFirst,
	reviewSortBest:   "rating DESC, created_at DESC, id DESC",
	reviewSortWorst:  "rating, created_at DESC, id DESC",
}

// scope restricts a query of reviews.
type scope = func(*gorm.DB) *gorm.DB

func byAuthor(userID string) scope {
	return func(q *gorm.DB) *gorm.DB { return q.Where("user_id = ?", userID) }
}

func byAnyAuthor(q *gorm.DB) *gorm.DB { return q }

// insertReview stores r. It returns false when the user has reviewed the product before.
func insertReview(tx *gorm.DB, r *review) (bool, error) {
	done := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "product_id"}, {Name: "user_id"}},
		DoNothing: true}).Create(r)
	return done.RowsAffected == 1, done.Error
}

// lockReview locks the product of the review and reads the review as it is under that lock. It
// returns fault.NotFound.
func lockReview(tx *gorm.DB, reviewID string, who scope) (p product, r review, err error) {
	if r, err = database.ByID[review](who(tx), reviewID); err != nil {
		return p, r, err
	}
	if p, err = lockProduct(tx, r.ProductID); err != nil {
		return p, r, err
	}
	r, err = database.ByID[review](who(tx), reviewID)
	return p, r, err
}

// lockProduct locks the product until the transaction ends, so that its reviews change one after
// the other. It returns codeProductNotFound.
func lockProduct(tx *gorm.DB, productID string) (product, error) {
	p, err := database.ByID[product](database.ForUpdate(tx), productID)
	if fault.Is(err, fault.NotFound) {
		err = productNotFound()
	}
	return p, err
}

// activeProduct is the active product with the id or slug, or the last one that had the slug. It
// returns fault.NotFound. No slug has the form of an id.
func activeProduct(db *gorm.DB, idOrSlug string) (product, error) {
	active := func() *gorm.DB { return db.Where("active") }
	if id.Valid(idOrSlug) {
		return database.ByID[product](active(), idOrSlug)
	}
	p, err := database.Take[product](active().Where("slug = ?", idOrSlug).Order("seq DESC"))
	if fault.Is(err, fault.NotFound) {
		last := active().Where("id = (SELECT product_id FROM reviews_slugs WHERE slug = ?)", idOrSlug)
		p, err = database.Take[product](last)
	}
	return p, err
}

// saveRating writes the rating of p.
func saveRating(tx *gorm.DB, p product) error {
	return tx.Model(&p).Select("rating_sum", "rating_count", "hidden_count").Updates(p).Error
}

// reviewOfAuthor is a review of the user's. It returns fault.NotFound.
func reviewOfAuthor(db *gorm.DB, userID, reviewID string) (review, error) {
	return database.ByID[review](byAuthor(userID)(db), reviewID)
}

// pageOfAuthor is a page of the user's reviews, newest first, and the number of all.
func pageOfAuthor(db *gorm.DB, userID string, page httpapi.Page) ([]review, int64, error) {
	return httpapi.FindPage[review](byAuthor(userID)(db), page, newestFirst)
}

// pageOfProduct is a page of the visible reviews of p. Their number is p.RatingCount, so that no
// list has to count a hundred thousand.
func pageOfProduct(db *gorm.DB, p product, page httpapi.Page, sort reviewSort) (found []review, err error) {
	if int64(page.Offset()) >= p.RatingCount {
		return nil, nil
	}
	err = db.Where("product_id = ? AND status = 'visible'", p.ID).Order(reviewOrders[sort]).
		Offset(page.Offset()).Limit(page.Limit).Find(&found).Error
	return found, err
}

// reviewFilter selects reviews. Zero values do not restrict.
type reviewFilter struct {
	Status            reviewStatus
	ProductID, UserID string
	Rating            int
	Q                 string // words of the message
}

func (f reviewFilter) restrict(q *gorm.DB) *gorm.DB {
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	if f.ProductID != "" {
		q = q.Where("product_id = ?", f.ProductID)
	}
	if f.UserID != "" {
		q = q.Where("user_id = ?", f.UserID)
	}
	if f.Rating != 0 {
		q = q.Where("rating = ?", f.Rating)
	}
	return search.Matching(q, "search", f.Q)
}

// reviewIndex is not kept: the list reads every row. It brings up to date the texts of reviews that
// an older version has written.
var reviewIndex = search.Index{
	Name: "reviews.reviews", Table: "reviews_reviews", Column: "search", Texts: searchTexts,
}

// searchTexts are the search texts of the reviews of a query, by id.
func searchTexts(reviews *gorm.DB) (map[string]string, error) {
	var found []review
	err := reviews.Select("id", "message").Find(&found).Error
	texts := make(map[string]string, len(found))
	for _, r := range found {
		texts[r.ID] = searchText(r.Message)
	}
	return texts, err
}

// pageOfAll is a page of the reviews that the filter selects, newest first, and their number.
func pageOfAll(db *gorm.DB, f reviewFilter, page httpapi.Page) ([]review, int64, error) {
	if f == (reviewFilter{Status: f.Status}) {
		return pageOfStatus(db, f.Status, page)
	}
	return httpapi.FindPage[review](f.restrict(db), page, newestFirst)
}

// pageOfStatus is a page of all reviews, or of those with the status, newest first, and their
// number, which is the sum of the numbers in the products' rows.
func pageOfStatus(db *gorm.DB, status reviewStatus, page httpapi.Page) (found []review, total int64, err error) {
	q, counts := db, "rating_count + hidden_count"
	switch status {
	case reviewVisible:
		counts = "rating_count"
	case reviewHidden:
		counts = "hidden_count"
	}
	if status != "" {
		q = q.Where("status = ?", status)
	}
	err = db.Model(&product{}).Select("COALESCE(sum(" + counts + "), 0)").Scan(&total).Error
	if err != nil || int64(page.Offset()) >= total {
		return nil, total, err
	}
	err = q.Order(newestFirst).Offset(page.Offset()).Limit(page.Limit).Find(&found).Error
	return found, total, err
}

// productNames are the names of the reviewed products, by id.
func productNames(db *gorm.DB, reviews []review) (map[string]string, error) {
	names := map[string]string{}
	if len(reviews) == 0 {
		return names, nil
	}
	var products []product
	err := db.Select("id", "name").Where("id IN ?", convert.All(reviews, func(r review) string {
		return r.ProductID
	})).Find(&products).Error
	for _, p := range products {
		names[p.ID] = p.Name
	}
	return names, err
}

// displayNames are the names of the reviews' authors, by user.
func displayNames(db *gorm.DB, reviews []review) (map[string]string, error) {
	var authors []author
	err := db.Where("user_id IN ?", authorIDs(reviews)).Find(&authors).Error
	names := make(map[string]string, len(authors))
	for _, a := range authors {
		names[a.UserID] = a.DisplayName
	}
	return names, err
}

// purchasesOf are those purchases of the reviews' authors that are of reviewed products.
func purchasesOf(db *gorm.DB, reviews []review) (map[purchase]bool, error) {
	productIDs := convert.All(reviews, func(r review) string { return r.ProductID })
	var bought []purchase
	err := db.Where("user_id IN ? AND product_id IN ?", authorIDs(reviews), productIDs).Find(&bought).Error
	set := make(map[purchase]bool, len(bought))
	for _, p := range bought {
		set[p] = true
	}
	return set, err
}

func authorIDs(reviews []review) []string {
	return convert.All(reviews, func(r review) string { return r.UserID })
}

// reviewsOf are all reviews of the user, in the given order.
func reviewsOf(db *gorm.DB, userID, order string) (found []review, err error) {
	err = byAuthor(userID)(db).Order(order).Find(&found).Error
	return found, err
}

// purchasedIDs are the ids of the products that were delivered to the user.
func purchasedIDs(db *gorm.DB, userID string) (productIDs []string, err error) {
	productIDs = []string{}
	err = db.Model(&purchase{}).Where("user_id = ?", userID).Order("product_id").Pluck("product_id", &productIDs).Error
	return productIDs, err
}

func deletePurchases(tx *gorm.DB, userID string) error {
	return tx.Where("user_id = ?", userID).Delete(&purchase{}).Error
}
