import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { promotionKindValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import type { Values } from '../ui/ConflictDialog';
import { useEuros } from '../ui/Money';
import { RecordList } from '../ui/RecordList';
import { Status } from '../ui/Status';
import { stateOf, Window } from './promotionWindow';

type Promotion = Schemas['Promotion'];

const isUsedUp = (p: Promotion) => p.usageLimit !== null && p.used >= p.usageLimit;

/** Codes that make a cart cheaper. */
export default function PromotionList() {
  const translate = useTranslate();
  const euros = useEuros();
  const worth = (p: Promotion) => (p.kind === 'percent' ? `${p.value} %` : euros(p.value));
  return (
    <RecordList<Promotion>
      text="promotions"
      path="/v1/admin/promotions"
      scope="promotions:write"
      name={(p) => p.code}
      second={worth}
      search={translate('promotions.search')}
      tabs={{ source: 'active', values: ['', 'true', 'false'], label: (v) => translate(`promotions.tabs.${v || 'all'}`) }}
      hint={(body) => <Example of={body} />}
      more={(p, refresh) => p.active && may('promotions:write') && (
        <CommandButton
          text="promotions.off"
          values={{ code: p.code }}
          path={`/v1/admin/promotions/${p.id}`}
          method="PATCH"
          body={{ active: false }}
          onDone={refresh}
          onRefused={refresh}
        />
      )}
      initial={{ kind: 'percent', active: true }}
      fields={[
        { name: 'code', label: translate('promotions.code'), required: true, taken: 'in_use' },
        {
          name: 'kind', label: translate('promotions.kind'), kind: 'choice', required: true,
          options: promotionKindValues.map((value) => ({ value, label: translate(`promotions.kinds.${value}`) })),
        },
        { name: 'value', label: translate('promotions.value'), kind: 'money', required: true },
        { name: 'minimum', label: translate('promotions.minimum'), kind: 'money' },
        { name: 'startsAt', label: translate('promotions.starts'), kind: 'time' },
        { name: 'endsAt', label: translate('promotions.ends'), kind: 'time' },
        { name: 'usageLimit', label: translate('promotions.limit'), kind: 'number' },
        { name: 'perCustomerLimit', label: translate('promotions.perCustomer'), kind: 'number' },
        { name: 'active', label: translate('promotions.active'), kind: 'switch' },
      ]}
      columns={[
        { name: 'code', label: translate('promotions.code'), sort: 'code', show: (p) => p.code },
        { name: 'value', label: translate('promotions.value'), align: 'right', show: worth },
        { name: 'state', label: translate('ui.words.status'), show: (p) => <Status kind="promotions.states" value={stateOf(p, isUsedUp(p))} /> },
        { name: 'window', label: translate('promotions.window'), sort: 'endsAt', show: (p) => <Window of={p} /> },
        { name: 'used', label: translate('promotions.used'), align: 'right', sort: 'used', show: (p) => `${p.used} / ${p.usageLimit ?? '∞'}` },
      ]}
    />
  );
}

/** What the promotion of a form takes off a cart: one of 50 EUR, or of the least that it is for. */
function Example({ of: { kind, value, minimum } }: { of: Values }) {
  const translate = useTranslate();
  const euros = useEuros();
  if (typeof value !== 'number' || !(value > 0)) return null;
  const cart = Math.max(typeof minimum === 'number' ? minimum : 0, 50);
  const off = discountOn(cart, kind === 'percent', value);
  return <Typography role="status">{translate('promotions.example', { cart: euros(cart), off: euros(off), pay: euros(cart - off) })}</Typography>;
}

/** The discount in EUR, half a cent rounded up, and never more than the cart, as the service has it. */
function discountOn(cart: number, isPercent: boolean, value: number): number {
  const cents = Math.round(cart * 100);
  const off = isPercent ? Math.floor((cents * Math.round(value * 100) + 5000) / 10_000) : Math.round(value * 100);
  return Math.min(off, cents) / 100;
}
