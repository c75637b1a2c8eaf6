import { Button, Paper, Typography } from '@mui/material';
import { useIsOffline, useTranslate } from 'react-admin';
import { Commands } from './DetailPage';

interface Props {
  /** What the button says that saves. */
  save: string;
  dirty: boolean;
  busy: boolean;
  /** Why what was typed cannot be saved as it stands. */
  blocked?: string;
  onSave: () => void;
  onUndo: () => void;
}

/**
 * Saves what was changed on a page, or undoes it, at the lower edge of the window. What has the
 * focus is not below it (theme).
 */
export function SaveBar({ save, dirty, busy, blocked, onSave, onUndo }: Props) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  return (
    <Paper className="save-bar" elevation={dirty ? 4 : 0} sx={{ position: 'sticky', bottom: 0, zIndex: 1, p: 1 }}>
      <Commands>
        <Button variant="contained" disabled={busy || !dirty || isOffline || blocked !== undefined} onClick={onSave}>{save}</Button>
        <Button disabled={busy || !dirty} onClick={onUndo}>{translate('ui.save.undo')}</Button>
        <Typography role="status" sx={{ alignSelf: 'center' }}>{dirty && (blocked ?? translate('ui.save.unsaved'))}</Typography>
      </Commands>
    </Paper>
  );
}
