package notifications

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"There are too many open streams.", "Es sind zu viele Verbindungen offen."},
	{"must not be there twice", "darf nicht doppelt angegeben werden"},
}
