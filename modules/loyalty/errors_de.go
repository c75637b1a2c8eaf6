package loyalty

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"There is no such product.", "Dieses Produkt gibt es nicht."},
	{"There are not enough points.", "Es sind nicht genug Punkte da."},
	{"The account is gone.", "Das Konto gibt es nicht mehr."},
	{"must not be 0", "darf nicht 0 sein"},
}
