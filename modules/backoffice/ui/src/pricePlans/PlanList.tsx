import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { pricePlanStatusValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Commands } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { ListPage } from '../ui/ListPage';
import { Status } from '../ui/Status';
import { ShopTime } from './ShopTime';
import { useBasicFields, useEntryFields } from './usePlanFields';

type Plan = Schemas['PricePlan'];

/** Prices and publishing by date, the latest start first. */
export default function PlanList() {
  const translate = useTranslate();
  const [making, setMaking] = useState(false);
  const what = (plan: Plan) => translate('pricePlans.what', { ...plan.counts });
  const status = (plan: Plan) => <Status kind="pricePlans.statuses" value={plan.status} />;
  const ends = (plan: Plan) => (plan.endsAt ? <ShopTime at={plan.endsAt} /> : translate('pricePlans.open'));
  return (
    <>
      {may('products:write') && (
        <Commands>
          <Button variant="contained" onClick={() => setMaking(true)} sx={{ mt: 2 }}>{translate('pricePlans.new')}</Button>
        </Commands>
      )}
      <ListPage<Plan>
        title={translate('pricePlans.title')}
        tabs={{ source: 'status', values: ['', ...pricePlanStatusValues], label: (v) => translate(v ? `pricePlans.statuses.${v}` : 'ui.list.all') }}
        empty={translate('pricePlans.empty')}
        to={(plan) => `/price-plans/${plan.id}`}
        columns={[
          { name: 'name', label: translate('ui.words.name'), show: (plan) => plan.name },
          { name: 'status', label: translate('ui.words.status'), show: status },
          { name: 'startsAt', label: translate('pricePlans.starts'), show: (plan) => <ShopTime at={plan.startsAt} /> },
          { name: 'endsAt', label: translate('pricePlans.ends'), show: ends },
          { name: 'what', label: translate('pricePlans.whatColumn'), show: what },
          { name: 'failed', label: translate('pricePlans.failed'), align: 'right', show: (plan) => plan.counts.failed + plan.counts.notRestored },
        ]}
        small={(plan) => ({ first: plan.name, second: what(plan), right: status(plan) })}
      />
      {making && <NewPlan onClose={() => setMaking(false)} />}
    </>
  );
}

function NewPlan({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const fields = [...useBasicFields({ starts: true }), ...useEntryFields({ publish: [], archive: [] })];
  return (
    <FormDialog<Plan>
      path="/v1/admin/price-plans"
      title={translate('pricePlans.new')}
      submit={translate('ui.list.save')}
      fields={fields}
      omitEmpty
      done={(plan) => translate('ui.list.saved', { name: plan.name })}
      onDone={(plan) => navigate(`/price-plans/${plan.id}`)}
      onClose={onClose}
    />
  );
}
