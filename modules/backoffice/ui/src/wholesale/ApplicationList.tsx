import { useTranslate } from 'react-admin';
import { wholesaleApplicationStatusValues } from '../../generated/schema';
import type { Schemas } from '../types';
import { ListPage } from '../ui/ListPage';
import { useEuros } from '../ui/Money';
import { Status } from '../ui/Status';
import { Ago } from '../ui/Time';
import { stateOf } from './state';

type Application = Schemas['WholesaleApplication'];

/** Wholesale applications, newest first. */
export default function ApplicationList() {
  const translate = useTranslate();
  const euros = useEuros();
  const volume = (a: Application) => `${euros(a.estimatedMonthlyOrderMin)} – ${euros(a.estimatedMonthlyOrderMax)}`;
  return (
    <ListPage<Application>
      title={translate('wholesale.title')}
      search={translate('wholesale.search')}
      tabs={{ source: 'status', values: ['', ...wholesaleApplicationStatusValues], label: (v) => translate(v ? `ui.applicationStates.${v}` : 'ui.list.all') }}
      to={(a) => `/wholesale/${a.id}`}
      empty={translate('wholesale.empty')}
      columns={[
        { name: 'businessName', label: translate('wholesale.business'), show: (a) => a.businessName },
        { name: 'contactFullName', label: translate('wholesale.contact'), show: (a) => a.contactFullName },
        { name: 'country', label: translate('wholesale.country'), show: (a) => a.country },
        { name: 'submittedAt', label: translate('wholesale.submitted'), show: (a) => <Ago at={a.submittedAt} /> },
        { name: 'status', label: translate('ui.words.status'), show: (a) => <Status kind="ui.applicationStates" value={stateOf(a)} /> },
        { name: 'volume', label: translate('wholesale.volume'), align: 'right', show: volume },
      ]}
      small={(a) => ({ first: a.businessName, second: translate(`ui.applicationStates.${stateOf(a)}`), right: <Ago at={a.submittedAt} /> })}
    />
  );
}
