import { Alert, LinearProgress, Stack, Tab, Tabs, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { bulkEditStateValues } from '../../generated/schema';
import { may } from '../providers';
import { useActorName } from '../stock/useActorName';
import type { Schemas } from '../types';
import { CommandButton } from '../ui/CommandButton';
import { Commands, type Detail, DetailPage, Facts, Part } from '../ui/DetailPage';
import { detailIn } from '../ui/faults';
import { RelatedList } from '../ui/RelatedList';
import { Status } from '../ui/Status';
import { Time } from '../ui/Time';
import { useActionText } from './useActionText';

type Edit = Schemas['BulkEdit'];
type Result = Schemas['BulkEditResult'];

/** How often the progress of a bulk edit is read. */
const everyMs = 1000;

/** How far one change of many products has come, what became of each, and its undo. */
export default function BulkEditPage() {
  const translate = useTranslate();
  const textOf = useActionText();
  return (
    <DetailPage<Edit> resource="bulk-edits" title={textOf} none={translate('bulkEdits.none')}>
      {(detail) => <Content key={detail.record.id} {...detail} />}
    </DetailPage>
  );
}

function Content({ record: edit, reread }: Detail<Edit>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const nameOf = useActorName([edit.actor]);
  const isRunning = edit.status === 'running';
  useProgress(isRunning, edit.pending, reread);
  const done = edit.total - edit.pending;
  return (
    <>
      {isRunning && <LinearProgress variant="determinate" value={(100 * done) / edit.total} aria-label={translate('ui.bulk.progress')} />}
      <Typography role="status">{translate('ui.bulk.done', { done, all: edit.total })}</Typography>
      {!isRunning && edit.failed > 0 && <Alert severity="warning">{translate('bulkEdits.someFailed', { smart_count: edit.failed })}</Alert>}
      <Commands>
        {!isRunning && edit.changed > 0 && !edit.undoneBy && may('products:write') && (
          <CommandButton<Edit>
            text="bulkEdits.undo"
            values={{ smart_count: edit.changed }}
            path={`/v1/admin/products/bulk/${edit.id}/undo`}
            onDone={(undo) => navigate(`/bulk-edits/${undo.id}`)}
            onRefused={reread}
          />
        )}
        {!isRunning && edit.undoOf && edit.failed > 0 && !edit.undoneBy && may('products:write') && (
          <CommandButton<Edit>
            text="bulkEdits.goOn"
            values={{ smart_count: edit.failed }}
            path={`/v1/admin/products/bulk/${edit.undoOf}/undo`}
            onDone={reread}
            onRefused={reread}
          />
        )}
      </Commands>
      <Part title={translate('bulkEdits.facts.title')}>
        <Facts
          prefix="bulkEdits.facts"
          of={[
            ['changed', edit.changed], ['unchanged', edit.unchanged], ['changedSince', edit.changedSince], ['failed', edit.failed],
            ['actor', nameOf({ actor: edit.actor, orderId: null })], ['createdAt', <Time key="at" at={edit.createdAt} />],
            ['undoOf', edit.undoOf && <Link key="of" to={`/bulk-edits/${edit.undoOf}`}>{translate('bulkEdits.open')}</Link>],
            ['undoneBy', edit.undoneBy && <Link key="by" to={`/bulk-edits/${edit.undoneBy}`}>{translate('bulkEdits.open')}</Link>],
          ]}
        />
      </Part>
      <Results edit={edit} />
    </>
  );
}

/** Reads the record again while it changes, and the results when it has. */
function useProgress(isRunning: boolean, pending: number, reread: () => void) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reread, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, reread]);
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['related'] });
    void queries.invalidateQueries({ queryKey: ['products'] });
  }, [queries, pending]);
}

function Results({ edit }: { edit: Edit }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const [state, setState] = useState('');
  const why = (result: Result) => {
    if (!result.fault) return '';
    const faults = result.fault.errors.map((e) => `${e.pointer.replace(/^\//, '')}: ${detailIn(locale, e.detail)}`);
    return faults.length > 0 ? faults.join('; ') : translate(`ui.errors.${result.fault.code}`, { _: result.fault.detail });
  };
  return (
    <Part title={translate('bulkEdits.results')}>
      <Stack spacing={1}>
        <Tabs value={state} onChange={(_, value: string) => setState(value)} variant="scrollable" allowScrollButtonsMobile>
          {['', ...bulkEditStateValues].map((value) => <Tab key={value} value={value} label={translate(value ? `bulkEdits.outcomes.${value}` : 'ui.list.all')} />)}
        </Tabs>
        <RelatedList<Result>
          key={state}
          path={`/v1/admin/products/bulk/${edit.id}/results`}
          filter={state ? { state } : undefined}
          keyOf={(result) => result.productId}
          empty={translate('bulkEdits.noResults')}
          perPage={20}
          ordered
          columns={[
            {
              name: 'name', label: translate('ui.words.name'),
              show: (result) => (result.name === null ? result.productId : <Link to={`/products/${result.productId}`}>{result.name}</Link>),
            },
            { name: 'state', label: translate('ui.words.status'), show: (result) => <Status kind="bulkEdits.outcomes" value={result.state} /> },
            { name: 'fault', label: translate('bulkEdits.why'), show: why },
          ]}
        />
      </Stack>
    </Part>
  );
}
