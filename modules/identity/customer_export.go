package identity

import (
	"context"
	"io"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// exportedCustomerFields is how many fields of the own format the export has: the others are for
// sheets that people make.
const exportedCustomerFields = 17

// exportCustomers writes all customers (exportedUsers) as CSV, in the order of their ids, which is
// the order in which they were created. It reads them in batches: a slow client holds no
// connection, and many customers need no more memory.
func exportCustomers(ctx context.Context, db *gorm.DB, format safecsv.Format, w io.Writer) error {
	const batch = 200 // customers, in memory while a client reads nothing
	file := safecsv.NewWriter(w, format)
	fields := customerFiles[0].fields[:exportedCustomerFields]
	header := convert.All(fields, func(f tablefile.Field) string { return f.Columns[0] })
	if err := file.WriteRow(header...); err != nil {
		return err
	}
	for last := beforeAll; ; {
		customers, addresses, err := customersAfter(db.WithContext(ctx), last, batch)
		if err != nil {
			return err
		}
		for i := range customers {
			for _, row := range customers[i].csvRows(addresses[customers[i].ID]) {
				if err := file.WriteRow(row...); err != nil {
					return err
				}
			}
		}
		if err := file.Flush(); err != nil || len(customers) < batch {
			return err
		}
		last = customers[len(customers)-1].ID
	}
}

// csvRows are the rows of a customer: one for each address, without one that another is the same
// as.
func (u *user) csvRows(addresses []address) (rows [][]string) {
	own := []string{
		id.ShowEmail(u.Email), u.FullName, textOf(u.Phone), u.Locale,
		strconv.FormatBool(u.AccountType == events.WholesaleAccount), textOf(u.BusinessName),
	}
	for i, a := range addresses {
		p := a.Postal
		if slices.ContainsFunc(addresses[:i], func(other address) bool { return other.Postal.sameAs(p) }) {
			continue
		}
		rows = append(rows, slices.Concat(own, []string{
			textOf(p.Label), p.FullName, textOf(p.Company), textOf(p.Phone), p.Line1, textOf(p.Line2), p.PostalCode,
			p.City, textOf(p.State), p.Country, strconv.FormatBool(a.IsDefault),
		}))
	}
	if rows == nil {
		rows = [][]string{slices.Concat(own, make([]string, exportedCustomerFields-len(own)))}
	}
	return rows
}
