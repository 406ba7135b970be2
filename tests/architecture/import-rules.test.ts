import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Forbidden imports: the rule, the importing file and the imported file. */
const forbidden = [
  ['no-cycles', 'domain/messaging/otp/code.ts', 'domain/messaging/otp/life.ts'],
  ['domain-knows-no-host', 'domain/messaging/otp/verify-otp.ts', 'worker/start-workers.ts'],
  ['domain-knows-no-host', 'domain/messaging/otp/contract.ts', 'app/paths.ts'],
  ['domain-knows-no-host', 'domain/messaging/otp/answer.ts', 'server/pages.ts'],
  ['platform-knows-no-product', 'platform/ids.ts', 'domain/messaging/jobs.ts'],
  ['hosts-apart', 'app/session/user.server.ts', 'worker/start-workers.ts'],
  ['hosts-apart', 'worker/reconcile.ts', 'app/paths.ts'],
  ['hosts-apart', 'app/session/listen.server.ts', 'server/listener.ts'],
  ['sandbox-over-the-wire', 'worker/carriers.ts', 'sandbox/smsc.ts'],
  ['bench-apart', 'domain/messaging/otp/resend-otp.ts', 'bench/load.ts'],
  ['trials-apart', 'domain/messaging/otp/retry-otp.ts', 'trials/chaos/rolling.ts'],
  ['libraries-import-nothing', 'packages/node/src/client.ts', 'domain/shared/money.ts'],
  ['libraries-import-nothing', 'packages/node/src/keys.ts', 'node:crypto'],
  ['command-line-on-library', 'packages/cli/src/send.ts', 'domain/shared/money.ts'],
  ['libraries-apart', 'app/console/call.ts', 'packages/node/src/dakiya.ts'],
  ['tools-apart', 'platform/redis.ts', 'scripts/redis.ts'],
  ['tools-apart', 'server/restart.ts', 'scripts/redis.ts'],
  ['concepts-in-groups', 'app/lost.ts', 'domain/lost/contract.ts'],
  [
    'shared-stays-below',
    'domain/shared/errors.browser.ts',
    'domain/notifications/email/contract.ts',
  ],
  [
    'shared-stays-below',
    'domain/shared/idempotency/saved-response.ts',
    'domain/identity/api-keys/contract.browser.ts',
  ],
  ['shared-stays-below', 'domain/shared/money.ts', 'domain/billing/plans/read-plans.ts'],
  ['shared-stays-below', 'domain/shared/recipient.ts', 'domain/sms/addresses.ts'],
  ['sms-stays-below', 'domain/sms/addresses.ts', 'domain/messaging/messages/contract.ts'],
  [
    'notifications-stays-below',
    'domain/notifications/email/insert-email.ts',
    'domain/identity/accounts/contract.browser.ts',
  ],
  [
    'notifications-stays-below',
    'domain/notifications/jobs.ts',
    'domain/billing/payments/contract.browser.ts',
  ],
  [
    'notifications-stays-below',
    'domain/notifications/channels/sms.ts',
    'domain/messaging/messages/contract.ts',
  ],
  ['identity-stays-below', 'domain/identity/accounts/user.ts', 'domain/billing/usage/quota-sql.ts'],
  [
    'identity-stays-below',
    'domain/identity/settings/contract.browser.ts',
    'domain/messaging/otp/resend.ts',
  ],
  ['billing-stays-below', 'domain/billing/usage/quota.ts', 'domain/messaging/messages/parts.ts'],
  ['webhooks-stays-below', 'domain/webhooks/jobs.ts', 'domain/identity/sessions/contract.ts'],
  ['dlt-stays-below', 'domain/dlt/check/check-dlt.ts', 'domain/messaging/messages/contract.ts'],
  [
    'messaging-stays-below',
    'domain/messaging/messages/list-carriers.ts',
    'domain/delivery/carriers/contract.ts',
  ],
  ['react-in-app', 'domain/messaging/otp/rules.ts', 'node_modules/react/index.js'],
  ['express-in-server', 'app/api/pipeline/run-pipeline.server.ts', 'node_modules/express/index.js'],
  ['queues-in-platform', 'domain/messaging/otp/otp-retention.ts', 'node_modules/bullmq/index.js'],
  ['queues-in-platform', 'app/api/limit.server.ts', 'node_modules/ioredis/index.js'],
  ['smpp-in-carriers', 'worker/submit.ts', 'node_modules/smpp/index.js'],
  ['provider-in-payments', 'domain/billing/payments/pay.ts', 'node_modules/razorpay/index.js'],
  ['metrics-in-platform', 'domain/messaging/otp/measure.ts', 'node_modules/prom-client/index.js'],
  ['mail-in-platform', 'domain/notifications/email/send.ts', 'node_modules/nodemailer/index.js'],
  [
    'addresses-checked-in-one-place',
    'domain/messaging/otp/check.ts',
    'node_modules/ipaddr.js/index.js',
  ],
  [
    'user-addresses-by-one-way',
    'domain/messaging/otp/post.ts',
    'platform/http/user-address/create-sender.ts',
  ],
  [
    'operators-addresses-by-fetch-json',
    'domain/messaging/otp/ask.ts',
    'platform/http/fetch-json.ts',
  ],
  [
    'concepts-by-their-front-door',
    'domain/messaging/otp/list.ts',
    'domain/messaging/messages/to-message-output.ts',
  ],
  ['browser-imports-browser', 'domain/messaging/otp/text.browser.ts', 'platform/db.ts'],
  [
    'screens-import-browser',
    'app/components/card.tsx',
    'domain/messaging/messages/send-message.ts',
  ],
  ['screens-import-browser', 'app/components/tile.tsx', 'app/session/user.server.ts'],
  ['browser-runs-without-node', 'domain/messaging/otp/digits.browser.ts', 'node:fs'],
  ['no-barrels', 'app/forms/field.tsx', 'domain/messaging/messages/index.ts'],
  ['resolvable', 'domain/messaging/otp/lost.ts', 'domain/messaging/otp/nowhere.ts'],
] as const;

/** Imports that must stay allowed. */
const allowed = [
  ['domain/messaging/otp/send-otp.ts', 'domain/messaging/messages/send-message.ts'],
  ['domain/messaging/messages/list.ts', 'domain/messaging/messages/to-message-output.ts'],
  ['domain/messaging/otp/limits.ts', 'domain/billing/usage/limits.ts'],
  ['domain/billing/plans/own.ts', 'domain/identity/accounts/own.ts'],
  ['domain/identity/accounts/welcome.ts', 'domain/notifications/email/contract.ts'],
  ['domain/notifications/email/request.ts', 'domain/shared/idempotency/answer.ts'],
  ['app/components/row.tsx', 'domain/messaging/otp/words.browser.ts'],
  ['app/routes/_site._index.tsx', 'domain/messaging/messages/send-message.ts'],
  ['app/components/page.tsx', 'node_modules/react/index.js'],
  ['worker/queue.ts', 'node_modules/bullmq/index.js'],
  ['platform/queue.ts', 'node_modules/bullmq/index.js'],
  ['sandbox/web.ts', 'node_modules/express/index.js'],
  ['server/pages.ts', 'node_modules/express/index.js'],
  ['server/listener.ts', 'app/paths.ts'],
  ['domain/delivery/carriers/session.ts', 'node_modules/smpp/index.js'],
  ['platform/metrics/instruments.ts', 'node_modules/prom-client/index.js'],
  ['platform/mailer.ts', 'node_modules/nodemailer/index.js'],
  ['domain/messaging/otp/hook.ts', 'platform/http/user-address/post-to-user-address.ts'],
  ['app/session/providers/ask.server.ts', 'platform/http/fetch-json.ts'],
  ['packages/node/src/lists.ts', 'packages/node/src/pages.ts'],
  ['tests/worker/deliver.test.ts', 'sandbox/smsc.ts'],
  ['tests/packages/node.test.ts', 'packages/node/src/dakiya.ts'],
] as const;

/**
 * Time limit for reading the whole repository, in ms. Reading takes 10 s if no other test runs, and 30 s while other
 * test files use both cores.
 */
const timeLimitMs = 120_000;

let example: string;
let violations: string[];

beforeAll(async () => {
  example = mkdtempSync(join(tmpdir(), 'dakiya-imports-'));
  const imports = [...forbidden.map(([, from, to]) => [from, to]), ...allowed] as [
    string,
    string,
  ][];
  for (const [, to] of imports) if (!/nowhere|^node:/.test(to)) write(to, 'export {};');
  for (const [from, to] of imports) write(from, `import '${path(from, to)}';`);
  write('domain/messaging/otp/life.ts', "import './code.ts';");
  violations = violationsIn(await cruiseTree(example));
}, timeLimitMs);

afterAll(() => rmSync(example, { recursive: true }));

test.each(forbidden)('%s keeps %s from importing %s', (rule, from, to) => {
  const ownViolations = violations.filter((line) => line.startsWith(`${rule}: ${from} → `));

  expect(ownViolations).toContainEqual(expect.stringContaining(basename(to).replace('node:', '')));
});

test.each(allowed)('%s may import %s', (from) => {
  expect(violations.filter((line) => line.includes(`: ${from} → `))).toEqual([]);
});

// `npm run check` applies the rules to the repository. If `#` imports were not resolved, the rules would never find a
// forbidden import.
test('imports that begin with # are resolved', async () => {
  const result = await cruiseTree(process.cwd(), 'server.ts', { maxDepth: 1 });

  const server = result.modules.find(({ source }) => source === 'server.ts');
  expect(server?.dependencies.map(({ resolved }) => resolved)).toContain('platform/settings.ts');
});

async function cruiseTree(folder: string, file = '.', limits = {}): Promise<ICruiseResult> {
  const options = await extractOptions(join(process.cwd(), '.dependency-cruiser.cjs'));
  const { output } = await cruise([file], {
    ...options,
    ...limits,
    baseDir: folder,
    validate: true,
  });
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
  if (to.startsWith('node:')) return to;
  const way = relative(dirname(from), to);
  return way.startsWith('.') ? way : `./${way}`;
}
