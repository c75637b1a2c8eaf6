package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// priceStep is the number of a product's range of prices, -1 without a price.
var priceStep = func() string {
	var sql strings.Builder
	sql.WriteString(`CASE`)
	for i, below := range append(slices.Clip(priceSteps), unpriced) {
		fmt.Fprintf(&sql, ` WHEN price_from < %d THEN %d`, below, i)
	}
	return sql.String() + ` ELSE -1 END`
}()
