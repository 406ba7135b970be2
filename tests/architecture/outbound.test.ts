import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What can reach a server elsewhere by HTTP. */
const waysOut = [
  /(?<![.\w])fetch\(/,
  /\bhttps?\.(?:request|get)\(/,
  /from '(?:node:)?(?:https|http2)'/,
  /from '(?:axios|undici|got|node-fetch|razorpay)'/,
  /new (?:EventSource|WebSocket|XMLHttpRequest)\(/,
  // Only what takes requests has a use for it.
  /import (?!type)[^;]*from 'node:http'/,
];

/** Where there is one, and why. */
const known: Record<string, string> = {
  'platform/http/ask-json.server.ts': 'the one way out',
  'platform/razorpay.server.ts': 'the payment provider’s SDK, with limits of its own',
  'server.ts': 'takes requests',
  'platform/metrics/serve-metrics.server.ts': 'takes requests',
  'app/reference/try-it/send-call.ts': 'runs in the browser',
  'app/routes/_member.dashboard/console/post-form.ts': 'runs in the browser',
  'app/routes/_member.dashboard/console/following/use-follow.ts': 'runs in the browser',
};

async function sources(): Promise<string[]> {
  const found = ['server.ts'];
  for (const folder of ['app', 'domain', 'platform', 'worker']) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile() && /\.tsx?$/.test(entry.name)) {
        found.push(join(entry.parentPath, entry.name));
      }
    }
  }
  return found.filter((file) => !/\.test\.tsx?$/.test(file));
}

test('the product asks servers elsewhere in one place, which has a limit of time and size', async () => {
  const found: string[] = [];
  for (const file of await sources()) {
    // Types of the platform's own `fetch` handlers, and programs shown as text, call nothing.
    const code = (await readFile(file, 'utf8')).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    if (waysOut.some((way) => way.test(code))) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted());
});
