import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createService, listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { aMember } from './member.ts';

/** A valid last day of a test number. */
export const ends_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

export async function aServiceOwner(url: string, given: Record<string, unknown> = {}) {
  const member = await aMember(url);
  const { userId } = member;
  const { keyId } = await createKey({ userId, name: 'Shop' });
  const { id } = await createService(userId, createServiceInput.parse({ name: 'Acme', ...given }));
  /** The stored service. */
  const read = async () => (await listServices(userId)).find((one) => one.id === id);
  return { ...member, keyId, id, read, edit: paths.editOtpService(id) };
}

/** The form fields of a new service. */
export const serviceFields = {
  ...{ intent: 'save', name: 'Acme', sender_id: '', template_id: '', text: '{code} for {name}' },
  ...{ length: '6', letters: 'false', ttl_seconds: '300', max_attempts: '5', resend: 'same' },
  ...{ app_hash: '', web_domain: '' },
};

/** The form fields of a test number. */
export const testNumber = { recipient: '98111 99999', code: '482913', ends_on };
