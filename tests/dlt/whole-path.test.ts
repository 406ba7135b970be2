import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { handsetRoutes } from '#sandbox/handset/routes.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { startWeb as startSandboxWeb } from '#sandbox/web/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { runCommand, startWeb, startWorker, stopAfterTest } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

const section =
  /^## Your own sender\n(.*?)^## /ms.exec(readFileSync('docs/demo.md', 'utf8'))?.[1] ?? '';

/** The commands in this section of the demo's documentation, in order. */
const commands = [...section.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').trim().split('\n'))
  .map((command) => command.trim());

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const routers = [handsetRoutes({ smsc, smscHost: '127.0.0.1' })];
const sandbox = await startSandboxWeb({ host: '127.0.0.1', port: 0, routers });
await stopAfterFile(Promise.resolve({ stop: sandbox.close }));

test('the documented commands lead from an import to a delivered message, a near match, a deferred message, and drift', async () => {
  const settings = {
    ...carriers(
      carrierConfig('default', smsc, {
        entityId: '1101172974420810001',
        telemarketerIds: ['1101172974420830004'],
        tlvs: [
          { tag: 0x1400, source: 'entity' },
          { tag: 0x1401, source: 'template' },
          { tag: 0x1402, source: 'chain' },
        ],
        operatorCodes: 'jio',
      }),
    ),
    PROMOTIONAL_CLOCK: '21:30',
  };
  const [web] = await Promise.all([
    stopAfterTest(startWeb(settings)),
    stopAfterTest(startWorker(settings)),
  ]);
  const { userId, keyId, secretKey } = await anAccount();
  await until('the carrier is bound', () => smsc.connections() > 0);

  const left = [...commands];
  const next = (expected: RegExp) => {
    const command = left.shift() ?? '';
    expect(command).toMatch(expected);
    return command;
  };
  /** Runs the section's next command. Only the account's key and the programs' addresses are replaced. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  const curl = async (id = ''): Promise<any> => {
    const command = next(/^curl /)
      .replaceAll('dk_…', keyId)
      .replaceAll('sk_…', secretKey)
      .replaceAll('http://localhost:3000', web.url)
      .replaceAll('http://localhost:4000', `http://127.0.0.1:${sandbox.port}`)
      .replaceAll('<_id>', id);
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    return JSON.parse(stdout);
  };
  /** Repeats the next command until its response satisfies `isSo`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const curlUntil = (what: string, isSo: (answer: any) => boolean, id?: string) =>
    until(what, async () => {
      const before = [...left];
      const answer = await curl(id);
      if (isSo(answer)) return answer;
      left.splice(0, left.length, ...before);
      return null;
    });
  const dlt = async () => {
    const [, args = ''] = /^npm run dlt -- (.*)$/.exec(next(/^npm run dlt/)) ?? [];
    return runCommand('dlt', args.replace('usr_…', userId).split(' '));
  };

  expect((await curl()).data).toMatchObject({ state: 'done', counts: { new: 8 } });
  next(/^export DATABASE_URL=/);
  expect((await dlt()).text).toContain('ACMEIN');
  for (const _ of ['ACMEIN', '600123']) expect((await dlt()).how).toBe('exit code 0');

  const send = left[0];
  await until('the approval is felt', async () => {
    left.splice(0, 1, send as string);
    return (await curl()).status === 'success';
  });
  const { messages } = await curlUntil('it arrives', (answer) => answer.messages.length > 0);
  expect(messages[0]).toMatchObject({
    ...{ from: 'ACMEIN', text: expect.stringMatching(/^482913 is your Acme sign-in code/) },
    dlt: {
      ...{ entity: '1101172974420810001', template: '1107161700000010231' },
      chain: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });

  expect((await curl()).error).toMatchObject({
    ...{ code: 'dlt_template_near_match', kind: 'case', position: 15 },
    docUrl: expect.stringMatching(/\/docs\/dlt#dlt_template_near_match$/),
  });

  const closed = (await curl()).error;
  expect(closed).toMatchObject({ code: 'dlt_promo_window' });
  expect(closed.message).toContain('by a test clock that showed 21:30');
  const { scheduledFor } = (await curl()).data;
  const hours = (Date.parse(scheduledFor) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(12.2);
  expect(hours).toBeLessThan(12.6);

  expect(await curl()).toMatchObject({ isOn: true });
  const { _id } = (await curl()).data;
  const { data } = await curlUntil(
    'the operator has rejected it',
    (answer) => answer.data.status === 'undelivered',
    _id,
  );
  expect(data.timeline.at(-1).verdict).toMatchObject({
    ...{ code: 'dlt_template_not_matched', source: 'operator' },
  });
  const visitor = await signedIn(web.url, { userId });
  await until('the screen shows the drift', async () =>
    joinText(await visitor.get(paths.rejections)).includes('dlt_template_not_matched'),
  );
  expect(left).toEqual([]);
});
