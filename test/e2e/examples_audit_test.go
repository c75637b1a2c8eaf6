package e2e

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// notAudited are the operations for staff that are no GET and make no entry of the audit, and why.
var notAudited = map[string]string{
	"previewMail": reads, "previewPage": reads, "previewProduct": reads, "previewProductImport": reads, "previewStorefront": reads,
	"updateBrand": unchanged, "updateCategory": unchanged, "updateStaff": unchanged, "updateSellerSettings": unchanged,
	"retryMails":        "no mail of the story has failed",
	"sendTestMail":      "a mail to whoever asks for it",
	"testWebhook":       "an event about nothing",
	"stopWebhookReplay": "only the start of a replay is an event",
}

const (
	reads     = "it changes nothing"
	unchanged = "the story sends what is there, which is no event"
)

// unaudited are the operations with which staff changed something, and no request of which is in
// the audit; and those of notAudited that are.
func (r *recorder) unaudited() (faults []string) {
	r.t.Helper()
	for name, op := range r.operations {
		if _, forStaff := op.Extensions["x-scope"]; !forStaff || op.method == http.MethodGet || len(r.requests[name]) == 0 {
			continue
		}
		audited := slices.ContainsFunc(r.requests[name], func(id string) bool {
			found := r.admin.Do(r.t, "GET", "/v1/admin/audit?requestId="+url.QueryEscape(id), nil).Require(r.t, 200)
			return id != "" && found.Number("meta.total") > 0
		})
		if _, exempt := notAudited[name]; audited == exempt {
			faults = append(faults, fmt.Sprintf("%s (%s %s): audited: %t", name, op.method, op.path, audited))
		}
	}
	slices.Sort(faults)
	return faults
}
