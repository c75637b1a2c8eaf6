import DeleteIcon from '@mui/icons-material/Delete';
import { Autocomplete, Button, IconButton, MenuItem, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { compareAtKindValues, contentUnitValues } from '../../generated/schema';
import { useEuros } from '../ui/Money';
import { Picture } from '../ui/Picture';
import type { TabProps } from './BasicsTab';
import { type Draft, type DraftVariant, leftOut, mediaIdOf, type Option, priceRanges, type Product, tierFault, valuesOf, withOptions } from './draft';
import { Field, useFault } from './fields';
import { LeaveOutDialog } from './LeaveOutDialog';

interface Props extends TabProps {
  setDraft: (draft: Draft) => void;
  /** The product as it is stored: what is available of each variant. */
  stored?: Product;
}

/** Options, and the variants that they make. */
export function VariantsTab({ draft, change, setDraft, readOnly, stored }: Props) {
  const translate = useTranslate();
  const ids = draft.images.map(mediaIdOf);
  const pictures = draft.images.flatMap((image, i) => {
    const mediaId = ids[i];
    return mediaId && ids.indexOf(mediaId) === i ? [{ mediaId, url: image.url, name: image.alt || translate('products.editor.picture', { number: i + 1 }) }] : [];
  });
  const set = (i: number, changes: Partial<DraftVariant>) => change({ variants: draft.variants.map((v, j) => (i === j ? { ...v, ...changes } : v)) });
  return (
    <Stack spacing={2}>
      <Options draft={draft} setDraft={setDraft} readOnly={readOnly} />
      <TableContainer tabIndex={0} role="region" aria-label={translate('products.variants')}>
        <Table size="small" sx={{ '& td': { verticalAlign: 'top' } }}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('products.options')}</TableCell>
              <TableCell>{translate('ui.words.sku')}</TableCell>
              <TableCell>{translate('products.editor.gtin')}</TableCell>
              <TableCell>{translate('products.editor.price')}</TableCell>
              <TableCell>{translate('products.editor.compareAt')}</TableCell>
              <TableCell>{translate('products.editor.content')}</TableCell>
              <TableCell>{translate('products.editor.weight')}</TableCell>
              {pictures.length > 0 && <TableCell>{translate('products.editor.shownBy')}</TableCell>}
              <TableCell>{translate('products.editor.tiers')}</TableCell>
              <TableCell align="right">{translate('ui.words.available')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {draft.variants.map((v, i) => (
              <VariantRow
                key={v.id ?? JSON.stringify(v.options)}
                variant={v}
                at={`/variants/${i}`}
                number={i + 1}
                set={(changes) => set(i, changes)}
                readOnly={readOnly}
                pictures={pictures}
                stored={stored?.variants.find((s) => s.id === v.id)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Stack>
  );
}

function Options({ draft, setDraft, readOnly }: { draft: Draft; setDraft: (draft: Draft) => void; readOnly: boolean }) {
  const translate = useTranslate();
  const { options } = draft;
  const [asked, setAsked] = useState<Draft | null>(null);
  /** Takes other options; stored variants that these leave out are asked for. */
  const take = (other: Option[]) => {
    const next = withOptions(draft, other);
    if (leftOut(draft, next).length > 0) setAsked(next);
    else setDraft(next);
  };
  const set = (i: number, changes: object) => take(options.map((o, j) => (i === j ? { ...o, ...changes } : o)));
  return (
    <Stack spacing={1}>
      {asked && (
        <LeaveOutDialog
          variants={leftOut(draft, asked)}
          onConfirm={() => {
            setDraft(asked);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {options.map((o, i) => (
        <Stack key={i} direction="row" spacing={1} useFlexGap role="group" aria-label={`${translate('products.editor.option')} ${o.name}`} sx={{ flexWrap: 'wrap' }}>
          <Field pointer={`/options/${i}/name`} label={translate('products.editor.optionName')} value={o.name} onChange={(name) => set(i, { name })} disabled={readOnly} />
          <OptionValues at={`/options/${i}/values`} values={o.values} set={(values) => set(i, { values })} readOnly={readOnly} />
          {!readOnly && (
            <IconButton aria-label={translate('products.editor.removeOption', { name: o.name })} onClick={() => take(options.filter((_, j) => j !== i))}>
              <DeleteIcon />
            </IconButton>
          )}
        </Stack>
      ))}
      {!readOnly && (
        <div>
          <Button variant="outlined" disabled={options.length >= 5} onClick={() => setDraft({ ...draft, options: [...options, { name: '', values: [] }] })}>
            {translate('products.editor.addOption')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function OptionValues({ at, values, set, readOnly }: { at: string; values: string[]; set: (values: string[]) => void; readOnly: boolean }) {
  const translate = useTranslate();
  const fault = useFault(at);
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      size="small"
      disabled={readOnly}
      options={[] as string[]}
      value={values}
      onChange={(_, typed) => set(valuesOf(typed))}
      renderInput={(params) => <TextField {...params} label={translate('products.editor.values')} error={fault !== undefined} helperText={fault ?? translate('products.editor.valuesHelp')} />}
      sx={{ flexGrow: 1, minWidth: 200 }}
    />
  );
}

interface RowProps {
  variant: DraftVariant;
  at: string;
  number: number;
  set: (changes: Partial<DraftVariant>) => void;
  readOnly: boolean;
  /** The product's pictures that a variant may have as its own. */
  pictures: { mediaId: string; url: string; name: string }[];
  /** The variant as it is stored. */
  stored?: Product['variants'][number];
}

/** How units are written. */
const symbols: Record<string, string> = { m2: 'm²', m3: 'm³' };

/** The fields that hold no amount. */
const modes: Record<string, 'text' | 'numeric'> = { sku: 'text', gtin: 'numeric' };

function VariantRow({ variant: v, at, number, set, readOnly, pictures, stored }: RowProps) {
  const translate = useTranslate();
  const available = stored?.available;
  const fault = useFault(`${at}/options`);
  const name = Object.values(v.options).join(' · ') || translate('products.editor.variant', { number });
  const input = (field: 'sku' | 'gtin' | 'price' | 'compareAtPrice' | 'weightGrams' | 'contentAmount', label: string) => (
    <Field
      variant="standard"
      pointer={`${at}/${field === 'contentAmount' ? 'content/amount' : field}`}
      value={v[field]}
      onChange={(value) => set({ [field]: value })}
      disabled={readOnly}
      slotProps={{ htmlInput: { 'aria-label': `${label}, ${name}`, inputMode: modes[field] ?? 'decimal' } }}
      sx={{ minWidth: field in modes ? 120 : 80 }}
    />
  );
  const select = (field: 'compareAtKind' | 'contentUnit', pointer: string, label: string, items: [value: string, text: string][]) => (
    <Field
      select
      variant="standard"
      pointer={`${at}/${pointer}`}
      value={v[field]}
      onChange={(value) => set({ [field]: value })}
      disabled={readOnly}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': `${label}, ${name}` } }}
      sx={{ minWidth: 64 }}
    >
      {items.map(([value, text]) => <MenuItem key={value} value={value}>{text}</MenuItem>)}
    </Field>
  );
  return (
    <TableRow>
      <TableCell>{name}{fault && <Typography variant="body2" color="error">{fault}</Typography>}</TableCell>
      <TableCell>{input('sku', translate('ui.words.sku'))}</TableCell>
      <TableCell>{input('gtin', translate('products.editor.gtin'))}</TableCell>
      <TableCell>{input('price', translate('products.editor.price'))}</TableCell>
      <TableCell>
        <Stack spacing={1}>
          {input('compareAtPrice', translate('products.editor.compareAt'))}
          {select('compareAtKind', 'compareAtKind', translate('products.editor.compareAtKind'), compareAtKindValues.map((kind) => [kind, translate(`products.editor.compareAtKinds.${kind}`)]))}
          <Lowest of={stored} />
        </Stack>
      </TableCell>
      <TableCell>
        <Stack direction="row" spacing={1}>
          {input('contentAmount', translate('products.editor.content'))}
          {select('contentUnit', 'content/unit', translate('products.editor.unit'), [['', '–'], ...contentUnitValues.map((unit): [string, string] => [unit, symbols[unit] ?? unit])])}
        </Stack>
      </TableCell>
      <TableCell>{input('weightGrams', translate('products.editor.weight'))}</TableCell>
      {pictures.length > 0 && (
        <TableCell>
          <Field
            select
            variant="standard"
            pointer={`${at}/mediaId`}
            value={pictures.some((p) => p.mediaId === v.mediaId) ? v.mediaId : ''}
            onChange={(mediaId) => set({ mediaId: mediaId || null })}
            disabled={readOnly}
            slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': `${translate('products.editor.shownBy')}, ${name}` } }}
            sx={{ minWidth: 120, maxWidth: 200 }}
          >
            <MenuItem value="">{translate('products.editor.first')}</MenuItem>
            {pictures.map((p) => (
              <MenuItem key={p.mediaId} value={p.mediaId}>
                <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center', minWidth: 0 }}>
                  <Picture url={p.url} name={p.name} />
                  <Typography component="span" noWrap>{p.name}</Typography>
                </Stack>
              </MenuItem>
            ))}
          </Field>
        </TableCell>
      )}
      <TableCell><Tiers variant={v} at={at} name={name} set={set} readOnly={readOnly} /></TableCell>
      <TableCell align="right">{available === undefined ? '–' : <Link to={`/stock?filter=${encodeURIComponent(JSON.stringify({ q: v.sku }))}`}>{available}</Link>}</TableCell>
    </TableRow>
  );
}

/** The lowest price of the 30 days before a reduction: no former price above it is shown. */
function Lowest({ of: v }: { of: RowProps['stored'] }) {
  const translate = useTranslate();
  const euros = useEuros();
  const [locale] = useLocaleState();
  if (!v?.reducedSince) return null;
  const since = new Date(v.reducedSince).toLocaleDateString(locale === 'de' ? 'de-DE' : 'en-IE');
  return (
    <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 200 }}>
      {v.lowestPrice30d === null ? translate('products.editor.noLowest', { since }) : translate('products.editor.lowest', { since, price: euros(v.lowestPrice30d) })}
    </Typography>
  );
}

/** Prices from a quantity on, checked while they are typed, and what each quantity then costs. */
function Tiers({ variant: v, at, name, set, readOnly }: { variant: DraftVariant; at: string; name: string; set: RowProps['set']; readOnly: boolean }) {
  const translate = useTranslate();
  const euros = useEuros();
  const refused = useFault(`${at}/wholesalePrices`);
  const [locale] = useLocaleState();
  const fault = tierFault(v.price, v.tiers, locale);
  const change = (i: number, changes: object) => set({ tiers: v.tiers.map((t, j) => (i === j ? { ...t, ...changes } : t)) });
  const ranges = priceRanges(v, locale).map((r) => translate(r.to === null ? 'products.editor.rangeOpen' : 'products.editor.range', { from: r.from, to: r.to, price: euros(r.price) }));
  return (
    <Stack spacing={1} sx={{ minWidth: 220 }}>
      {v.tiers.map((t, i) => (
        <Stack key={i} direction="row" spacing={1}>
          <Field
            variant="standard" pointer={`${at}/wholesalePrices/${i}/minQuantity`} value={t.minQuantity} disabled={readOnly}
            onChange={(minQuantity) => change(i, { minQuantity })}
            slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': `${translate('products.editor.from')} ${i + 1}, ${name}` } }}
          />
          <Field
            variant="standard" pointer={`${at}/wholesalePrices/${i}/price`} value={t.price} disabled={readOnly}
            onChange={(price) => change(i, { price })}
            slotProps={{ htmlInput: { inputMode: 'decimal', 'aria-label': `${translate('products.editor.price')} ${i + 1}, ${name}` } }}
          />
          {!readOnly && (
            <IconButton size="small" aria-label={translate('products.editor.remove', { name: `${translate('products.editor.from')} ${t.minQuantity}` })} onClick={() => set({ tiers: v.tiers.filter((_, j) => j !== i) })}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          )}
        </Stack>
      ))}
      {(refused || fault) && <Typography variant="body2" color="error" role="status">{refused ?? translate(`products.editor.tierFaults.${fault}`)}</Typography>}
      {v.tiers.length > 0 && !fault && <Typography variant="body2">{translate('products.editor.preview')} {ranges.join(' · ')}</Typography>}
      {!readOnly && (
        <div>
          <Button size="small" aria-label={`${translate('products.editor.addTier')}, ${name}`} onClick={() => set({ tiers: [...v.tiers, { minQuantity: '', price: '' }] })}>
            {translate('products.editor.addTier')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
