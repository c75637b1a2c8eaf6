import { Alert, Box, Button, Skeleton, Stack, Tab, Tabs, TextField, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useIsOffline, useTranslate } from 'react-admin';
import { CommandButton } from '../ui/CommandButton';
import { Commands, Part } from '../ui/DetailPage';
import { ProblemAlert } from '../ui/Problem';
import { MailFrame } from './MailFrame';
import { placeholdersOf } from './placeholders';
import { type Group, path, useMailText, type Words } from './useMailText';
import { usePreview } from './usePreview';

interface Props {
  group: Group;
  kind: string;
  locales: string[];
  /** The order that the preview is about; null is a made-up one. */
  orderId: string | null;
  onSaved: () => void;
}

/** What the mails of a kind say in each language, and how they look with it. */
export function TextForm({ group, kind, locales, orderId, onSaved }: Props) {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  const text = useMailText(group, kind, locales, onSaved);
  const [locale, setLocale] = useState(locales[0]!);
  const words = text.draft[locale]!;
  const preview = usePreview(kind, locale, words, orderId);
  const isFaulty = (l: string) => Boolean(text.faultOf(l, 'subject') ?? text.faultOf(l, 'intro'));
  const named = { kind: translate(`ui.mailKinds.${kind}`), language: translate(`mailtexts.languages.${locale}`) };
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' } }}>
      <Part title={named.kind}>
        <Stack component="form" noValidate spacing={2} onSubmit={(event) => {
          event.preventDefault();
          void text.save();
        }}>
          <Tabs value={locale} onChange={(_, chosen: string) => setLocale(chosen)}>
            {locales.map((l) => (
              <Tab key={l} value={l} label={translate(`mailtexts.languages.${l}`)} sx={isFaulty(l) ? { color: 'error.main' } : undefined} />
            ))}
          </Tabs>
          <Fields
            key={locale}
            kind={kind}
            words={words}
            change={(changed) => text.change(locale, changed)}
            faultOf={(member) => preview.faultOf(member) ?? text.faultOf(locale, member)}
          />
          {text.theirWords && (
            <Alert severity="warning">
              <Typography>{translate('mailtexts.theirs')}</Typography>
              {locales.map((l) => <Theirs key={l} language={translate(`mailtexts.languages.${l}`)} words={text.theirWords![l]!} />)}
              <Commands>
                <Button color="inherit" onClick={text.keepMine}>{translate('ui.conflict.mine')}</Button>
                <Button color="inherit" onClick={text.takeTheirs}>{translate('ui.conflict.theirs')}</Button>
              </Commands>
            </Alert>
          )}
          {text.error !== null && <ProblemAlert error={text.error} placed={['texts']} />}
          <Commands>
            <Button type="submit" variant="contained" disabled={!text.dirty || text.busy || isOffline}>{translate('ui.list.save')}</Button>
            <Button onClick={text.undo} disabled={!text.dirty || text.busy}>{translate('mailtexts.undo')}</Button>
          </Commands>
        </Stack>
      </Part>
      <Part title={translate('mailtexts.preview', named)}>
        <Stack spacing={2}>
          {preview.error && <ProblemAlert error={preview.error} retry={preview.refetch} />}
          {!preview.mail && !preview.error && <Skeleton variant="rounded" height={480} />}
          {preview.mail && (
            <>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{translate('mailtexts.subjectIs', { subject: preview.mail.subject })}</Typography>
              <MailFrame html={preview.mail.html} title={translate('mailtexts.preview', named)} />
              <details>
                <summary>{translate('mailtexts.plain')}</summary>
                <Box component="pre" tabIndex={0} aria-label={translate('mailtexts.plain')} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {preview.mail.text}
                </Box>
              </details>
            </>
          )}
          <Commands>
            <CommandButton<{ to: string }>
              text="mailtexts.test"
              values={named}
              path={`${path}/test`}
              body={{ kind, locale, orderId }}
              done={({ to }) => translate('mailtexts.test.done', { to })}
              onDone={() => undefined}
              about="mail"
            />
          </Commands>
        </Stack>
      </Part>
    </Box>
  );
}

interface FieldsProps {
  kind: string;
  words: Words;
  change: (words: Partial<Words>) => void;
  faultOf: (member: keyof Words) => string | undefined;
}

/**
 * Subject and first paragraph, and the placeholders. Those are put into the field that was typed
 * or clicked into last: on the way to them Tab leads through both.
 */
function Fields({ kind, words, change, faultOf }: FieldsProps) {
  const translate = useTranslate();
  const inputs = { subject: useRef<HTMLInputElement>(null), intro: useRef<HTMLInputElement>(null) };
  const [last, setLast] = useState<keyof Words>('subject');
  const insert = (placeholder: string) => {
    const input = inputs[last].current;
    const value = words[last];
    const from = input?.selectionStart ?? value.length;
    change({ [last]: value.slice(0, from) + placeholder + value.slice(input?.selectionEnd ?? from) });
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  const field = (member: keyof Words) => {
    const fault = faultOf(member);
    return (
      <TextField
        label={translate(`mailtexts.${member}`)}
        value={words[member]}
        onChange={(e) => {
          setLast(member);
          change({ [member]: e.target.value });
        }}
        onClick={() => setLast(member)}
        inputRef={inputs[member]}
        multiline={member === 'intro'}
        minRows={member === 'intro' ? 4 : undefined}
        error={fault !== undefined}
        helperText={fault ?? translate(`mailtexts.help.${member}`)}
        fullWidth
      />
    );
  };
  return (
    <>
      {field('subject')}
      {field('intro')}
      <Box role="group" aria-label={translate('mailtexts.insert')}>
        <Typography variant="body2" color="textSecondary">{translate('mailtexts.insert')}</Typography>
        <Commands>
          {placeholdersOf(kind).map((p) => <Button key={p} size="small" variant="outlined" sx={{ textTransform: 'none' }} onClick={() => insert(p)}>{p}</Button>)}
        </Commands>
      </Box>
    </>
  );
}

/** What another admin has saved in a language. */
function Theirs({ language, words }: { language: string; words: Words }) {
  return (
    <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {`${language}: ${[words.subject, words.intro].filter(Boolean).join('\n') || '–'}`}
    </Typography>
  );
}
