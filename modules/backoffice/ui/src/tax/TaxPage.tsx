import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useIsOffline, useLocaleState, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { call, query } from '../api';
import { lastMonth, type Period } from '../invoices/days';
import { DayFields } from '../invoices/DayFields';
import { useSave } from '../invoices/useSave';
import { WideTable } from '../invoices/WideTable';
import type { Schemas } from '../types';
import { Commands, Part } from '../ui/DetailPage';
import { Money } from '../ui/Money';
import { ProblemAlert } from '../ui/Problem';

type TaxReport = Schemas['TaxReport'];

/** A year before it is still being typed. */
const firstYear = '2000';

const path = '/v1/admin/reports/tax';

/** The VAT of the documents of a period, which stands in the address: at first the month before. */
export default function TaxPage() {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const { save } = useSave();
  const [search, setSearch] = useSearchParams();
  const { from, to } = lastMonth();
  const period = { from: search.get('from') ?? from, to: search.get('to') ?? to };
  const isWhole = period.from >= firstYear && period.to >= period.from;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('tax.title')} />
      <Typography>{translate('tax.text')}</Typography>
      <DayFields of={period} onChange={(next) => setSearch({ ...next }, { replace: true })} />
      {isWhole ? <Report of={period} /> : <Typography role="status">{translate('tax.days')}</Typography>}
      {isWhole && (
        <Commands>
          <Button
            variant="outlined"
            disabled={isOffline}
            onClick={() => void save(path + query({ ...period, format: 'csv' }), `tax-${period.from}-${period.to}.csv`)}
          >
            {translate('ui.export.button')}
          </Button>
        </Commands>
      )}
    </Stack>
  );
}

function Report({ of: period }: { of: Period }) {
  const translate = useTranslate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['tax', period],
    queryFn: ({ signal }) => call<TaxReport>(path + query({ ...period }), { signal }),
    retry: false,
  });
  return (
    <Part title={translate('tax.part')}>
      {error && !isFetching && <ProblemAlert error={error} retry={refetch} />}
      {!data && isFetching && <Skeleton variant="rounded" height={120} />}
      {data?.data.length === 0 && <Typography>{translate('tax.none')}</Typography>}
      {data && data.data.length > 0 && <Sums of={data} />}
    </Part>
  );
}

function Sums({ of: { data, totals } }: { of: TaxReport }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  const sums = (row: TaxReport['totals']) => [<Money of={row.net} />, <Money of={row.tax} />, <Money of={row.gross} />];
  return (
    <WideTable
      label={translate('tax.part')}
      head={['country', 'scheme', 'category', 'rate', 'documents', 'net', 'tax', 'gross'].map((name) => translate(`tax.${name}`))}
      numbersFrom={3}
      rows={[
        ...data.map((row) => ({
          key: `${row.country} ${row.scheme} ${row.rate} ${row.category}`,
          cells: [
            countries.of(row.country) ?? row.country, translate(`tax.schemes.${row.scheme}`), translate(`tax.categories.${row.category}`),
            `${row.rate.toLocaleString(locale)} %`, row.documents, ...sums(row),
          ],
        })),
        { key: 'total', cells: [translate('tax.total'), '', '', '', '', ...sums(totals)], total: true },
      ]}
    />
  );
}
