import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Table, TableBody, TableCell, TableRow } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { SearchDialog } from './SearchDialog';

const search = new EventTarget();

/** Opens the search of everything. */
export function openSearch() {
  search.dispatchEvent(new Event('open'));
}

/** The keys that work on every page. None does while who uses the page types, or in a dialog. */
export function Keys() {
  const [open, setOpen] = useState<'search' | 'help' | null>(null);
  const close = () => setOpen(null);
  useEffect(() => {
    const onOpen = () => setOpen('search');
    search.addEventListener('open', onOpen);
    return () => search.removeEventListener('open', onOpen);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = actionOf(event);
      if (!act) return;
      event.preventDefault();
      if (act === 'field') focusSearch();
      else setOpen(act);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
    </>
  );
}

/** What a key does on a page, or null. */
function actionOf(event: KeyboardEvent): 'search' | 'help' | 'field' | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return null;
  const types = at.isContentEditable || at.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
  if (types && !at.matches('[data-search]')) return null;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return 'search';
  if (types || event.ctrlKey || event.metaKey) return null;
  if (event.key === '?') return 'help';
  return event.key === '/' ? 'field' : null;
}

/** Goes to the search field of the page, or else to the search of everything. */
function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  if (!field) return openSearch();
  field.focus();
  field.select();
}

function Help({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const ctrl = translate('layout.shortcuts.ctrl');
  const keys = [['/', 'field'], [`${ctrl} + K`, 'search'], ['?', 'help'], ['Esc', 'escape'], ['Tab', 'tab']] as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('layout.shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Table size="small">
          <TableBody>
            {keys.map(([key, text]) => (
              <TableRow key={key}>
                <TableCell component="th" scope="row"><kbd>{key}</kbd></TableCell>
                <TableCell>{translate(`layout.shortcuts.${text}`)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions><Button onClick={onClose} autoFocus>{translate('ui.command.close')}</Button></DialogActions>
    </Dialog>
  );
}
