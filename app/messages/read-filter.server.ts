import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { toClientAddresses } from '#app/session/session.server.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { describeUserAgent, type SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listHooks } from '#domain/messaging/hooks/manage-hooks.ts';
import {
  type LogFilter,
  type MessageState,
  messageStates,
  type StateGroup,
  stateGroups,
} from '#domain/messaging/messages/contract.ts';
import { getMessage } from '#domain/messaging/messages/find-messages.ts';
import { statCategories } from '#domain/messaging/stats/contract.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import {
  type FilterName,
  filterNames,
  type KeyName,
  noTemplate,
  type ParsedFilter,
} from './contract.ts';

/** India's UTC offset: India has one time zone, without daylight saving. */
const offset = '+05:30';

const groupNames = Object.keys(stateGroups) as [StateGroup, ...StateGroup[]];

/** A time in India without an offset, in the format in which a time input is submitted. */
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** A day or a time. A time has an offset, or is a time in India. */
const timeFilter = z
  .union(
    [
      z.iso.date().transform((day) => ({ day })),
      z
        .preprocess(
          (typed) => (localTime.test(String(typed)) ? `${typed}${offset}` : typed),
          timeInput,
        )
        .transform((time) => ({ time: new Date(time) })),
    ],
    'Please pick a time, such as 2026-04-06T09:30',
  )
  .optional();

const filterInput = z
  .object({
    q: safeText.max(200, 'Please search for 200 characters at most').optional(),
    state: z
      .enum([...groupNames, ...messageStates], 'Please pick a state from the list')
      .optional(),
    api_id: z
      .string()
      .regex(/^dk_(?:test_)?[a-z0-9]{20}$/, 'Please pick a key from the list')
      .optional(),
    sender: safeText.max(64, 'Please pick a sender from the list').optional(),
    template_id: safeText
      .max(64, 'Please pick a template from the list')
      .transform((id) => (id === noTemplate ? '' : id))
      .optional(),
    category: z.enum(statCategories, 'Please pick a category from the list').optional(),
    carrier: safeText.max(64, 'A carrier’s name has 64 characters at most').optional(),
    reason: safeText.max(64, 'A reason’s code has 64 characters at most').optional(),
    from: timeFilter,
    to: timeFilter,
  })
  .transform(({ from, to, ...filter }) => ({
    ...filter,
    from: from && ('day' in from ? startOfDay(from.day) : from.time),
    to: to && ('day' in to ? startOfNextDay(to.day) : to.time),
  }))
  .refine(({ from, to }) => !from || !to || from < to, {
    path: ['to'],
    message: 'The end is before the start',
  });

const messageId = /^msg_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Names of the filter's parameters in older addresses and in the API. */
const otherNames: Partial<Record<FilterName, string[]>> = {
  q: ['number', 'recipient'],
  api_id: ['key'],
  state: ['status'],
};

/** Parses the filter of an address. Empty fields are ignored. */
export function readFilter(search: URLSearchParams): ParsedFilter {
  const typed: ParsedFilter['typed'] = {};
  for (const name of filterNames) {
    const value = [name, ...(otherNames[name] ?? [])]
      .map((one) => search.get(one)?.trim())
      .find((given) => given);
    if (value) typed[name] = value;
  }
  const last = search.get('after');
  const after = last && messageId.test(last) ? last : undefined;
  const parsed = filterInput.safeParse(typed);
  if (!parsed.success) return { typed, errors: toErrors(parsed.error), after, narrowed: null };
  const { q, state, from, to, ...others } = parsed.data;
  const narrowed = {
    ...others,
    ...readSearch(q),
    states: state && toStates(state),
    from: from?.toISOString(),
    to: to?.toISOString(),
  };
  return { typed, errors: {}, after, narrowed };
}

const isGroup = (state: string): state is StateGroup => Object.hasOwn(stateGroups, state);

const toStates = (state: StateGroup | MessageState): readonly MessageState[] =>
  isGroup(state) ? stateGroups[state] : [state];

/** The result in a filter; null for all results and for a single state. */
export const findGroup = ({ state }: ParsedFilter['typed']): StateGroup | null =>
  state !== undefined && isGroup(state) ? state : null;

/** The message that a search names by ID; null for any other search. */
export function findSearchedId({ q = '' }: ParsedFilter['typed']): string | null {
  const id = q.replace(/^msg_.*/i, (typed) => `msg_${typed.slice(4).toUpperCase()}`);
  return messageId.test(id) ? id : null;
}

/** A search for a phone number if the query looks like one, otherwise for part of the text. */
function readSearch(q: string | undefined): Pick<LogFilter, 'recipient' | 'text'> {
  if (q === undefined) return {};
  const { data: recipient } = recipientInput.safeParse(q);
  return recipient === undefined ? { text: q } : { recipient };
}

function toErrors(error: z.ZodError): ParsedFilter['errors'] {
  const errors: ParsedFilter['errors'] = {};
  for (const { path, message } of error.issues) {
    const name = path[0] as FilterName;
    errors[name] ??= message;
  }
  return errors;
}

const dayMs = 24 * 3_600_000;

/** The start of a day (`2026-04-06`) in India. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00.000${offset}`);

/** The start of the next day in India. */
const startOfNextDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);

/** The names of a user's API keys and hooks of the given mode or of both modes. */
export async function loadKeyNames(userId: string, livemode?: boolean): Promise<KeyName[]> {
  const [keys, hooks] = await Promise.all([listKeys(userId), listHooks(userId)]);
  return [...keys, ...hooks.map((hook) => ({ ...hook, keyId: hook.id }))]
    .filter((key) => livemode === undefined || key.livemode === livemode)
    .map(({ keyId, name }) => ({ keyId, name }));
}

/** The signed-in member who reads texts on a page or in a file, for the record of views. */
export function toViewer(
  { userId, sessionId }: SignedInUser,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  way: Viewer['way'],
): Viewer {
  const { clientAddress } = toClientAddresses(context);
  const device = describeUserAgent(request.headers.get('user-agent') ?? '');
  return { userId, id: sessionId, way, device, clientAddress };
}

/**
 * A message of the viewer with its timeline; null if the message does not exist or belongs to another
 * user.
 */
export async function findMessage(viewer: Viewer, id: string) {
  try {
    return await getMessage(viewer, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
