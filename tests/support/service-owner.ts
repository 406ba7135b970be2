import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import {
  createService,
  listServices,
} from '#domain/messaging/otp/services/manage-services.server.ts';
import { aMember } from './member.ts';

/** A day on which a test number may end. */
export const ends_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** A member with a key and an OTP service. */
export async function aServiceOwner(url: string, given: Record<string, unknown> = {}) {
  const member = await aMember(url);
  const { userId } = member;
  const { keyId } = await createKey({ userId, name: 'Shop' });
  const { id } = await createService(userId, createServiceInput.parse({ name: 'Acme', ...given }));
  /** The service as it is saved. */
  const read = async () => (await listServices(userId)).find((one) => one.id === id);
  return { ...member, keyId, id, read };
}
