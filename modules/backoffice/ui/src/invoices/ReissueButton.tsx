import { Button } from '@mui/material';
import { useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { partsOf } from '../orders/addressParts';
import type { Values } from '../ui/ConflictDialog';
import { type Field, FormDialog } from '../ui/FormDialog';
import type { Invoice } from './document';

interface Props {
  of: Invoice;
  /** Whether it may be done; the dialog stays when it no longer may. */
  possible: boolean;
  onDone: (issued: Invoice) => void;
  onRefused: () => void;
}

/** Replaces an invoice by another, for a reason and perhaps to another address. */
export function ReissueButton({ of, possible, ...on }: Props) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const [open, setOpen] = useState(false);
  const part = (name: string, required = false): Field => ({
    name: `billTo/${name}`, label: translate(`invoices.address.${name}`), required, when: (held) => Boolean(held.other),
  });
  return (
    <>
      {possible && <Button variant="outlined" disabled={isOffline} onClick={() => setOpen(true)}>{translate('invoices.reissue.button')}</Button>}
      {open && (
        <FormDialog<Invoice>
          {...on}
          path={`/v1/admin/invoices/${of.id}/reissue`}
          title={translate('invoices.reissue.title', { number: of.number })}
          submit={translate('invoices.reissue.button')}
          fields={[
            { name: 'reason', label: translate('ui.command.why'), kind: 'long', required: true, help: translate('invoices.reissue.text') },
            { name: 'other', label: translate('invoices.reissue.other'), kind: 'switch' },
            part('fullName', true), part('company'), part('line1', true), part('line2'), part('postalCode'), part('city'), part('state'), part('country', true),
          ]}
          initial={initialOf(of)}
          complete={bodyOf}
          done={(issued) => translate('invoices.reissue.done', { number: of.number, issued: issued.number })}
          about={of.orderId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** What the form begins with: the address of now, in parts. */
function initialOf({ buyer }: Invoice): Values {
  const { fullName, company, line1, line2, postalCode, city, state, country } = buyer;
  const parts = line1 ? { line1, line2, postalCode, city, state } : partsOf(buyer.address);
  const all = Object.entries({ fullName, company, country, ...parts });
  return { reason: '', other: false, ...Object.fromEntries(all.map(([name, value]) => [`billTo/${name}`, value])) };
}

/** The body of the command: the address is an object, and only there when it is another. */
function bodyOf({ reason, other, ...parts }: Values): Values {
  if (!other) return { reason };
  const filled = Object.entries(parts).filter(([, value]) => value !== null && value !== '');
  return { reason, billTo: Object.fromEntries(filled.map(([name, value]) => [name.replace('billTo/', ''), value])) };
}
