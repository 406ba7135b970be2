import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printLine } from '#scripts/stack/terminal.ts';
import { compareInTurns } from './compare.ts';
import { aligned, milliseconds, verdict } from './report.ts';
import { run } from './run.ts';

/** The maximum share that traces may add to the processor time of web server and worker. */
const mostMore = 0.03;

/** Runs a collector that accepts all traces. @param use gets its address, and a function that returns the received octets */
async function withCollector<T>(use: (url: string, received: () => number) => Promise<T>) {
  let octets = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      octets += chunk.length;
    });
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await use(`http://127.0.0.1:${port}`, () => octets);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

type ResultOf = Awaited<ReturnType<typeof compareInTurns>>['results'][number];

/** Processor time per message of web server and worker, in milliseconds. */
function timesOf(resultOf: ResultOf) {
  const [accepted, delivered] = [resultOf('single'), resultOf('delivered')];
  return {
    'web, one message per request': accepted.web,
    'web, 100 messages per request': delivered.web,
    'worker, from accept to receipt': delivered.worker,
    'web and worker, one per request': accepted.web + delivered.worker,
    'web and worker, 100 per request': delivered.web + delivered.worker,
  };
}

/**
 * Measures the processor time of a message without traces, and with traces that go to a collector in this process, with the
 * default share.
 */
export function runTracesBench(): void {
  run((bench) =>
    withCollector(async (url, received) => {
      const { results, errors } = await compareInTurns(
        bench,
        [{}, { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: url } }],
        { requests: { single: 2_000 }, delivered: 4_000, rounds: 6 },
      );
      const [without, traced] = [timesOf(results[0]), timesOf(results[1])];
      const lines = Object.entries(without).map(([what, ms]) => {
        const now = traced[what as keyof typeof traced];
        const more = now / ms;
        return [
          ...[what, milliseconds.format(ms), milliseconds.format(now), more.toFixed(3)],
          verdict(more <= 1 + mostMore),
        ];
      });
      const head = ['processor time in ms', 'without', 'with', 'ratio', '≤ 1.03'];
      printLine(`\n${aligned([head, ...lines], [1, 2, 3])}\n`);
      printLine(`  The collector received ${received()} octets.`);
      return received() === 0 ? [...errors, 'The collector received no trace.'] : errors;
    }),
  );
}
