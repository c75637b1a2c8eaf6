// What the pages keep in the browser: nothing that is personal.

import { localStorageStore, type Store } from 'react-admin';

const store = localStorageStore();

/** What the browser keeps for the next who signs in. */
const kept = ['locale', 'theme'];

/** The store of react-admin, which a sign-out empties but for language and theme. */
export const keptStore: Store = {
  ...store,
  reset: () => {
    const values = kept.map((key) => [key, store.getItem(key)] as const);
    store.reset();
    for (const [key, value] of values) if (value !== undefined) store.setItem(key, value);
  },
};
