import { Grid, Stack } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { may } from '../providers';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { type Invoice, linesOf, stateOf } from './document';
import { FileButtons } from './FileButtons';
import { InvoiceLines } from './InvoiceLines';
import { ReissueButton } from './ReissueButton';
import { isReplaceable, useInvoices, useRereadInvoices } from './useInvoices';

/** One document as it was issued, and what may be done with it. */
export default function InvoicePage() {
  const translate = useTranslate();
  return (
    <DetailPage<Invoice> resource="invoices" title={(d) => d.number} none={translate('invoices.none')}>
      {(detail) => <Document {...detail} />}
    </DetailPage>
  );
}

function Document({ record: d, reread }: Detail<Invoice>) {
  const navigate = useNavigate();
  const rereadAll = useRereadInvoices();
  const { data: all } = useInvoices(d.orderId);
  const show = (issued: Invoice) => {
    rereadAll();
    void navigate(`/invoices/${issued.id}`);
  };
  return (
    <>
      <Stack direction="row" spacing={1}><Status kind="invoices.states" value={stateOf(d)} /></Stack>
      <Commands>
        <FileButtons of={d} />
        <ReissueButton of={d} possible={isReplaceable(d, all)} onDone={show} onRefused={reread} />
      </Commands>
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, md: 8 }}>
          <Stack spacing={2}><InvoiceLines of={d} /></Stack>
        </Grid>
        <Grid size={{ xs: 12, md: 4 }}>
          <Stack spacing={2}>
            <About of={d} later={(all ?? []).filter((other) => other.refersTo?.id === d.id)} />
            <Parties of={d} />
          </Stack>
        </Grid>
      </Grid>
    </>
  );
}

/** What a document is about, and the documents that it belongs with. */
function About({ of: d, later }: { of: Invoice; later: Invoice[] }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  return (
    <Part title={translate('invoices.about')}>
      <Facts
        prefix="invoices"
        of={[
          ['order', may('orders:read') ? <Link to={`/orders/${d.orderId}`}>{d.orderNumber}</Link> : d.orderNumber],
          ['refersTo', d.refersTo && <Link to={`/invoices/${d.refersTo.id}`}>{d.refersTo.number}</Link>],
          ['later', later.length > 0 ? later.map((other) => <LaterLink key={other.id} to={other} />) : null],
          ['reason', d.reason],
          ['issuedAt', <Time at={d.issuedAt} />],
          ['suppliedAt', d.suppliedAt && <Time at={d.suppliedAt} date />],
          ['dueAt', d.dueAt && <Time at={d.dueAt} date />],
          ['payment', translate(`ui.payments.${d.payment.method}`)],
          ['paid', <Money of={d.payment.paid} />],
          ['language', languages.of(d.locale) ?? d.locale],
        ]}
      />
    </Part>
  );
}

function LaterLink({ to }: { to: Invoice }) {
  const translate = useTranslate();
  return <div><Link to={`/invoices/${to.id}`}>{to.number}</Link> ({translate(`invoices.kinds.${to.kind}`)})</div>;
}

function Parties({ of: { seller, buyer, shipTo } }: { of: Invoice }) {
  const translate = useTranslate();
  const erased = translate('ui.words.erased');
  const place = [seller.name, seller.line1, seller.line2, `${seller.postalCode} ${seller.city}`, seller.country, seller.email];
  return (
    <Part title={translate('invoices.parties')}>
      <Facts
        prefix="invoices"
        of={[
          ['buyer', linesOf(buyer) || erased],
          ['vatId', buyer.vatId],
          ['shipTo', linesOf(shipTo) === linesOf(buyer) ? null : linesOf(shipTo) || erased],
          ['seller', place.filter(Boolean).join('\n')],
          ['sellerVatId', seller.vatId],
          ['taxNumber', seller.taxNumber],
        ]}
      />
    </Part>
  );
}
