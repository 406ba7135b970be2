import { z } from 'zod';
import { changeEntity, changeHeader } from '#domain/dlt/registry/change-registered.ts';
import { maxEvidence, takesOutOfUse } from '#domain/dlt/registry/contract.browser.ts';
import { addEvidence } from '#domain/dlt/registry/header-decisions.ts';
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
import { pageOf } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { SqlClient } from '#platform/db.ts';
import { endpoint } from '../endpoint.ts';
import { dlt, listInput, pageOutput, toPageResult } from './pages.ts';

const ofEntity = z.object({
  id: safeText
    .max(64)
    .meta({ description: 'The `entity_id` of the entity.', example: exampleValues.entityId }),
});

const ofHeader = z.object({
  id: safeText.max(64).meta({ description: 'The header.', example: exampleValues.sender }),
});

/**
 * Returns the only row. Throws `not_found` if there is no row, because the account may have been deleted
 * meanwhile.
 */
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
  description: 'Lists the principal entities that you have registered, in the order of their ids.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Entities',
  output: z.array(entityOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listEntities(caller.userId);
    return toPageResult(
      pageOf(rows, ({ entityId }) => entityId, query.after ?? null, query.limit),
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
    'Registers an entity. If the entity is already registered, its name is replaced. Its status is replaced only if you send `inactive` or `blacklisted`. Only `PATCH` turns an entity on again.',
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
  description:
    'Changes the name or the status that Dakiya has stored for an entity, but nothing on the DLT portal. Omitted fields stay as they are.',
  recentSignIn: { for: 'turn_sender_off', when: ({ status }) => takesOutOfUse(status) },
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
  description: 'Deletes an entity to which no header, template or chain belongs.',
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
  description: 'Lists the headers that you have registered, in alphabetical order.',
  recentSignIn: false,
  testKeys: true,
  query: listInput,
  message: 'Headers',
  output: z.array(headerOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    const rows = await listHeaders(caller.userId);
    return toPageResult(
      pageOf(rows, ({ header }) => header, query.after ?? null, query.limit),
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
    'Registers a header, which is `pending` until the operator of this installation approves it. A header that is already registered does not change.',
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
    'Turns off a header that you no longer use, or turns it on again after you have reactivated it on the DLT portal.',
  recentSignIn: { for: 'turn_sender_off', when: ({ status }) => takesOutOfUse(status) },
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
    'Deletes a `pending` or `declined` header and its evidence, so that you can register the header with another entity or category. If a declined header is registered again, it is still declined.',
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

/** The file of the evidence, from JSON or from a form. */
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
    'Adds a file that proves to the operator of this installation who owns the header, for example a letter from the DLT portal. A new file replaces the earlier one. Send a PDF, PNG or JPEG file: in the form field `file` (up to 5 MiB), or as JSON with its `name` and base64 `content` (up to 700 KiB).',
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
