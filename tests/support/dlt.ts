import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { entityInput, headerInput, templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerEntity, registerHeader } from '#domain/dlt/registry/register.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { query } from '#platform/db.ts';
import { aUser } from './account.ts';

export const dltEntityId = '1101172974420810001';

/** Registers approved headers for an account. Numeric headers are promotional. */
export async function registerSenders(userId: string, ...headers: string[]): Promise<void> {
  await registerEntity(userId, entityInput.parse({ entity_id: dltEntityId, name: 'Acme' }));
  for (const header of headers) {
    const category = /^\d+$/.test(header) ? 'promotional' : 'service_implicit';
    const input = headerInput.parse({ header, entity_id: dltEntityId, category });
    await registerHeader(userId, input);
    await decideHeader(userId, header, { status: 'approved' });
  }
}

/** An account with only the entity. @returns its id */
export async function anEntityOwner(): Promise<string> {
  const { userId } = await aUser();
  await registerSenders(userId);
  return userId;
}

/** Registers templates for an account, given a text per id. */
export async function registerBodies(
  userId: string,
  bodies: Record<string, string>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const templates = Object.entries(bodies).map(([template_id, body]) =>
    templateInput.parse({
      ...{ template_id, entity_id: dltEntityId, name: template_id, body },
      ...{ category: 'service_implicit', ...more },
    }),
  );
  await registerTemplates(userId, templates);
}

/** Sets how an account's messages are checked. */
export async function setDltMode(userId: string, mode: 'enforce' | 'warn' | 'off'): Promise<void> {
  const statement =
    'UPDATE dlt_registries SET mode = $2::dlt_mode, version = version + 1 WHERE user_id = $1';
  await query('set-dlt-mode', statement, [userId, mode]);
}
