import { Alert, Button, Stack, Tab, Tabs } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { pricePlanEntryStateValues } from '../../generated/schema';
import { may } from '../providers';
import { useActorName } from '../stock/useActorName';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { detailIn } from '../ui/faults';
import { FormDialog } from '../ui/FormDialog';
import { useEuros } from '../ui/Money';
import { RelatedList } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { EntriesDialog } from './EntriesDialog';
import { ShopTime } from './ShopTime';
import { useBasicFields } from './usePlanFields';
import { useShopZone } from './useShopZone';

type Plan = Schemas['PricePlan'];
type Result = Schemas['PricePlanResult'];

/** How often a plan is read that may begin or end. */
const everyMs = 2000;

/** A price plan: when it holds, what it does, and what became of that. */
export default function PlanPage() {
  const translate = useTranslate();
  return (
    <DetailPage<Plan> resource="price-plans" title={(plan) => plan.name} none={translate('pricePlans.none')}>
      {(detail) => <Content key={detail.record.id} {...detail} />}
    </DetailPage>
  );
}

function Content(detail: Detail<Plan>) {
  const translate = useTranslate();
  const { record: plan, reread } = detail;
  const nameOf = useActorName([plan.actor]);
  const zone = useShopZone();
  useProgress(plan, reread);
  const { counts } = plan;
  const failed = counts.failed + counts.notRestored;
  return (
    <>
      {failed > 0 && <Alert severity="warning">{translate('pricePlans.someFailed', { smart_count: failed })}</Alert>}
      {counts.changedSince > 0 && <Alert severity="info">{translate('pricePlans.someLeft', { smart_count: counts.changedSince })}</Alert>}
      {may('products:write') && <PlanCommands {...detail} />}
      <Part title={translate('pricePlans.facts.title')}>
        <Facts
          prefix="pricePlans.facts"
          of={[
            ['status', <Status key="status" kind="pricePlans.statuses" value={plan.status} />],
            ['startsAt', <ShopTime key="starts" at={plan.startsAt} />],
            ['endsAt', plan.endsAt ? <ShopTime key="ends" at={plan.endsAt} /> : translate('pricePlans.open')],
            ['zone', zone], ['prices', counts.prices], ['publish', counts.publish], ['archive', counts.archive],
            ['pending', counts.pending], ['actor', nameOf({ actor: plan.actor, orderId: null })],
          ]}
        />
      </Part>
      <Results plan={plan} />
    </>
  );
}

function PlanCommands({ record: plan, show, reread }: Detail<Plan>) {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'basics' | 'entries' | null>(null);
  const isScheduled = plan.status === 'scheduled';
  const fields = useBasicFields({ starts: isScheduled });
  if (!isScheduled && plan.status !== 'active') return null;
  const path = `/v1/admin/price-plans/${plan.id}`;
  const cancel = (text: string, body?: Record<string, unknown>) => (
    <CommandButton<Plan> text={`pricePlans.${text}`} values={{ name: plan.name }} path={`${path}/cancel`} body={body} version={plan.version} danger onDone={show} onRefused={reread} />
  );
  return (
    <>
      <Commands>
        <Button variant="outlined" onClick={() => setDialog('basics')}>{translate('ui.list.edit')}</Button>
        {isScheduled && <Button variant="outlined" onClick={() => setDialog('entries')}>{translate('pricePlans.editEntries')}</Button>}
        {isScheduled ? cancel('cancel') : <>{cancel('endNow')}{cancel('keep', { keepPrices: true })}</>}
      </Commands>
      {dialog === 'basics' && (
        <FormDialog<Plan>
          path={path}
          method="PATCH"
          title={translate('ui.list.editOf', { name: plan.name })}
          submit={translate('ui.list.save')}
          fields={fields}
          initial={{ ...plan }}
          done={(saved) => translate('ui.list.saved', { name: saved.name })}
          onDone={show}
          onRefused={reread}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'entries' && <EntriesDialog plan={plan} onDone={show} onRefused={reread} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Reads the plan again while it is not over, and the results when they have changed. */
function useProgress(plan: Plan, reread: () => void) {
  const queries = useQueryClient();
  const isLive = plan.status === 'scheduled' || plan.status === 'active';
  const isWatched = isLive || plan.counts.pending > 0;
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(reread, everyMs);
    return () => clearInterval(timer);
  }, [isWatched, reread]);
  const { pending, applied, restored } = plan.counts;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['related'] });
    void queries.invalidateQueries({ queryKey: ['products'] });
  }, [queries, plan.status, plan.version, pending, applied, restored]);
}

function Results({ plan }: { plan: Plan }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const euros = useEuros();
  const [state, setState] = useState('');
  const why = (result: Result) => {
    if (!result.fault) return '';
    const faults = result.fault.errors.map((e) => `${e.pointer.replace(/^\//, '')}: ${detailIn(locale, e.detail)}`);
    return faults.length > 0 ? faults.join('; ') : detailIn(locale, result.fault.detail);
  };
  const what = (result: Result) => {
    if (result.price === null) return translate(`pricePlans.kinds.${result.kind}`);
    const former = result.formerPrice === null ? '' : `${euros(result.formerPrice)} → `;
    return former + euros(result.price);
  };
  return (
    <Part title={translate('pricePlans.results')}>
      <Stack spacing={1}>
        <Tabs value={state} onChange={(_, value: string) => setState(value)} variant="scrollable" allowScrollButtonsMobile>
          {['', ...pricePlanEntryStateValues].map((value) => <Tab key={value} value={value} label={translate(value ? `pricePlans.states.${value}` : 'ui.list.all')} />)}
        </Tabs>
        <RelatedList<Result>
          key={state}
          path={`/v1/admin/price-plans/${plan.id}/results`}
          filter={state ? { state } : undefined}
          keyOf={(result) => String(result.position)}
          empty={translate('pricePlans.noResults')}
          perPage={20}
          columns={[
            {
              name: 'name', label: translate('ui.words.name'),
              show: (result) => (result.name === null ? result.productId : <Link to={`/products/${result.productId}`}>{result.name}</Link>),
            },
            { name: 'sku', label: 'SKU', show: (result) => result.sku ?? '' },
            { name: 'what', label: translate('pricePlans.whatColumn'), show: what },
            { name: 'state', label: translate('ui.words.status'), show: (result) => <Status kind="pricePlans.states" value={result.state} /> },
            { name: 'fault', label: translate('pricePlans.why'), show: why },
          ]}
        />
      </Stack>
    </Part>
  );
}
