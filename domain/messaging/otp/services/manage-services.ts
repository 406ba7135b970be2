import { audited, recordAudit } from '#domain/audit/record-audit.ts';
import type { Finding } from '#domain/dlt/check/verdicts.ts';
import { prepareIdentify } from '#domain/dlt/sending/identify.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import type { OtpService as Row } from '#prisma/generated/client.ts';
import { checkService } from './check-service.ts';
import {
  type CreateServiceInput,
  maxServices,
  type OtpService,
  type ServiceChanges,
  type TestNumber,
} from './contract.ts';
import { fitTemplate } from './fit-template.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    svc: 'otp_services';
  }
}

const toService = ({ userId, createdAt, testNumbers, ...row }: Row): OtpService => ({
  ...row,
  testNumbers: testNumbers as TestNumber[],
});

/** Lists an account's services, oldest first. */
export async function listServices(userId: string): Promise<OtpService[]> {
  const rows = await prisma.otpService.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map(toService);
}

const find = async (userId: string, id: string): Promise<OtpService | null> => {
  const row = await prisma.otpService.findFirst({ where: { id, userId } });
  return row && toService(row);
};

const noSuchService = 'There is no OTP service with this id.';

/** A change must take effect in all processes within a second. The cache may use half of that time. */
const cached = createTtlCache(
  (key) => {
    const [userId = '', id = ''] = key.split('|');
    return find(userId, id);
  },
  { ttlMs: 500, max: 10_000 },
);

/**
 * Loads a service to send a code. The result can be half a second old.
 *
 * @throws DomainError `invalid_parameter` if the account has no such service
 */
export async function loadService(userId: string, id: string): Promise<OtpService> {
  const service = await cached(`${userId}|${id}`);
  if (service) return service;
  throw new DomainError('invalid_parameter', { param: 'service', message: noSuchService });
}

const settable =
  'name, sender, template_id, text, length, letters, ttl_seconds, max_attempts, resend, app_hash, web_domain, test_numbers';

const returned = `
  RETURNING id, name, sender, template_id AS "templateId", text, length, letters, ttl_seconds AS "ttlSeconds",
    max_attempts AS "maxAttempts", resend, app_hash AS "appHash", web_domain AS "webDomain",
    test_numbers AS "testNumbers"`;

const insert = `
  INSERT INTO otp_services (id, user_id, created_at, ${settable})
  SELECT $1, $2, $3, ${settable} FROM jsonb_populate_record(NULL::otp_services, $4)
  WHERE (SELECT count(*) FROM otp_services WHERE user_id = $2) < ${maxServices}
  ${returned}`;

/** Columns that are not in the input keep the value of the locked row. */
const update = `
  UPDATE otp_services AS service
  SET (${settable}) = (SELECT ${settable} FROM jsonb_populate_record(service, $3))
  WHERE id = $1 AND user_id = $2
  ${returned}`;

/** A saved service, and the warnings of the DLT check about its messages. */
export type CheckedService = OtpService & { warnings: Finding[] };

/**
 * Creates a service. @throws DomainError like `checkService` and `fitTemplate`, and `invalid_parameter` if the account has
 *   too many services
 */
export async function createService(
  userId: string,
  input: CreateServiceInput,
): Promise<CheckedService> {
  return (await createServiceOnce(userId, input, null, (service) => service)).data;
}

/**
 * Creates a service once per `Idempotency-Key`.
 *
 * @param answerOf converts the service to the response, which is saved for repeats of the request
 * @throws DomainError like `createService`, and `idempotency_mismatch`
 */
export async function createServiceOnce<T extends object>(
  userId: string,
  input: CreateServiceInput,
  idempotency: Idempotency | null,
  answerOf: (service: CheckedService) => T,
): Promise<IdempotentResult<T>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: before.answer as T, replayed: true };
  const identify = await prepareIdentify(userId, { isDryRun: true });
  const fitted = await fitTemplate(userId, input, identify);
  const values = [newId('svc'), userId, clock.now(), toColumns(fitted)];
  const write = async (tx: SqlClient) => {
    const [service] = await query<OtpService>('create-otp-service', insert, values, tx);
    if (!service) {
      const message = `An account has at most ${maxServices} OTP services. Delete one that you no longer use.`;
      throw new DomainError('invalid_parameter', { message });
    }
    await recordAudit(tx, {
      accountId: userId,
      action: 'otp_service.create',
      targets: [{ type: 'otp_service', id: service.id, name: service.name }],
      after: auditedService(service),
    });
    return answerOf({ ...service, warnings: checkService(service, identify) });
  };
  // The lock makes parallel calls of an account run one after the other, so that the count is exact.
  return writeOnce(idempotency, write, { lock: `otp-services|${userId}` });
}

/**
 * Changes the given fields. For codes that were sent before, the old validity and number of attempts still apply.
 *
 * @throws DomainError like `checkService`, and `not_found`
 */
export async function changeService(
  userId: string,
  id: string,
  changes: ServiceChanges,
): Promise<CheckedService> {
  const identify = await prepareIdentify(userId, { isDryRun: true });
  return transaction(async (tx) => {
    const values = [id, userId, toColumns(changes)];
    const [service] = await query<OtpService>('change-otp-service', update, values, tx);
    if (!service) throw new DomainError('not_found', { message: noSuchService });
    await recordAudit(tx, {
      accountId: userId,
      action: 'otp_service.update',
      targets: [{ type: 'otp_service', id, name: service.name }],
      after: auditedService(service),
    });
    // Checks the service as it is stored now, including changes that another request has just made.
    return { ...service, warnings: checkService(service, identify) };
  });
}

/** Deletes a service. The codes that it has sent can still be verified by their ids. @throws DomainError `not_found` */
export async function deleteService(userId: string, id: string): Promise<void> {
  await audited(
    async (tx) => {
      const [row] = await query<{ name: string }>('delete-otp-service', deletion, [id, userId], tx);
      if (!row) throw new DomainError('not_found', { message: noSuchService });
      return row.name;
    },
    (name) => ({
      accountId: userId,
      action: 'otp_service.delete',
      targets: [{ type: 'otp_service', id, name }],
    }),
  );
}

const deletion = 'DELETE FROM otp_services WHERE id = $1 AND user_id = $2 RETURNING name';

/**
 * The fields of a service that the audit trail stores. It stores how many test numbers there are, but not the numbers.
 */
const auditedService = ({ testNumbers, ...service }: OtpService) => ({
  ...service,
  testNumbers: testNumbers.length,
});

/** Converts an input to a JSON object of columns. The object has no omitted fields. */
function toColumns({ sender_id: sender, test_numbers: numbers, ...same }: ServiceChanges): string {
  const test_numbers = numbers?.map(({ ends_on, ...one }) => ({ ...one, endsOn: ends_on }));
  return JSON.stringify({ ...same, sender, test_numbers });
}
