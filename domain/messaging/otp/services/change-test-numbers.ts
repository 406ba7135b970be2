import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { isCodeOf } from '../otp-code.ts';
import { maxTestNumbers, type TestNumber } from './contract.ts';
import { listServices } from './manage-services.ts';

/** On the row as it is when it is this statement's turn: two tabs add two numbers, and none that was removed comes back. */
const add = `
  UPDATE otp_services SET test_numbers = test_numbers || jsonb_build_array($3::jsonb)
  WHERE id = $1 AND user_id = $2 AND length = $4 AND (letters OR $5)
    AND jsonb_array_length(test_numbers) < ${maxTestNumbers}
    AND NOT test_numbers @> jsonb_build_array(jsonb_build_object('recipient', $3::jsonb -> 'recipient'))
  RETURNING id`;

const remove = `
  UPDATE otp_services SET test_numbers = coalesce(
    (SELECT jsonb_agg(one) FROM jsonb_array_elements(test_numbers) AS one WHERE one ->> 'recipient' <> $3), '[]')
  WHERE id = $1 AND user_id = $2
  RETURNING id`;

const notFound = () =>
  new DomainError('not_found', { message: 'There is no OTP service by this id.' });

/**
 * Adds a test number to a service.
 *
 * @throws DomainError `not_found`, and `invalid_parameter` with `param` `recipient` or `code`, or without one if there are
 *   too many
 */
export async function addTestNumber(
  userId: string,
  id: string,
  testNumber: TestNumber,
): Promise<void> {
  const { code } = testNumber;
  const { length } = code;
  const isDigits = isCodeOf({ length, letters: false }, code);
  const values = [id, userId, JSON.stringify(testNumber), length, isDigits];
  const isAnyCode = isCodeOf({ length, letters: true }, code);
  const [changed] = isAnyCode ? await query('add-test-number', add, values) : [];
  if (!changed) throw await toRejection(userId, id, testNumber);
}

async function toRejection(
  userId: string,
  id: string,
  { recipient, code }: TestNumber,
): Promise<DomainError> {
  const service = (await listServices(userId)).find((one) => one.id === id);
  if (!service) return notFound();
  const refuse = (message: string, param?: 'recipient' | 'code') =>
    new DomainError('invalid_parameter', { message, ...(param && { param }) });
  if (service.testNumbers.some((one) => one.recipient === recipient)) {
    return refuse('It is a test number already. Remove it first to change its code.', 'recipient');
  }
  if (!isCodeOf(service, code)) {
    return refuse('This is not a code of the service: see its characters and their kind.', 'code');
  }
  return refuse(`A service has at most ${maxTestNumbers} test numbers. Remove one that is over.`);
}

/** Removes a test number from a service, if it is one. @throws DomainError `not_found` */
export async function removeTestNumber(
  userId: string,
  id: string,
  recipient: string,
): Promise<void> {
  const [changed] = await query('remove-test-number', remove, [id, userId, recipient]);
  if (!changed) throw notFound();
}
