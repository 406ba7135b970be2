import type { Finding } from '#domain/dlt/check/verdicts.ts';
import {
  countTime,
  type Draft,
  type Identify,
  prepareIdentify,
  requireTime,
} from '#domain/dlt/sending/identify.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { countSegments, maxSegments } from '#domain/sms/segments.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isCodeOf } from '../otp-code.ts';
import { composeText, maxRetrieverOctets } from './compose-text.browser.ts';
import type { OtpService } from './contract.ts';

/** A placeholder recipient. The check does not send a message. */
const anyRecipient = '+919000000000';

/** Returns the draft of a service's message with a code. */
export const toServiceDraft = (service: OtpService, recipient: string, code: string): Draft => {
  const text = composeText(service, code);
  return {
    recipient,
    content: { text, ...countSegments(text) },
    variables: undefined,
    sender: service.sender ?? undefined,
    templateId: service.templateId ?? undefined,
    mayWait: false,
  };
};

/**
 * Checks the messages of a service against DLT, with the smallest and the largest possible code. Also checks the test
 * numbers.
 *
 * @param identify the DLT check of the service's account
 * @returns the warnings of the DLT check, without duplicates
 * @throws DomainError a verdict of `checkDlt`, `message_too_long` or `invalid_parameter`
 */
export function checkService(service: OtpService, identify: Identify): Finding[] {
  const { length, letters, appHash, testNumbers } = service;
  const refuse = (param: string, message: string) => {
    throw new DomainError('invalid_parameter', { param, message });
  };
  const codes = ['0', '9', ...(letters ? ['A', 'Z'] : [])].map((one) => one.repeat(length));
  const warnings = new Map<string, Finding>();
  for (const code of codes) {
    const draft = toServiceDraft(service, anyRecipient, code);
    if (appHash !== null && Buffer.byteLength(composeText(service, code)) > maxRetrieverOctets) {
      refuse('text', `With an app hash, the text may have at most ${maxRetrieverOctets} octets.`);
    }
    if (draft.content && draft.content.segments > maxSegments) {
      throw new DomainError('message_too_long', { param: 'text' });
    }
    const message = identify(draft, clock.now());
    if (!(message instanceof DomainError)) {
      for (const one of message.warnings) warnings.set(JSON.stringify(one), one);
      continue;
    }
    const param = message.param === 'message' ? 'text' : (message.param ?? 'text');
    throw new DomainError(message.code, {
      ...{ message: message.message, param },
      ...(message.fields && { fields: message.fields }),
    });
  }
  for (const { code } of testNumbers) {
    if (!isCodeOf(service, code))
      refuse('test_numbers', 'A code does not have the length or characters of this service.');
  }
  if (new Set(testNumbers.map(({ recipient }) => recipient)).size < testNumbers.length) {
    refuse('test_numbers', 'A number occurs twice.');
  }
  return [...warnings.values()];
}

/** The findings of the DLT check about a service's messages. If `error` is set, `warnings` is empty. */
type Objections = {
  error: Pick<DomainError, 'code' | 'message'> | null;
  warnings: Finding[];
};

/**
 * Checks the messages of a service with the current registrations, which may have changed since the service was saved.
 */
export async function findObjections(userId: string, service: OtpService): Promise<Objections> {
  try {
    requireTime(userId);
    const identify = await prepareIdentify(userId, { isDryRun: true });
    const began = performance.now();
    const warnings = checkService(service, identify);
    countTime(userId, performance.now() - began);
    return { error: null, warnings };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { error: { code: error.code, message: error.message }, warnings: [] };
  }
}
