import { Autocomplete, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useContext, useId } from 'react';
import { useTranslate } from 'react-admin';
import { productConditionValues } from '../../generated/schema';
import { useFaultText } from '../ui/faults';
import type { TabProps } from './BasicsTab';
import { tagsOf } from './draft';
import { Faults, Field } from './fields';

/** How much search engines show, in characters. */
const shown = { title: 60, description: 160 };

/** What a product is found by, in the shop and elsewhere. */
export function SearchTab({ draft, change, readOnly }: TabProps) {
  const translate = useTranslate();
  const heading = useId();
  const { seo } = draft;
  const field = (name: 'title' | 'description') => (
    <Field
      pointer={`/seo/${name}`} label={translate(`products.found.${name}`)} value={seo[name]} onChange={(value) => change({ seo: { ...seo, [name]: value } })}
      helperText={translate(`products.found.${name}Help`, { count: seo[name].trim().length, most: shown[name] })} multiline={name === 'description'} disabled={readOnly}
    />
  );
  return (
    <Stack spacing={3}>
      <Tags tags={draft.tags} set={(tags) => change({ tags })} readOnly={readOnly} />
      <Stack spacing={2} role="group" aria-labelledby={heading}>
        <Typography id={heading} variant="subtitle1" component="h2">{translate('products.found.engines')}</Typography>
        {field('title')}
        {field('description')}
      </Stack>
      <Field pointer="/mpn" label={translate('products.found.mpn')} value={draft.mpn} onChange={(mpn) => change({ mpn })} helperText={translate('products.found.mpnHelp')} disabled={readOnly} />
      <Field pointer="/condition" label={translate('products.found.condition')} value={draft.condition} onChange={(condition) => change({ condition })} select disabled={readOnly}>
        {productConditionValues.map((v) => <MenuItem key={v} value={v}>{translate(`products.found.conditions.${v}`)}</MenuItem>)}
      </Field>
    </Stack>
  );
}

function Tags({ tags, set, readOnly }: { tags: string[]; set: (tags: string[]) => void; readOnly: boolean }) {
  const translate = useTranslate();
  const text = useFaultText();
  const fault = useContext(Faults).find((f) => /^\/tags(\/|$)/.test(f.pointer));
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      size="small"
      disabled={readOnly}
      options={[] as string[]}
      value={tags}
      onChange={(_, typed) => set(tagsOf(typed))}
      renderInput={(params) => <TextField {...params} label={translate('products.found.tags')} error={fault !== undefined} helperText={fault ? text(fault) : translate('products.found.tagsHelp')} />}
    />
  );
}
