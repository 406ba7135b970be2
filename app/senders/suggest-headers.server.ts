import { listHeaders } from '#domain/dlt/registry/list-registry.ts';

/** The maximum number of suggested headers; more would only make the page longer. */
const maxSuggested = 50;

/** Approved headers of an account, to choose from. */
export const suggestHeaders = async (userId: string): Promise<string[]> =>
  (await listHeaders(userId))
    .filter(({ status }) => status === 'approved')
    .slice(0, maxSuggested)
    .map(({ header }) => header);
