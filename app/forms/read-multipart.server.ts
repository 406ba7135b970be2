import { payloadTooLarge, readBody } from './read-body.server.ts';

/**
 * Maximum number of parts, far more than any form has fields. Parsing cannot be interrupted, and takes over
 * 100 ms for the 20,000 parts that fit into 1 MiB.
 */
const maxParts = 200;

type Limits = { maxTextBytes: number; maxFileBytes: number };

/**
 * Parses a form with files; a text takes the place of files of its name. An oversized body is parsed as if it ended at the limit: the fields before the
 * file are complete, and the truncated file is too large.
 *
 * @throws Response 400 if it cannot be parsed, 413 if its fields are too large or too many
 */
export async function readMultipart(
  request: Request,
  { maxTextBytes, maxFileBytes }: Limits,
): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const { bytes, whole } = await readBody(request, maxTextBytes + maxFileBytes);
  if (hasTooManyParts(bytes, type)) throw payloadTooLarge();
  const sent = await parseMultipart(whole ? bytes : terminate(bytes, type), type);
  if (!sent) throw whole ? new Response('Send a form.', { status: 400 }) : payloadTooLarge();

  const fields = new Map<string, string>();
  const form = new FormData();
  for (const [name, value] of sent) {
    if (typeof value === 'string') fields.set(name, value);
    else form.append(name, value);
  }
  let length = 0;
  for (const [name, value] of fields) {
    // Of a text and a file of one name some would read the one, and some the other.
    form.delete(name);
    length += Buffer.byteLength(value);
    form.append(name, value);
  }
  if (length > maxTextBytes) throw payloadTooLarge();
  return form;
}

/** The line before each part (RFC 7578, 4.1). */
function readDelimiter(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  return `--${quoted ?? plain}`;
}

/** A truncated body with the delimiter that ends a form. */
function terminate(start: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([start, Buffer.from(`\r\n${readDelimiter(type)}--\r\n`)]));
}

function hasTooManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Only at the beginning of a line: a file may contain any bytes.
  const delimiter = Buffer.from(`\r\n${readDelimiter(type)}`);
  let at = -1;
  for (let parts = 0; parts <= maxParts; parts += 1) {
    at = form.indexOf(delimiter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Parses a form with files; one of too many parts is none.
 *
 * @returns null if it is not a form, despite its content type
 */
export async function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<FormData | null> {
  if (hasTooManyParts(body, type)) return null;
  const form = new Response(body, { headers: { 'content-type': type } }).formData();
  // The parser throws only for input that it cannot parse.
  return await form.catch(() => null);
}
