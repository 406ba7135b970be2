import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signTwilioCallback, toSid } from '#domain/webhooks/formats/twilio.ts';
import { python } from '../harness/python.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';

const hasTwilio = python && spawnSync(python, ['-c', 'import twilio']).status === 0;
const reason = 'there is no Python with the module twilio';

test.skipIf(!hasTwilio)(
  `Twilio’s client for Python sends, reads and lists messages, verifies codes, raises its error class and validates a callback (skipped if ${reason})`,
  async () => {
    const [web, account] = await Promise.all([sharedWeb(), anAccount()]);
    const to = '+919822700001';
    const url = 'https://example.com/status?a=1';
    const form = { MessageSid: 'SM1', To: to, Body: 'é' };
    const signature = signTwilioCallback(account.secretKey, url, form);
    const callback = JSON.stringify({ url, form, signature });
    const sid = toSid('AC', account.userId);
    const args = [web.url, sid, account.secretKey, to, 'DAKIYA', callback];
    const program = ['tests/support/twilio-python.py', ...args];
    const { stdout } = await promisify(execFile)(python ?? '', program);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({
      ...{ status: 'queued', created: 'datetime', listed: [found.sid], refused: [400, 21_211] },
      read: [found.sid, 'Your order has been shipped.', 'DAKIYA', to],
      ...{ verification: ['pending', to], check: ['pending', false], valid: true },
    });
  },
);
