import { Alert, Box, Button, Link as MuiLink, MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { colorSchemeValues, fontValues, pictureFitValues, pictureRatioValues } from '../../generated/schema';
import { may } from '../providers';
import { pageOf, useGroups } from '../settings/groups';
import type { Schemas } from '../types';
import { Commands, Part } from '../ui/DetailPage';
import { LocaleTexts, useLanguageNames } from '../ui/LocaleTexts';
import { ProblemAlert } from '../ui/Problem';
import { SaveBar } from '../ui/SaveBar';
import { Blocks } from './Blocks';
import { Colors } from './Colors';
import type { Draft, Group } from './drafts';
import { Columns, Links } from './Links';
import { Targets } from './Targets';
import { type Looks, useLooks } from './useLooks';
import { usePreview } from './usePreview';

/** How the shop's own pages look, and what stands on them, with a preview of what is not saved. */
export default function LooksPage() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data, error, refetch } = useGroups();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1800 }}>
      <Title title={translate('looks.title')} />
      <Typography>
        {translate('looks.text')} <MuiLink component={Link} to={pageOf('profile')}>{translate('looks.logo')}</MuiLink>
      </Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={600} />}
      {data && <Editor group={data.storefront} profile={data.profile.values} onSaved={() => void queries.invalidateQueries({ queryKey: ['settings'] })} />}
    </Stack>
  );
}

function Editor({ group, profile, onSaved }: { group: Group; profile: Schemas['ProfileSettings']; onSaved: () => void }) {
  const looks = useLooks(group, onSaved);
  const { preview, palette, refusal, error, refetch } = usePreview(looks.draft);
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' } }}>
      <Targets />
      <Form looks={looks} shown={palette} />
      <Box sx={{ position: { lg: 'sticky' }, top: { lg: 64 } }}>
        <Preview url={preview?.url} isMade={preview !== null} profile={profile} refusal={refusal} error={error} retry={() => void refetch()} />
      </Box>
    </Box>
  );
}

/** All that can be chosen. */
function Form({ looks, shown }: { looks: Looks; shown?: Schemas['ColorPalette'] }) {
  const translate = useTranslate();
  const { draft, change, refused } = looks;
  const below = (name: string) => (part: string, exactly?: boolean) => refused(part ? `${name}/${part}` : name, exactly);
  const choice = (name: 'font' | 'ratio' | 'fit' | 'scheme', values: readonly string[]) => (
    <TextField
      select
      label={translate(`looks.${name}.label`)}
      value={draft[name]}
      onChange={(event) => change(name, event.target.value)}
      error={refused(name) !== undefined}
      helperText={refused(name)}
    >
      {values.map((value) => <MenuItem key={value} value={value}>{translate(`looks.${name}.${value.replace('/', 'x')}`)}</MenuItem>)}
    </TextField>
  );
  const words = (name: 'notices' | 'footerTexts') => (
    <LocaleTexts
      names={[{ name: 'text', label: translate(`looks.${name}.label`), help: translate(`looks.${name}.help`) }]}
      texts={draft[name]}
      onChange={(texts) => change(name, texts)}
      refused={(part) => refused(`${name}/${part}`)}
    />
  );
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => {
      event.preventDefault();
      void looks.save();
    }}>
      <Part title={translate('looks.parts.style')}>
        <Stack spacing={2}>
          <Colors draft={draft} onChange={change} refused={refused} shown={shown} />
          {choice('scheme', colorSchemeValues)}
          {choice('font', fontValues)}
          <TextField
            label={translate('looks.radius')}
            value={draft.radius}
            onChange={(event) => change('radius', event.target.value)}
            error={refused('radius') !== undefined}
            helperText={refused('radius') ?? translate('looks.radiusHelp')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
          {choice('ratio', pictureRatioValues)}
          {choice('fit', pictureFitValues)}
        </Stack>
      </Part>
      <Part title={translate('looks.parts.home')}>
        <Blocks value={draft.home} onChange={(home, part) => change('home', home, part)} refused={below('home')} />
      </Part>
      <Part title={translate('looks.parts.head')}>
        <Stack spacing={2}>
          {words('notices')}
          <Links
            label={translate('looks.menu.label')}
            help={translate('looks.menu.help')}
            value={draft.menu}
            onChange={(menu, part) => change('menu', menu, part)}
            refused={below('menu')}
          />
        </Stack>
      </Part>
      <Part title={translate('looks.parts.foot')}>
        <Stack spacing={2}>
          {words('footerTexts')}
          <Columns
            label={translate('looks.column.label')}
            help={translate('looks.column.help')}
            value={draft.footerColumns}
            onChange={(columns, part) => change('footerColumns', columns, part)}
            refused={below('footerColumns')}
          />
        </Stack>
      </Part>
      {looks.isConflict && (
        <Alert severity="warning">
          <Typography>{translate('looks.theirs')}</Typography>
          <Commands>
            <Button color="inherit" onClick={looks.keepMine}>{translate('ui.conflict.mine')}</Button>
            <Button color="inherit" onClick={looks.takeTheirs}>{translate('ui.conflict.theirs')}</Button>
          </Commands>
        </Alert>
      )}
      {looks.error !== null && <ProblemAlert error={looks.error} placed={placed} />}
      {may('settings:write') && (
        <SaveBar save={translate('ui.list.save')} dirty={looks.dirty} busy={looks.busy} onSave={() => void looks.save()} onUndo={looks.undo} />
      )}
    </Stack>
  );
}

/** The members of the request whose faults are said at their fields. */
const placed: (keyof Draft)[] = ['accent', 'paper', 'ink', 'font', 'radius', 'ratio', 'fit', 'scheme', 'home', 'menu', 'footerColumns', 'footerTexts', 'notices'];

interface PreviewProps {
  /** Where the pages are; null where the service has none. */
  url?: string | null;
  isMade: boolean;
  profile: Schemas['ProfileSettings'];
  refusal: unknown;
  error: unknown;
  retry: () => void;
}

/** As wide as a phone. */
const phone = 390;

/** The shop's pages with what is not saved, in a frame without scripts and forms. */
function Preview({ url, isMade, profile, refusal, error, retry }: PreviewProps) {
  const translate = useTranslate();
  const languageOf = useLanguageNames();
  const [locale, setLocale] = useState<string>(profile.locale);
  const [isNarrow, setIsNarrow] = useState(false);
  const at = url && (locale === profile.locale ? url : `${url}${locale}/`);
  return (
    <Part title={translate('looks.preview.title')}>
      <Stack spacing={1}>
        <Commands>
          {profile.locales.length > 1 && (
            <TextField select size="small" label={translate('looks.preview.language')} value={locale} onChange={(event) => setLocale(event.target.value)} sx={{ minWidth: 140 }}>
              {profile.locales.map((l) => <MenuItem key={l} value={l}>{languageOf(l)}</MenuItem>)}
            </TextField>
          )}
          <Button aria-pressed={isNarrow} variant={isNarrow ? 'contained' : 'outlined'} onClick={() => setIsNarrow(!isNarrow)}>{translate('looks.preview.phone')}</Button>
          {at && <Button component="a" href={at} target="_blank" rel="noreferrer">{translate('looks.preview.open')}</Button>}
        </Commands>
        {error != null && <ProblemAlert error={error} retry={retry} />}
        {refusal != null && (
          <>
            <Typography variant="body2">{translate('looks.preview.last')}</Typography>
            <ProblemAlert error={refusal} />
          </>
        )}
        {!isMade && error == null && refusal == null && <Skeleton variant="rounded" height={600} />}
        {isMade && !at && <Typography>{translate('looks.preview.none')}</Typography>}
        {at && (
          // A new frame for each preview: one that goes to another address would fill the history.
          <Box
            key={at}
            component="iframe"
            src={at}
            title={translate('looks.preview.title')}
            sandbox="allow-same-origin"
            tabIndex={-1} // the link above opens the same for the keyboard
            sx={{ display: 'block', width: isNarrow ? phone : '100%', maxWidth: '100%', height: { xs: 560, lg: 'calc(100vh - 220px)' }, minHeight: 480, mx: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: '#fff' }}
          />
        )}
      </Stack>
    </Part>
  );
}
