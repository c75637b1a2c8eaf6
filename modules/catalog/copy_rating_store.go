package catalog

import (
	"gorm.io/gorm"

	"orderd/platform/database"
)

// updateRatings stores the ratings of the products, but for those whose copies are newer.
func updateRatings(tx *gorm.DB, products []product) error {
	_, err := database.UpdateRows(tx, products, []string{"rating", "rating_sum", "rating_count", "rating_seq"},
		"rating = given.rating, rating_sum = given.rating_sum, rating_count = given.rating_count, rating_seq = "+
			"given.rating_seq",
		"stored.rating_seq < given.rating_seq")
	return err
}
