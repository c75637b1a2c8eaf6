package module

import "fmt"

// Level is the severity of a finding.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // needs attention
	Error   Level = "error"   // does not work
)

// Finding is one result of a check, for operators. None of its texts holds a secret.
type Finding struct {
	Level   Level  `json:"level"`
	Code    string `json:"code"`    // the kind of finding; scripts rely on it
	Subject string `json:"subject"` // a key of the configuration, a file, a consumer, …
	Found   string `json:"found"`   // one line
	Todo    string `json:"todo"`    // what the operator should do; empty for OK
}

// NotChecked returns the finding of a check that failed itself.
func NotChecked(subject string, err error) Finding {
	return Finding{
		Level: Warning, Code: "not_checked", Subject: subject,
		Found: fmt.Sprintf("could not be checked: %v", err), Todo: "run doctor again when the rest is mended",
	}
}
