import { Button, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LocaleTexts, useTextIn } from '../ui/LocaleTexts';
import { MoveButtons } from '../ui/MoveButtons';
import { useMoves } from '../ui/useMoves';
import { type ColumnDraft, type LinkDraft, newColumn, newLink } from './drafts';
import { targets } from './Targets';

interface Props<T> {
  label: string;
  help?: string;
  value: T[];
  onChange: (value: T[], part?: string) => void;
  refused: (part: string, exactly?: boolean) => string | undefined;
}

/** How many there may be. */
const mostLinks = 10;
const mostColumns = 4;

/** Links in their order. */
export function Links({ label, help, value: links, onChange, refused }: Props<LinkDraft>) {
  const translate = useTranslate();
  const textIn = useTextIn();
  const { list, move } = useMoves(links, (moved) => onChange(moved));
  const set = (i: number, changes: Partial<LinkDraft>, part: string) => onChange(links.map((l, j) => (i === j ? { ...l, ...changes } : l)), `${i}/${part}`);
  const fault = refused('', true);
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ p: 0 }}>{label}</Typography>
      {(fault ?? help) && <Typography variant="body2" color={fault ? 'error' : 'textSecondary'}>{fault ?? help}</Typography>}
      <Stack ref={list} spacing={1}>
        {links.map((l, i) => {
          const name = textIn(l.titles, 'title') || l.link || translate('looks.link.new');
          const link = refused(`${i}/link`);
          const titles = refused(`${i}/titles`, true);
          return (
            <Stack key={l.id} role="group" aria-label={name} spacing={1} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1 }}>
              <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
                <Typography sx={{ flex: '1 1 auto', overflowWrap: 'anywhere' }}>{name}</Typography>
                <Stack direction="row" sx={{ alignItems: 'center', ml: 'auto' }}>
                  <MoveButtons name={name} place={i} last={links.length - 1} move={(to) => move(i, to)} />
                  <Button size="small" aria-label={translate('looks.remove', { name })} onClick={() => onChange(links.filter((other) => other !== l))}>
                    {translate('looks.removeIt')}
                  </Button>
                </Stack>
              </Stack>
              <TextField
                label={translate('looks.link.target')}
                value={l.link}
                onChange={(event) => set(i, { link: event.target.value }, 'link')}
                error={link !== undefined}
                helperText={link ?? translate('looks.link.help')}
                slotProps={{ htmlInput: { list: targets } }}
              />
              <LocaleTexts
                names={[{ name: 'title', label: translate('looks.link.title') }]}
                texts={l.titles}
                onChange={(changed) => set(i, { titles: changed }, 'titles')}
                refused={(part) => refused(`${i}/titles/${part}`)}
              />
              {titles && <Typography variant="body2" color="error">{titles}</Typography>}
            </Stack>
          );
        })}
      </Stack>
      {links.length < mostLinks && (
        <Button sx={{ alignSelf: 'start' }} aria-label={translate('looks.link.addTo', { name: label })} onClick={() => onChange([...links, newLink()])}>
          {translate('looks.link.add')}
        </Button>
      )}
    </Stack>
  );
}

/** The columns of links in the footer. */
export function Columns({ label, help, value: columns, onChange, refused }: Props<ColumnDraft>) {
  const translate = useTranslate();
  const textIn = useTextIn();
  const set = (i: number, changes: Partial<ColumnDraft>, part: string) => onChange(columns.map((c, j) => (i === j ? { ...c, ...changes } : c)), `${i}/${part}`);
  return (
    <Stack component="fieldset" spacing={1} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ p: 0 }}>{label}</Typography>
      {help && <Typography variant="body2" color="textSecondary">{help}</Typography>}
      {columns.map((c, i) => {
        const name = textIn(c.titles, 'title') || translate('looks.column.numbered', { number: i + 1 });
        const titles = refused(`${i}/titles`, true);
        return (
          <Stack key={c.id} role="group" aria-label={name} spacing={1} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1 }}>
            <LocaleTexts
              names={[{ name: 'title', label: translate('looks.column.title') }]}
              texts={c.titles}
              onChange={(changed) => set(i, { titles: changed }, 'titles')}
              refused={(part) => refused(`${i}/titles/${part}`)}
            />
            {titles && <Typography variant="body2" color="error">{titles}</Typography>}
            <Links
              label={translate('looks.column.links', { name })}
              value={c.links}
              onChange={(links, part) => set(i, { links }, part ? `links/${part}` : 'links')}
              refused={(part, exactly) => refused(part ? `${i}/links/${part}` : `${i}/links`, exactly)}
            />
            <Button sx={{ alignSelf: 'start' }} onClick={() => onChange(columns.filter((other) => other !== c))}>{translate('looks.remove', { name })}</Button>
          </Stack>
        );
      })}
      {columns.length < mostColumns && (
        <Button sx={{ alignSelf: 'start' }} onClick={() => onChange([...columns, newColumn()])}>{translate('looks.column.add')}</Button>
      )}
    </Stack>
  );
}
