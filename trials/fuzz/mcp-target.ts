import fc from 'fast-check';
import { jsonBodies, oddHeaders, oddTypes } from './bodies.ts';
import { checkAnyResponse } from './check-response.ts';
import { oneIn, weighted } from './generators.ts';
import { hints } from './hints.ts';
import { hostileValue } from './hostile.ts';
import type { CallerKind, Header, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

const tools = fc.constantFrom(
  ...['send_message', 'send_otp', 'verify_otp', 'get_message', 'list_messages', 'get_balance'],
  ...['check_text', 'explain_error', 'list_webhook_deliveries', 'replay_webhook_delivery', 'none'],
);

/** One object with the inputs of all tools. A tool ignores the fields of other tools. */
const inputs = fc.record(
  {
    recipient: weighted<unknown>([6, hints.recipient], [1, hostileValue]),
    message: weighted<unknown>([6, hints.message], [1, hostileValue]),
    otp: weighted<unknown>([6, hints.otp], [1, hostileValue]),
    id: fc.constantFrom<unknown>('«own.messageId»', '«victim.messageId»', 1),
    event: fc.constantFrom<unknown>('«own.eventId»', '«victim.eventId»', {}),
    code: fc.constantFrom('invalid_json', '__proto__'),
    dry_run: fc.constantFrom<unknown>(true, false, 'no'),
    idempotency_key: fc.constantFrom<unknown>('one', 'two', ''),
    limit: fc.constantFrom<unknown>(1, 100, 0, 1e9),
  },
  { requiredKeys: [] },
);

const calls = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.constantFrom<unknown>(1, 'a', null),
  method: weighted<string>(
    [12, fc.constant('tools/call')],
    [1, fc.constantFrom('tools/list', 'initialize', 'ping', 'resources/list', 'constructor')],
  ),
  params: fc.record({ name: tools, arguments: inputs }),
});

const accept: Header = ['accept', 'application/json, text/event-stream'];

/** Creates the target for the Model Context Protocol. */
export const mcpTarget = (send: Send): Target =>
  overHttp(send, {
    name: 'mcp',
    covers: 'routes/mcp',
    requests: fc
      .record({
        method: weighted([25, fc.constant('POST')], [1, fc.constantFrom('GET', 'DELETE', 'PUT')]),
        as: weighted<CallerKind>(
          [12, fc.constantFrom<CallerKind>('key', 'bearer-key')],
          [2, fc.constantFrom<CallerKind>('anonymous', 'token', 'dead-key', 'junk')],
        ),
        odd: oddHeaders,
        type: weighted([20, fc.constant('application/json')], [1, oddTypes]),
        body: jsonBodies(calls),
        chunked: oneIn(10),
      })
      .map(({ odd, type, ...request }) => ({
        ...request,
        path: '/mcp',
        headers: [accept, ['content-type', type] satisfies Header, ...odd],
      })),
    check: checkAnyResponse,
  });
