import { TextField } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../api';
import { useProblemText } from '../ui/Problem';
import type { Stock } from './StockList';

/** A number of units as it is typed; null when it is none. */
export function toUnits(typed: string): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}

/** The units on hand, to be overwritten with what was counted: Enter saves, Escape takes it back. */
export function OnHand({ stock, onDone }: { stock: Stock; onDone: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const key = useRef(crypto.randomUUID()); // of one count: a repetition has one effect
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (value: string | null) => {
    key.current = crypto.randomUUID();
    setTyped(value);
    setRefused(null);
  };
  const save = async () => {
    const onHand = toUnits(typed ?? '');
    if (onHand === null) return setRefused(translate('counting.wrong'));
    setBusy(true);
    try {
      const counted = await call<Stock>(`/v1/admin/stock/${stock.variantId}`, {
        method: 'PUT', body: { onHand }, key: key.current, match: `"${stock.version}"`,
      });
      notify(translate('stock.count.done', { sku: counted.sku, onHand: counted.onHand }));
      change(null);
    } catch (error) {
      setRefused(text(error));
    }
    setBusy(false);
    onDone();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      change(null);
    }
    if (event.key !== 'Enter' || typed === null || busy) return;
    event.preventDefault();
    void save();
  };
  return (
    <TextField
      size="small"
      variant="standard"
      value={typed ?? stock.onHand}
      onChange={(event) => change(event.target.value)}
      onKeyDown={press}
      onFocus={(event) => event.target.select()}
      error={refused !== null}
      helperText={refused ?? (typed !== null ? translate('counting.save') : undefined)}
      slotProps={{
        htmlInput: { inputMode: 'numeric', readOnly: busy, 'aria-label': translate('counting.of', { sku: stock.sku }), style: { textAlign: 'right', width: '6ch' } },
      }}
    />
  );
}
