import { z } from 'zod';
import { changeMode, readMode, relaxesCheck } from '#domain/dlt/registry/change-registry.ts';
import { chainInput, chainKey, linkInput, modeInput } from '#domain/dlt/registry/inputs.browser.ts';
import { listChains, listLinks } from '#domain/dlt/registry/list-registry.ts';
import {
  chainOutput,
  linkOutput,
  toChainOutput,
  toLinkOutput,
} from '#domain/dlt/registry/outputs.ts';
import { registerChain, registerLink } from '#domain/dlt/registry/register.ts';
import { removeChain, removeLink } from '#domain/dlt/registry/remove-registered.ts';
import {
  checkedOutput,
  checkInput,
  checkMessages,
  maxChecked,
} from '#domain/messaging/check-messages.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { writeOnce } from '#domain/shared/idempotency/saved-response.ts';
import { pageOf } from '#domain/shared/page.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { endpoint } from '../endpoint.ts';
import { dlt, listInput, pageOutput, toPageResult } from './pages.ts';

export const listDltLinks = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/links',
  operationId: 'listDltLinks',
  summary: 'List links',
  description: 'Lists the links, phone numbers and email addresses that you have registered.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Links',
  output: z.array(linkOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listLinks(caller.userId);
    return toPageResult(
      pageOf(rows, ({ kind, value }) => `${kind} ${value}`, query.after ?? null, query.limit),
      toLinkOutput,
    );
  },
});

export const createDltLink = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/links',
  operationId: 'createDltLink',
  summary: 'Register a link',
  description:
    'Registers a link, phone number or email address that the texts of your messages may contain.',
  recentSignIn: false,
  idempotent: true,
  body: linkInput,
  status: 201,
  message: 'Link registered',
  output: linkOutput,
  handle: ({ caller, body, idempotency }) =>
    writeOnce(idempotency, async (tx) => {
      await registerLink(caller.userId, body, tx);
      return toLinkOutput(body);
    }),
});

export const deleteDltLink = endpoint({
  ...dlt,
  method: 'DELETE',
  path: '/dlt/links',
  operationId: 'deleteDltLink',
  summary: 'Delete a link',
  description:
    'Deletes a registered link, phone number or email address. Encode `value` in the URL: for example, write `?` as `%3F`.',
  recentSignIn: { for: 'delete_sender' },
  query: linkInput,
  message: 'Link deleted',
  output: z.null(),
  errors: ['not_found'],
  handle: async ({ caller, query: { kind, value } }) => {
    await removeLink(caller.userId, kind, value);
    return { data: null };
  },
});

export const listDltChains = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/chains',
  operationId: 'listDltChains',
  summary: 'List chains',
  description: 'Lists the chains of telemarketers between your entities and the carriers.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Chains',
  output: z.array(chainOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listChains(caller.userId);
    return toPageResult(
      pageOf(
        rows,
        ({ entityId, carrier }) => `${entityId} ${carrier}`,
        query.after ?? null,
        query.limit,
      ),
      toChainOutput,
    );
  },
});

export const createDltChain = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/chains',
  operationId: 'createDltChain',
  summary: 'Register a chain',
  description:
    'Registers the chain of telemarketers between an entity and a carrier. If there is already a chain between the two, the new chain replaces it.',
  recentSignIn: false,
  idempotent: true,
  body: chainInput,
  status: 201,
  message: 'Chain registered',
  output: chainOutput,
  handle: ({ caller, body, idempotency }) =>
    writeOnce(idempotency, async (tx) => {
      await registerChain(caller.userId, body, tx);
      return body;
    }),
});

export const deleteDltChain = endpoint({
  ...dlt,
  method: 'DELETE',
  path: '/dlt/chains',
  operationId: 'deleteDltChain',
  summary: 'Delete a chain',
  recentSignIn: { for: 'delete_sender' },
  query: chainKey,
  message: 'Chain deleted',
  output: z.null(),
  errors: ['not_found'],
  handle: async ({ caller, query }) => {
    await removeChain(caller.userId, query.entity_id, query.carrier);
    return { data: null };
  },
});

export const getDltMode = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/registry',
  operationId: 'getDltMode',
  summary: 'Get how messages are checked',
  recentSignIn: false,
  testKeys: true,
  message: 'Registry',
  output: modeInput,
  handle: async ({ caller }) => ({ data: { mode: await readMode(caller.userId) } }),
});

export const updateDltMode = endpoint({
  ...dlt,
  method: 'PATCH',
  path: '/dlt/registry',
  operationId: 'updateDltMode',
  summary: 'Change how messages are checked',
  recentSignIn: {
    for: 'relax_dlt_check',
    when: ({ mode }, { userId }) => relaxesCheck(userId, mode),
  },
  body: modeInput,
  message: 'Registry changed',
  output: modeInput,
  handle: async ({ caller, body }) => {
    await changeMode(caller.userId, body.mode);
    return { data: body };
  },
});

export const checkDltMessages = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/check',
  operationId: 'checkDltMessages',
  summary: 'Check up to 1,000 messages',
  description: `Returns what would happen if you sent up to ${formatCount(maxChecked)} messages, without sending them. The call is free: neither messages nor an API call are counted. Results are in the order of the messages, and contain no values of slots.`,
  recentSignIn: false,
  testKeys: true,
  apiCall: 'free',
  takesList: true,
  maxBody: 1024 * 1024,
  body: checkInput,
  message: 'Messages checked',
  output: z.array(checkedOutput),
  handle: async ({ caller, body: { messages, at } }) => ({
    data: await checkMessages(caller.userId, messages, at ? new Date(at) : clock.now()),
  }),
});
