package events

import "time"

// ProfileCorrected: one of the staff corrected the fields of a profile. ProfileChanged comes with
// it and has their values, but for ProfileMetadata.
type ProfileCorrected struct {
	UserID string         `json:"userId"`
	Fields []ProfileField `json:"fields"`
}

func (ProfileCorrected) EventName() string  { return "identity.profile_corrected.v1" }
func (e ProfileCorrected) EventKey() string { return e.UserID }

// CustomersImported: one of the staff imported a file of customers. What became of each account has
// its own events. No mail is sent. The key is the import.
type CustomersImported struct {
	ImportID string `json:"importId"`
	Rows     int    `json:"rows"`
	Saved    int    `json:"saved"`   // rows
	Failed   int    `json:"failed"`  // rows
	Created  int    `json:"created"` // accounts
	Updated  int    `json:"updated"` // accounts
}

func (CustomersImported) EventName() string  { return "identity.customers_imported.v1" }
func (e CustomersImported) EventKey() string { return e.ImportID }

// CustomersExported: one of the staff, or a program, began to export all customers to a file, so
// many at that moment. The key is the export.
type CustomersExported struct {
	ExportID  string `json:"exportId"`
	Customers int64  `json:"customers"`
}

func (CustomersExported) EventName() string  { return "identity.customers_exported.v1" }
func (e CustomersExported) EventKey() string { return e.ExportID }

// AccountExported: an admin has read everything that is held on the user. Its owner's own export is
// no event.
type AccountExported struct {
	UserID string `json:"userId"`
}

func (AccountExported) EventName() string  { return "identity.account_exported.v1" }
func (e AccountExported) EventKey() string { return e.UserID }

// ErasureRequested: an admin erases the account at its owner's request; AccountErased follows. The
// reason stays in the log, so that it must not name the owner.
type ErasureRequested struct {
	UserID string `json:"userId"`
	Reason string `json:"reason"`
}

func (ErasureRequested) EventName() string  { return "identity.erasure_requested.v1" }
func (e ErasureRequested) EventKey() string { return e.UserID }

// AccountErased: every module erases what it holds on the user and on the addresses (AddressIDs).
// It keeps a tombstone of the user id where a late event could restore something.
type AccountErased struct {
	UserID    string    `json:"userId"`
	AddressID string    `json:"addressId"` // pseudonym.Key.OfEmail
	ErasedAt  time.Time `json:"erasedAt"`
	// FormerAddressIDs are those of addresses that the account had, and no other account has taken.
	FormerAddressIDs []string `json:"formerAddressIds,omitempty"`
}

// AddressIDs are the address and the former ones.
func (e AccountErased) AddressIDs() []string {
	return append([]string{e.AddressID}, e.FormerAddressIDs...)
}

func (AccountErased) EventName() string  { return "identity.account_erased.v1" }
func (e AccountErased) EventKey() string { return e.UserID }
