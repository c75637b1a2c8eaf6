package mailer

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{
		"The mail was erased with its recipient's account.",
		"Die Mail wurde mit dem Konto ihres Empfängers gelöscht.",
	},
}
