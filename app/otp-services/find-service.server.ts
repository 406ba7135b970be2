import type { OtpService } from '#domain/messaging/otp/services/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';

/** A service of the account. @throws Response 404 if it has none of this id */
export async function findService(userId: string, id: string): Promise<OtpService> {
  const service = (await listServices(userId)).find((one) => one.id === id);
  if (!service) throw new Response(null, { status: 404 });
  return service;
}
