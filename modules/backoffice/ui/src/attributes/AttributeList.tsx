import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import type { Values } from '../ui/ConflictDialog';
import { type LocaleText, useTextIn } from '../ui/LocaleTexts';
import { RecordList } from '../ui/RecordList';
import { Time } from '../ui/Time';
import { useAttributeFields } from './useAttributeFields';

type Attribute = Schemas['Attribute'];

/** What is said of goods beside the fields that all have. */
export default function AttributeList() {
  const translate = useTranslate();
  const textIn = useTextIn();
  const fields = useAttributeFields();
  const nameOf = (a: Attribute) => textIn(a.names as unknown as LocaleText[], 'name');
  const kindOf = (a: Attribute) => {
    const kind = translate(`attributes.kinds.${a.kind}`);
    if (a.kind === 'choice') return `${kind}: ${translate('attributes.numberOf', { smart_count: a.choices.length })}`;
    return a.unit ? `${kind} (${a.unit})` : kind;
  };
  const uses = (a: Attribute) => (['facet', 'searchable', 'shown'] as const).filter((use) => a[use]).map((use) => translate(`attributes.${use}`)).join(' · ') || '–';
  return (
    <RecordList<Attribute>
      text="attributes"
      path="/v1/admin/attributes"
      scope="products:write"
      name={nameOf}
      second={(a) => `${a.code} · ${kindOf(a)}`}
      initial={{ kind: 'choice', names: [], choices: [], shown: true, position: 0 }}
      fields={fields}
      complete={complete}
      columns={[
        { name: 'name', label: translate('ui.words.name'), show: nameOf },
        { name: 'code', label: translate('attributes.code'), show: (a) => a.code },
        { name: 'kind', label: translate('attributes.kind'), show: kindOf },
        { name: 'uses', label: translate('attributes.uses'), show: uses },
        { name: 'position', label: translate('attributes.position'), align: 'right', show: (a) => a.position },
        { name: 'updatedAt', label: translate('attributes.changed'), show: (a) => <Time at={a.updatedAt} /> },
      ]}
    />
  );
}

/** Only a number has a unit, and only a choice has choices. */
function complete(body: Values): Values {
  return { ...body, unit: body.kind === 'number' ? body.unit : null, choices: body.kind === 'choice' ? body.choices : [] };
}
