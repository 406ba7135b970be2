/** A part of a form with files. */
export type Part = { name: string; value: string; file?: { name: string; type: string } };

/** The body of a request: text or bytes as they stand, or a form with files. */
export type Body =
  | { text: string }
  | { base64: string }
  | { parts: Part[]; boundary: string; broken: 'no' | 'unclosed' | 'wrong-boundary' | 'cut' };

/** Who is said to send a request. */
export type CallerKind =
  | 'nobody'
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
 * A request before it is sent, as it is printed and shrunk. `«own.keyId»` and the like stand for what only
 * the sender knows: see `Names`.
 */
export type FuzzRequest = {
  method: string;
  /** With the query, from `/` on. */
  path: string;
  as: CallerKind;
  headers: [name: string, value: string][];
  body: Body | null;
  /** Whether the body comes in pieces, with no length before it. */
  chunked: boolean;
};

/** What stands for a `«name»`. */
export type Names = Record<string, string>;

/** Puts what a sender knows in the place of names. One that is not known (yet) stays empty. */
export const fillNames = (text: string, names: Names) =>
  text.replace(/«([\w.]+)»/g, (_, name: string) => names[name] ?? '');

/** Puts names back that were written as an address writes their `«»`. A single one of these is a letter. */
export const restoreNames = (encoded: string) =>
  encoded.replaceAll(/%C2%AB([\w.]+)%C2%BB/g, '«$1»');

/** The bytes of a body, and the content type that goes with them where the body decides it. */
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

/** A shot as a person reads it, in a few lines. */
export function describe({ method, path, as, headers, body, chunked }: FuzzRequest): string {
  const most = 1_500;
  const lines = [
    `${method} ${path} as ${as}${chunked ? ', in pieces' : ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [JSON.stringify(body)] : []),
  ];
  return lines
    .map((line) => (line.length > most ? `${line.slice(0, most)}… (${line.length})` : line))
    .join('\n');
}
