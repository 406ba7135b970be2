import { expect, test } from 'vitest';
import { startWebProcess } from '../harness/programs.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { examplePath } from '../support/example-path.ts';

const web = await stopAfterFile(startWebProcess({ PAGES_PER_MINUTE: '100000' }));
const build = await loadServerBuild();
const paths = [...new Set(Object.keys(build.routes).map((id) => examplePath(build, id)))];

/** Requests for data in Remix's old and current format, with unknown routes. */
const requests = paths.flatMap((path) => [
  ['GET', `${path}?_data=routes%2Fno-such`],
  ['GET', `${path}?a=b&%5Fdata=`],
  ['POST', `${path}?_data=${encodeURIComponent('routes/_auth.login')}`],
  ['DELETE', `${path}?_data=__proto__`],
  ['GET', `${path.replace(/^\/?$/, '/_root')}.data?_routes=routes%2Fno-such`],
]) as [method: string, path: string][];

/** The error lines by kind, with their counts. */
function errorLines() {
  const counts = new Map<string, number>();
  for (const { level, msg, error } of web.log()) {
    if (level !== 'error' && !(level >= 50)) continue;
    const kind = `${msg}: ${error?.message ?? error?.data ?? ''}`.replaceAll(/"[^"]*"/g, '…');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

test('requests for the data of unknown routes log no error, regardless of the URL', async () => {
  const failed: unknown[] = [];
  for (const [method, path] of requests) {
    const headers = { origin: web.url };
    const { status } = await fetch(web.url + path, { method, redirect: 'manual', headers });
    if (status >= 500 && status !== 501) failed.push([method, path, status]);
  }
  expect(failed).toEqual([]);
  expect(errorLines()).toEqual({});
});
