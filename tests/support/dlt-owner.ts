import { decideHeader } from '#domain/messaging/dlt/registry/decide-header.server.ts';
import { entityInput, headerInput, templateInput } from '#domain/messaging/dlt/registry/inputs.ts';
import { registerEntity, registerHeader } from '#domain/messaging/dlt/registry/register.server.ts';
import { registerTemplates } from '#domain/messaging/dlt/registry/register-templates.server.ts';
import { prisma } from '#platform/db.server.ts';
import { type Account, anAccount } from './account.ts';

/** What the account of `anOwner` has registered. */
export const owned = {
  entity: '1101172974420810001',
  header: 'ACMEIN',
  templateId: '1107160000000000001',
  body: 'Your order {#alphanumeric#} has left. - ACME',
} as const;

/** An account with an approved header and a template of its own. */
export async function anOwner(): Promise<Account> {
  const { entity, header, templateId, body } = owned;
  const account = await anAccount();
  const { userId } = account;
  await prisma.user.update({ where: { id: userId }, data: { emailConfirmedAt: new Date() } });
  const of = { entity_id: entity, category: 'service_implicit' };
  await registerEntity(userId, entityInput.parse({ entity_id: entity, name: 'Acme' }));
  await registerHeader(userId, headerInput.parse({ ...of, header }));
  await decideHeader(userId, header, { status: 'approved' });
  const template = { ...of, template_id: templateId, name: 'Order', body, headers: [header] };
  await registerTemplates(userId, [templateInput.parse(template)]);
  await prisma.dltRegistry.update({ where: { userId }, data: { mode: 'enforce' } });
  return account;
}
