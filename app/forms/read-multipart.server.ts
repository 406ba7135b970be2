import { readBody, tooLarge } from './read-body.server.ts';

type Limits = { maxTextBytes: number; maxFileBytes: number };

/**
 * Reads a form with files. Of one that is too long, the beginning is read as if it ended there: the
 * fields before the file are there, and the file is what it is, too large.
 *
 * @throws Response 400 if it cannot be read, 413 if its fields are too large
 */
export async function readMultipart(
  request: Request,
  { maxTextBytes, maxFileBytes }: Limits,
): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const { bytes, whole } = await readBody(request, maxTextBytes + maxFileBytes);
  const sent = await parse(whole ? bytes : closed(bytes, type), type);
  if (!sent) throw whole ? new Response('Send a form.', { status: 400 }) : tooLarge();

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
  if (length > maxTextBytes) throw tooLarge();
  return form;
}

/** A beginning, with the line that ends a form (RFC 7578, 4.1). */
function closed(start: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  return new Uint8Array(Buffer.concat([start, Buffer.from(`\r\n--${quoted ?? plain}--\r\n`)]));
}

/** @returns null if it is no form, whatever it says */
function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData | null> {
  const form = new Response(body, { headers: { 'content-type': type } }).formData();
  // The parser throws nothing but that it cannot read what a visitor sent.
  return form.catch(() => null);
}
