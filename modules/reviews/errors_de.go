package reviews

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"You have reviewed the product already.", "Sie haben dieses Produkt schon bewertet."},
}
