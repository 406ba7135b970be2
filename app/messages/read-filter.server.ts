import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { describeUserAgent } from '#domain/identity/sessions/describe-user-agent.ts';
import { messageStates } from '#domain/messaging/messages/contract.ts';
import { getMessage } from '#domain/messaging/messages/find-messages.ts';
import type { Viewer } from '#domain/messaging/text-views/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import type { KeyName } from './contract.ts';
import { type FilterName, filterNames, type ParsedFilter } from './contract.ts';

const dayInput = z.iso.date('Please pick a day, such as 2026-04-06').optional();

const filterInput = z
  .object({
    state: z.enum(messageStates, 'Please pick a state from the list').optional(),
    number: recipientInput.optional(),
    key: z
      .string()
      .regex(/^dk_(?:test_)?[a-z0-9]{20}$/, 'Please pick a key from the list')
      .optional(),
    from: dayInput,
    to: dayInput,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day is before the first',
    when: ({ issues }) => issues.length === 0,
  });

const messageId = /^msg_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Parses the filter of an address. Empty fields are ignored. */
export function readFilter(search: URLSearchParams): ParsedFilter {
  const typed: ParsedFilter['typed'] = {};
  for (const name of filterNames) {
    const value = search.get(name)?.trim();
    if (value) typed[name] = value;
  }
  const last = search.get('after');
  const after = last && messageId.test(last) ? last : undefined;
  const parsed = filterInput.safeParse(typed);
  if (!parsed.success) return { typed, errors: toErrors(parsed.error), after, narrowed: null };
  const { state, number, key, from, to } = parsed.data;
  const narrowed = {
    status: state,
    recipient: number,
    api_id: key,
    from: from && startOfDay(from).toISOString(),
    to: to && startOfNextDay(to).toISOString(),
  };
  return { typed, errors: {}, after, narrowed };
}

function toErrors(error: z.ZodError): ParsedFilter['errors'] {
  const errors: ParsedFilter['errors'] = {};
  for (const { path, message } of error.issues) {
    const name = path[0] as FilterName;
    errors[name] ??= message;
  }
  return errors;
}

/** India has one time zone, without daylight saving. */
const offset = '+05:30';
const dayMs = 24 * 3_600_000;

/** The start of a day (`2026-04-06`) in India. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00.000${offset}`);

/** The start of the next day in India. */
const startOfNextDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);

/** The names of a user's API keys, of both modes unless one is given. */
export async function loadKeyNames(userId: string, livemode?: boolean): Promise<KeyName[]> {
  const keys = await listKeys(userId);
  return keys
    .filter((key) => livemode === undefined || key.livemode === livemode)
    .map(({ keyId, name }) => ({ keyId, name }));
}

/** A signed-in member, for the record of who has read texts: on a page, or in a file. */
export function toViewer(
  { userId, sessionId }: SignedInUser,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  way: Viewer['way'],
): Viewer {
  const { clientAddress } = toClientAddresses(context);
  const device = describeUserAgent(request.headers.get('user-agent') ?? '');
  return { userId, id: sessionId, way, device, clientAddress };
}

/** A message of the viewer's with its timeline; null if it does not exist or belongs to another user. */
export async function findMessage(viewer: Viewer, id: string) {
  try {
    return await getMessage(viewer, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
