import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What may not be: a rule, the file that breaks it, and what that file imports. */
const forbidden = [
  ['no-cycles', 'domain/otp/code.ts', 'domain/otp/life.ts'],
  ['domain-knows-no-host', 'domain/otp/verify-otp.server.ts', 'worker/registry.ts'],
  ['domain-knows-no-host', 'domain/otp/contract.ts', 'app/paths.ts'],
  ['domain-knows-no-host', 'domain/otp/answer.server.ts', 'server/pages.ts'],
  ['platform-knows-no-product', 'platform/ids.server.ts', 'domain/otp/jobs.ts'],
  ['hosts-apart', 'app/session/user.server.ts', 'worker/registry.ts'],
  ['hosts-apart', 'worker/handlers/expire-otp.ts', 'app/paths.ts'],
  ['hosts-apart', 'app/session/listen.server.ts', 'server/listener.ts'],
  ['sandbox-over-the-wire', 'worker/carriers.ts', 'sandbox/smsc.ts'],
  ['bench-apart', 'domain/otp/resend-otp.server.ts', 'bench/load.ts'],
  ['trials-apart', 'domain/otp/retry-otp.server.ts', 'trials/rolling/roll.ts'],
  ['tools-apart', 'platform/redis.server.ts', 'scripts/redis.ts'],
  ['tools-apart', 'server/programs.ts', 'scripts/redis.ts'],
  ['concepts-in-groups', 'app/lost.ts', 'domain/lost/contract.ts'],
  ['shared-stays-below', 'domain/shared/errors.ts', 'domain/mail/contract.ts'],
  ['shared-stays-below', 'domain/idempotency/contract.ts', 'domain/credentials/contract.ts'],
  ['shared-stays-below', 'domain/shared/money.ts', 'domain/plans/contract.ts'],
  ['shared-stays-below', 'domain/shared/recipient.ts', 'domain/messages/contract.ts'],
  ['notifications-stays-below', 'domain/mail/kinds.ts', 'domain/accounts/contract.ts'],
  ['notifications-stays-below', 'domain/mail/jobs.ts', 'domain/payments/contract.ts'],
  ['notifications-stays-below', 'domain/channels/sms.ts', 'domain/messages/segments.ts'],
  ['identity-stays-below', 'domain/accounts/user.ts', 'domain/usage/contract.ts'],
  ['identity-stays-below', 'domain/settings/contract.ts', 'domain/otp/resend.ts'],
  ['billing-stays-below', 'domain/usage/quota.ts', 'domain/messages/parts.ts'],
  ['react-in-app', 'domain/otp/rules.ts', 'node_modules/react/index.js'],
  ['express-in-server', 'app/api/serve.server.ts', 'node_modules/express/index.js'],
  ['queues-in-platform', 'domain/otp/expire-otp.server.ts', 'node_modules/bullmq/index.js'],
  ['queues-in-platform', 'app/api/limit.server.ts', 'node_modules/ioredis/index.js'],
  ['smpp-in-carriers', 'worker/submit.ts', 'node_modules/smpp/index.js'],
  ['metrics-in-platform', 'domain/otp/measure.server.ts', 'node_modules/prom-client/index.js'],
  ['mail-in-platform', 'domain/mail/send.server.ts', 'node_modules/nodemailer/index.js'],
  ['addresses-judged-in-one-place', 'domain/otp/judge.ts', 'node_modules/ipaddr.js/index.js'],
  [
    'user-addresses-by-one-way',
    'domain/otp/post.server.ts',
    'platform/http/user-address/create-sender.server.ts',
  ],
  [
    'operators-addresses-by-ask-json',
    'domain/otp/ask.server.ts',
    'platform/http/ask-json.server.ts',
  ],
  ['concepts-by-their-front-door', 'domain/otp/list.server.ts', 'domain/messages/to-message.ts'],
  ['pure-stays-pure', 'domain/otp/text.ts', 'platform/db.server.ts'],
  ['pure-stays-pure', 'app/components/card.tsx', 'domain/messages/send-message.server.ts'],
  ['pure-runs-in-a-browser', 'domain/otp/digits.ts', 'platform/env.ts'],
  ['no-barrels', 'app/forms/field.tsx', 'domain/messages/index.ts'],
  ['resolvable', 'domain/otp/lost.ts', 'domain/otp/nowhere.ts'],
] as const;

/** What must remain possible. */
const allowed = [
  ['domain/otp/send-otp.server.ts', 'domain/messages/send-message.server.ts'],
  ['domain/messages/list.server.ts', 'domain/messages/to-message.ts'],
  ['domain/otp/limits.ts', 'domain/usage/limits.ts'],
  ['domain/plans/own.ts', 'domain/accounts/own.ts'],
  ['domain/accounts/welcome.ts', 'domain/mail/letters/content.ts'],
  ['domain/mail/request.ts', 'domain/idempotency/answer.ts'],
  ['app/routes/_site._index.tsx', 'domain/messages/send-message.server.ts'],
  ['app/components/page.tsx', 'node_modules/react/index.js'],
  ['worker/queue.ts', 'node_modules/bullmq/index.js'],
  ['platform/queue.server.ts', 'node_modules/bullmq/index.js'],
  ['sandbox/web.ts', 'node_modules/express/index.js'],
  ['server/pages.ts', 'node_modules/express/index.js'],
  ['server/listener.ts', 'app/paths.ts'],
  ['domain/delivery/carriers/session.server.ts', 'node_modules/smpp/index.js'],
  ['platform/metrics/registry.server.ts', 'node_modules/prom-client/index.js'],
  ['platform/mailer.server.ts', 'node_modules/nodemailer/index.js'],
  ['domain/otp/hook.server.ts', 'platform/http/user-address/post-to-user-address.server.ts'],
  ['app/session/providers/ask.server.ts', 'platform/http/ask-json.server.ts'],
  ['tests/worker/deliver.test.ts', 'sandbox/smsc.ts'],
] as const;

let example: string;
let violations: string[];

beforeAll(async () => {
  example = mkdtempSync(join(tmpdir(), 'dakiya-imports-'));
  const imports = [...forbidden.map(([, from, to]) => [from, to]), ...allowed] as [
    string,
    string,
  ][];
  for (const [, to] of imports) if (!to.includes('nowhere')) write(to, 'export {};');
  for (const [from, to] of imports) write(from, `import '${path(from, to)}';`);
  write('domain/otp/life.ts', "import './code.ts';");
  violations = violationsIn(await cruiseTree(example));
});

afterAll(() => rmSync(example, { recursive: true }));

test.each(forbidden)('%s keeps %s from importing %s', (rule, from, to) => {
  const told = violations.filter((line) => line.startsWith(`${rule}: ${from} → `));

  expect(told).toContainEqual(expect.stringContaining(basename(to)));
});

test.each(allowed)('%s may import %s', (from) => {
  expect(violations.filter((line) => line.includes(`: ${from} → `))).toEqual([]);
});

test('every import in the repository keeps the rules', async () => {
  const result = await cruiseTree(process.cwd());

  expect(violationsIn(result)).toEqual([]);
  // Were `#` imports not followed, the rules would see nothing.
  const server = result.modules.find(({ source }) => source === 'server.ts');
  expect(server?.dependencies.map(({ resolved }) => resolved)).toContain('platform/env.ts');
});

async function cruiseTree(folder: string): Promise<ICruiseResult> {
  const options = await extractOptions(join(process.cwd(), '.dependency-cruiser.cjs'));
  const { output } = await cruise(['.'], { ...options, baseDir: folder, validate: true });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function violationsIn({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(example, file)), { recursive: true });
  writeFileSync(join(example, file), `${text}\n`);
}

function path(from: string, to: string): string {
  const way = relative(dirname(from), to);
  return way.startsWith('.') ? way : `./${way}`;
}
