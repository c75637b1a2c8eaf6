import { Box, Checkbox, List, ListItem, ListItemText, Skeleton } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { placeholders, type ShownRows } from './RowTable';

/** The rows of a list where it is narrow, as on a phone: two lines each. */
export function RowsOfPhone<T extends RaRecord>({ rows, busy, isStale, small, to, bulk, selection }: ShownRows<T>) {
  const translate = useTranslate();
  return (
    <List aria-busy={busy} disablePadding sx={{ opacity: isStale ? 0.5 : 1 }}>
      {!rows && placeholders.map((row) => (
        <ListItem key={row} aria-hidden divider><ListItemText primary={<Skeleton width="60%" />} secondary={<Skeleton width="40%" />} /></ListItem>
      ))}
      {rows?.map((record) => {
        const { first, second, right } = small(record);
        return (
          <ListItem key={record.id} divider sx={{ flexWrap: 'wrap', columnGap: 1 }}>
            {bulk && (
              <Checkbox
                edge="start"
                checked={selection.has(record)}
                onChange={() => selection.toggle(record)}
                slotProps={{ input: { 'aria-label': translate('ui.bulk.selectOne', { name: bulk[0]?.name(record) }) } }}
              />
            )}
            <ListItemText
              primary={to ? <Link to={to(record)}>{first}</Link> : first}
              secondary={second}
              slotProps={{ secondary: { component: 'div' } }}
              sx={{ overflowWrap: 'anywhere', flex: '1 1 50%', minWidth: 0 }}
            />
            {right && <Box>{right}</Box>}
          </ListItem>
        );
      })}
    </List>
  );
}
