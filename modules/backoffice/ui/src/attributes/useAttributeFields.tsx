import { useTranslate } from 'react-admin';
import { attributeKindValues } from '../../generated/schema';
import type { Schemas } from '../types';
import type { Edited, Field } from '../ui/FormDialog';
import { type LocaleText, LocaleTexts, useLocaleLines, useTextIn, writtenTexts } from '../ui/LocaleTexts';
import { ChoiceRows } from './ChoiceRows';

type Choice = Schemas['AttributeChoice'];

/** Returns the fields of an attribute, or with null of a new one, whose code is chosen once. */
export function useAttributeFields(): (before: Schemas['Attribute'] | null) => Field[] {
  const translate = useTranslate();
  const lines = useLocaleLines();
  const textIn = useTextIn();
  const sayChoices = (choices: unknown) => ((choices ?? []) as Choice[]).map((c) => `${c.value}: ${textIn(c.names as unknown as LocaleText[], 'name')}`).join('\n') || '–';
  const fields: Field[] = [
    { name: 'kind', label: translate('attributes.kind'), kind: 'choice', options: attributeKindValues.map((value) => ({ value, label: translate(`attributes.kinds.${value}`) })) },
    {
      name: 'names', label: translate('attributes.label'), say: (names) => lines(names, 'name'), write: (names) => writtenTexts((names ?? []) as LocaleText[]),
      edit: ({ label, value, onChange, refused }) => (
        <LocaleTexts
          key="names" names={[{ name: 'name', label }]} texts={(value ?? []) as LocaleText[]} onChange={(texts) => onChange(texts)}
          refused={(part) => refused(part) ?? refused('')}
        />
      ),
    },
    { name: 'unit', label: translate('attributes.unit'), help: translate('attributes.unitHelp'), when: (held) => held.kind === 'number' },
    {
      name: 'choices', label: translate('attributes.choices'), say: sayChoices, write: writtenChoices, when: (held) => held.kind === 'choice',
      edit: (edited) => <ChoiceRows key="choices" {...(edited as Edited<Choice[] | null>)} />,
    },
    { name: 'facet', label: translate('attributes.facet'), help: translate('attributes.facetHelp'), kind: 'switch' },
    { name: 'searchable', label: translate('attributes.searchable'), kind: 'switch' },
    { name: 'shown', label: translate('attributes.shown'), kind: 'switch' },
    { name: 'position', label: translate('attributes.position'), kind: 'number', help: translate('attributes.positionHelp') },
  ];
  const code: Field = { name: 'code', label: translate('attributes.code'), help: translate('attributes.codeHelp'), required: true, taken: 'in_use' };
  return (before) => (before ? fields : [code, ...fields]);
}

/** The choices as they are sent: values and names without space around. */
const writtenChoices = (choices: unknown) =>
  ((choices ?? []) as Choice[]).map((c) => ({ value: c.value.trim(), names: writtenTexts(c.names as unknown as LocaleText[]) }));
