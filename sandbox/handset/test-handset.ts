import { createSmsc, type Smsc } from '../smsc/server.ts';
import { bind, type TestClient } from '../test-client.ts';
import { startWeb } from '../web/server.ts';
import { handsetRoutes } from './routes.ts';

/** A handset on a free port for tests, with a bound SMPP client. */
export type TestHandset = {
  smsc: Smsc;
  client: TestClient;
  call(path: string, init?: RequestInit): Promise<Response>;
  /** The HTML of a page. */
  page(path?: string): Promise<string>;
  json(path: string, init?: RequestInit): Promise<ReturnType<typeof JSON.parse>>;
  close(): Promise<void>;
};

export async function startHandset(): Promise<TestHandset> {
  const smsc = await createSmsc({ receiptAfterMs: 1 });
  const routers = [handsetRoutes({ smsc, smscHost: '127.0.0.1' })];
  const web = await startWeb({ host: '127.0.0.1', port: 0, routers });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { redirect: 'manual', ...init });
  return {
    smsc,
    client: await bind(smsc),
    call,
    page: async (path = '/') => (await call(path)).text(),
    json: async (path, init) => (await call(path, init)).json(),
    async close() {
      await web.close();
      await smsc.close();
    },
  };
}

/** A POST with form fields. */
export function form(fields: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

/** A POST with JSON. */
export function jsonBody(body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}
