import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { startWeb } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aMember } from '../support/member.ts';

const sends = 'your API keys cannot send messages';
const keyTab = 'Your keys cannot send yet';

const [strict, lenient] = await Promise.all([
  stopAfterFile(startWeb({ REQUIRE_CONFIRMED_EMAIL: 'true' })),
  sharedWeb(),
]);

test.each([
  ['if the address must be confirmed', strict, false, true],
  ['if the address has been confirmed', strict, true, false],
  ['if the address need not be confirmed', lenient, false, false],
])(
  '%s, the notice and the tab of keys say correctly whether the account’s keys can send',
  async (_, web, confirmed, cannotSend) => {
    const { visitor, userId } = await aMember(web.url, { confirmed });
    await createKey({ userId, name: 'Shop' });
    const { html } = await visitor.get(paths.dashboard('manage-api'));
    expect([html.includes(sends), html.includes(keyTab)]).toEqual([cannotSend, cannotSend]);
  },
);
