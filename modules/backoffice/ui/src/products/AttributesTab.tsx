import { MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { allPages } from '../taxonomy/allPages';
import { Choices } from '../ui/Choices';
import { useFaultText } from '../ui/faults';
import { type LocaleText, useTextIn } from '../ui/LocaleTexts';
import { MetadataRows } from '../ui/MetadataRows';
import { ProblemAlert } from '../ui/Problem';
import type { TabProps } from './BasicsTab';
import { type Draft, type DraftValues, sentValues } from './draft';
import { Faults } from './fields';

type Attribute = Schemas['Attribute'];

/** What is said of the product and of its variants by attributes and metadata. */
export function AttributesTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  const { data: attributes, error, refetch } = useQuery({ queryKey: ['attributes', 'all'], queryFn: ({ signal }) => allPages<Attribute>('/v1/admin/attributes', signal), retry: false });
  const faults = useContext(Faults);
  const [chosen, setChosen] = useState<string | null>(null);
  const faulty = faults.map((f) => /^\/(?:variants\/(\d+)\/)?(?:attributes|metadata)/.exec(f.pointer)).find((m) => m !== null);
  const of = chosen ?? faulty?.[1] ?? '';
  const variant = of === '' ? undefined : draft.variants[Number(of)];
  const values = variant ? variant.attributes : draft.attributes;
  const setOne = (changes: Partial<Pick<Draft, 'attributes' | 'metadata'>>) =>
    change(variant ? { variants: draft.variants.map((v) => (v === variant ? { ...v, ...changes } : v)) } : changes);
  const set = (next: DraftValues[]) => setOne({ attributes: next });
  const at = variant ? `/variants/${of}` : '';
  const faultText = useFaultText();
  const refused = (part: string) => {
    const fault = faults.find((f) => f.pointer === (part === '' ? `${at}/metadata` : `${at}/metadata/${part}`));
    return fault && faultText(fault);
  };
  if (error) return <ProblemAlert error={error} retry={refetch} />;
  if (!attributes) return <Skeleton variant="rounded" height={200} aria-busy />;
  return (
    <Stack spacing={2}>
      <TextField
        select size="small" label={translate('products.attributes.of')} value={variant ? of : ''} onChange={(e) => setChosen(e.target.value)}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{translate('products.attributes.product')}</MenuItem>
        {draft.variants.map((v, i) => (
          <MenuItem key={v.id ?? i} value={String(i)}>{Object.values(v.options).join(' · ') || v.sku || translate('products.editor.variant', { number: i + 1 })}</MenuItem>
        ))}
      </TextField>
      {attributes.length === 0 && <Typography>{translate('products.attributes.none')}</Typography>}
      {attributes.map((a) => (
        <Value
          key={`${of} ${a.code}`}
          attribute={a}
          at={`${at}/attributes/${sentValues(values).findIndex((v) => v.code === a.code)}`}
          values={values.find((v) => v.code === a.code)?.values ?? []}
          set={(typed) => set(withValues(values, a, typed))}
          readOnly={readOnly}
        />
      ))}
      <MetadataRows
        key={`metadata ${of}`} label={translate('ui.metadata.title')} value={variant ? variant.metadata : draft.metadata} onChange={(metadata) => setOne({ metadata: metadata ?? [] })}
        refused={refused} readOnly={readOnly}
      />
    </Stack>
  );
}

/** The list with other values of an attribute, which keeps its place. */
function withValues(list: DraftValues[], a: Attribute, values: string[]): DraftValues[] {
  const next = { code: a.code, kind: a.kind, values };
  return list.some((v) => v.code === a.code) ? list.map((v) => (v.code === a.code ? next : v)) : [...list, next];
}

interface ValueProps {
  attribute: Attribute;
  /** The pointer of the values in the request. */
  at: string;
  values: string[];
  set: (values: string[]) => void;
  readOnly: boolean;
}

/** The values of one attribute. */
function Value({ attribute: a, at, values, set, readOnly }: ValueProps) {
  const translate = useTranslate();
  const textIn = useTextIn();
  const faultText = useFaultText();
  const named = (names: Attribute['names']) => textIn(names as unknown as LocaleText[], 'name');
  const fault = useContext(Faults).find((f) => f.pointer === at || f.pointer.startsWith(`${at}/`));
  const label = a.unit ? `${named(a.names)} (${a.unit})` : named(a.names);
  const shown = { label, size: 'small' as const, disabled: readOnly, error: fault !== undefined, helperText: fault && faultText(fault) };
  if (a.kind === 'choice') return <Choices {...shown} options={a.choices.map((c) => ({ value: c.value, label: named(c.names) }))} value={values} onChange={set} />;
  const one = { ...shown, value: values[0] ?? '', onChange: (e: { target: { value: string } }) => set(e.target.value === '' ? [] : [e.target.value]) };
  if (a.kind === 'boolean') {
    return (
      <TextField {...one} select slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}>
        <MenuItem value="">{translate('products.attributes.notSet')}</MenuItem>
        <MenuItem value="true">{translate('ui.conflict.yes')}</MenuItem>
        <MenuItem value="false">{translate('ui.conflict.no')}</MenuItem>
      </TextField>
    );
  }
  if (a.kind === 'date') return <TextField {...one} type="date" slotProps={{ inputLabel: { shrink: true } }} />;
  return <TextField {...one} slotProps={{ htmlInput: { inputMode: a.kind === 'number' ? 'decimal' : 'text' } }} />;
}
