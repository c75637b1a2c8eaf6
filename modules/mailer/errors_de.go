package mailer

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"must be an order that is known", "muss eine bekannte Bestellung sein"},
	{
		"A test mail goes to the caller's own address, and an API key has none.",
		"Eine Testmail geht an die eigene Adresse, und ein API-Schlüssel hat keine.",
	},
	{"has the kind and the locale of another", "hat Art und Sprache eines anderen"},
	{"or an intro is required", "oder eine Einleitung fehlt"},
	{"has %s, but these mails know only %s", "enthält %s, diese Mails kennen aber nur %s"},
	{
		"The mail was erased with its recipient's account.",
		"Die Mail wurde mit dem Konto ihres Empfängers gelöscht.",
	},
}
