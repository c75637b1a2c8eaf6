// Bank statements as a bank writes them (camt.053, version 08), of the account of the worker's
// shop.

import type { Shop } from './shop';

export interface Transfer {
  amount: number;
  text: string;
  name?: string;
}

let references = 0;

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const entry = ({ amount, text, name = 'Jana Lindner' }: Transfer) => `
      <Ntry>
        <Amt Ccy="EUR">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>E2E${Date.now()}-${++references}</AcctSvcrRef>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <RltdPties>
            <Dbtr><Pty><Nm>${escape(name)}</Nm></Pty></Dbtr>
            <DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>${escape(text)}</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>`;

/** A statement with the transfers, which the shop does not have yet. */
export async function statementOf(shop: Shop, transfers: Transfer[], iban?: string): Promise<Buffer> {
  const settings = await shop.asAdmin<{ groups: { bank: { values: { iban: string | null } } } }>('GET', '/v1/admin/settings');
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr>
    <Stmt>
      <Id>1</Id><Acct><Id><IBAN>${iban ?? settings.groups.bank.values.iban}</IBAN></Id></Acct>${transfers.map(entry).join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>`);
}

/** Uploads a statement with the transfers as another admin. */
export async function upload(shop: Shop, transfers: Transfer[]): Promise<{ id: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await statementOf(shop, transfers))]), 'bank.xml');
  return shop.asAdmin('POST', '/v1/admin/payments/statements', form);
}
