import type { Reply } from './client.ts';

type Upload = { name: string; bytes: Uint8Array; fields?: Record<string, string> };

/** Uploads a file in a form with other fields. */
export async function sendFile(
  url: string,
  headers: Record<string, string>,
  { name, bytes, fields = {} }: Upload,
): Promise<Reply> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([new Uint8Array(bytes)], name));
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
