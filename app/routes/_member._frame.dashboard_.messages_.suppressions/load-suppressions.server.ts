import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listSuppressions } from '#domain/messaging/recipients/suppressions.ts';
import { nationalDigits } from '#domain/shared/digits.browser.ts';

/** Numbers per page. */
const pageSize = 25;

const place = /^\+91\d{10}$/;

/** Loads a page of the suppression list: of all numbers, or of those that begin as typed. */
export async function loadSuppressions({ userId }: SignedInUser, { request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('number')?.trim().slice(0, 40) ?? '';
  const given = searchParams.get('after') ?? '';
  const after = place.test(given) ? given : undefined;
  // No number begins with the trunk zero.
  const digits = nationalDigits(typed).replace(/^0+/, '') || undefined;
  // A text without digits begins no number.
  const isFindable = typed === '' || digits !== undefined;
  const page = isFindable
    ? await listSuppressions(userId, { limit: pageSize, after, digits })
    : { entries: [], next: null };
  return { ...page, typed, after };
}
