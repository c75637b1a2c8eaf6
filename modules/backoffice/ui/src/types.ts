import type { components } from '../generated/schema';

/** The schemas of the OpenAPI document, from which schema.ts is made. */
export type Schemas = components['schemas'];
