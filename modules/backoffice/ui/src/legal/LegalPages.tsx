import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { CommandDialog } from '../ui/CommandDialog';
import { Commands, Part } from '../ui/DetailPage';
import { FormDialog } from '../ui/FormDialog';
import { PreviewButton } from '../ui/PreviewButton';
import { ProblemAlert } from '../ui/Problem';

type Page = Schemas['Page'];
type Summary = Schemas['PageSummary'];

const path = '/v1/admin/pages';
const kinds = ['imprint', 'terms', 'privacy', 'withdrawal', 'shipping'] as const;

/** What the law wants a shop to say, in each of its languages. */
export default function LegalPages() {
  const translate = useTranslate();
  const settings = useQuery({
    queryKey: ['settings', 'groups'],
    queryFn: ({ signal }) => call<Schemas['Settings']>('/v1/admin/settings', { signal }),
    retry: false,
  });
  const pages = useQuery({
    queryKey: ['pages'],
    queryFn: ({ signal }) => call<{ data: Summary[] }>(path, { signal }),
    retry: false,
  });
  const error = settings.error ?? pages.error;
  const isReady = settings.data && pages.data;
  const retry = () => void Promise.all([settings.refetch(), pages.refetch()]);
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 800 }}>
      <Title title={translate('legal.title')} />
      <Typography>{translate('legal.text')}</Typography>
      {error && <ProblemAlert error={error} retry={retry} />}
      {!isReady && !error && <Skeleton variant="rounded" height={600} />}
      {isReady && kinds.map((kind) => (
        <Part key={kind} title={translate(`legal.kinds.${kind}`)}>
          <Stack spacing={2}>
            {settings.data.groups.profile.values.locales.map((locale) => (
              <InLanguage key={locale} kind={kind} locale={locale} page={pages.data.data.find((p) => p.kind === kind && p.locale === locale)} />
            ))}
          </Stack>
        </Part>
      ))}
    </Stack>
  );
}

/** A page in a language: what of it is published, and what can be done with it. */
function InLanguage({ kind, locale, page }: { kind: string; locale: string; page?: Summary }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'publish' | 'read' | null>(null);
  const close = () => setOpen(null);
  const reread = () => {
    close();
    void queries.invalidateQueries({ queryKey: ['pages'] });
    void queries.invalidateQueries({ queryKey: ['settings'] });
  };
  const language = translate(`legal.languages.${locale}`);
  const named = { page: translate(`legal.kinds.${kind}`), language };
  const at = `${path}/${kind}/${locale}`;
  const isPublished = Boolean(page?.publishedOn);
  const state = isPublished
    ? translate('legal.published', { title: page!.title, version: page!.version, day: page!.publishedOn!, slug: page!.slug })
    : translate('legal.unpublished');
  const button = (what: 'edit' | 'publish' | 'read') => (
    <Button variant={what === 'publish' ? 'contained' : 'outlined'} onClick={() => setOpen(what)} aria-label={translate(`legal.${what}.of`, named)}>
      {translate(`legal.${what}.button`)}
    </Button>
  );
  const dialogs = { edit: EditDialog, publish: PublishDialog, read: ReadDialog };
  const Opened = open && dialogs[open];
  return (
    <Box>
      <Typography variant="subtitle1" component="h3">{language}</Typography>
      <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {state}{page?.hasDraft && ` ${translate('legal.hasDraft')}`}
      </Typography>
      <Commands>
        {isPublished && button('read')}
        {may('settings:write') && button('edit')}
        {may('settings:write') && page?.hasDraft && button('publish')}
        {may('settings:write') && page?.hasDraft && <PreviewButton path={`${at}/preview`} texts="legal.preview" of={named} />}
        {may('settings:write') && (isPublished || page?.hasDraft) && (
          <CommandButton<null> text="legal.remove" values={named} path={at} method="DELETE" danger onDone={reread} about={`${kind}/${locale}`} />
        )}
      </Commands>
      {Opened && (
        <WithPage path={at} isThere={page !== undefined} onClose={close}>
          {(loaded) => <Opened path={at} page={loaded} named={named} onDone={reread} onClose={close} />}
        </WithPage>
      )}
    </Box>
  );
}

/** Reads the page, if there is one, before its dialog opens. */
function WithPage({ path: at, isThere, onClose, children }: { path: string; isThere: boolean; onClose: () => void; children: (page: Page | null) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['pages', at],
    queryFn: ({ signal }) => call<Page>(at, { signal }),
    enabled: isThere,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <ProblemAlert error={error} retry={onClose} />;
  if (isThere && !data) return null;
  return children(data ?? null);
}

interface DialogProps {
  path: string;
  page: Page | null;
  named: { page: string; language: string };
  onDone: () => void;
  onClose: () => void;
}

function EditDialog({ path: at, page, named, onDone, onClose }: DialogProps) {
  const translate = useTranslate();
  const valuesOf = (p: Page) => ({ ...(p.draft ?? p.published), slug: p.slug, version: p.revision });
  return (
    <FormDialog<Page>
      path={at}
      method="PUT"
      title={translate('legal.edit.title', named)}
      submit={translate('legal.edit.submit')}
      fields={[
        { name: 'title', label: translate('legal.fields.title'), required: true },
        { name: 'text', label: translate('legal.fields.text'), kind: 'long', required: true, help: translate('legal.help.text') },
        { name: 'slug', label: translate('legal.fields.slug'), help: translate('legal.help.slug'), taken: 'slug_taken' },
      ]}
      initial={page ? valuesOf(page) : undefined}
      reread={async () => valuesOf(await call<Page>(at))}
      omitEmpty={!page}
      about={at.slice(path.length + 1)}
      done={() => translate('legal.edit.done', named)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function PublishDialog({ path: at, page, named, onDone, onClose }: DialogProps) {
  const translate = useTranslate();
  if (!page?.draft) return null;
  return (
    <CommandDialog<Page>
      path={`${at}/publish`}
      method="POST"
      version={page.revision}
      title={translate('legal.publish.title', named)}
      submit={translate('legal.publish.button')}
      about={at.slice(path.length + 1)}
      done={() => translate('legal.publish.done', named)}
      onRefused={onDone}
      onDone={onDone}
      onClose={onClose}
    >
      <Rendered title={page.draft.title} html={page.draft.html} />
    </CommandDialog>
  );
}

/** What everybody reads, and which versions there were. */
function ReadDialog({ page, named, onClose }: DialogProps) {
  const translate = useTranslate();
  const heading = useId();
  if (!page?.published) return null;
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm">
      <DialogTitle id={heading}>{translate('legal.read.title', named)}</DialogTitle>
      <DialogContent>
        <Rendered title={page.published.title} html={page.published.html} />
        <Typography variant="subtitle1" component="h3" sx={{ mt: 2 }}>{translate('legal.versions')}</Typography>
        <Stack component="ul" sx={{ m: 0, pl: 3 }}>
          {page.versions.map((v) => (
            <li key={v.version}>
              {translate(v.by ? 'legal.versionBy' : 'legal.version', { version: v.version, day: v.publishedOn, name: v.by?.name ?? '' })}
            </li>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions><Button onClick={onClose} autoFocus>{translate('legal.read.close')}</Button></DialogActions>
    </Dialog>
  );
}

/** A page as buyers see its words. The service renders it, without any HTML of the text's own. */
function Rendered({ title, html }: { title: string; html: string }) {
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, overflowWrap: 'anywhere', '& img': { maxWidth: '100%' }, '& table': { display: 'block', overflowX: 'auto' } }}>
      <Typography variant="h6" component="p">{title}</Typography>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Box>
  );
}
