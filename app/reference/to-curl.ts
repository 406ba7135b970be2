import type { HttpCall } from './call.ts';

/** Formats a call as a curl command for a shell. */
export function toCurl(
  { method, address, headers, body, form = [] }: HttpCall,
  publicUrl: string,
): string {
  const url = publicUrl + address;
  // curl uses GET by default, and POST with a body.
  const implied = body === undefined && form.length === 0 ? 'GET' : 'POST';
  const start = method === implied ? 'curl' : `curl -X ${method}`;
  return [
    `${start} ${/^[\w:/.-]+$/.test(url) ? url : quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
    ...form.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** Within single quotes only the single quote is special to a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
