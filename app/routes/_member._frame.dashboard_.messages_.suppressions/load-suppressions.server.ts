import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listSuppressions } from '#domain/messaging/recipients/suppressions.server.ts';

/** Numbers per page. */
const pageSize = 25;

/** The digits behind India's prefix, as far as they are typed. */
const national = /^(?:\+91|0091|91(?=\d{10})|0)?(\d{1,10})$/;

const place = /^\+91\d{10}$/;

/** Loads a page of the suppression list: of all numbers, or of those that begin as typed. */
export async function loadSuppressions({ userId }: SignedInUser, { request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('number')?.trim().slice(0, 40) ?? '';
  const given = searchParams.get('after') ?? '';
  const after = place.test(given) ? given : undefined;
  const digits = national.exec(typed.replace(/[ ()-]/g, ''))?.[1];
  // What is no number begins none.
  const isFindable = typed === '' || digits !== undefined;
  const page = isFindable
    ? await listSuppressions(userId, { limit: pageSize, after, digits })
    : { entries: [], next: null };
  return { ...page, typed, after };
}
