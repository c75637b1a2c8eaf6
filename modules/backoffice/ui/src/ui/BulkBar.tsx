import { Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { type Identifier, type RaRecord, useRefresh, useTranslate } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { may } from '../providers';
import { type BulkAction, BulkDialog } from './BulkDialog';
import { Commands } from './DetailPage';

/** The records that are chosen, on any page of a list. */
export interface Selection<T> {
  records: T[];
  has: (record: T) => boolean;
  toggle: (record: T) => void;
  set: (records: T[], chosen: boolean) => void;
  clear: () => void;
}

interface Chosen<T> {
  filters: string;
  chosen: ReadonlyMap<Identifier, T>;
}

/** The selection of a list. It ends when the filters do, since what it names is then out of sight. */
export function useSelection<T extends RaRecord>(filters: string): Selection<T> {
  const [state, setState] = useState<Chosen<T>>({ filters, chosen: new Map() });
  return useMemo(() => {
    const chosenOf = (of: Chosen<T>) => (of.filters === filters ? of.chosen : new Map<Identifier, T>());
    const chosen = chosenOf(state);
    const set = (records: T[], isChosen: boolean) =>
      setState((before) => {
        const after = new Map(chosenOf(before));
        for (const record of records) {
          if (isChosen) after.set(record.id, record);
          else after.delete(record.id);
        }
        return { filters, chosen: after };
      });
    return {
      records: [...chosen.values()],
      has: (record) => chosen.has(record.id),
      toggle: (record) => set([record], !chosen.has(record.id)),
      set,
      clear: () => setState({ filters, chosen: new Map() }),
    };
  }, [state, filters]);
}

interface Props<T> {
  actions: BulkAction<T>[];
  /** Other commands than one request for each record. */
  more?: (selection: Selection<T>) => ReactNode;
  selection: Selection<T>;
}

/** What may be done with the records that are chosen. */
export function BulkBar<T extends RaRecord>({ actions, more, selection }: Props<T>) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ action: BulkAction<T>; records: T[] } | null>(null);
  const close = (done: T[] | null) => {
    setOpen(null);
    if (!done) return;
    selection.set(done, false);
    refresh();
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  const { records } = selection;
  return (
    <>
      {records.length > 0 && (
        <Paper
          component="section"
          aria-label={translate('ui.bulk.title')}
          elevation={4}
          sx={{ position: 'sticky', bottom: 0, zIndex: 1, p: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
        >
          <Typography role="status" sx={{ flexGrow: 1 }}>{translate('ui.bulk.selected', { smart_count: records.length })}</Typography>
          <Commands>
            {actions.filter((action) => may(action.scope)).map((action) => (
              <Button key={action.text} variant="outlined" color={action.danger ? 'error' : 'primary'} onClick={() => setOpen({ action, records })}>
                {translate(`${action.text}.button`)}
              </Button>
            ))}
            {more?.(selection)}
            <Button onClick={selection.clear}>{translate('ui.bulk.clear')}</Button>
          </Commands>
        </Paper>
      )}
      {open && <BulkDialog<T> {...open} onClose={close} />}
    </>
  );
}
