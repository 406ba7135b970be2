import { payloadTooLarge, readBody } from './read-body.server.ts';

/**
 * Parts of a form, far more than any page has fields. Parsing cannot be interrupted, and takes over 100 ms
 * for the 20,000 parts that fit into a mebibyte.
 */
const maxParts = 200;

type Limits = { maxTextBytes: number; maxFileBytes: number };

/**
 * Reads a form with files. Of one that is too long, the beginning is read as if it ended there: the
 * fields before the file are there, and the file is what it is, too large.
 *
 * @throws Response 400 if it cannot be read, 413 if its fields are too large or too many
 */
export async function readMultipart(
  request: Request,
  { maxTextBytes, maxFileBytes }: Limits,
): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const { bytes, whole } = await readBody(request, maxTextBytes + maxFileBytes);
  if (hasTooManyParts(bytes, type)) throw payloadTooLarge();
  const sent = await parse(whole ? bytes : closed(bytes, type), type);
  if (!sent) throw whole ? new Response('Send a form.', { status: 400 }) : payloadTooLarge();

  const fields = new Map<string, string>();
  const form = new FormData();
  for (const [name, value] of sent) {
    if (typeof value === 'string') fields.set(name, value);
    else form.append(name, value);
  }
  let length = 0;
  for (const [name, value] of fields) {
    length += Buffer.byteLength(value);
    form.append(name, value);
  }
  if (length > maxTextBytes) throw payloadTooLarge();
  return form;
}

/** The line that stands before each part (RFC 7578, 4.1). */
function delimiterOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  return `--${quoted ?? plain}`;
}

/** A beginning, with the line that ends a form. */
function closed(start: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([start, Buffer.from(`\r\n${delimiterOf(type)}--\r\n`)]));
}

function hasTooManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Only at the beginning of a line: a file may have anything in it.
  const delimiter = Buffer.from(`\r\n${delimiterOf(type)}`);
  let at = -1;
  for (let parts = 0; parts <= maxParts; parts += 1) {
    at = form.indexOf(delimiter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** @returns null if it is no form, whatever it says */
function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData | null> {
  const form = new Response(body, { headers: { 'content-type': type } }).formData();
  // The parser throws nothing but that it cannot read what a visitor sent.
  return form.catch(() => null);
}
