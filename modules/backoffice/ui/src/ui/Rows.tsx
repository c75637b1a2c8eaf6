import { Alert, Box, Button, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { BulkBar, useSelection } from './BulkBar';
import type { ListProps } from './ListPage';
import { ProblemAlert } from './Problem';
import { RowsOfPhone } from './RowsOfPhone';
import { RowTable } from './RowTable';
import { SlowLine } from './SlowLine';

/**
 * The rows of a list, and what stands in their place. The former rows stay, dimmed, while others
 * are read; the first time there are placeholders.
 */
export function Rows<T extends RaRecord>(props: ListProps<T>) {
  const translate = useTranslate();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { data, error, refetch, total, isFetching = false, isPending, isPlaceholderData = false, filterValues } = useListContext<T>();
  const selection = useSelection<T>(JSON.stringify(filterValues));
  const { stopped, stop } = useStop(!isFetching && (isPending || isPlaceholderData));
  // What was read for other filters is shown while the rows are read, and not when that failed.
  const known = data && !(isPlaceholderData && (error || stopped || total === 0)) ? data : undefined;
  if (!error && !stopped && known && total === 0) return <Nothing empty={props.empty} first={props.first} />;
  const shown = { ...props, selection, rows: known, busy: isFetching || isPending, isStale: isPlaceholderData };
  return (
    <>
      <SlowLine active={isFetching} onCancel={stop} />
      {error && !isFetching && <Refused error={error} />}
      {stopped && (
        <Alert severity="info" action={<Button color="inherit" onClick={() => refetch()}>{translate('ui.errors.tryAgain')}</Button>}>
          {translate('ui.list.stopped')}
        </Alert>
      )}
      {(known || (!error && !stopped)) && (isNarrow ? <RowsOfPhone<T> {...shown} /> : <RowTable<T> {...shown} />)}
      {props.bulk && <BulkBar actions={props.bulk} more={props.bulkMore} selection={selection} />}
    </>
  );
}

/** Lets who waits stop the reading of the rows. idle says that they are neither there nor read. */
function useStop(idle: boolean) {
  const queries = useQueryClient();
  const { resource } = useListContext();
  const [stopped, setStopped] = useState(false);
  const stop = () => {
    void queries.cancelQueries({ queryKey: [resource, 'getList'] }).then(() => setStopped(true));
  };
  return { stopped: stopped && idle, stop };
}

function Refused({ error }: { error: unknown }) {
  const { refetch, filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  return (
    <Box sx={{ p: 2 }}>
      <ProblemAlert error={error} retry={refetch} />
      {isFiltered(filterValues) && <Button sx={{ mt: 1 }} onClick={() => setFilters({}, [])}>{translate('ui.list.clear')}</Button>}
    </Box>
  );
}

/** Says whether nothing matches the filters, or nothing is there at all. */
function Nothing({ empty, first }: { empty: string; first?: ReactNode }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const filtered = isFiltered(filterValues);
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography gutterBottom>{filtered ? translate('ui.list.noMatch') : empty}</Typography>
      {filtered ? <Button onClick={() => setFilters({}, [])}>{translate('ui.list.clear')}</Button> : first}
    </Box>
  );
}

const isFiltered = (filterValues: Record<string, unknown>) => Object.values(filterValues).some((value) => value !== undefined && value !== '');
