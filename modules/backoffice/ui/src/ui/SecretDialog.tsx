import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';

/** Shows what is shown only once. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const heading = useId();
  const copy = () => navigator.clipboard.writeText(secret).then(() => notify('ui.secret.copied'));
  return (
    <Dialog open aria-labelledby={heading} fullWidth maxWidth="sm">
      <DialogTitle id={heading}>{title}</DialogTitle>
      <DialogContent>
        <Typography gutterBottom>{translate('ui.secret.text')}</Typography>
        <Typography component="code" data-testid="secret" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{secret}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={copy}>{translate('ui.secret.copy')}</Button>
        <Button onClick={onClose} variant="contained">{translate('ui.secret.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
