package backoffice

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"is not a cursor of this list", "ist kein Cursor dieser Liste"},
	{"must be 1 with a cursor", "muss mit einem Cursor 1 sein"},
}
