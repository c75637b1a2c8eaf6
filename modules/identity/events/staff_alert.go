package events

// StaffAlerted: an email is due to one of the staff, about what needs them. Host is that of the
// endpoint that the alert is about; Notices are those of AlertNotices, oldest first, and More is
// how many others there are.
type StaffAlerted struct {
	UserID   string     `json:"userId"`
	Alert    StaffAlert `json:"alert"`
	Host     string     `json:"host"`
	Locale   string     `json:"locale"`
	Email    string     `json:"email" pii:"true"`
	FullName string     `json:"fullName" pii:"true"`

	Notices []StaffNotice `json:"notices,omitempty"`
	More    int           `json:"more,omitempty"`
}

// StaffNotice is something that the staff should know of.
type StaffNotice struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

func (StaffAlerted) EventName() string      { return "identity.staff_alerted.v1" }
func (e StaffAlerted) EventKey() string     { return e.UserID }
func (e StaffAlerted) EventSubject() string { return e.UserID }
