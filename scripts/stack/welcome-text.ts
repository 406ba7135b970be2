import type { Account } from './account.ts';
import type { Settings } from './settings.ts';
import { colorize } from './terminal.ts';

/** The first steps of a new user: which pages to open, and commands that work unchanged. */
export function welcomeText(
  settings: Settings,
  { email, password, plan, keyId, secretKey }: Account,
): string {
  const site = `http://localhost:${settings.PORT}`;
  const handset = `http://localhost:${settings.SANDBOX_PORT}`;
  const call = (path: string, body?: object) =>
    [
      `curl -sS ${site}/api/v1/messages/${path} -H 'x-api-id: ${keyId}' -H 'x-api-key: ${secretKey}'`,
      ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(body)}'`] : []),
    ].join(' ');
  const recipient = '9876543210';
  const heading = (text: string) => colorize('bold', text);

  return `
  ${heading('Dakiya is running.')}

  Site      ${colorize('cyan', site)}
  Handset   ${colorize('cyan', handset)}   where the messages arrive
  Mailbox   ${colorize('cyan', `${handset}/mailbox`)}   where the emails arrive
  Payments  ${colorize('cyan', `${handset}/payments`)}   where the orders arrive
  Slack     ${colorize('cyan', `${handset}/slack`)}   where notifications arrive, with WEBHOOK_ALLOW=127.0.0.1,localhost
  Account   ${email}, password ${password}, plan ${plan}

  ${heading('Send a message')} and see it on the handset:

${call('send-message', { recipient, message: 'Hello from Dakiya' })}

  ${heading('Check its status')}, with the _id from the response instead of MESSAGE_ID:

${call('MESSAGE_ID')}

  ${heading('Send a code, and check it')}, with the code on the handset instead of CODE:

${call('send-otp', { recipient })}
${call('verify-otp', { recipient, otp: 'CODE' })}

  Ctrl-C ends everything; the data stays in ${settings.DATA_DIR}.
`;
}
