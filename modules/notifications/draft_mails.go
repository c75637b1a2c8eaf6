package notifications

import (
	mailer "orderd/modules/mailer/events"
)

// mailFailed is a notice of an email that did not arrive. One of notices would follow itself.
func mailFailed(e mailer.EmailFailed) draft {
	return draft{
		kind: kindMailFailed, notice: noticeMailFailed, locale: defaultLocale,
		data: ids{"mailId": e.EmailID}, params: params{"kind": e.Kind, "attempts": e.Attempts},
	}.skipIf(e.Kind == mailer.KindStaffNotices)
}
