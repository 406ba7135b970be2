import type { HttpCall } from './call.ts';

/** A call as a command that can be pasted into a shell. */
export function toCurl({ method, address, headers, body }: HttpCall, publicUrl: string): string {
  const url = publicUrl + address;
  // curl sends GET by itself, and POST where there is a body.
  const implied = body === undefined ? 'GET' : 'POST';
  const start = method === implied ? 'curl' : `curl -X ${method}`;
  return [
    `${start} ${/^[\w:/.-]+$/.test(url) ? url : quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** In single quotes nothing means anything to a shell, but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
