import { Checkbox, FormControlLabel, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { parseNumber } from '../ui/amount';
import { CommandDialog } from '../ui/CommandDialog';
import { useEuros } from '../ui/Money';
import { useRefused } from '../ui/useRefused';

type Return = Schemas['Return'];

interface Props {
  of: Return;
  onDone: (changed: Return) => void;
  onRefused: () => void;
  onClose: () => void;
}

/** Asks what of a return has arrived, what can be sold again, and what is taken off the refund. */
export function ReceiveDialog({ of, ...on }: Props) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const euros = useEuros();
  const { onError, shown } = useRefused();
  const [came, setCame] = useState<Record<string, number>>(() => Object.fromEntries(of.items.map((i) => [i.orderItemId, i.quantity])));
  const [broken, setBroken] = useState<Record<string, boolean>>({});
  const [off, setOff] = useState('');
  const [why, setWhy] = useState('');
  const items = of.items.map((i) => ({ orderItemId: i.orderItemId, quantity: came[i.orderItemId] ?? 0, restock: !broken[i.orderItemId] })).filter((i) => i.quantity > 0);
  const isAll = of.items.every((i) => came[i.orderItemId] === i.quantity && !broken[i.orderItemId]);
  const amount = parseNumber(off, locale);
  const deduct = amount === null ? undefined : { amount: Number.isNaN(amount) ? off : amount, reason: why };
  return (
    <CommandDialog<Return>
      {...on}
      path={`/v1/admin/returns/${of.id}/receive`}
      body={isAll && !deduct ? undefined : { ...(!isAll && { items }), deduct }}
      about={of.orderId}
      title={translate('returns.receive.title')}
      submit={translate('returns.receive.button')}
      refusals="returns.receive"
      disabled={items.length === 0 || (deduct !== undefined && !why)}
      done={(changed) => translate('returns.receive.done', { amount: euros(changed.refundAmount) })}
      onError={onError}
      placed={['deduct/amount', 'deduct/reason', ...items.map((_, i) => `items/${i}`)]}
    >
      <Typography>{translate('returns.receiving.text', { amount: euros(of.refundAmount) })}</Typography>
      {of.items.map((i) => (
        <Stack key={i.orderItemId} direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <TextField
            {...shown(`items/${items.findIndex((item) => item.orderItemId === i.orderItemId)}`, translate('returns.receiving.announced', { quantity: i.quantity }))}
            type="number"
            size="small"
            label={i.name}
            value={came[i.orderItemId] ?? 0}
            onChange={(e) => setCame({ ...came, [i.orderItemId]: Math.max(0, Math.min(i.quantity, Math.trunc(Number(e.target.value)))) })}
            slotProps={{ htmlInput: { min: 0, max: i.quantity } }}
          />
          <FormControlLabel
            label={translate('returns.receiving.restock')}
            control={
              <Checkbox
                checked={!broken[i.orderItemId]}
                onChange={(e) => setBroken({ ...broken, [i.orderItemId]: !e.target.checked })}
                slotProps={{ input: { 'aria-label': `${translate('returns.receiving.restock')}: ${i.name}` } }}
              />
            }
          />
        </Stack>
      ))}
      <TextField {...shown('deduct/amount', translate('returns.receiving.deductHelp'))} label={translate('returns.receiving.deduct')} value={off} onChange={(e) => setOff(e.target.value)} slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
      {deduct && <TextField {...shown('deduct/reason')} label={translate('returns.receiving.deductWhy')} value={why} onChange={(e) => setWhy(e.target.value)} required />}
    </CommandDialog>
  );
}
