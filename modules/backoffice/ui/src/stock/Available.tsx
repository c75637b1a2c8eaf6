import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Level } from './level';

/** Units that can be sold, marked when they are few or none. */
export function Available({ units, level }: { units: number; level: Level }) {
  const translate = useTranslate();
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {level && (
        <Chip
          size="small"
          variant="outlined"
          component="span"
          color={level === 'out' ? 'error' : 'warning'}
          label={translate(`stock.levels.${level}`)}
          sx={{ mr: 1 }}
        />
      )}
      {units}
    </span>
  );
}
