package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/metadata"
	"orderd/platform/search"
)

// userByID returns the user, or fault.Unauthenticated: the callers hold a token of an account that
// has been erased.
func userByID(db *gorm.DB, userID string) (u user, err error) {
	err = db.Where("id = ?", userID).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, fault.New(fault.Unauthenticated, "Please log in.")
	}
	return u, err
}

// userForAdmin returns the user, or fault.Missing.
func userForAdmin(db *gorm.DB, userID string) (user, error) {
	if !id.Valid(userID) {
		return user{}, fault.Missing()
	}
	u, err := userByID(db, userID)
	if fault.Is(err, fault.Unauthenticated) {
		err = fault.Missing()
	}
	return u, err
}

// lockUser is userByID that locks the row: events of a user are published under it.
func lockUser(tx *gorm.DB, userID string) (user, error) {
	return userByID(database.ForUpdate(tx), userID)
}

// userByEmail returns the account of the address; ok is false when there is none.
func userByEmail(db *gorm.DB, email string) (u user, ok bool, err error) {
	err = db.Where("email = ?", email).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, false, nil
	}
	return u, err == nil, err
}

// saveWebhookMails keeps whether the user wants mails of disabled webhooks.
func saveWebhookMails(tx *gorm.DB, userID string, wanted bool) error {
	return tx.Model(&user{}).Where("id = ?", userID).Update("mutes_webhooks", !wanted).Error
}

// lockUserByEmail is userByEmail that locks the row.
func lockUserByEmail(tx *gorm.DB, email string) (user, bool, error) {
	return userByEmail(database.ForUpdate(tx), email)
}

// insertUser adds a user with a locked address. It returns codeInvalidCode when the address is held
// for another account.
func insertUser(tx *gorm.DB, u *user, addressID string, now time.Time) error {
	if err := claimAddress(tx, u.ID, u.Email, addressID, now); err != nil {
		return err
	}
	u.Search = u.searchText()
	return tx.Create(u).Error
}

// saveUser writes every column of a user under the next version. It returns the faults of
// database.SaveVersion.
func saveUser(tx *gorm.DB, u *user) error {
	if text := u.searchText(); text != u.Search {
		u.Search = text
		if err := userIndex.Changed(tx, u.ID); err != nil {
			return err
		}
	}
	return database.SaveVersion(tx, u, &u.Version)
}

// userIndex finds users by user.searchText.
var userIndex = search.Index{Name: "identity.users", Table: "identity_users", Column: "search", Texts: searchTexts}

// searchTexts are the search texts of the users of a query, by id.
func searchTexts(users *gorm.DB) (map[string]string, error) {
	var found []user
	err := users.Select("id", "email", "full_name", "phone", "business_name").Find(&found).Error
	texts := make(map[string]string, len(found))
	for i := range found {
		texts[found[i].ID] = found[i].searchText()
	}
	return texts, err
}

// userFilter selects users. Zero values do not restrict.
type userFilter struct {
	Q           string // in user.searchText; findUsers alone looks at it
	Role        auth.Role
	AccountType events.AccountType
	Disabled    string // "true" or "false"
	IDs         []string
	Metadata    metadata.Filter
}

// userSort is what the list of users may be sorted by.
type userSort string

const (
	userSortNewest  userSort = "-createdAt"
	userSortOldest  userSort = "createdAt"
	userSortEmail   userSort = "email"
	userSortEmailZA userSort = "-email"
	userSortName    userSort = "fullName"
	userSortNameZA  userSort = "-fullName"
)

// Values are all of them.
func (userSort) Values() []string {
	return convert.Strings(userSortNewest, userSortOldest, userSortEmail, userSortEmailZA, userSortName,
		userSortNameZA)
}

// userOrders has the ORDER BY of each.
var userOrders = map[userSort]string{
	userSortNewest:  "created_at DESC, id DESC",
	userSortOldest:  "created_at, id",
	userSortEmail:   "email",
	userSortEmailZA: "email DESC",
	userSortName:    "lower(full_name), id",
	userSortNameZA:  "lower(full_name) DESC, id DESC",
}

func (f userFilter) restrict(query *gorm.DB) *gorm.DB {
	switch f.Role {
	case "":
	case auth.RoleStaff:
		query = query.Where("role_id IS NOT NULL")
	default:
		query = query.Where("role = ? AND role_id IS NULL", f.Role)
	}
	if f.AccountType != "" {
		query = query.Where("account_type = ?", f.AccountType)
	}
	switch f.Disabled {
	case "true":
		query = query.Where("disabled_at IS NOT NULL")
	case "false":
		query = query.Where("disabled_at IS NULL")
	}
	if len(f.IDs) > 0 {
		query = query.Where("id IN ?", f.IDs)
	}
	return userMetadata.Restrict(query, "id", f.Metadata)
}

// findUsers returns a page of the users that the filter selects. Of those with a text it finds at
// most search.MaxFound.
func findUsers(db *gorm.DB, f userFilter, sort userSort, p httpapi.Page) ([]user, int64, error) {
	if strings.TrimSpace(f.Q) != "" {
		return search.List[user](db, &userIndex, f.Q, f.restrict, userOrders[sort], p.Offset(), p.Limit)
	}
	return httpapi.FindPage[user](f.restrict(db.Model(&user{})), p, userOrders[sort])
}

// countAdmins counts the admins, disabled ones too.
func countAdmins(db *gorm.DB) (n int64, err error) {
	err = db.Model(&user{}).Where("role = ?", auth.RoleAdmin).Count(&n).Error
	return n, err
}

// lockActiveAdmins locks every admin who is not disabled, so that of two simultaneous changes the
// second sees the first.
func lockActiveAdmins(tx *gorm.DB) (admins []user, err error) {
	err = database.ForUpdate(tx).Where("role = ? AND disabled_at IS NULL", auth.RoleAdmin).Order("id").Find(&admins).Error
	return admins, err
}

// deleteUser deletes a locked user with all rows about the account or its email addresses.
func deleteUser(ctx context.Context, tx *gorm.DB, u *user, addressIDs []string) error {
	if err := deleteRegistrationsOf(ctx, tx, u.Email, ""); err != nil {
		return err
	}
	for _, rows := range []any{&emailCounter{}, &codeAttempts{}, &loginFailures{}, &loginSource{}, &invitation{}} {
		if err := tx.Where("address_id IN ?", addressIDs).Delete(rows).Error; err != nil {
			return err
		}
	}
	if err := userIndex.Changed(tx, u.ID); err != nil {
		return err
	}
	return tx.Delete(u).Error
}

// erasedSince reports whether an account of the address was erased at that time or later.
func erasedSince(tx *gorm.DB, addressID string, since time.Time) (bool, error) {
	var n int64
	err := tx.Model(&tombstone{}).Where("address_id = ? AND erased_at >= ?", addressID, since).Count(&n).Error
	return n > 0, err
}

// exportedUsers are the customers of an export: who is shut out must not come in elsewhere by it.
var exportedUsers = userFilter{Role: auth.RoleCustomer, Disabled: "false"}

// countExported counts them.
func countExported(db *gorm.DB) (n int64, err error) {
	err = exportedUsers.restrict(db.Model(&user{})).Count(&n).Error
	return n, err
}

// customersAfter returns the customers with the next ids, and their addresses by user, oldest
// first.
func customersAfter(db *gorm.DB, last string, limit int) (users []user, addresses map[string][]address, err error) {
	err = exportedUsers.restrict(db.Model(&user{})).
		Where("id > ?", last).Order("id").Limit(limit).Find(&users).Error
	if err != nil || len(users) == 0 {
		return users, nil, err
	}
	var found []address
	ids := convert.All(users, func(u user) string { return u.ID })
	err = db.Where("user_id IN ?", ids).Order("created_at, id").Find(&found).Error
	addresses = map[string][]address{}
	for _, a := range found {
		addresses[a.UserID] = append(addresses[a.UserID], a)
	}
	return users, addresses, err
}
