package kit

import (
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
)

// Pseudonyms names addresses in tests of a module.
var Pseudonyms = pseudonym.Derived(secret.New("the secret of the modules' tests"))

// AddressID is the pseudonym of an address under the key Pseudonyms.
func AddressID(email string) string { return Pseudonyms.OfEmail(email) }
