package reviews

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"There is no such product.", "Dieses Produkt gibt es nicht."},
	{"You have reviewed the product already.", "Sie haben dieses Produkt schon bewertet."},
}
