import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { aMember } from '../support/member.ts';
import { startWeb, stopAfterTest } from '../support/programs.ts';

const sends = 'your API keys cannot send messages';
const keyTab = 'Your keys cannot send yet';

test.each([
  ['where the address must be confirmed', { REQUIRE_CONFIRMED_EMAIL: 'true' }, false, true],
  ['once it is confirmed', { REQUIRE_CONFIRMED_EMAIL: 'true' }, true, false],
  ['where it need not be', {}, false, false],
])(
  '%s, the notice and the keys tab say whether keys send',
  async (_, settings, confirmed, told) => {
    const web = await stopAfterTest(startWeb(settings));
    const { visitor, userId } = await aMember(web.url, { confirmed });
    await createKey({ userId, name: 'Shop' });
    const { html } = await visitor.get(paths.dashboard('manage-api'));
    expect([html.includes(sends), html.includes(keyTab)]).toEqual([told, told]);
  },
);
