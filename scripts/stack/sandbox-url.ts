import type { Settings } from './settings.ts';

/**
 * Where the sandbox's pages are. The browser goes there too, from wherever it is; the web has the same
 * name for it.
 */
export function sandboxUrl({ HOST, SANDBOX_PORT }: Settings): string {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${SANDBOX_PORT}`;
}
