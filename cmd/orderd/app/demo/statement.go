package demo

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// payByStatement uploads what the bank says of the shop's account: the transfer for the order,
// which pays it, and one that names no order and waits for the staff. A shop without an account
// takes no statements.
func (d *day) payByStatement(o *purchase) order {
	iban := get[shopSettings](d, d.admin, "/v1/admin/settings").Groups.Bank.Values.IBAN
	if iban == nil {
		return d.markPaid(o)
	}
	file := fmt.Appendf(nil, statementFile, *iban, d.clock.Now().UTC().Format(time.DateOnly), o.Number, o.Total.String())
	d.await("the order among the open payments", func() error {
		var tried statement
		err := d.admin.Upload(d.ctx, statements+"?dryRun=true", "statement.xml", file, &tried)
		if err == nil && !slices.Contains(tried.Data, statementEntry{"exact"}) {
			err = errors.New("no entry is for it")
		}
		return err
	})
	var made statement
	if err := d.admin.Upload(d.ctx, statements, "statement.xml", file, &made); err != nil {
		panic(abort{err})
	}
	d.check("the bank statement", made.Entries, statementEntries{Total: 2, Booked: 1, Open: 1})
	o.notices = append(o.notices, "order_paid")
	var paid order
	d.eventually("the order after the bank statement", "paid", func() any {
		paid = get[order](d, d.admin, o.adminPath())
		return paid.PaymentStatus
	})
	return paid
}

type shopSettings struct {
	Groups struct {
		Bank struct{ Values struct{ IBAN *string } }
	}
}

const statements = "/v1/admin/payments/statements"

type statement struct {
	Entries statementEntries
	Data    []statementEntry // of a dry run
}

type statementEntry struct{ Match string }

// statementEntries is what became of the entries of a statement.
type statementEntries struct{ Total, Booked, Open, Known, Ignored int }

// statementFile is a camt.053 with the account, the day, and the number and the total of an order.
// The bank's references are of the order, so that another day has others.
const statementFile = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>%[3]s</MsgId></GrpHdr>
    <Stmt>
      <Id>%[3]s</Id>
      <Acct><Id><IBAN>%[1]s</IBAN></Id></Acct>
      <Ntry>
        <Amt Ccy="EUR">%[4]s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>%[2]s</Dt></BookgDt><AcctSvcrRef>%[3]s-1</AcctSvcrRef>
        <NtryDtls><TxDtls>
          <RltdPties>
            <Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr>
            <DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>%[3]s Danke</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>%[2]s</Dt></BookgDt><AcctSvcrRef>%[3]s-2</AcctSvcrRef>
        <NtryDtls><TxDtls>
          <RltdPties><Dbtr><Pty><Nm>Tante Erna</Nm></Pty></Dbtr></RltdPties>
          <RmtInf><Ustrd>Für die gute Kanne</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
