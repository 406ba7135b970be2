import { createServer, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { stopAfterFile } from './stop-after-file.ts';

/** What a proxy does with a request for a page's data; other requests always pass. */
export type Mode =
  /** Answers as the web does. */
  | 'pass'
  /** Takes the request, and breaks the connection. */
  | 'cut'
  /** Lets the web carry the request out, and breaks the connection in the middle of the answer. */
  | 'truncate'
  /** Answers for itself, as proxies do. */
  | 'bad-gateway';

const isForData = (url: string) => /\.data(?:\?|$)|^\/console\//.test(url);

/** Stands before a web, as a proxy or a bad network does, while the tests of a file run. */
export async function aCuttingProxy(target: string) {
  let mode: Mode = 'pass';
  let only = /(?:)/;
  const passed: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url = '', method = '', headers } = incoming;
    const does = isForData(url) && only.test(`${method} ${url}`) ? mode : 'pass';
    if (does === 'cut') {
      incoming.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    if (does === 'bad-gateway') {
      incoming.resume();
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return;
    }
    const upstream = request(`${target}${url}`, { method, headers }, (answer) => {
      passed.push(`${method} ${url}`);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (does === 'pass') answer.pipe(outgoing);
      else {
        outgoing.flushHeaders();
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
          answer.resume().on('end', () => setImmediate(() => outgoing.destroy()));
        });
      }
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await stopAfterFile(
    Promise.resolve({
      async stop() {
        server.closeAllConnections();
        server.close();
      },
    }),
  );
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Does something else from now on, until the test is over. @param which of the requests */
    set(next: Mode, which = /(?:)/) {
      mode = next;
      only = which;
      onTestFinished(() => {
        mode = 'pass';
      });
    },
    /** How many requests like this the web has answered. */
    answered: (which: RegExp) => passed.filter((line) => which.test(line)).length,
  };
}
