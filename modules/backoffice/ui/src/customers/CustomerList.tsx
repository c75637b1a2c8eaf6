import { useTranslate } from 'react-admin';
import { accountTypeValues, roleValues } from '../../generated/schema';
import { may } from '../providers';
import type { Schemas } from '../types';
import { ChoiceFilter } from '../ui/ChoiceFilter';
import { type Column, ListPage } from '../ui/ListPage';
import { Time } from '../ui/Time';
import { CustomerButtons } from './CustomerButtons';
import { OrdersOf, SpentOf } from './CustomerSums';

type User = Schemas['ManagedUser'];

const sorts = ['createdAt', 'fullName', 'email'] as const;

/** What they have ordered so far. */
const sums = (translate: (key: string) => string): Column<User>[] => [
  { name: 'orders', label: translate('customers.orders'), align: 'right', show: (u) => <OrdersOf customer={u.id} /> },
  { name: 'spent', label: translate('customers.spent'), align: 'right', show: (u) => <SpentOf customer={u.id} /> },
];

/** Those who have an account. */
export default function CustomerList() {
  const translate = useTranslate();
  return (
    <ListPage<User>
      actions={<CustomerButtons />}
      title={translate('customers.title')}
      search={translate('customers.search')}
      tabs={{ source: 'role', values: ['', ...roleValues], label: (v) => translate(v ? `customers.roles.${v}` : 'ui.list.all') }}
      filters={[
        <ChoiceFilter
          key="accountType"
          source="accountType"
          alwaysOn
          label={translate('customers.type')}
          any={translate('customers.anyType')}
          choices={accountTypeValues.map((value) => ({ value, label: translate(`ui.accountTypes.${value}`) }))}
        />,
        <ChoiceFilter
          key="disabled"
          source="disabled"
          alwaysOn
          label={translate('ui.words.status')}
          any={translate('customers.anyState')}
          choices={[{ value: 'false', label: translate('customers.active') }, { value: 'true', label: translate('customers.disabled') }]}
        />,
        <ChoiceFilter
          key="sort"
          source="sort"
          alwaysOn
          label={translate('customers.sort')}
          any={translate('customers.sorts.-createdAt')}
          choices={sorts.map((value) => ({ value, label: translate(`customers.sorts.${value}`) }))}
        />,
      ]}
      to={(u) => `/customers/${u.id}`}
      empty={translate('customers.empty')}
      columns={[
        { name: 'fullName', label: translate('ui.words.name'), show: (u) => u.fullName },
        { name: 'email', label: translate('ui.words.email'), show: (u) => u.email },
        { name: 'accountType', label: translate('customers.type'), show: (u) => translate(`ui.accountTypes.${u.accountType}`) },
        { name: 'role', label: translate('ui.words.role'), show: (u) => translate(`customers.roleOf.${u.role}`) },
        ...(may('orders:read') ? sums(translate) : []),
        { name: 'disabled', label: translate('ui.words.status'), show: (u) => translate(u.disabled ? 'customers.disabled' : 'customers.active') },
        { name: 'createdAt', label: translate('customers.since'), show: (u) => <Time at={u.createdAt} date /> },
      ]}
      small={(u) => ({ first: u.fullName, second: u.email, right: u.disabled ? translate('customers.disabled') : undefined })}
    />
  );
}
