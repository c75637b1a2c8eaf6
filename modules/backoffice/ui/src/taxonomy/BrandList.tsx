import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { RecordList } from '../ui/RecordList';
import { Time } from '../ui/Time';

type Brand = Schemas['Brand'];

/** Who makes what the shop sells. */
export default function BrandList() {
  const translate = useTranslate();
  return (
    <RecordList<Brand>
      text="brands"
      path="/v1/brands"
      scope="products:write"
      name={(b) => b.name}
      second={(b) => b.slug}
      fields={[
        { name: 'name', label: translate('shipping.name'), required: true },
        { name: 'slug', label: translate('taxonomy.slug'), help: translate('taxonomy.slugHelp') },
        { name: 'logoUrl', label: translate('taxonomy.logo') },
      ]}
      columns={[
        { name: 'name', label: translate('shipping.name'), show: (b) => b.name },
        { name: 'slug', label: translate('taxonomy.slug'), show: (b) => b.slug },
        { name: 'updatedAt', label: translate('taxonomy.changed'), show: (b) => <Time at={b.updatedAt} /> },
      ]}
    />
  );
}
