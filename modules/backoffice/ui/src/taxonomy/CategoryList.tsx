import { Box, Button, Card, Grid, Skeleton, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { may } from '../providers';
import { CommandButton } from '../ui/CommandButton';
import { Commands, Facts, Part } from '../ui/DetailPage';
import { type Edited, type Field, FormDialog } from '../ui/FormDialog';
import { MediaField } from '../ui/MediaField';
import { ProblemAlert } from '../ui/Problem';
import { Time } from '../ui/Time';
import { CategoryTree } from './CategoryTree';
import { branchOf, type Category, treeOf, useCategories } from './useCategories';
import { productsOf, useProductCounts } from './useProductCounts';

/** What a dialog is open for. */
type Open = { what: 'new' } | { what: 'below' | 'edit' | 'move'; of: Category } | null;

/** Where products stand in the shop: a tree, and beside it the category that is chosen. */
export default function CategoryList() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>(null);
  const { data: all, error, refetch } = useCategories();
  const counts = useProductCounts().categories;
  const chosen = all?.find((c) => c.id === params.get('category')) ?? null;
  const choose = (id: string | null) => setParams(id ? { category: id } : {}, { replace: true });
  const reread = () => {
    void queries.invalidateQueries({ queryKey: ['categories'] });
    void queries.invalidateQueries({ queryKey: ['count'] });
  };
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Title title={translate('taxonomy.categories.title')} />
      {may('products:write') && (
        <Commands><Button variant="contained" onClick={() => setOpen({ what: 'new' })}>{translate('taxonomy.categories.new')}</Button></Commands>
      )}
      {error && <ProblemAlert error={error} retry={refetch} />}
      {!all && !error && <Skeleton variant="rounded" height={300} aria-busy />}
      {all?.length === 0 && <Card variant="outlined" sx={{ p: 3 }}><Typography align="center">{translate('taxonomy.categories.empty')}</Typography></Card>}
      {all && all.length > 0 && (
        <Grid container spacing={2}>
          <Grid size={{ xs: 12, md: 6 }}>
            <Card variant="outlined">
              <CategoryTree nodes={treeOf(all)} counts={counts} chosen={chosen?.id ?? null} onChoose={choose} />
            </Card>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>{translate('taxonomy.keys')}</Typography>
          </Grid>
          <Grid size={{ xs: 12, md: 6 }}>
            {chosen
              ? <Chosen category={chosen} all={all} products={counts[chosen.id] ?? 0} onOpen={setOpen} onChanged={reread} onRemoved={() => choose(chosen.parentId)} />
              : <Typography color="textSecondary">{translate('taxonomy.chooseOne')}</Typography>}
          </Grid>
        </Grid>
      )}
      {all && open && (
        <CategoryDialog
          key={open.what}
          open={open}
          all={all}
          onDone={(saved) => {
            reread();
            choose(saved.id);
          }}
          onRefused={reread}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

interface ChosenProps {
  category: Category;
  all: Category[];
  products: number;
  onOpen: (open: Open) => void;
  onChanged: () => void;
  onRemoved: () => void;
}

function Chosen({ category: c, all, products, onOpen, onChanged, onRemoved }: ChosenProps) {
  const translate = useTranslate();
  const parent = all.find((other) => other.id === c.parentId);
  const button = (what: 'below' | 'edit' | 'move', text: string) => <Button variant="outlined" onClick={() => onOpen({ what, of: c })}>{translate(text)}</Button>;
  return (
    <Part title={c.name}>
      <Stack spacing={2}>
        <Facts
          prefix="taxonomy"
          of={[
            ['image', c.image && <Box component="img" src={c.image.renditions[0]?.url ?? c.image.url} alt="" sx={{ maxWidth: 160, maxHeight: 120 }} />],
            ['slug', c.slug],
            ['description', c.description],
            ['position', c.position],
            ['parent', parent?.name ?? translate('taxonomy.top')],
            ['products', <Link to={productsOf('category', c.id)}>{translate('taxonomy.productsOf', { smart_count: products })}</Link>],
            ['changed', <Time at={c.updatedAt} />],
          ]}
        />
        {may('products:write') && (
          <Commands>
            {button('edit', 'ui.list.edit')}
            {button('move', 'taxonomy.move')}
            {button('below', 'taxonomy.newBelow')}
            <CommandButton
              key={c.id}
              text="taxonomy.categories.remove"
              values={{ name: c.name }}
              path={`/v1/categories/${c.id}`}
              method="DELETE"
              version={c.version}
              danger
              onDone={() => {
                onRemoved();
                onChanged();
              }}
              onRefused={onChanged}
            />
          </Commands>
        )}
      </Stack>
    </Part>
  );
}

interface DialogProps {
  open: NonNullable<Open>;
  all: Category[];
  onDone: (saved: Category) => void;
  onRefused: () => void;
  onClose: () => void;
}

/** Makes a category, changes what buyers see of it, or asks where it shall stand. */
function CategoryDialog({ open, all, ...on }: DialogProps) {
  const translate = useTranslate();
  const isNew = open.what === 'new' || open.what === 'below';
  const before = open.what === 'edit' ? open.of : null;
  const basics: Field[] = [
    { name: 'name', label: translate('ui.words.name'), required: true },
    { name: 'slug', label: translate('ui.words.slug'), help: isNew ? translate('ui.words.slugHelp') : undefined, required: !isNew, taken: 'slug_taken' },
    { name: 'description', label: translate('taxonomy.description'), kind: 'long' },
    { name: 'position', label: translate('taxonomy.position'), kind: 'number', help: translate('taxonomy.positionHelp') },
    {
      name: 'mediaId', label: translate('taxonomy.image'), say: (id) => translate(id === before?.mediaId ? 'taxonomy.sameImage' : 'taxonomy.otherImage'),
      edit: (edited) => <MediaField {...(edited as Edited<string | null>)} url={before?.image?.url ?? null} />,
    },
  ];
  const notBelow = open.what === 'move' ? branchOf(all, open.of.id) : new Set();
  const place: Field = {
    name: 'parentId', label: translate('taxonomy.parent'), kind: 'choice',
    options: [
      { value: '', label: translate('taxonomy.top') },
      ...treeOf(all).filter((n) => !notBelow.has(n.category.id)).map((n) => ({ value: n.category.id, label: `${'– '.repeat(n.level - 1)}${n.category.name}` })),
    ],
  };
  const common = { done: (saved: Category) => translate('ui.list.saved', { name: saved.name }), submit: translate('ui.list.save'), ...on };
  switch (open.what) {
    case 'edit':
      return <FormDialog<Category> {...common} path={`/v1/categories/${open.of.id}`} method="PATCH" title={translate('ui.list.editOf', { name: open.of.name })} fields={basics} initial={open.of} />;
    case 'move':
      return <FormDialog<Category> {...common} path={`/v1/categories/${open.of.id}`} method="PATCH" title={translate('taxonomy.moveTitle', { name: open.of.name })} fields={[place]} initial={open.of} />;
    default:
      return <FormDialog<Category> {...common} path="/v1/categories" title={translate('taxonomy.categories.new')} fields={[...basics, place]} initial={{ position: 0, parentId: open.what === 'below' ? open.of.id : null }} />;
  }
}
