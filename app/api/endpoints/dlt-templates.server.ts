import { z } from 'zod';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { takesOutOfUse } from '#domain/dlt/registry/contract.browser.ts';
import { newTemplateInput, templateChange } from '#domain/dlt/registry/inputs.browser.ts';
import { findTemplate, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import {
  registeredTemplateOutput,
  templateOutput,
  toTemplateOutput,
} from '#domain/dlt/registry/outputs.ts';
import { findTemplateRisks, parseTemplate } from '#domain/dlt/registry/parse-template.browser.ts';
import { registerTemplate } from '#domain/dlt/registry/register-templates.ts';
import { removeTemplate } from '#domain/dlt/registry/remove-registered.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { writeOnce } from '#domain/shared/idempotency/saved-response.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { SqlClient } from '#platform/db.ts';
import { endpoint } from '../endpoint.ts';
import { dlt, listInput, pageOutput, toPageResult } from './pages.ts';

const ofTemplate = z.object({
  id: safeText
    .max(64)
    .meta({ description: 'The `template_id` of the template.', example: exampleValues.templateId }),
});

async function readTemplate(userId: string, id: string, tx?: SqlClient) {
  const found = await findTemplate(userId, id, tx);
  if (!found) throw new DomainError('not_found');
  return toTemplateOutput(found);
}

export const listDltTemplates = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/templates',
  operationId: 'listDltTemplates',
  summary: 'List templates',
  description: 'Lists the content templates that you have registered, in the order of their ids.',
  recentSignIn: false,
  testKeys: true,
  query: listInput.extend({
    search: safeText.max(100).optional().meta({
      description:
        'Only templates whose name or body contains this text, or whose id is this text.',
      example: 'code',
    }),
    entity_id: safeText.max(64).optional().meta({
      description: 'Only templates of this entity.',
      example: exampleValues.entityId,
    }),
  }),
  message: 'Templates',
  output: z.array(templateOutput),
  beside: pageOutput(),
  handle: async ({ caller, query: { entity_id: entityId, ...query } }) =>
    toPageResult(await listTemplates(caller.userId, { ...query, entityId }), toTemplateOutput),
});

export const createDltTemplate = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/templates',
  operationId: 'createDltTemplate',
  summary: 'Register a template',
  description:
    'Registers a template. If the template is already registered with the same body, its name is replaced. Its status and headers are replaced only if you send them. Only `PATCH` turns on a template that is off. Body, entity, category, kind and slots never change, because DLT gives a new text a new id.',
  recentSignIn: false,
  idempotent: true,
  body: newTemplateInput,
  status: 201,
  message: 'Template registered',
  output: registeredTemplateOutput,
  handle: ({ caller: { userId }, body, idempotency }) =>
    writeOnce(idempotency, async (tx) => {
      await registerTemplate(userId, body, tx);
      const template = await readTemplate(userId, body.template_id, tx);
      return { ...template, warnings: findRisks(template.body) };
    }),
});

/** Lists the parts of a template's body that portals or operators may reject, in one sentence each. */
function findRisks(body: string): string[] {
  const parts = parseTemplate(body);
  return 'problem' in parts ? [] : findTemplateRisks(body, parts);
}

export const getDltTemplate = endpoint({
  ...dlt,
  method: 'GET',
  path: '/dlt/templates/{id}',
  operationId: 'getDltTemplate',
  summary: 'Get a template',
  recentSignIn: false,
  testKeys: true,
  params: ofTemplate,
  message: 'Template',
  output: templateOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({ data: await readTemplate(caller.userId, params.id) }),
});

export const updateDltTemplate = endpoint({
  ...dlt,
  method: 'PATCH',
  path: '/dlt/templates/{id}',
  operationId: 'updateDltTemplate',
  summary: 'Change a template',
  description:
    'Changes the name, the headers or the status of a template. With the status `inactive`, the template is no longer used. Omitted fields stay as they are.',
  recentSignIn: { for: 'turn_sender_off', when: ({ status }) => takesOutOfUse(status) },
  params: ofTemplate,
  body: templateChange,
  message: 'Template changed',
  output: templateOutput,
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id }, body }) => {
    await changeTemplate(userId, id, body);
    return { data: await readTemplate(userId, id) };
  },
});

export const deleteDltTemplate = endpoint({
  ...dlt,
  method: 'DELETE',
  path: '/dlt/templates/{id}',
  operationId: 'deleteDltTemplate',
  summary: 'Delete a template',
  description:
    'Deletes a template, so that you can register its id again with the text as it is on the DLT portal. In the mode `enforce`, waiting messages with this template fail with `dlt_template_unknown`, and are credited back.',
  recentSignIn: { for: 'delete_sender' },
  params: ofTemplate,
  message: 'Template deleted',
  output: z.null(),
  errors: ['not_found'],
  handle: async ({ caller: { userId }, params: { id } }) => {
    await removeTemplate(userId, id);
    return { data: null };
  },
});
