import { text as readAll } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import type { Dakiya, Message, SendMessageParams } from '../../node/src/dakiya.ts';
import {
  CommandError,
  exitCodes,
  formatFacts,
  formatTime,
  note,
  paint,
  paintState,
  print,
  printResult,
} from './output.ts';
import type { Context } from './profiles.ts';

/** Reads a positive whole number from an option. */
function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 up.');
}

/** A message of a list, which has no timeline. */
type ListedMessage = Omit<Message, 'timeline'>;

const describeMessage = (message: ListedMessage): string =>
  formatFacts([
    ['id', message._id],
    ['state', paintState(message.status).trim()],
    ['reason', message.reason],
    ['number', message.recipient],
    ['sender', message.serverNumber],
    ['text', message.content],
    ['segments', message.segments],
    ['accepted', formatTime(message.createdAt)],
    ['scheduled', message.scheduledFor && formatTime(message.scheduledFor)],
    ['settled', message.settledAt && formatTime(message.settledAt)],
    ['mode', message.livemode ? 'live' : 'test: no phone gets it'],
  ]);

/** One line of a list. */
const formatLine = (message: ListedMessage): string =>
  [
    formatTime(message.createdAt),
    paintState(message.status),
    message.recipient.padEnd(13),
    message._id,
    paint('dim', message.reason ?? message.content?.replaceAll(/\s+/g, ' ').slice(0, 60) ?? ''),
  ].join('  ');

/** A message that ended without being delivered ends the command with exit code 1. */
function requireDelivered({ status, reason }: Message): void {
  if (status !== 'delivered')
    throw new CommandError(`The message is ${status}${reason ? `: ${reason}` : ''}`);
}

type SendOptions = {
  sender?: string;
  template?: string;
  variable?: string[];
  at?: string;
  idempotencyKey?: string;
  wait?: boolean;
  timeout: number;
};

/** The server checks the state, and names those that exist. */
type ListQuery = NonNullable<Parameters<Dakiya['messages']['list']>[0]>;

type ListOptions = { status?: string; recipient?: string; scheduled?: boolean; limit: number };

/** How often `logs tail` looks for new messages, in milliseconds. */
const tailMs = 2_000;

const collect = (value: string, before: string[] = []) => [...before, value];

/** `send`, `messages`, `otp` and `logs`. */
export function addMessageCommands(program: Command, { client, isJson }: Context): void {
  program
    .command('send')
    .description('Sends a text to a number. Without a text, or with -, it is read from stdin.')
    .argument('<number>', 'mobile number in India')
    .argument('[text]', 'text, or - for stdin; leave it out with --template and --variable')
    .option('--sender <header>', 'DLT header under which to send')
    .option('--template <id>', 'DLT template id')
    .option('--variable <value>', 'value of the next slot of the template (repeat it)', collect)
    .option('--at <time>', 'when to send it, such as 2026-12-01T10:00:00+05:30')
    .option('--idempotency-key <key>', 'sends nothing if this key was used before')
    .option('--wait', 'waits until the message is delivered or has failed')
    .option('--timeout <seconds>', 'how long --wait waits', parseCount, 60)
    .addHelpText(
      'after',
      `
Examples:
  $ dakiya send 9876543210 "Your order has been shipped." --sender ACMEIN
  $ dakiya send 9876543210 --template 1107161700000010231 --variable 482913 --variable 5 --wait
  $ fortune | dakiya send 9876543210 -`,
    )
    .action(async (number: string, text: string | undefined, options: SendOptions) => {
      const { sender, template, variable, at, idempotencyKey, wait, timeout } = options;
      const isTyped = text !== undefined && text !== '-';
      const content = isTyped ? text : variable ? undefined : (await readAll(process.stdin)).trim();
      if (content === '') throw new CommandError('The text is empty.', exitCodes.usage);
      const dakiya = await client();
      const message: SendMessageParams = {
        recipient: number,
        ...(content !== undefined && { message: content }),
        ...(sender && { sender_id: sender }),
        ...(template && { template_id: template }),
        ...(variable && { variables: variable }),
        ...(at && { send_at: at }),
      };
      const sent = await dakiya.messages.send(message, idempotencyKey ? { idempotencyKey } : {});
      for (const { message: warning } of sent.warnings ?? []) note(`warning: ${warning}`);
      if (!wait) return printResult(sent, isJson(), describeMessage);
      const settled = await dakiya.messages.waitForDelivery(sent._id, {
        timeoutMs: timeout * 1_000,
      });
      printResult(settled, isJson(), describeMessage);
      requireDelivered(settled);
    });

  const messages = program.command('messages').description('Lists and shows messages.');
  messages
    .command('list')
    .description('Lists messages, newest first.')
    .option('--status <state>', 'only in this state, such as failed or delivered')
    .option('--recipient <number>', 'only to this number')
    .option('--scheduled', 'only those whose time has not come, the earliest first')
    .option('--limit <count>', 'how many', parseCount, 20)
    .addHelpText('after', '\nExample:\n  $ dakiya messages list --status failed --limit 50')
    .action(async ({ limit, scheduled, ...filter }: ListOptions) => {
      const found: ListedMessage[] = [];
      const query = { ...filter, limit: Math.min(limit, 100) } as ListQuery;
      const { messages: all } = await client();
      const list = scheduled ? all.listScheduled({ limit: query.limit }) : all.list(query);
      for await (const message of list) {
        found.push(message);
        if (found.length === limit) break;
      }
      printResult(found, isJson(), (all) => all.map(formatLine).join('\n') || 'No messages.');
    });
  messages
    .command('get')
    .description('Shows a message with its timeline.')
    .argument('<id>', 'id of the message, msg_…')
    .action(async (id: string) => {
      const message = await (await client()).messages.get(id);
      printResult(message, isJson(), (one) =>
        [
          describeMessage(one),
          '',
          ...one.timeline.map(({ at, ...event }) => {
            const facts = Object.entries(event).filter(([, value]) => value !== null);
            const text = facts.map(([name, value]) => `${name} ${value}`).join('  ');
            return `${formatTime(at)}  ${paint('dim', text)}`;
          }),
        ].join('\n'),
      );
    });
  messages
    .command('cancel')
    .description('Cancels a message that was sent with --at and whose time has not come.')
    .argument('<id>', 'id of the message, msg_…')
    .action(async (id: string) => {
      printResult(await (await client()).messages.cancel(id), isJson(), describeMessage);
    });
  messages
    .command('wait')
    .description(
      'Waits until a message is delivered or has failed. Exit code 1 if it is not delivered.',
    )
    .argument('<id>', 'id of the message, msg_…')
    .option('--timeout <seconds>', 'how long to wait', parseCount, 60)
    .action(async (id: string, { timeout }: { timeout: number }) => {
      const { messages: all } = await client();
      const settled = await all.waitForDelivery(id, { timeoutMs: timeout * 1_000 });
      printResult(settled, isJson(), describeMessage);
      requireDelivered(settled);
    });

  const otp = program.command('otp').description('Sends and verifies one-time passwords.');
  otp
    .command('send')
    .description('Sends a code to a number.')
    .argument('<number>', 'mobile number in India')
    .option('--service <id>', 'OTP service, svc_…')
    .option('--length <digits>', 'digits of the code: 4 to 6', parseCount)
    .action(async (recipient: string, options: { service?: string; length?: number }) => {
      const { service, length } = options;
      const dakiya = await client();
      const sent = await dakiya.otp.send({
        recipient,
        ...(service && { service }),
        ...(length && { otp_length: length }),
      });
      printResult(sent, isJson(), ({ otpId, expiresAt }) =>
        formatFacts([
          ['id', otpId],
          ['valid until', formatTime(expiresAt)],
        ]),
      );
    });
  otp
    .command('verify')
    .description('Checks the code that a user typed.')
    .argument('<number>', 'number to which the code was sent')
    .argument('<code>', 'code')
    .option('--service <id>', 'OTP service, svc_…')
    .action(async (recipient: string, code: string, { service }: { service?: string }) => {
      const dakiya = await client();
      const result = await dakiya.otp.verify({ recipient, otp: code, ...(service && { service }) });
      printResult(result, isJson(), () => `${paint('green', '✓')} The code is right.`);
    });

  const logs = program.command('logs').description('Follows what is sent.');
  logs
    .command('tail')
    .description('Prints messages as they are accepted, and again when they end, until Ctrl-C.')
    .option('--count <messages>', 'ends after this many lines', parseCount)
    .action(async ({ count }: { count?: number }) => {
      const { messages: all } = await client();
      const seen = new Map<string, string>();
      let printed = 0;
      const isEnough = () => count !== undefined && printed >= count;
      for (let isFirst = true; !isEnough(); isFirst = false) {
        const { data } = await all.list({ limit: 100 });
        for (const message of data.toReversed()) {
          if (seen.get(message._id) === message.status || isEnough()) continue;
          seen.set(message._id, message.status);
          // Messages from before the command are known, not new.
          if (isFirst) continue;
          print(isJson() ? JSON.stringify(message) : formatLine(message));
          printed += 1;
        }
        if (!isEnough()) await new Promise((resolve) => setTimeout(resolve, tailMs));
      }
    });
}
