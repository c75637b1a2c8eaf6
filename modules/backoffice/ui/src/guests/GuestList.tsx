import { useTranslate } from 'react-admin';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { Money } from '../ui/Money';
import { Time } from '../ui/Time';

type Guest = Schemas['Guest'];

/** Those who ordered without an account, who ordered last first. */
export default function GuestList() {
  const translate = useTranslate();
  return (
    <ListPage<Guest>
      title={translate('guests.title')}
      search={translate('guests.search')}
      to={(g) => `/guests/${g.id}`}
      empty={translate('guests.empty')}
      columns={[
        { name: 'fullName', label: translate('ui.words.name'), show: (g) => g.fullName },
        { name: 'email', label: translate('ui.words.email'), show: (g) => g.email },
        { name: 'phone', label: translate('ui.words.phone'), show: (g) => g.phone ?? '–' },
        { name: 'orders', label: translate('guests.orders'), align: 'right', show: (g) => g.ordersCount },
        { name: 'spent', label: translate('guests.spent'), align: 'right', show: (g) => <Money of={g.totalSpent} /> },
        { name: 'lastOrderAt', label: translate('guests.last'), show: (g) => <Time at={g.lastOrderAt} date /> },
      ]}
      small={(g) => ({ first: g.fullName, second: g.email, right: <Money of={g.totalSpent} /> })}
    />
  );
}
