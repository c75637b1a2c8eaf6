package httpapi

import "orderd/platform/fault"

// german are the texts of the platform's packages in German, and those that several modules have.
// A field's detail goes on from the field's name: it has no subject.
var german = []fault.Translation{
	// problems
	{"The request is not valid.", "Die Anfrage ist nicht gültig."},
	{"There is no such resource.", "Das gibt es nicht."},
	{"The resource has been changed since it was read.", "Das wurde geändert, seit es gelesen wurde."},
	{
		"The service is busy or its database is away. Please try again.",
		"Der Dienst ist ausgelastet oder seine Datenbank nicht erreichbar. Bitte versuchen Sie es noch " +
			"einmal.",
	},
	{"The service is shutting down.", "Der Dienst wird gerade beendet."},
	{"The service is not ready.", "Der Dienst ist noch nicht bereit."},
	{
		"Something went wrong on our side. The error's id is %s.",
		"Bei uns ist etwas schiefgegangen. Die Nummer des Fehlers ist %s.",
	},
	{
		"There were too many requests. Please wait a little.",
		"Das waren zu viele Anfragen. Bitte warten Sie einen Moment.",
	},
	{"There is nothing at this path.", "Unter diesem Pfad gibt es nichts."},
	{"There is no such file.", "Diese Datei gibt es nicht."},
	{"This path does not take this method.", "Dieser Pfad nimmt diese Methode nicht an."},
	{"This service does not answer to that host.", "Dieser Dienst antwortet nicht unter diesem Namen."},
	{
		"Another process of the service answers at this path.",
		"Unter diesem Pfad antwortet ein anderer Prozess des Dienstes.",
	},
	{"A valid access token is needed.", "Bitte melden Sie sich an."},
	{"An access token or an %s is needed.", "Bitte melden Sie sich an, oder senden Sie %s."},
	{"This is for staff with the required scope.", "Dafür braucht es die Berechtigung der Mitarbeiter."},
	{
		"Please add a second factor to your account first.",
		"Bitte richten Sie für Ihr Konto zuerst einen zweiten Faktor ein.",
	},
	{"Please prove again that it is you.", "Bitte bestätigen Sie noch einmal, dass Sie es sind."},
	{"The account has been erased.", "Das Konto wurde gelöscht."},
	{"Too many tries. Please wait.", "Das waren zu viele Versuche. Bitte warten Sie."},
	{
		"The code is not valid. It may be wrong, used or too old.",
		"Der Code ist nicht gültig. Vielleicht ist er falsch, schon benutzt oder zu alt.",
	},
	{"The body is larger than 256 KiB.", "Der Inhalt ist größer als 256 KiB."},
	{"The body is larger than 32 MiB.", "Der Inhalt ist größer als 32 MiB."},
	{"The file is larger than %d MiB.", "Die Datei ist größer als %d MiB."},
	{"The body did not arrive whole.", "Der Inhalt ist nicht vollständig angekommen."},
	{"A JSON body is needed.", "Ein Inhalt in JSON ist nötig."},
	{"The body must be application/json in UTF-8.", "Der Inhalt muss application/json in UTF-8 sein."},
	{"The body must be %s.", "Der Inhalt muss %s sein."},
	{"The body must be %s in UTF-8.", "Der Inhalt muss %s in UTF-8 sein."},
	{
		"This Idempotency-Key was used for another request.",
		"Dieser Idempotency-Key wurde schon für eine andere Anfrage benutzt.",
	},
	{
		"The first request with this Idempotency-Key is still being answered.",
		"Die erste Anfrage mit diesem Idempotency-Key wird noch beantwortet.",
	},
	{"What went wrong, for people.", "Was nicht gelungen ist, für Menschen."},

	{
		"The data of %s is kept elsewhere and can't be collected now.",
		"Die Daten von %s liegen anderswo und sind gerade nicht zu bekommen.",
	},
	{"must be an absolute https URL", "muss eine vollständige https-Adresse sein"},

	// JSON
	{"The body is not valid JSON: %s (at byte %d).", "Der Inhalt ist kein gültiges JSON: %s (bei Byte %d)."},
	{"a digit is expected", "eine Ziffer fehlt"},
	{"a digit is expected after the decimal point", "nach dem Dezimalpunkt fehlt eine Ziffer"},
	{"a digit is expected in the exponent", "im Exponenten fehlt eine Ziffer"},
	{"control characters in strings must be escaped", "Steuerzeichen in Texten müssen maskiert sein"},
	{"the string does not end", "der Text endet nicht"},
	{"there is no such escape", "diese Maskierung gibt es nicht"},
	{"four hexadecimal digits are expected after \\u", "nach \\u fehlen vier hexadezimale Ziffern"},
	{"a surrogate stands alone", "ein Ersatzzeichen steht allein"},
	{"the body is not UTF-8", "der Inhalt ist kein UTF-8"},
	{"there is more after the JSON value", "nach dem JSON-Wert steht noch etwas"},
	{"the JSON value ends too early", "der JSON-Wert endet zu früh"},
	{"a JSON value is expected", "ein JSON-Wert fehlt"},
	{"arrays and objects are nested too deeply", "Listen und Objekte sind zu tief verschachtelt"},
	{"a comma or the end of the array is expected", "ein Komma oder das Ende der Liste fehlt"},
	{"a comma or the end of the object is expected", "ein Komma oder das Ende des Objekts fehlt"},
	{"a name in double quotes is expected", "ein Name in doppelten Anführungszeichen fehlt"},
	{"a name stands twice in one object", "ein Name steht zweimal in einem Objekt"},
	{"a colon is expected after the name", "nach dem Namen fehlt ein Doppelpunkt"},

	// fields
	{"is required", "muss angegeben werden"},
	{"must not be null", "darf nicht null sein"},
	{"must be a text", "muss ein Text sein"},
	{"must be a number", "muss eine Zahl sein"},
	{"must be true or false", "muss true oder false sein"},
	{"must be a list", "muss eine Liste sein"},
	{"must be an object", "muss ein Objekt sein"},
	{"must be a whole number", "muss eine ganze Zahl sein"},
	{"can't be read", "kann nicht gelesen werden"},
	{"must not contain control characters", "darf keine Steuerzeichen enthalten"},
	{"must have at least 1 character", "muss mindestens 1 Zeichen haben"},
	{"must have at least %d characters", "muss mindestens %d Zeichen haben"},
	{"must have at most 1 character", "darf höchstens 1 Zeichen haben"},
	{"must have at most %d characters", "darf höchstens %d Zeichen haben"},
	{"must have at least %d entries", "muss mindestens %d Einträge haben"},
	{"must have at most %d entries", "darf höchstens %d Einträge haben"},
	{"must have at most %d values", "darf höchstens %d Werte haben"},
	{"must have at most %d decimals", "darf höchstens %d Nachkommastellen haben"},
	{"must be one of: %s", "muss eines davon sein: %s"},
	{"must be of the form %s", "muss die Form %s haben"},
	{"must be %s", "muss so aussehen: %s"},
	{"a country code like DE", "ein Ländercode wie DE"},
	{"* or a list of ETags, each between quotes", "* oder eine Liste von ETags, jeder in Anführungszeichen"},
	{"must be more than %s", "muss größer als %s sein"},
	{"must be between %s and %s", "muss zwischen %s und %s liegen"},
	{"must be at least %s", "muss mindestens %s sein"},
	{"must be at most %s", "darf höchstens %s sein"},
	{"is too large", "ist zu groß"},
	{"must be an email address", "muss eine E-Mail-Adresse sein"},
	{"must be an id", "muss eine Id sein"},
	{"must be a moment like 2026-11-20T13:00:00Z", "muss ein Zeitpunkt wie 2026-11-20T13:00:00Z sein"},
	{"must be a date like 2026-11-20", "muss ein Datum wie 2026-11-20 sein"},
	{"must be a URL like https://example.com/page", "muss eine Adresse wie https://example.com/page sein"},
	{"must be %d digits", "muss aus %d Ziffern bestehen"},
	{"is not a field of this request", "ist kein Feld dieser Anfrage"},
	{"is not a field of this form", "ist kein Feld dieses Formulars"},
	{"is not a parameter of this request", "ist kein Parameter dieser Anfrage"},
	{"is not a well-formed query", "ist keine wohlgeformte Abfrage"},
	{"is there twice", "ist doppelt angegeben"},
	{"must be given once", "darf nur einmal angegeben werden"},
	{"must be UTF-8", "muss UTF-8 sein"},
	{
		"must be * or a list of ETags, each between quotes",
		"muss * oder eine Liste von ETags sein, jeder in Anführungszeichen",
	},
	{
		"must be one key of 1 to 255 printable ASCII characters",
		"muss ein Schlüssel aus 1 bis 255 druckbaren ASCII-Zeichen sein",
	},

	// passwords
	{"must be at least 8 characters long", "muss mindestens 8 Zeichen lang sein"},
	{"must be at most 128 characters long", "darf höchstens 128 Zeichen lang sein"},
	{"must be valid UTF-8", "muss gültiges UTF-8 sein"},
	{
		"is too easy to guess: it is common, or made of the email, the name or the shop's name",
		"ist zu leicht zu erraten: Es ist verbreitet oder aus der E-Mail-Adresse, dem Namen oder dem Namen " +
			"des Shops gebildet",
	},
}
