import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printLine, step } from '#scripts/stack/terminal.ts';
import { checkDelivered } from './checks.ts';
import { alternate, createSide, type Side } from './compare.ts';
import { aligned, milliseconds, verdict } from './report.ts';
import { run, unlimited, withDakiya } from './run.ts';

const rounds = 12;

/** How much processor time of web and worker traces may add. */
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

/** Processor time per message of web and worker, in milliseconds. */
function timesOf(side: Side) {
  const [accepted, delivered] = [side.result('single'), side.result('delivered')];
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
 * default share. Both installations run during the whole measurement.
 */
export function runTracesBench(): void {
  run((bench) =>
    withCollector((url, received) =>
      withDakiya(bench, unlimited, (without) =>
        withDakiya(
          bench,
          { ...unlimited, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: url } },
          async (traced) => {
            const [off, on] = [createSide(without), createSide(traced)];
            await alternate([off, on], { single: 2_000 }, rounds);
            for (const side of [off, on])
              await step('Delivering what was accepted', () => side.startWorker());
            await alternate([off, on], { delivered: 4_000 }, rounds);
            const [before, after] = [timesOf(off), timesOf(on)];
            const lines = Object.entries(before).map(([what, ms]) => {
              const now = after[what as keyof typeof after];
              const more = now / ms;
              return [
                ...[what, milliseconds.format(ms), milliseconds.format(now), more.toFixed(3)],
                verdict(more <= 1 + mostMore),
              ];
            });
            const head = ['processor time in ms', 'without', 'with', 'ratio', '≤ 1.03'];
            printLine(`\n${aligned([head, ...lines], [1, 2, 3])}\n`);
            printLine(`  The collector received ${received()} octets.`);
            return [
              ...off.errors(),
              ...on.errors(),
              ...(received() === 0 ? ['The collector received no trace.'] : []),
              ...(await checkDelivered(traced, { ...on.totals, errors: [] })),
            ];
          },
        ),
      ),
    ),
  );
}
