import { Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Schemas } from '../types';
import { Picture } from '../ui/Picture';
import { RecordList } from '../ui/RecordList';
import { Time } from '../ui/Time';
import { productsOf, useProductCounts } from './useProductCounts';

type Brand = Schemas['Brand'];

/** Who makes what the shop sells. */
export default function BrandList() {
  const translate = useTranslate();
  const counts = useProductCounts().brands;
  return (
    <RecordList<Brand>
      text="taxonomy.brands"
      path="/v1/brands"
      scope="products:write"
      name={(b) => b.name}
      second={(b) => `${b.slug} · ${translate('taxonomy.productsOf', { smart_count: counts[b.id] ?? 0 })}`}
      fields={[
        { name: 'name', label: translate('ui.words.name'), required: true },
        { name: 'slug', label: translate('ui.words.slug'), help: translate('ui.words.slugHelp'), taken: 'slug_taken' },
        { name: 'logoUrl', label: translate('taxonomy.logo'), kind: 'picture' },
      ]}
      columns={[
        {
          name: 'name', label: translate('ui.words.name'),
          show: (b) => (
            <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
              <Picture url={b.logoUrl} name={b.name} />
              <span>{b.name}</span>
            </Stack>
          ),
        },
        { name: 'slug', label: translate('ui.words.slug'), show: (b) => b.slug },
        { name: 'products', label: translate('taxonomy.products'), align: 'right', show: (b) => <Link to={productsOf('brand', b.id)}>{counts[b.id] ?? 0}</Link> },
        { name: 'updatedAt', label: translate('taxonomy.changed'), show: (b) => <Time at={b.updatedAt} /> },
      ]}
    />
  );
}
