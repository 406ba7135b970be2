/** A part of a multipart form. */
export type Part = { name: string; value: string; file?: { name: string; type: string } };

/** The body of a request: text, bytes, or a multipart form. */
export type Body =
  | { text: string }
  | { base64: string }
  | { parts: Part[]; boundary: string; broken: 'no' | 'unclosed' | 'wrong-boundary' | 'cut' };

/** The credentials of a request. */
export type CallerKind =
  | 'anonymous'
  | 'key'
  | 'basic'
  | 'bearer-key'
  | 'token'
  | 'cookie'
  | 'dead-key'
  | 'dead-token'
  | 'dead-cookie'
  | 'mixed'
  | 'junk';

/**
 * A generated request, as it is printed and shrunk. When it is sent, `«own.keyId»` and similar
 * placeholders are replaced from `Names`.
 */
export type FuzzRequest = {
  method: string;
  /** Path and query. */
  path: string;
  as: CallerKind;
  headers: [name: string, value: string][];
  body: Body | null;
  /** Whether the body is sent in chunks, without `Content-Length`. */
  chunked: boolean;
};

/** The values of `«name»` placeholders. */
export type Names = Record<string, string>;

/** Replaces placeholders by their values; an unknown one becomes empty. */
export const fillNames = (text: string, names: Names) =>
  text.replace(/«([\w.]+)»/g, (_, name: string) => names[name] ?? '');

/** Restores placeholders whose `«»` was percent-encoded. A single `«` or `»` stays encoded. */
export const restoreNames = (encoded: string) =>
  encoded.replaceAll(/%C2%AB([\w.]+)%C2%BB/g, '«$1»');

/** The bytes of a body, and the content type of a multipart form. */
export function encode(body: Body, names: Names): { bytes: Buffer; type?: string } {
  if ('text' in body) return { bytes: Buffer.from(fillNames(body.text, names)) };
  if ('base64' in body) return { bytes: Buffer.from(body.base64, 'base64') };
  const pieces = body.parts.flatMap(({ name, value, file }) => [
    `--${body.boundary}\r\n`,
    `content-disposition: form-data; name="${name}"${file ? `; filename="${file.name}"` : ''}\r\n`,
    file ? `content-type: ${file.type}\r\n\r\n` : '\r\n',
    file ? Buffer.from(value, 'base64') : fillNames(value, names),
    '\r\n',
  ]);
  if (body.broken !== 'unclosed') pieces.push(`--${body.boundary}--\r\n`);
  const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const bytes = body.broken === 'cut' ? whole.subarray(0, whole.length >> 1) : whole;
  const boundary = body.broken === 'wrong-boundary' ? 'another' : body.boundary;
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
}

/** Prints a request in a few lines; long lines are cut. */
export function describe({ method, path, as, headers, body, chunked }: FuzzRequest): string {
  const most = 1_500;
  const lines = [
    `${method} ${path} as ${as}${chunked ? ', chunked' : ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [JSON.stringify(body)] : []),
  ];
  return lines
    .map((line) => (line.length > most ? `${line.slice(0, most)}… (${line.length})` : line))
    .join('\n');
}
