package identity

import "orderd/platform/fault"

// maxShownUses is how many of each kind a refusal names.
const maxShownUses = 10

// roleInUse is who keeps a role, in the problem.
type roleInUse struct {
	Members         []roleUseView `json:"members" doc:"The staff who have it; the first 10 by name."`
	MemberCount     int64         `json:"memberCount" doc:"Of all." example:"1"`
	Invitations     []roleUseView `json:"invitations" doc:"The pending ones to it; the first 10 by name."`
	InvitationCount int64         `json:"invitationCount" doc:"Of all." example:"0"`
}

// SchemaName is the name in the document, before Problem.
func (roleInUse) SchemaName() string { return "RoleInUse" }

// roleUseView names who keeps a role.
type roleUseView struct {
	ID       string `json:"id" format:"uuid" doc:"Of the user, or of the invitation." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	FullName string `json:"fullName" example:"Pat Packer"`
	Email    string `json:"email" format:"email" example:"pat@example.com"`
}

// SchemaName is the name in the document.
func (roleUseView) SchemaName() string { return "RoleUse" }

// roleInUseExample is an example of the members of in_use.
var roleInUseExample = map[fault.Code]any{fault.InUse: roleInUse{
	Members: []roleUseView{{ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", FullName: "Pat Packer",
		Email: "pat@example.com"}},
	MemberCount: 1, Invitations: []roleUseView{},
}}
