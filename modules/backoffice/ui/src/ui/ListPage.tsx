import { Tab, Tabs, type Theme } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { ListBase, ListContextProvider, ListView, Pagination, type RaRecord, SearchInput, useListContext } from 'react-admin';
import { useHref, useLocation } from 'react-router-dom';
import type { Selection } from './BulkBar';
import type { BulkAction } from './BulkDialog';
import { Rows } from './Rows';

export interface Column<T> {
  name: string;
  label: string;
  align?: 'right';
  /** What the service sorts by for this column; without it, the column does not sort. */
  sort?: string;
  show: (record: T) => ReactNode;
}

export interface ListProps<T> {
  title: string;
  /** The filter that tabs set, and its values; '' is all, and several have commas between. */
  tabs?: { source: string; values: string[]; label: (value: string) => string };
  search?: string;
  filters?: ReactElement[];
  actions?: ReactElement | false;
  /** Where a record's page is; the first column links to it. */
  to?: (record: T) => string;
  columns: Column<T>[];
  /** How a record looks on a phone: two lines and what stands at their right. */
  small: (record: T) => { first: ReactNode; second: ReactNode; right?: ReactNode };
  /** What this page is for, while the shop has nothing of it. */
  empty: string;
  /** The first thing to do while the shop has nothing of it. */
  first?: ReactNode;
  /** What may be done with several records at a time. */
  bulk?: BulkAction<T>[];
  /** What else may be done with them. */
  bulkMore?: (selection: Selection<T>) => ReactNode;
  perPage?: number;
  /** After how many milliseconds the page is read anew; never without it. */
  renewAfter?: number;
}

/** On a phone choices and days stand two in a row; a search has a row of its own. */
const filtersOnPhone = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    '& form:has(> .filter-field)': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 1, px: 1, boxSizing: 'border-box' },
    '& .filter-field:has(input[type="text"], input[type="checkbox"])': { gridColumn: '1 / -1' },
    '& .filter-field > .MuiFormControl-root': { flex: 1, minWidth: 0 },
    '& .RaFilterFormInput-spacer, & .RaFilterForm-clearFix': { display: 'none' },
  },
});

/** A list with search, tabs and pages, all of which stand in the address. */
export function ListPage<T extends RaRecord>(props: ListProps<T>) {
  const search = props.search
    ? [<SearchInput key="q" source="q" alwaysOn placeholder={props.search} sx={{ minWidth: 280 }} slotProps={{ htmlInput: { 'aria-label': props.search, 'data-search': '' } }} />]
    : [];
  const filters = [...search, ...(props.filters ?? [])];
  return (
    <ListBase
      storeKey={false}
      perPage={props.perPage ?? 20}
      sort={{ field: '', order: 'ASC' }}
      exporter={false}
      queryOptions={{ retry: false, refetchInterval: props.renewAfter ?? false, onError: () => undefined }} // Rows shows the error
    >
      <WhileHere>
        <ListView
          title={props.title}
          filters={filters.length > 0 ? filters : undefined}
          actions={props.actions ?? false}
          empty={false}
          offline={false}
          pagination={<Pages />}
          sx={[{ '& .RaList-main, & .RaList-content': { minWidth: 0 } }, filtersOnPhone]}
        >
          {props.tabs && <FilterTabs {...props.tabs} />}
          <Rows {...props} />
        </ListView>
      </WhileHere>
    </ListBase>
  );
}

/**
 * Ignores filters that are set once the address is that of another page. A search waits for more
 * letters, and this list stays on the screen until the code of the next page has come: without
 * this, the search would lead back to the list.
 */
function WhileHere({ children }: { children: ReactNode }) {
  const list = useListContext();
  const here = useHref(useLocation().pathname);
  const setFilters: typeof list.setFilters = (...filters) => {
    if (window.location.pathname === here) list.setFilters(...filters);
  };
  return <ListContextProvider value={{ ...list, setFilters }}>{children}</ListContextProvider>;
}

/** The numbers of the pages, unless it is not known how many there are. */
function Pages() {
  const { data } = useListContext();
  return data ? <Pagination rowsPerPageOptions={[20, 50, 100]} /> : null;
}

function FilterTabs({ source, values, label }: { source: string; values: string[]; label: (value: string) => string }) {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const choose = (value: string) => {
    const chosen = value.includes(',') ? value.split(',') : value;
    setFilters({ ...filterValues, [source]: chosen || undefined }, displayedFilters);
  };
  const chosen = String(filterValues[source] ?? '');
  return (
    <Tabs
      value={values.includes(chosen) ? chosen : false}
      onChange={(_, value: string) => choose(value)}
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ px: 1 }}
    >
      {values.map((value) => <Tab key={value} value={value} label={label(value)} />)}
    </Tabs>
  );
}
