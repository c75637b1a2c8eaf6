package identity

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"has more than %d customers: split the file", "hat mehr als %d Kunden: Teilen Sie die Datei"},
	{"must be another address", "muss eine andere Adresse sein"},
	{
		"must not be an address that an account may still get back",
		"darf keine Adresse sein, die ein Konto noch zurückbekommen kann",
	},
	{"Another role has this name.", "Eine andere Rolle heißt schon so."},
	{"The role has members or invitations.", "Die Rolle hat Mitglieder oder Einladungen."},
	{"The built-in role cannot be changed.", "Die eingebaute Rolle kann nicht geändert werden."},
	{"This passkey is added already.", "Dieser Passkey ist schon hinzugefügt."},
	{"The factor is confirmed already.", "Der Faktor ist schon bestätigt."},
	{
		"Passkeys need a domain: auth.staff_origin has none.",
		"Passkeys brauchen eine Domain: auth.staff_origin hat keine.",
	},
	{
		"The refresh cookie is for pages of this service, with X-Refresh-Cookie: 1.",
		"Das Refresh-Cookie ist für Seiten dieses Dienstes, mit X-Refresh-Cookie: 1.",
	},
	{
		"A second factor is required here. Please add another one first.",
		"Ein zweiter Faktor ist hier Pflicht. Bitte fügen Sie zuerst einen anderen hinzu.",
	},
	{"The key was revoked.", "Der Schlüssel wurde widerrufen."},
	{
		"Recovery codes come with a second factor. Please add one first.",
		"Wiederherstellungscodes gehören zu einem zweiten Faktor. Bitte fügen Sie zuerst einen hinzu.",
	},
	{
		"An account has at most 10 passkeys. Please remove one first.",
		"Ein Konto hat höchstens 10 Passkeys. Bitte entfernen Sie zuerst einen.",
	},
	{"Please log in.", "Bitte melden Sie sich an."},
	{"The invitation was accepted or revoked.", "Die Einladung wurde angenommen oder zurückgezogen."},
	{
		"Please erase your own account with your password.",
		"Bitte löschen Sie Ihr eigenes Konto mit Ihrem Passwort.",
	},
	{"The email address or the password is wrong.", "Die E-Mail-Adresse oder das Passwort ist falsch."},
	{
		"Please verify your email address with the code that was mailed to you.",
		"Bitte bestätigen Sie Ihre E-Mail-Adresse mit dem Code, den wir Ihnen gemailt haben.",
	},
	{"The passkey is not valid here.", "Der Passkey gilt hier nicht."},
	{"The refresh token is not valid. Please log in.", "Die Sitzung ist abgelaufen. Bitte melden Sie sich an."},
	{
		"This is the last admin. Please appoint another one first.",
		"Das ist der letzte Admin. Bitte ernennen Sie zuerst einen anderen.",
	},
	{
		"There are too many addresses. Please delete one first.",
		"Es sind zu viele Adressen. Bitte löschen Sie zuerst eine.",
	},
	{"Please prove a second factor.", "Bitte weisen Sie einen zweiten Faktor nach."},
	{"must be a role", "muss eine Rolle sein"},
	{"must be a code like k7m2q-x4dfa", "muss ein Code wie k7m2q-x4dfa sein"},
	{"must be absent beside another proof", "darf neben einem anderen Nachweis nicht angegeben werden"},
	{"is required, or another proof", "muss angegeben werden, oder ein anderer Nachweis"},
	{"must be in the future", "muss in der Zukunft liegen"},
	{"must be replaced by a second factor", "muss durch einen zweiten Faktor ersetzt werden"},
	{"must not be the address of one of the staff", "darf nicht die Adresse eines Mitarbeiters sein"},
}
