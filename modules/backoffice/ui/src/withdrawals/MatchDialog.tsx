import { FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import { OrderField, type OrderChoice } from '../orders/OrderField';
import { UnitFields, useUnits } from '../orders/UnitFields';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { useEuros } from '../ui/Money';
import { useRefused } from '../ui/useRefused';

type Withdrawal = Schemas['AdminWithdrawal'];
type Order = Schemas['AdminOrder'];

interface Props {
  of: Withdrawal;
  onDone: (changed: Withdrawal) => void;
  onRefused: () => void;
  onClose: () => void;
}

/** Asks which order a withdrawal is about, and with which of its units: all that may be, or some. */
export function MatchDialog({ of, ...on }: Props) {
  const suggested = of.suggestedOrderId ? { id: of.suggestedOrderId, number: of.orderNumber, about: '' } : null;
  const [order, setOrder] = useState<OrderChoice | null>(suggested);
  const { data } = useQuery({
    queryKey: ['orders', 'getOne', 'toMatch', order?.id],
    queryFn: ({ signal }) => call<Order>(`/v1/admin/orders/${order?.id}`, { signal }),
    enabled: order !== null,
    retry: false,
  });
  return <Chosen key={data?.id} of={of} order={order} found={data} choose={setOrder} changed={order?.id !== suggested?.id} {...on} />;
}

interface ChosenProps extends Props {
  order: OrderChoice | null;
  found: Order | undefined;
  choose: (order: OrderChoice | null) => void;
  changed: boolean;
}

function Chosen({ of, order, found, choose, changed, ...on }: ChosenProps) {
  const translate = useTranslate();
  const euros = useEuros();
  const { onError, shown, refused, clear } = useRefused();
  const [isWhole, setWhole] = useState(true);
  const lines = (found?.items ?? []).map((item) => ({ item, quantity: item.withdrawable })).filter((line) => line.quantity > 0);
  const chosen = useUnits(lines);
  const { items } = chosen;
  return (
    <CommandDialog<Withdrawal>
      {...on}
      path={`/v1/admin/withdrawals/${of.id}/match`}
      body={{ orderId: order?.id, ...(!isWhole && { items }) }}
      title={translate('withdrawals.match.title')}
      submit={translate('withdrawals.match.button')}
      disabled={!order || (!isWhole && items.length === 0)}
      dirty={changed || !isWhole}
      done={(matched) => translate('withdrawals.match.done', { number: matched.orderNumber })}
      onError={onError}
      placed={['orderId', ...chosen.placed]}
    >
      <Typography>{translate('withdrawals.match.text')}</Typography>
      <OrderField
        label={translate('withdrawals.order')}
        value={order}
        error={refused('orderId')}
        onChange={(next) => {
          clear('orderId');
          choose(next);
        }}
        aboutOf={(o) => translate('withdrawals.match.about', { name: o.customer.fullName || '–', total: euros(o.total) })}
      />
      {found && (
        <>
          <RadioGroup value={isWhole ? 'all' : 'parts'} onChange={(_, value) => setWhole(value === 'all')} aria-label={translate('withdrawals.units')}>
            <FormControlLabel value="all" control={<Radio />} label={translate('withdrawals.match.all')} />
            <FormControlLabel value="parts" control={<Radio />} label={translate('withdrawals.match.parts')} />
          </RadioGroup>
          {!isWhole && <UnitFields lines={lines} of={chosen} shown={shown} help={({ quantity }) => translate('withdrawals.match.ordered', { quantity })} />}
        </>
      )}
    </CommandDialog>
  );
}
