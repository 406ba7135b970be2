import type { Settings } from './settings.ts';

/** The URL of the sandbox's pages, for browsers and for the web. */
export function sandboxUrl({ HOST, SANDBOX_PORT }: Settings): string {
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${SANDBOX_PORT}`;
}
