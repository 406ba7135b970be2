import { newId } from '#platform/ids.server.ts';

/** A name for the form as it is shown: sent twice, it is carried out once. */
export const load = async () => ({ once: newId('req') });
