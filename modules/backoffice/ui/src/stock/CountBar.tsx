import { Alert, Paper, Stack, TextField, Typography } from '@mui/material';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call, query } from '../api';
import { Problem } from '../problem';
import type { Schemas } from '../types';
import { useProblemText } from '../ui/Problem';
import { toUnits } from './OnHand';

type Stock = Schemas['Stock'];
type Result = Schemas['StockCounts']['results'][number];

/** How many of the latest counts are shown. */
const shown = 100;
/** How many lines are counted at once. */
const most = 100;

/** The variant with the SKU in any case, or null. */
async function findBySku(sku: string): Promise<Stock | null> {
  const { data } = await call<{ data: Stock[] }>('/v1/admin/stock' + query({ q: sku, limit: 100 }));
  return data.find((s) => s.sku.toLowerCase() === sku.toLowerCase()) ?? null;
}

/** Counts by keyboard or scanner: SKU, Enter, number, Enter, and the next. */
export function CountBar({ onCounted }: { onCounted: () => void }) {
  const translate = useTranslate();
  const text = useProblemText();
  const skuInput = useRef<HTMLInputElement>(null);
  const numberInput = useRef<HTMLInputElement>(null);
  const key = useRef('');
  const [sku, setSku] = useState('');
  const [units, setUnits] = useState('');
  const [found, setFound] = useState<Stock | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [latest, setLatest] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);

  const attempt = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    await act().catch((failure) => setError(text(failure)));
    setBusy(false);
  };
  const find = () => attempt(async () => {
    const stock = await findBySku(sku.trim());
    setFound(stock);
    if (!stock) {
      setError(translate('stock.counting.unknown', { sku: sku.trim() }));
      skuInput.current?.select();
      return;
    }
    key.current = crypto.randomUUID();
    numberInput.current?.focus();
  });
  const count = () => attempt(async () => {
    const onHand = toUnits(units);
    if (!found || onHand === null) return setError(translate('stock.counting.wrong'));
    const body = { items: [{ variantId: found.variantId, onHand }] };
    const { results } = await call<Schemas['StockCounts']>('/v1/admin/stock', { method: 'PUT', body, key: key.current });
    const [result] = results;
    setLatest((before) => [summary(found, result!), ...before].slice(0, shown));
    setFound(null);
    setSku('');
    setUnits('');
    skuInput.current?.focus();
    onCounted();
  });
  /** Counts what was copied from a sheet: a line has an SKU and a number. */
  const paste = (lines: string[]) => attempt(async () => {
    const counted: { stock: Stock; onHand: number }[] = [];
    const wrong: string[] = [];
    for (const line of lines) {
      const [, typed = line.trim(), number = ''] = /^\s*(.*\S)[\t;, ]\s*(\d+)\s*$/.exec(line) ?? [];
      const stock = await findBySku(typed.trim());
      const onHand = toUnits(number);
      if (stock && onHand !== null) counted.push({ stock, onHand });
      else wrong.push(translate(stock ? 'stock.counting.noNumber' : 'stock.counting.unknown', { sku: typed.trim() }));
    }
    setLatest((before) => [...wrong, ...before].slice(0, shown));
    if (counted.length === 0) return;
    const body = { items: counted.map(({ stock, onHand }) => ({ variantId: stock.variantId, onHand })) };
    const { results } = await call<Schemas['StockCounts']>('/v1/admin/stock', { method: 'PUT', body, key: crypto.randomUUID() });
    setLatest((before) => [...results.map((result, i) => summary(counted[i]!.stock, result)), ...before].slice(0, shown));
    onCounted();
  });
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    if (lines.length > most) setError(translate('stock.counting.tooMany', { most }));
    else void paste(lines);
  };
  const summary = (before: Stock, { stock, problem }: Result) =>
    stock
      ? translate('stock.counting.was', { sku: stock.sku, before: before.onHand, after: stock.onHand })
      : translate('stock.counting.refused', { sku: before.sku, why: text(new Problem(problem!.status, { ...problem })) });
  const onEnter = (event: KeyboardEvent, act: () => Promise<void>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void act();
  };
  return (
    <Paper variant="outlined" component="section" aria-label={translate('stock.counting.title')} sx={{ p: 2, mt: 2 }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          size="small"
          label={translate('stock.counting.scan')}
          helperText={translate('stock.counting.help')}
          value={sku}
          inputRef={skuInput}
          onChange={(event) => {
            setSku(event.target.value);
            setFound(null);
          }}
          onKeyDown={(event) => onEnter(event, find)}
          onPaste={onPaste}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <TextField
          size="small"
          label={translate('stock.counting.number')}
          value={units}
          inputRef={numberInput}
          onChange={(event) => setUnits(event.target.value)}
          onKeyDown={(event) => onEnter(event, count)}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          sx={{ width: '10ch' }}
        />
        <Typography role="status" sx={{ pt: 1 }}>
          {found && translate('stock.counting.found', { ...found })}
        </Typography>
      </Stack>
      {error && <Alert severity="error" sx={{ mt: 1 }}>{error}</Alert>}
      {latest.length > 0 && (
        <Stack component="ul" aria-label={translate('stock.counting.latest')} aria-live="polite" sx={{ m: 0, mt: 1, pl: 2 }}>
          {latest.map((line, i) => <li key={latest.length - i}>{line}</li>)}
        </Stack>
      )}
    </Paper>
  );
}
