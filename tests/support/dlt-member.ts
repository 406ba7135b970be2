import { expect } from 'vitest';
import { templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { dltEntityId, registerSenders } from './dlt.ts';
import { aMember } from './member.ts';
import { joinText } from './signed-in.ts';
import type { Visitor } from './visitor.ts';

/** The entity's id, under the name of the form's field. */
export const entity_id = dltEntityId;
export const template_id = '1107160000000000001';
export const category = 'service_implicit';
export const body = 'Dear {#var#}, your code is {#numeric#}. - ACME';

export const aTemplate = (more: Record<string, unknown> = {}) =>
  templateInput.parse({ template_id, entity_id, name: 'Code', body, category, ...more });

/** A member with the entity Acme, the approved header ACMEIN and a template. */
export async function aSendingMember(url: string, templates = [aTemplate()]) {
  const member = await aMember(url);
  await registerSenders(member.userId, 'ACMEIN');
  await registerTemplates(member.userId, templates);
  return member;
}

/** Submits a form. @returns the text of the next page */
export async function textAfter(visitor: Visitor, path: string, fields: Record<string, string>) {
  const answer = await visitor.post(path, fields);
  expect(answer.status).toBe(302);
  return joinText(await visitor.follow(answer));
}
