import { Button, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandDialog } from '../ui/CommandDialog';
import { Commands } from '../ui/DetailPage';
import { ListPage } from '../ui/ListPage';
import { Picture } from '../ui/Picture';
import { useRefused } from '../ui/useRefused';
import { Available } from './Available';
import { CountBar } from './CountBar';
import { LedgerDialog } from './LedgerDialog';
import { levelOf } from './level';
import { OnHand } from './OnHand';
import { useLowStock } from './useLowStock';

export type Stock = Schemas['Stock'] & { id: string };

/** What a variant is of, and what it chooses. */
const nameOf = (s: Stock) => [s.name, ...Object.values(s.options as Record<string, string>)].join(' · ');

/** What is on the shelves, by variant. */
export default function StockList() {
  const translate = useTranslate();
  const [open, setOpen] = useState<{ what: 'count' | 'adjust' | 'ledger'; of: Stock } | null>(null);
  const [counting, setCounting] = useState(false);
  const refresh = useRefresh();
  const low = useLowStock();
  const mayCount = may('stock:write');
  const close = () => setOpen(null);
  const button = (what: 'count' | 'adjust' | 'ledger', of: Stock, text: string) => (
    <Button size="small" variant="outlined" onClick={() => setOpen({ what, of })}>{translate(text)}</Button>
  );
  const buttons = (s: Stock) => (
    <Stack direction="row" spacing={1} sx={{ justifyContent: 'end' }}>
      {mayCount && button('adjust', s, 'stock.adjust.button')}
      {button('ledger', s, 'stock.ledger')}
    </Stack>
  );
  const available = (s: Stock) => <Available units={s.available} level={levelOf(s.available, low)} />;
  return (
    <>
      {mayCount && (
        <Stack sx={{ mt: 2 }}>
          <Commands>
            <Button variant="outlined" aria-expanded={counting} onClick={() => setCounting(!counting)}>{translate('stock.counting.title')}</Button>
          </Commands>
        </Stack>
      )}
      {counting && <CountBar onCounted={refresh} />}
      <ListPage<Stock>
        title={translate('stock.title')}
        search={translate('stock.counting.search')}
        tabs={{ source: 'level', values: ['', 'low', 'out'], label: (v) => translate(`stock.levels.${v || 'all'}`) }}
        empty={translate('stock.empty')}
        first={may('products:write') && <Button component={Link} to="/products/new" variant="contained">{translate('stock.newProduct')}</Button>}
        columns={[
          {
            name: 'name',
            label: translate('stock.counting.product'),
            sort: 'name',
            show: (s) => (
              <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                <Picture url={s.imageUrl} name={s.name} />
                {may('products:read') ? <Link to={`/products/${s.productId}`}>{nameOf(s)}</Link> : <span>{nameOf(s)}</span>}
              </Stack>
            ),
          },
          { name: 'sku', label: translate('ui.words.sku'), sort: 'sku', show: (s) => s.sku },
          { name: 'onHand', label: translate('ui.words.onHand'), align: 'right', show: (s) => (mayCount ? <OnHand stock={s} onDone={refresh} /> : s.onHand) },
          { name: 'reserved', label: translate('ui.words.reserved'), align: 'right', show: (s) => s.reserved },
          { name: 'available', label: translate('ui.words.available'), align: 'right', sort: 'available', show: available },
          { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: buttons },
        ]}
        small={(s) => ({
          first: <>{nameOf(s)} ({s.sku})</>,
          second: translate('stock.line', { onHand: s.onHand, available: s.available }),
          right: <Commands>{mayCount && button('count', s, 'stock.count.button')}{buttons(s)}</Commands>,
        })}
      />
      {open?.what === 'count' && <CountDialog stock={open.of} onDone={refresh} onClose={close} />}
      {open?.what === 'adjust' && <AdjustDialog stock={open.of} onDone={refresh} onClose={close} />}
      {open?.what === 'ledger' && <LedgerDialog stock={open.of} onClose={close} />}
    </>
  );
}

interface DialogProps {
  stock: Stock;
  onDone: () => void;
  onClose: () => void;
}

/** The stock that a dialog was opened with, and what reads it anew with its list. */
function useStockOfNow(opened: Stock, rereadList: () => void) {
  const [stock, setStock] = useState(opened);
  const reread = () => {
    rereadList();
    void call<Stock>(`/v1/admin/stock/${opened.variantId}`).then(setStock, () => undefined);
  };
  return { stock, reread };
}

/** Asks how many units are on the shelf. */
function CountDialog({ stock: opened, onDone, onClose }: DialogProps) {
  const translate = useTranslate();
  const { onError, shown } = useRefused({ insufficient_stock: 'onHand' });
  const { stock, reread } = useStockOfNow(opened, onDone);
  const [counted, setCounted] = useState(String(opened.onHand));
  const onHand = Number(counted);
  return (
    <CommandDialog<Stock>
      path={`/v1/admin/stock/${stock.variantId}`}
      method="PUT"
      body={{ onHand }}
      edits={{ record: { ...opened }, fields: [{ name: 'onHand', label: translate('ui.words.onHand') }] }}
      title={translate('stock.count.title', { sku: stock.sku })}
      submit={translate('stock.count.button')}
      dirty={counted !== String(opened.onHand)}
      disabled={!Number.isInteger(onHand) || onHand < 0 || counted === ''}
      done={(s) => translate('stock.count.done', { sku: s.sku, onHand: s.onHand })}
      onDone={onDone}
      onError={onError}
      placed={['onHand']}
      onRefused={reread}
      onClose={onClose}
    >
      <Typography>{translate('stock.count.text', { onHand: stock.onHand, reserved: stock.reserved })}</Typography>
      <TextField {...shown('onHand')} label={translate('ui.words.onHand')} type="number" value={counted} onChange={(e) => setCounted(e.target.value)} slotProps={{ htmlInput: { min: 0 } }} autoFocus />
    </CommandDialog>
  );
}

/** Asks by how many units the shelf has more or less, and why. */
function AdjustDialog({ stock: opened, onDone, onClose }: DialogProps) {
  const translate = useTranslate();
  const { onError, shown } = useRefused({ insufficient_stock: 'delta' });
  const { stock, reread } = useStockOfNow(opened, onDone);
  const [by, setBy] = useState('');
  const [reason, setReason] = useState('');
  const delta = Number(by);
  const isValid = Number.isInteger(delta) && delta !== 0;
  return (
    <CommandDialog<Stock>
      path={`/v1/admin/stock/${stock.variantId}/adjust`}
      body={{ delta, reason }}
      title={translate('stock.adjust.title', { sku: stock.sku })}
      submit={translate('stock.adjust.button')}
      dirty={by !== '' || reason !== ''}
      disabled={!isValid || !reason}
      done={(s) => translate('stock.count.done', { sku: s.sku, onHand: s.onHand })}
      onDone={onDone}
      onError={onError}
      placed={['delta', 'reason']}
      onRefused={reread}
      onClose={onClose}
    >
      <Typography>{translate('stock.counting.reserved', { reserved: stock.reserved })}</Typography>
      <TextField {...shown('delta')} label={translate('stock.adjust.by')} type="number" value={by} onChange={(e) => setBy(e.target.value)} autoFocus />
      {isValid && <Typography role="status">{translate('stock.adjust.text', { before: stock.onHand, after: stock.onHand + delta })}</Typography>}
      <TextField {...shown('reason')} label={translate('ui.command.why')} value={reason} onChange={(e) => setReason(e.target.value)} required />
    </CommandDialog>
  );
}
