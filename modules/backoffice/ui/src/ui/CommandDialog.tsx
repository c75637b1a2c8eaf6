import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { call } from '../api';
import { ConflictDialog, type Compared, type Values } from './ConflictDialog';
import { type Command, SendDialog } from './SendDialog';

interface Props<T> extends Command<T> {
  /** For a change of a record with a version: what to compare when another admin was faster. */
  edits?: Edits;
}

export interface Edits {
  /** The record that the dialog was opened with. */
  record: Values;
  /** The members of the body. */
  fields: Compared[];
  /** Reads the record of now; by default it is read where it is changed. */
  reread?: () => Promise<Values>;
  /** The members of a record as the body has them; by default they are the same. */
  valuesOf?: (record: Values) => Values;
}

/**
 * Asks before a command and sends it. A change of a record that another admin has changed meanwhile
 * is not lost: both versions are shown, field by field.
 */
export function CommandDialog<T = RaRecord>({ edits, ...command }: Props<T>) {
  const [theirs, setTheirs] = useState<Values | null>(null);
  const version = edits?.record.version as number | undefined;
  if (!edits || version === undefined) return <SendDialog<T> {...command} />;
  const onStale = async () => setTheirs(await (edits.reread ?? (() => call<Values>(command.path)))());
  if (!theirs) return <SendDialog<T> {...command} version={version} onStale={onStale} />;
  return <ConflictDialog<T> key={String(theirs.version)} command={command} edits={edits} theirs={theirs} onStale={onStale} />;
}
