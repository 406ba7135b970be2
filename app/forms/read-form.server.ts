import { payloadTooLarge, readBody } from './read-body.server.ts';
import { readMultipart } from './read-multipart.server.ts';

/** The largest form that any page has use for, in bytes, without its files. */
const maxTextBytes = 64 * 1024;

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const formWithFiles = /^multipart\/form-data\s*;/i;

type Options = {
  /** The largest file that the page takes, in bytes; unless told it takes none. */
  maxFileBytes?: number | undefined;
};

/**
 * Reads what a page's form sent. A name that comes twice counts once: none of our forms needs more,
 * and what reads the fields would make lists of them. Only files are all kept, so that the form can
 * say that one is enough.
 *
 * @throws Response 415 if it is no form, 400 if it cannot be read, 413 if it is larger than any of ours
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
