package events

// SecondFactorChanged: the second factors of one of the staff, or the recovery codes, have changed.
// A mail says so. FactorID and Kind are empty where all factors are meant.
type SecondFactorChanged struct {
	UserID   string       `json:"userId"`
	Change   FactorChange `json:"change"`
	FactorID string       `json:"factorId,omitempty"`
	Kind     FactorKind   `json:"kind,omitempty"`
	Locale   string       `json:"locale"`
	Email    string       `json:"email" pii:"true"`
	FullName string       `json:"fullName" pii:"true"`
}

func (SecondFactorChanged) EventName() string      { return "identity.second_factor_changed.v1" }
func (e SecondFactorChanged) EventKey() string     { return e.UserID }
func (e SecondFactorChanged) EventSubject() string { return e.UserID }

// SecondFactorRequested: a login with the right password, or code, waits for a second factor, or a
// client prepares a step-up. Method is that of the login.
type SecondFactorRequested struct {
	UserID  string       `json:"userId"`
	Purpose ProofPurpose `json:"purpose"`
	Method  LoginMethod  `json:"method,omitempty"`
}

func (SecondFactorRequested) EventName() string  { return "identity.second_factor_requested.v1" }
func (e SecondFactorRequested) EventKey() string { return e.UserID }

// SecondFactorRejected: the proof of a second factor was wrong, or was used before.
type SecondFactorRejected struct {
	UserID string      `json:"userId"`
	Method ProofMethod `json:"method"`
}

func (SecondFactorRejected) EventName() string  { return "identity.second_factor_rejected.v1" }
func (e SecondFactorRejected) EventKey() string { return e.UserID }

// SessionSteppedUp: the user of a session has proved again who it is.
type SessionSteppedUp struct {
	UserID    string      `json:"userId"`
	SessionID string      `json:"sessionId"`
	Method    ProofMethod `json:"method"`
}

func (SessionSteppedUp) EventName() string  { return "identity.session_stepped_up.v1" }
func (e SessionSteppedUp) EventKey() string { return e.UserID }
