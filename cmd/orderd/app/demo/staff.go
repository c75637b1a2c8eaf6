package demo

import (
	"errors"
	"net/http"

	"orderd/cmd/orderd/app/client"
)

// hirePacker invites a packer to the staff, whose role lets them send orders and no more.
func (d *day) hirePacker() {
	role := post[struct{ ID string }](d, d.admin, "/v1/admin/roles",
		object{"name": "Packer " + d.id, "scopes": []string{"orders:write"}})
	p := d.newCustomer("Pat", "Pat Packer")
	post[object](d, d.admin, "/v1/admin/staff/invitations", object{
		"email": p.email, "fullName": p.fullName, "roleId": role.ID,
	})
	s := post[session](d, p, "/v1/auth/accept-invitation", object{
		"email": p.email, "code": d.mailedCode(p, eightDigits), "password": p.password,
	})
	d.useSession(p, s)
	d.check("the packer's role", s.User.Role, "staff")
	d.packer, d.packing = p, "/v1/admin/roles/"+role.ID
	d.printStep("Admin", "invites a packer, who may send orders", "", p.email)
}

// dismissPacker ends what hirePacker began: who has left may do nothing any more.
func (d *day) dismissPacker() {
	sent := d.orderOf(d.ada)
	d.expectProblem(d.packer, http.MethodPost, sent.adminPath()+"/refund", object{"amount": 1, "reason": "A present."},
		"forbidden")
	d.remove("/v1/admin/staff/" + d.packer.id)
	d.remove(d.packing)
	d.await("the packer is no longer one of the staff", func() error {
		if err := d.packer.Call(d.ctx, http.MethodGet, sent.adminPath(), nil, nil); !client.IsProblem(err, "forbidden") {
			return errors.Join(errors.New("another answer"), err)
		}
		return nil
	})
	d.printStep(d.packer.name, "may not refund, leaves the staff, and may do nothing more", "", "")
}
