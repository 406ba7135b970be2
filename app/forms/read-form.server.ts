import { createBodyBytes } from '#platform/http/read-body.ts';

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

/**
 * Maximum number of parts, far more than any form has fields. Parsing cannot be interrupted, and takes over
 * 100 ms for the 20,000 parts that fit into 1 MiB.
 */
const maxParts = 200;

type Limits = { maxTextBytes: number; maxFileBytes: number };

/**
 * Parses a form with files; a text replaces files of the same name. An oversized body is parsed as if it ended at the
 * limit: the fields before the file are complete, and the truncated file is too large.
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
    // If a text and a file had the same name, some readers would use the text and others the file.
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
 * Parses a form with files.
 *
 * @returns null if it is not a form, despite its content type, or has too many parts
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

/** The response to a form that is larger than any form of this site. */
const payloadTooLarge = () => new Response('This form is too large.', { status: 413 });

/** How much of the rest of an oversized body is read and discarded, in bytes. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Reads a request's body up to a limit. The rest is discarded while the response is sent: closing the
 * connection would cut the response off too, and a browser that cannot finish its upload does not read the
 * response.
 *
 * @returns the first bytes, at most `max`, and whether that is the whole body
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
    // The client has disconnected, and nothing depends on the rest of its body.
  }
}
