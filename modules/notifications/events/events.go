// Package events is the public contract of notifications: the events that it publishes. Fields are
// only ever added.
package events

// NoticesDue says that a member of the staff is to get a mail of these notices, oldest first. More
// is how many others came meanwhile. The texts are in the member's language and have nothing
// personal about others.
type NoticesDue struct {
	UserID  string   `json:"userId"`
	Notices []Notice `json:"notices"`
	More    int      `json:"more"`
}

// Notice is something that the staff should know of.
type Notice struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Body  string `json:"body"`
}

func (NoticesDue) EventName() string      { return "notifications.notices_due.v1" }
func (e NoticesDue) EventKey() string     { return e.UserID }
func (e NoticesDue) EventSubject() string { return e.UserID }

// NoticesChosen says which notices a member of the staff wants from now on: all kinds, with what
// the member did not choose.
type NoticesChosen struct {
	UserID   string     `json:"userId"`
	Switches []Switches `json:"switches"`
}

// Switches are whether a kind of notices goes into the inbox, and by mail.
type Switches struct {
	Kind  string `json:"kind"`
	Inbox bool   `json:"inbox"`
	Mail  bool   `json:"mail"`
}

// KindWebhookDisabled is the kind of notices of which identity addresses the mail by itself.
const KindWebhookDisabled = "webhook_disabled"

func (NoticesChosen) EventName() string      { return "notifications.notices_chosen.v1" }
func (e NoticesChosen) EventKey() string     { return e.UserID }
func (e NoticesChosen) EventSubject() string { return e.UserID }
