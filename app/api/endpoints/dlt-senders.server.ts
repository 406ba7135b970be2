import { z } from 'zod';
import { changeEntity, changeHeader } from '#domain/dlt/registry/change-registered.ts';
import { maxEvidence } from '#domain/dlt/registry/contract.browser.ts';
import { addEvidence } from '#domain/dlt/registry/header-evidence.ts';
import {
  entityChange,
  entityInput,
  evidenceInput,
  evidenceUpload,
  headerChange,
  headerInput,
} from '#domain/dlt/registry/inputs.browser.ts';
import { listEntities, listHeaders } from '#domain/dlt/registry/list-registry.ts';
import {
  entityOutput,
  headerOutput,
  toEntityOutput,
  toHeaderOutput,
} from '#domain/dlt/registry/outputs.ts';
import { registerEntity, registerHeader } from '#domain/dlt/registry/register.ts';
import { removeEntity, removeHeader } from '#domain/dlt/registry/remove-registered.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { writeOnce } from '#domain/shared/idempotency/saved-response.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { SqlClient } from '#platform/db.ts';
import { endpoint } from '../endpoint.ts';
import { cutPage, dlt, listInput, pageOutput, toPageResult } from './pages.ts';

const ofEntity = z.object({
  id: safeText.max(64).meta({ description: 'Its `entity_id`.', example: exampleValues.entityId }),
});

const ofHeader = z.object({
  id: safeText.max(64).meta({ description: 'The header.', example: exampleValues.sender }),
});

/** The only row; throws `not_found` without a row, because the account may have been deleted meanwhile. */
function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const readEntity = async (userId: string, id: string, tx?: SqlClient) =>
  toEntityOutput(only(await listEntities(userId, id, tx)));

const readHeader = async (userId: string, id: string, tx?: SqlClient) =>
  toHeaderOutput(only(await listHeaders(userId, id, tx)));

export const listDltEntities = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/entities',
  operationId: 'listDltEntities',
  summary: 'List entities',
  description: 'The principal entities that you have registered, in the order of their ids.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Entities',
  output: z.array(entityOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listEntities(caller.userId);
    return toPageResult(
      cutPage(rows, query, ({ entityId }) => entityId),
      toEntityOutput,
    );
  },
});

export const createDltEntity = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/entities',
  operationId: 'createDltEntity',
  summary: 'Register an entity',
  description:
    'One that is registered already gets this name, and the status if one is sent; only `PATCH` turns one on that is off.',
  recentSignIn: false,
  idempotent: true,
  body: entityInput,
  status: 201,
  message: 'Entity registered',
  output: entityOutput,
  handle: ({ caller: { userId }, body, idempotency }) =>
    writeOnce(idempotency, async (tx) => {
      await registerEntity(userId, body, tx);
      return readEntity(userId, body.entity_id, tx);
    }),
});

export const updateDltEntity = endpoint({
  ...dlt,
  method: 'PATCH',
  path: '/dlt/entities/{id}',
  operationId: 'updateDltEntity',
  summary: 'Change an entity',
  description: 'Its name, or its status on the portal. What is left out stays.',
  recentSignIn: { for: 'turn_sender_off', when: ({ status }) => status === 'inactive' },
  params: ofEntity,
  body: entityChange,
  message: 'Entity changed',
  output: entityOutput,
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id }, body }) => {
    await changeEntity(userId, id, body);
    return { data: await readEntity(userId, id) };
  },
});

export const deleteDltEntity = endpoint({
  ...dlt,
  method: 'DELETE',
  path: '/dlt/entities/{id}',
  operationId: 'deleteDltEntity',
  summary: 'Delete an entity',
  description: 'One that no header, template or chain belongs to.',
  recentSignIn: { for: 'delete_sender' },
  params: ofEntity,
  message: 'Entity deleted',
  output: z.null(),
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id } }) => {
    await removeEntity(userId, id);
    return { data: null };
  },
});

export const listDltHeaders = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/headers',
  operationId: 'listDltHeaders',
  summary: 'List headers',
  description: 'The headers that you have registered, in alphabetical order.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Headers',
  output: z.array(headerOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listHeaders(caller.userId);
    return toPageResult(
      cutPage(rows, query, ({ header }) => header),
      toHeaderOutput,
    );
  },
});

export const createDltHeader = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/headers',
  operationId: 'createDltHeader',
  summary: 'Register a header',
  description:
    'It is `pending` until the operator of this installation approves it. One that is registered already stays as it is.',
  recentSignIn: false,
  idempotent: true,
  body: headerInput,
  status: 201,
  message: 'Header registered',
  output: headerOutput,
  handle: ({ caller: { userId }, body, idempotency }) =>
    writeOnce(idempotency, async (tx) => {
      await registerHeader(userId, body, tx);
      return readHeader(userId, body.header, tx);
    }),
});

export const updateDltHeader = endpoint({
  ...dlt,
  method: 'PATCH',
  path: '/dlt/headers/{id}',
  operationId: 'updateDltHeader',
  summary: 'Turn a header off or on',
  description:
    'Turn a header off that you no longer use, and on again after you reactivated it on the portal.',
  recentSignIn: { for: 'turn_sender_off', when: ({ status }) => status === 'inactive' },
  params: ofHeader,
  body: headerChange,
  message: 'Header changed',
  output: headerOutput,
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id }, body }) => {
    await changeHeader(userId, id, body);
    return { data: await readHeader(userId, id) };
  },
});

export const deleteDltHeader = endpoint({
  ...dlt,
  method: 'DELETE',
  path: '/dlt/headers/{id}',
  operationId: 'deleteDltHeader',
  summary: 'Delete a header',
  description:
    'One that is `pending` or `declined`, with its evidence, so that you can register it with another entity or category. One that was declined is declined still when you register it again.',
  recentSignIn: { for: 'delete_sender' },
  params: ofHeader,
  message: 'Header deleted',
  output: z.null(),
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id } }) => {
    await removeHeader(userId, id);
    return { data: null };
  },
});

/** Evidence as JSON, or as a form with the file. */
type EvidenceBody = z.output<typeof evidenceInput> | z.output<typeof evidenceUpload>;

const evidenceJson: z.ZodType<EvidenceBody> = evidenceInput;
const evidenceForm: z.ZodType<EvidenceBody> = evidenceUpload;

/** The file, however it was sent. */
const toFile = async (body: EvidenceBody) =>
  'file' in body
    ? { name: body.file.name, bytes: new Uint8Array(await body.file.arrayBuffer()) }
    : { name: body.name, bytes: Buffer.from(body.content, 'base64') };

export const addDltEvidence = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/headers/{id}/evidence',
  operationId: 'addDltEvidence',
  summary: 'Add evidence to a header',
  description:
    'A PDF, PNG or JPEG file that shows the operator whose the header is, for example the letter of the portal; it takes the place of an earlier one. Send a form with the `file`, of 5 MiB at most; or JSON with its `name` and its `content` as base64, of 700 KiB at most.',
  recentSignIn: false,
  maxBody: maxEvidence + 64 * 1024,
  countsRefused: true,
  params: ofHeader,
  body: evidenceJson,
  form: evidenceForm,
  message: 'Evidence added',
  output: headerOutput,
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id }, body }) => {
    await addEvidence(userId, id, await toFile(body), 'file' in body ? 'file' : 'content');
    return { data: await readHeader(userId, id) };
  },
});
