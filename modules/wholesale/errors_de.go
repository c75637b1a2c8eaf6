package wholesale

import "orderd/platform/fault"

// german are the texts of this module's faults in German.
var german = []fault.Translation{
	{"The application has been decided already.", "Über den Antrag ist schon entschieden."},
	{
		"An answer is recorded while the application is under review and a question was asked.",
		"Eine Antwort wird erfasst, solange der Antrag geprüft wird und eine Frage gestellt ist.",
	},
	{"must not be less than estimatedMonthlyOrderMin", "darf nicht kleiner als estimatedMonthlyOrderMin sein"},
}
