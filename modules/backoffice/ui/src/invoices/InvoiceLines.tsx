import { Typography } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import { Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import type { Invoice } from './document';
import { WideTable } from './WideTable';

interface Amounts {
  net: number;
  tax: number;
  gross: number;
}

const amounts = ({ net, tax, gross }: Amounts) => [<Money of={net} />, <Money of={tax} />, <Money of={gross} />];

/** The lines of a document with their VAT, and its sums. */
export function InvoiceLines({ of: d }: { of: Invoice }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const percent = (rate: number) => `${rate.toLocaleString(locale)} %`;
  const sums = ['net', 'tax', 'gross'].map((name) => translate(`invoices.${name}`));
  return (
    <>
      <Part title={translate('invoices.lines')}>
        {d.kind !== 'invoice' && <Typography>{translate('invoices.takenOff')}</Typography>}
        <WideTable
          label={translate('invoices.lines')}
          head={[translate('invoices.article'), translate('invoices.quantity'), translate('invoices.rate'), ...sums]}
          numbersFrom={1}
          rows={[
            ...d.items.map((item, i) => ({ key: item.orderItemId ?? `${i}`, cells: [<Article of={item} />, item.quantity, percent(item.taxRate), ...amounts(item)] })),
            ...d.shipping.map((row) => ({ key: `shipping ${row.taxRate}`, cells: [translate('invoices.shipping'), null, percent(row.taxRate), ...amounts(row)] })),
          ]}
        />
      </Part>
      <Part title={translate('invoices.taxes')}>
        <WideTable
          label={translate('invoices.taxes')}
          head={[translate('invoices.rate'), ...sums]}
          numbersFrom={1}
          rows={[
            ...d.taxes.map((t) => ({
              key: `${t.rate} ${t.category}`,
              cells: [t.reason ? translate('ui.tax.none', { reason: translate(`ui.tax.reasons.${t.reason}`) }) : percent(t.rate), ...amounts(t)],
            })),
            { key: 'total', cells: [translate('invoices.total'), ...amounts(d)], total: true },
          ]}
        />
      </Part>
    </>
  );
}

function Article({ of }: { of: Invoice['items'][number] }) {
  return (
    <>
      {of.name}
      <Typography variant="body2" color="textSecondary">{[of.sku, ...Object.values(of.options)].filter(Boolean).join(' · ')}</Typography>
    </>
  );
}
