import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { call } from '../api';
import { may } from '../providers';
import type { Schemas } from '../types';
import { Part } from '../ui/DetailPage';
import { type Edited, type Field, FormDialog } from '../ui/FormDialog';
import { ProblemAlert } from '../ui/Problem';
import { type Group, groupLines, groupsOf, type Rule, ruleLines, rulesOf } from './lines';
import { LinesField } from './LinesField';

type Synonyms = Schemas['Synonyms'];

const path = '/v1/admin/search/synonyms';

/** The words that find one another in the shop's search. */
export default function SynonymsPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({ queryKey: ['synonyms'], queryFn: ({ signal }) => call<Synonyms>(path, { signal }), retry: false });
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('synonyms.title')} />
      <Typography>{translate('synonyms.text')}</Typography>
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && <Lists of={data} />}
    </Stack>
  );
}

function Lists({ of: synonyms }: { of: Synonyms }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const parts = [['groups', groupLines(synonyms.groups)], ['rules', ruleLines(synonyms.rules)]] as const;
  return (
    <>
      {parts.map(([name, lines]) => (
        <Part key={name} title={translate(`synonyms.${name}`)}>
          <Typography variant="body2" color="textSecondary" gutterBottom>{translate(`synonyms.${name}Text`)}</Typography>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{lines.join('\n') || translate('synonyms.none')}</Typography>
        </Part>
      ))}
      {may('products:write') && <div><Button variant="outlined" onClick={() => setEditing(true)}>{translate('synonyms.edit')}</Button></div>}
      {editing && (
        <FormDialog<Synonyms>
          path={path}
          method="PUT"
          title={translate('synonyms.edit')}
          submit={translate('ui.list.save')}
          fields={fieldsOf(translate)}
          initial={{ ...synonyms }}
          done={() => translate('synonyms.done')}
          onDone={(saved) => {
            setEditing(false);
            queries.setQueryData(['synonyms'], saved);
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

/** Both lists as lines of text. */
function fieldsOf(translate: (key: string) => string): Field[] {
  const field = (name: string, read: (of: unknown) => string, write: (held: unknown) => unknown): Field => ({
    name, read, write, label: translate(`synonyms.${name}`), help: translate(`synonyms.${name}Help`),
    say: (value) => read(value) || '–',
    edit: (edited) => <LinesField key={name} {...(edited as Edited<string>)} />,
  });
  return [
    field('groups', (of) => groupLines((of ?? []) as Group[]).join('\n'), (held) => groupsOf(String(held ?? ''))),
    field('rules', (of) => ruleLines((of ?? []) as Rule[]).join('\n'), (held) => rulesOf(String(held ?? ''))),
  ];
}
