import { Button } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { csvOf } from '../ui/csv';
import { saveFile } from '../ui/saveFile';
import { textOf } from './Sentence';

type Event = Schemas['Event'];

const columns = ['occurredAt', 'event', 'what', 'actor', 'key', 'requestId', 'content'];

/** Saves the events that the list shows as a CSV. */
export function SavePageButton() {
  const translate = useTranslate();
  const { data = [] } = useListContext<Event>();
  const save = () => {
    const rows = data.map((e) => [e.occurredAt, e.name, textOf(translate, e), e.actor, e.key, e.requestId ?? '', JSON.stringify(e.payload)]);
    saveFile(csvOf([columns, ...rows]), 'audit.csv');
  };
  return <Button onClick={save} disabled={data.length === 0}>{translate('audit.save')}</Button>;
}
