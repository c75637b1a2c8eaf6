import { TextField } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { call, tagOf } from '../api';
import { Problem } from '../problem';
import { ConflictDialog } from '../ui/ConflictDialog';
import { useProblemText } from '../ui/Problem';
import type { Stock } from './StockList';

/** A number of units as it is typed; null when it is none. */
export function toUnits(typed: string): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}

/**
 * The units on hand, to be overwritten with what was counted: Enter saves, Escape takes it back. When
 * another admin has counted meanwhile, both numbers are shown to choose from.
 */
export function OnHand({ stock, onDone }: { stock: Stock; onDone: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const text = useProblemText();
  const key = useRef(crypto.randomUUID()); // of one count: a repetition has one effect
  // What is typed, and the version that was shown when typing began: a list that is read anew
  // meanwhile does not count as seen.
  const [edit, setEdit] = useState<{ typed: string; version: number } | null>(null);
  const typed = edit?.typed ?? null;
  const [refused, setRefused] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Stock | null>(null);
  const [busy, setBusy] = useState(false);
  const path = `/v1/admin/stock/${stock.variantId}`;
  const reread = async () => setTheirs(await call<Stock>(path));
  const done = (counted: Stock) => translate('stock.count.done', { sku: counted.sku, onHand: counted.onHand });
  const change = (value: string | null) => {
    key.current = crypto.randomUUID();
    setEdit((before) => (value === null ? null : { typed: value, version: before?.version ?? stock.version }));
    setRefused(null);
  };
  const save = async () => {
    const onHand = toUnits(typed ?? '');
    if (!edit || onHand === null) return setRefused(translate('stock.counting.wrong'));
    setBusy(true);
    try {
      notify(done(await call<Stock>(path, { method: 'PUT', body: { onHand }, key: key.current, match: tagOf(edit.version) })));
      change(null);
    } catch (error) {
      setRefused(text(error));
      if (error instanceof Problem && error.code === 'precondition_failed') await reread().catch(() => undefined);
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
  const input = (
    <TextField
      size="small"
      variant="standard"
      value={typed ?? stock.onHand}
      onChange={(event) => change(event.target.value)}
      onKeyDown={press}
      onFocus={(event) => event.target.select()}
      error={refused !== null}
      helperText={refused ?? (typed !== null ? translate('stock.counting.save') : undefined)}
      slotProps={{
        htmlInput: { inputMode: 'numeric', readOnly: busy, 'aria-label': translate('stock.counting.of', { sku: stock.sku }), style: { textAlign: 'right', width: '6ch' } },
      }}
    />
  );
  if (!theirs) return input;
  const close = () => {
    setTheirs(null);
    change(null);
    onDone();
  };
  const command = { path, method: 'PUT' as const, body: { onHand: toUnits(typed ?? '') }, title: '', submit: '', children: null, done, onDone, onClose: close };
  const edits = { record: { ...stock }, fields: [{ name: 'onHand', label: translate('stock.counting.of', { sku: stock.sku }) }] };
  return (
    <>
      {input}
      <ConflictDialog<Stock> key={theirs.version} command={command} edits={edits} theirs={{ ...theirs }} onStale={reread} />
    </>
  );
}
