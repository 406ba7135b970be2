import { createBodyBytes } from '#platform/http/read-body.ts';
import { joinLists } from './parse-form.ts';

/** Maximum size of a form, in bytes, without its files. */
const maxTextBytes = 64 * 1024;

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const formWithFiles = /^multipart\/form-data\s*;/i;

type Options = {
  /** Maximum size of a file, in bytes; files are rejected if it is omitted. */
  maxFileBytes?: number | undefined;
};

/**
 * Reads the submitted form. Of a repeated name, only the last value is used, because the form parser would create lists;
 * `joinLists` joins the checkboxes of a list. All files are kept, so that validation can reject a second file.
 *
 * @throws Response 415 if the body is not a form, 400 if it cannot be parsed, 413 if it is too large
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
  joinLists(fields);
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/**
 * Maximum number of parts, far more than any form has fields. Parsing cannot be interrupted, and takes over
 * 100 ms for the 20,000 parts that fit into 1 MiB.
 */
const maxParts = 200;

type Limits = { maxTextBytes: number; maxFileBytes: number };

/**
 * Parses a form with files. A text field replaces files of the same name. An oversized body is parsed up to the limit:
 * the fields before the file are then complete, and the truncated file still counts as too large.
 *
 * @throws Response 400 if it cannot be parsed, 413 if its fields are too large or too many
 */
async function readMultipart(
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
    // If text and a file had the same name, some code would use the text and other code the file.
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

/** Appends the delimiter that ends a form to a truncated body. */
function terminate(start: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([start, Buffer.from(`\r\n${readDelimiter(type)}--\r\n`)]));
}

function hasTooManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  return findParts(bytes, type).length > maxParts + 1;
}

/** The offsets of the delimiter lines: one before each part, and one after the last. Stops soon after `maxParts`. */
function findParts(bytes: Uint8Array<ArrayBuffer>, type: string): number[] {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = readDelimiter(type);
  const parts = form.subarray(0, delimiter.length).equals(Buffer.from(delimiter)) ? [0] : [];
  // The delimiter counts only at the start of a line, because a file may contain any bytes.
  const line = Buffer.from(`\r\n${delimiter}`);
  let at = form.indexOf(line);
  while (at >= 0 && parts.length <= maxParts + 1) {
    parts.push(at + 2);
    at = form.indexOf(line, at + 1);
  }
  return parts;
}

/** The maximum length of a part's head, in bytes. File names in a longer head are not converted. */
const maxHeadBytes = 8 * 1024;

/** `filename*=UTF-8''%E0%A4%B8.csv` (RFC 8187), which the parser does not support. */
const extendedName = /;[ \t]*filename\*[ \t]*=[ \t]*"?([\w-]{1,40})'[^';"]{0,40}'([^\s;"]*)"?/i;
const plainName = /;[ \t]*filename[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s;]*)/i;

/**
 * Replaces the extended names of files with plain names. RFC 7578 §4.2 forbids extended names in forms, but older clients,
 * such as Python's urllib3 before 2.0, use them for non-ASCII names.
 */
function withPlainNames(bytes: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer> {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/filename\*/i.test(form.toString('latin1'))) return bytes;
  const pieces: Buffer[] = [];
  let done = 0;
  for (const part of findParts(bytes, type)) {
    const start = form.subarray(part, part + maxHeadBytes).toString('latin1');
    const head = start.slice(0, Math.max(0, start.indexOf('\r\n\r\n')));
    const [, charset = '', encoded = ''] = extendedName.exec(head) ?? [];
    if (charset === '') continue;
    const name = decodeName(encoded, charset).replaceAll('"', '%22');
    const quoted = Buffer.from(`; filename="${name}"`).toString('latin1');
    const plain = head.replace(plainName, '').replace(extendedName, () => quoted);
    pieces.push(form.subarray(done, part), Buffer.from(plain, 'latin1'));
    done = part + head.length;
  }
  return new Uint8Array(Buffer.concat([...pieces, form.subarray(done)]));
}

/** Decodes UTF-8. Any other charset is read as ISO-8859-1. */
function decodeName(encoded: string, charset: string): string {
  const octets = encoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const isUtf8 = /^utf-?8$/i.test(charset);
  const name = isUtf8 ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
  // A line break in the name would end the head.
  return name.replace(/\p{Cc}/gu, ' ');
}

/**
 * Parses a form with files.
 *
 * @returns null if the body is not a form, despite its content type, or has too many parts
 */
export async function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<FormData | null> {
  if (hasTooManyParts(body, type)) return null;
  const form = new Response(withPlainNames(body, type), {
    headers: { 'content-type': type },
  }).formData();
  // The parser throws only for input that it cannot parse.
  return await form.catch(() => null);
}

/** The response to a form that is larger than any form of this site can be. */
const payloadTooLarge = () => new Response('This form is too large.', { status: 413 });

/** How much of the rest of an oversized body is read and discarded, in bytes. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Reads a request's body up to a limit. The rest is discarded while the response is sent: closing the connection would cut
 * off the response too, and browsers read no response before their upload ends.
 *
 * @returns the first bytes, at most `max`, and whether they are the whole body
 * @throws Response 400 if the client disconnects while sending, which is not a server error
 */
async function readBody(
  request: Request,
  max: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const body = createBodyBytes(max + 1);
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(rejectTruncated);
    if (!chunk || chunk.done) return { bytes: body.bytes, whole: true };
    body.add(chunk.value);
    if (body.bytes.byteLength <= max) continue;
    void discardRest(reader);
    return { bytes: body.bytes.subarray(0, max), whole: false };
  }
}

function rejectTruncated(error: Error & { code?: string }): never {
  if (error.code === 'ECONNRESET')
    throw new Response('The form was cut off. Please submit it again.', { status: 400 });
  throw error;
}

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  let left = maxDiscardedBytes;
  try {
    while (left > 0) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      left -= chunk.value.byteLength;
    }
  } catch {
    // The client has disconnected, so the rest of the body does not matter.
  }
}
