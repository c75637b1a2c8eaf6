import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import { call, query } from '../api';
import type { Schemas } from '../types';
import { FormDialog } from '../ui/FormDialog';
import { idsOf, type NamedProduct } from '../ui/ProductPicker';
import { lineOf } from './lines';
import { useEntryFields } from './usePlanFields';

type Plan = Schemas['PricePlan'];
type Result = Schemas['PricePlanResult'];

interface Props {
  plan: Plan;
  onDone: (saved: Plan) => void;
  onRefused: () => void;
  onClose: () => void;
}

/** Changes what a plan does that has not begun. */
export function EntriesDialog(props: Props) {
  const { id, version } = props.plan;
  const { data } = useQuery({ queryKey: ['planEntries', id, version], queryFn: ({ signal }) => entriesOf(id, signal), staleTime: Infinity });
  return data ? <Entries {...props} entries={data} /> : null;
}

/** All that a plan does, page by page. */
async function entriesOf(id: string, signal?: AbortSignal): Promise<Result[]> {
  const all: Result[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const path = `/v1/admin/price-plans/${id}/results${query({ page, limit: 100 })}`;
    const found = await call<{ data: Result[]; meta: Schemas['Meta'] }>(path, { signal }); // oxlint-disable-line no-await-in-loop
    all.push(...found.data);
    last = found.meta.totalPages;
  }
  return all;
}

/** The products of a kind of entry, with their names. */
const productsOf = (entries: Result[], kind: string) => entries.filter((e) => e.kind === kind)
  .map((e) => ({ id: e.productId, name: e.name ?? e.productId, status: 'active' }) as NamedProduct);

/** A plan as its fields hold it. */
function heldOf(plan: Plan, entries: Result[], locale: string) {
  const lines = entries.flatMap((e) => (e.price === null ? [] : [lineOf({ ...e, price: e.price }, locale)]));
  return { ...plan, prices: lines.join('\n'), publish: idsOf(productsOf(entries, 'publish')), archive: idsOf(productsOf(entries, 'archive')) };
}

function Entries({ plan, entries, onDone, onRefused, onClose }: Props & { entries: Result[] }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const path = `/v1/admin/price-plans/${plan.id}`;
  const fields = useEntryFields({ publish: productsOf(entries, 'publish'), archive: productsOf(entries, 'archive') });
  return (
    <FormDialog<Plan>
      path={path}
      method="PATCH"
      title={translate('pricePlans.editEntries')}
      submit={translate('ui.list.save')}
      fields={fields}
      initial={heldOf(plan, entries, locale)}
      reread={async () => heldOf(await call<Plan>(path), await entriesOf(plan.id), locale)}
      done={(saved) => translate('ui.list.saved', { name: saved.name })}
      onDone={onDone}
      onRefused={onRefused}
      onClose={onClose}
    />
  );
}
