import { Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { Picture } from '../ui/Picture';
import { RecordList } from '../ui/RecordList';
import { Time } from '../ui/Time';
import { useCollectionFields } from './useCollectionFields';

type Collection = Schemas['AdminCollection'];

/** Selections of goods across the categories. */
export default function CollectionList() {
  const translate = useTranslate();
  const fields = useCollectionFields(null);
  const made = (c: Collection) => (c.rule ? translate('collections.byRule') : translate('collections.productsOf', { smart_count: c.productCount }));
  const state = (c: Collection) => translate(c.published ? 'collections.on' : 'collections.off');
  return (
    <RecordList<Collection>
      text="collections"
      path="/v1/admin/collections"
      scope="products:write"
      name={(c) => c.name}
      to={(c) => `/collections/${c.id}`}
      second={(c) => `${state(c)} · ${made(c)}`}
      initial={{ position: 0, published: false }}
      fields={fields}
      columns={[
        {
          name: 'name', label: translate('ui.words.name'),
          show: (c) => (
            <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
              <Picture url={c.image?.renditions[0]?.url ?? c.image?.url ?? null} name={c.name} />
              <span>{c.name}</span>
            </Stack>
          ),
        },
        { name: 'state', label: translate('ui.words.status'), show: state },
        { name: 'products', label: translate('collections.products'), show: made },
        { name: 'position', label: translate('collections.position'), align: 'right', show: (c) => c.position },
        { name: 'updatedAt', label: translate('collections.changed'), show: (c) => <Time at={c.updatedAt} /> },
      ]}
    />
  );
}
