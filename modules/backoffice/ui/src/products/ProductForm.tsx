import { Alert, Badge, Box, Button, Paper, Stack, Tab, Tabs, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type FieldError, Problem } from '../problem';
import { may } from '../providers';
import { Choice } from '../ui/ConflictDialog';
import { Commands } from '../ui/DetailPage';
import { isAnyWrong, sayRow } from '../ui/metadata';
import { ProblemAlert } from '../ui/Problem';
import { SaveBar } from '../ui/SaveBar';
import { AttributesTab } from './AttributesTab';
import { BasicsTab } from './BasicsTab';
import { type Draft, draftOf, type Product } from './draft';
import { Faults } from './fields';
import { HistoryTab } from './HistoryTab';
import { ImagesTab } from './ImagesTab';
import { LegalTab } from './LegalTab';
import { RelatedTab } from './RelatedTab';
import { SearchTab } from './SearchTab';
import { useTaxonomy } from './useProductFilters';
import { differing, useProductForm } from './useProductForm';
import { VariantsTab } from './VariantsTab';

type TabName = 'basics' | 'variants' | 'attributes' | 'images' | 'search' | 'legal' | 'related' | 'history';

/** The tab on which the field of a pointer stands. */
function tabOf(pointer: string): TabName {
  if (/^\/(variants\/\d+\/)?(attributes|metadata)/.test(pointer)) return 'attributes';
  if (/^\/(variants|options)/.test(pointer)) return 'variants';
  if (/^\/(manufacturer|responsiblePerson|safety|withdrawalExcluded)/.test(pointer)) return 'legal';
  if (/^\/(seo|tags|mpn|condition)/.test(pointer)) return 'search';
  return pointer.startsWith('/images') ? 'images' : 'basics';
}

/** A product in tabs, the chosen one in the address. Tabs with a fault are marked. */
export function ProductForm({ product, initial, onSaved }: { product?: Product; initial: Draft; onSaved: (saved: Product) => void }) {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const form = useProductForm(product, initial, onSaved);
  const { draft, faults } = form;
  const readOnly = !may('products:write');
  const tabs: TabName[] = ['basics', 'variants', 'attributes', 'images', 'search', 'legal'];
  if (product) tabs.push('related');
  if (product && may('audit:read')) tabs.push('history');
  const tab = tabs.find((t) => t === search.get('tab')) ?? 'basics';
  const isMetadataWrong = [draft, ...draft.variants].some((part) => isAnyWrong(part.metadata));
  const faulty = new Set(faults.map((f) => tabOf(f.pointer)));
  const show = (chosen: TabName) => setSearch({ tab: chosen }, { replace: true });
  useFirstFault(faults, tab, show);
  const props = { draft, readOnly, change: (changes: Partial<Draft>) => form.change({ ...draft, ...changes }) };
  return (
    <Faults.Provider value={faults}>
      {product?.status === 'archived' && <Alert severity="info">{translate('products.editor.archived')}</Alert>}
      <Paper variant="outlined">
        <Tabs value={tab} onChange={(_, chosen: TabName) => show(chosen)} variant="scrollable" allowScrollButtonsMobile sx={{ '& .MuiTab-root': { px: 1.25 } }}>
          {tabs.map((t) => (
            <Tab key={t} value={t} label={<Badge color="error" variant="dot" invisible={!faulty.has(t)}>{translate(`products.editor.tabs.${t}`)}</Badge>} sx={faulty.has(t) ? { color: 'error.main' } : undefined} />
          ))}
        </Tabs>
        <Box role="tabpanel" sx={{ p: 2 }}>
          {tab === 'basics' && <BasicsTab {...props} />}
          {tab === 'variants' && <VariantsTab {...props} setDraft={form.change} stored={form.stored} />}
          {tab === 'attributes' && <AttributesTab {...props} />}
          {tab === 'images' && <ImagesTab {...props} />}
          {tab === 'search' && <SearchTab {...props} />}
          {tab === 'legal' && <LegalTab {...props} />}
          {tab === 'related' && product && <RelatedTab id={product.id} readOnly={readOnly} onSaved={form.follow} />}
          {tab === 'history' && product && <HistoryTab id={product.id} />}
        </Box>
      </Paper>
      {form.theirs ? <Conflict key={form.theirs.version} form={form} theirs={form.theirs} /> : form.error !== null && <ProblemAlert error={form.error} placed={faultsOf(form.error).filter((f) => hasField.test(f.pointer)).map((f) => f.pointer.slice(1))} />}
      {faults.length > 0 && <Alert severity="error">{translate('products.editor.faults', { smart_count: faults.length })}</Alert>}
      {!readOnly && (
        <SaveBar save={translate('products.editor.save')} dirty={form.dirty} busy={form.busy} blocked={isMetadataWrong ? translate('ui.metadata.blocked') : undefined} onSave={() => void form.save()} onUndo={form.undo} />
      )}
    </Faults.Provider>
  );
}

/** The pointers of fields, which say themselves what is wrong with them. */
const hasField = new RegExp(
  '^/(name|slug|description|status|taxClass|brandId|withdrawalExcluded|safety|manufacturer|responsiblePerson|mpn|condition)$|^/(seo/(title|description)|tags|tags/\\d+)$|^/images/\\d+/(url|alt)$|^/options/\\d+/(name|values)' +
  '|^/(variants/\\d+/)?attributes/\\d+/(code|values)|^/(variants/\\d+/)?metadata(/|$)' +
  '|^/(manufacturer|responsiblePerson)/(name|address|contact)$|^/safety/\\d+/(locale|text)$' +
  '|^/variants/\\d+/(sku|gtin|price|compareAtPrice|compareAtKind|content/(amount|unit)|weightGrams|mediaId|options|wholesalePrices$|wholesalePrices/\\d+/\\w+$)',
);

const faultsOf = (error: unknown) => (error instanceof Problem ? error.errors : []);

/** Leads to the first field that the service has just found wrong: to its tab, and then to it. */
function useFirstFault(faults: FieldError[], tab: TabName, show: (tab: TabName) => void) {
  const handled = useRef(faults);
  useEffect(() => {
    if (faults.length === 0 || handled.current === faults) return;
    if (!faults.some((f) => tabOf(f.pointer) === tab)) return show(tabOf(faults[0]!.pointer));
    handled.current = faults;
    document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
  }, [faults, tab, show]);
}

const labels: Record<string, string> = {
  name: 'ui.words.name', slug: 'ui.words.slug', description: 'products.description', status: 'ui.words.status', taxClass: 'products.filters.tax', brandId: 'products.filters.brand',
  categoryIds: 'products.categories', images: 'products.editor.tabs.images', options: 'products.options', variants: 'products.variants',
  manufacturer: 'products.legal.manufacturer', responsiblePerson: 'products.legal.responsible', safety: 'products.legal.safety', withdrawalExcluded: 'products.legal.withdrawal',
  seo: 'products.found.engines', tags: 'products.found.tags', mpn: 'products.found.mpn', condition: 'products.found.condition', attributes: 'products.editor.tabs.attributes',
  metadata: 'ui.metadata.title',
};

/** Another admin was faster: both versions of what differs, and whose is to stay. */
function Conflict({ form, theirs }: { form: ReturnType<typeof useProductForm>; theirs: Product }) {
  const translate = useTranslate();
  const { brands, categories } = useTaxonomy();
  const now = draftOf(form.draft.locale, theirs);
  const mine = form.draft;
  const names = differing(mine, now);
  const [taken, setTaken] = useState(() => names.filter((name) => !differing(mine, form.before).includes(name)));
  const nameIn = (all: { id: string; name: string }[], id: string) => all.find((one) => one.id === id)?.name ?? id;
  const shown = (name: keyof Draft, d: Draft): string => {
    switch (name) {
      case 'status': return translate(`products.states.${d.status}`);
      case 'taxClass': return translate(`products.taxClasses.${d.taxClass}`);
      case 'brandId': return nameIn(brands, d.brandId);
      case 'categoryIds': return d.categoryIds.map((id) => nameIn(categories, id)).join(', ');
      case 'images': return d.images.map((image) => image.alt || image.url).join('\n');
      case 'options':
      case 'variants': return d.variants.map((v) => [v.sku, ...Object.values(v.options), v.price, ...v.metadata.map(sayRow)].join(' · ')).join('\n');
      case 'seo':
      case 'manufacturer':
      case 'responsiblePerson': return Object.values(d[name]).join('\n');
      case 'safety': return d.safety.map((n) => `${n.locale}: ${n.text}`).join('\n');
      case 'withdrawalExcluded': return translate(`products.legal.exclusions.${d.withdrawalExcluded || 'none'}`);
      case 'attributes': return d.attributes.map((v) => `${v.code}: ${v.values.join(', ')}`).join('\n');
      case 'metadata': return d.metadata.map(sayRow).join('\n');
      case 'tags': return d.tags.join(', ');
      case 'condition': return translate(`products.found.conditions.${d.condition}`);
      case 'locale': return '';
      default: return d[name];
    }
  };
  const merged = names.filter((name) => taken.includes(name)).reduce<Draft>(
    (draft, name) => ({ ...draft, [name]: now[name], ...(name === 'variants' && { options: now.options }) }), mine,
  );
  return (
    <Alert severity="warning">
      <Typography gutterBottom>{translate('ui.conflict.text')}</Typography>
      <Stack spacing={1}>
        {names.map((name) => (
          <Choice
            key={name} field={{ name, label: translate(labels[name] ?? name) }} mine={shown(name, mine)} theirs={shown(name, now)} isMine={!taken.includes(name)}
            onChange={(isMine) => setTaken((before) => (isMine ? before.filter((other) => other !== name) : [...before, name]))}
          />
        ))}
        <Commands>
          <Button variant="outlined" color="inherit" onClick={() => form.adopt(theirs)}>{translate('products.editor.takeTheirs')}</Button>
          <Button variant="outlined" color="inherit" onClick={() => void form.saveOver(theirs, mine)}>{translate('products.editor.keepMine')}</Button>
          <Button variant="outlined" color="inherit" disabled={names.every((name) => taken.includes(name))} onClick={() => void form.saveOver(theirs, merged)}>{translate('products.editor.saveChosen')}</Button>
        </Commands>
      </Stack>
    </Alert>
  );
}
