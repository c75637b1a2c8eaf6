import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import type { Edited, Field } from '../ui/FormDialog';
import { MediaField } from '../ui/MediaField';

/** The fields of a collection but for its products; a picture is for one that is there (before). */
export function useCollectionFields(before: Schemas['Collection'] | null): Field[] {
  const translate = useTranslate();
  const fields: Field[] = [
    { name: 'name', label: translate('ui.words.name'), required: true },
    { name: 'slug', label: translate('ui.words.slug'), help: translate('ui.words.slugHelp'), required: before !== null, taken: 'slug_taken' },
    { name: 'description', label: translate('collections.description'), kind: 'long' },
    { name: 'position', label: translate('collections.position'), kind: 'number', help: translate('collections.positionHelp') },
    { name: 'published', label: translate('collections.published'), kind: 'switch' },
  ];
  if (!before) return fields;
  return [...fields, {
    name: 'mediaId', label: translate('collections.image'), say: (id) => translate(id === before.mediaId ? 'collections.sameImage' : 'collections.otherImage'),
    edit: (edited) => <MediaField {...(edited as Edited<string | null>)} url={before.image?.url ?? null} />,
  }];
}
