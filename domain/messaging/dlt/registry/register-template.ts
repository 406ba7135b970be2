import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Transaction } from '#platform/db.ts';
import type { NewTemplateInput } from './inputs.browser.ts';
import { listEntities } from './list-registry.ts';
import { registerTemplates } from './register-templates.ts';

/**
 * Registers one template, of the account's only entity unless it names another.
 *
 * @throws DomainError `invalid_parameter` if there is one of this id that differs, as `registerTemplates` otherwise
 */
export async function registerTemplate(
  userId: string,
  { entity_id, ...template }: NewTemplateInput,
  within?: Transaction,
): Promise<void> {
  const full = { ...template, entity_id: entity_id ?? (await findOnlyEntity(userId, within)) };
  const outcome = (await registerTemplates(userId, [full], within)).get(template.template_id);
  if (outcome !== 'differs') return;
  const message =
    'You have registered this id with another body, entity, category, kind or slots. DLT gives another text another id.';
  throw new DomainError('invalid_parameter', { param: 'template_id', message });
}

async function findOnlyEntity(userId: string, within?: Transaction): Promise<string> {
  const [first, ...others] = await listEntities(userId, undefined, within);
  if (first && others.length === 0) return first.entityId;
  const message = first
    ? 'You have registered several entities: say which one it belongs to.'
    : 'You have not registered an entity. Register it first.';
  throw new DomainError('invalid_parameter', { param: 'entity_id', message });
}
