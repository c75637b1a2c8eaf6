package webhooks

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"A replay to the endpoint is running.", "Für diesen Endpunkt läuft schon eine Wiederholung."},
	{"The delivery is queued already.", "Die Zustellung ist schon eingereiht."},
	{"The endpoint is disabled.", "Der Endpunkt ist abgeschaltet."},
	{"There are 20 endpoints already.", "Es gibt schon 20 Endpunkte."},
	{"is not a cursor of this feed", "ist kein Cursor dieses Feeds"},
	{"must be the id of an endpoint", "muss die Id eines Endpunkts sein"},
	{"must not be in the future", "darf nicht in der Zukunft liegen"},
	{"must be after from", "muss nach from liegen"},
	{
		"must be the name of a public event, or the beginning of one and *",
		"muss der Name eines öffentlichen Ereignisses sein, oder der Anfang eines solchen und *",
	},
	{"must have at most 2048 characters", "darf höchstens 2048 Zeichen haben"},
	{"must not hold a user or a password", "darf weder Benutzer noch Passwort enthalten"},
	{"must not have a fragment", "darf kein Fragment haben"},
	{"must have a host that is a domain name", "muss einen Domainnamen haben"},
	{"must be https to a public host", "muss https zu einem öffentlichen Namen sein"},
}
