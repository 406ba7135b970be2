import { payloadTooLarge, readBody } from './read-body.server.ts';
import { readMultipart } from './read-multipart.server.ts';

/** Maximum size of a form, in bytes, without its files. */
const maxTextBytes = 64 * 1024;

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const formWithFiles = /^multipart\/form-data\s*;/i;

type Options = {
  /** Maximum size of a file, in bytes; files are rejected if it is omitted. */
  maxFileBytes?: number | undefined;
};

/**
 * Reads the submitted form. Only the last value of a repeated name counts: no form of this site needs lists,
 * and the form parser would create them. Files are all kept, so that validation can reject a second one.
 *
 * @throws Response 415 if it is not a form, 400 if it cannot be parsed, 413 if it is too large
 */
export async function readForm(
  request: Request,
  { maxFileBytes }: Options = {},
): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (maxFileBytes && formWithFiles.test(type)) {
    return readMultipart(request, { maxTextBytes, maxFileBytes });
  }
  if (!formType.test(type)) throw new Response('Send a form.', { status: 415 });
  const { bytes, whole } = await readBody(request, maxTextBytes);
  if (!whole) throw payloadTooLarge();
  const form = new FormData();
  const fields = new Map(new URLSearchParams(new TextDecoder().decode(bytes)));
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
