import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Code that can send a request to another server. */
const waysOut = [
  /(?<![.\w])fetch\(/,
  /\bhttps?\.(?:request|get)\(/,
  /from '(?:node:)?(?:https|http2)'/,
  /from '(?:axios|undici|got|node-fetch|razorpay)'/,
  /new (?:EventSource|WebSocket|XMLHttpRequest)\(/,
  /import (?!type)[^;]*from '(?:node:)?(?:tls|dgram|dns|dns\/promises)'/,
  /import (?!type)[^;]*\b(?:connect|createConnection|Socket)\b[^;]*from '(?:node:)?net'/,
  // Only code that serves requests needs to import more than types from `node:http`.
  /import (?!type)[^;]*from 'node:http'/,
];

/** The files that may contain code of the kinds above, each with the reason. */
const known: Record<string, string> = {
  'platform/http/fetch-json.ts': 'the way to addresses of the operator’s settings',
  'platform/http/user-address/create-sender.ts': 'the way to addresses that users gave',
  'platform/http/user-address/post-to-user-address.ts': 'looks their names up',
  'domain/billing/payments/razorpay.ts': 'the payment provider’s SDK, with limits of its own',
  'domain/delivery/carriers/smpp-connection.ts': 'carriers of the operator’s settings, by SMPP',
  'server/create-web.ts': 'takes requests',
  'platform/metrics/start-metrics-server.ts': 'takes requests',
  'app/connection/route-modules.ts': 'runs in the browser',
  'app/content/search/docs-search.tsx': 'runs in the browser',
  'app/reference/try-it/send-call.ts': 'runs in the browser',
  'app/keys/key-values.tsx': 'runs in the browser',
  'app/routes/_member.dashboard_.explorer/route.tsx': 'runs in the browser',
  'app/console/use-console.ts': 'runs in the browser',
  'app/senders/checker.tsx': 'runs in the browser',
  'app/session/sign-in-fields.tsx': 'runs in the browser',
  'app/console/delivery-tracker.tsx': 'runs in the browser',
  'app/webhooks/listening.ts': 'runs in the browser',
};

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['app', 'domain', 'platform', 'server', 'worker']) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile() && /\.tsx?$/.test(entry.name)) {
        found.push(join(entry.parentPath, entry.name));
      }
    }
  }
  return found.filter((file) => !/\.(?:test|test-support|d)\.tsx?$/.test(file));
}

test('only the listed files send requests to other servers, and each of these files limits time and size', async () => {
  const found: string[] = [];
  for (const file of await sources()) {
    // Comments are ignored.
    const code = (await readFile(file, 'utf8')).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    if (waysOut.some((way) => way.test(code))) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted());
});

test('only one sender, created with the production limits, sends requests to URLs given by users', async () => {
  const made: string[] = [];
  for (const file of await sources()) {
    if (/(?<!function )createSender\(\{/.test(await readFile(file, 'utf8'))) made.push(file);
  }
  expect(made).toEqual(['platform/http/user-address/post-to-user-address.ts']);
  const text = await readFile(made[0] ?? '', 'utf8');
  expect(text).toContain('timeoutMs: 10_000');
  expect(text).toContain('maxBytes: 16 * 1024');
});
