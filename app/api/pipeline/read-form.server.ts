import { hash } from 'node:crypto';
import { parseMultipart } from '#app/forms/read-multipart.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.ts';
import type { Endpoint } from '../endpoint.ts';
import { requireWholeBody } from './read-input.server.ts';

const formWithFiles = /^multipart\/form-data\s*;/i;

/** Whether a request says that its body is a form with files. */
export const isForm = (headers: Headers): boolean =>
  formWithFiles.test(headers.get('content-type') ?? '');

/**
 * Parses a form with files. Of fields of one name the last counts.
 *
 * @throws DomainError `unsupported_media_type`, `invalid_parameter`, or what `requireWholeBody` says
 */
export async function readForm(
  { maxBody }: Endpoint,
  headers: Headers,
  { rawBody, bodyProblem }: ApiRequestContext,
): Promise<Record<string, unknown>> {
  if (!isForm(headers)) {
    const message = 'Send the body as multipart/form-data.';
    throw new DomainError('unsupported_media_type', { message });
  }
  requireWholeBody(bodyProblem, maxBody);
  const type = headers.get('content-type') ?? '';
  const form = await parseMultipart(rawBody as Uint8Array<ArrayBuffer>, type);
  if (!form) {
    const message = 'The body is not a form, or has too many parts.';
    throw new DomainError('invalid_parameter', { message });
  }
  return Object.fromEntries(form);
}

/**
 * What a form says, for the comparison of a repeat: its fields in a fixed order, and the hashes of its files. The bytes
 * of a form hold a boundary, which is another one each time that a client makes the form.
 */
export async function toFormContent(form: Record<string, unknown>): Promise<Uint8Array> {
  const fields = await Promise.all(
    Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(async ([name, value]) =>
        value instanceof File
          ? [name, { sha256: hash('sha256', new Uint8Array(await value.arrayBuffer())) }]
          : [name, value],
      ),
  );
  return Buffer.from(JSON.stringify(fields));
}
