import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../api';
import type { Schemas } from '../types';
import { RecordList } from '../ui/RecordList';
import { Time } from '../ui/Time';

type Category = Schemas['Category'];

/** Where products stand in the shop. */
export default function CategoryList() {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['categories', 'options'],
    queryFn: ({ signal }) => call<Schemas['CategoryList']>('/v1/categories?limit=100', { signal }),
    retry: false,
  });
  const all = data?.data ?? [];
  const parent = (c: Category) => all.find((other) => other.id === c.parentId)?.name ?? '–';
  return (
    <RecordList<Category>
      text="categories"
      path="/v1/categories"
      scope="products:write"
      name={(c) => c.name}
      second={parent}
      fields={[
        { name: 'name', label: translate('shipping.name'), required: true },
        { name: 'slug', label: translate('taxonomy.slug'), help: translate('taxonomy.slugHelp') },
        {
          name: 'parentId', label: translate('taxonomy.parent'), kind: 'choice',
          options: [{ value: '', label: '–' }, ...all.map((c) => ({ value: c.id, label: c.name }))],
        },
      ]}
      columns={[
        { name: 'name', label: translate('shipping.name'), show: (c) => c.name },
        { name: 'parent', label: translate('taxonomy.parent'), show: parent },
        { name: 'slug', label: translate('taxonomy.slug'), show: (c) => c.slug },
        { name: 'updatedAt', label: translate('taxonomy.changed'), show: (c) => <Time at={c.updatedAt} /> },
      ]}
    />
  );
}
