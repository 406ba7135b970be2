import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Language, languages } from '#app/preferences/preferences.ts';
import { sampleEvent, testEventData } from '#app/webhooks/describe-events.server.ts';
import { rotateSigningSecret } from '#domain/webhooks/endpoints/rotate-secret.ts';
import { sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import { signPayload, toSigningKey } from '#domain/webhooks/sending/post-event.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { startCgiServer } from '../harness/cgi-server.ts';
import { missing, startProgram, toolsOf } from '../harness/run-program.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { fillSample } from '../support/run-sample.ts';
import { anEndpoint, readEvent, startDispatcher } from '../support/webhooks.ts';

/** Runs the receiver of a language until the test ends. @returns its output so far */
async function startReceiver(language: Language, signingSecret: string, port: number) {
  const values = { signingSecret, port: String(port) };
  const text = await fillSample('receive-webhook', language, null, values);
  if (language === 'curl') {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-cgi-'));
    const file = join(folder, 'receive.sh');
    await writeFile(file, text);
    let output = '';
    const server = await startCgiServer(port, ['sh', file], (written) => {
      output += written;
    });
    onTestFinished(async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    });
    return () => output;
  }
  const program =
    language === 'php-library'
      ? await startProgram(language, serveWithPhp(port), { files: { 'receive.php': text } })
      : await startProgram(language, text);
  onTestFinished(async () => {
    await program.stop();
    await program.ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  await until('the receiver listens', async () => {
    const reply = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
    return reply?.status === 400;
  });
  return program.output;
}

/** A PHP program that starts the receiver with the command in the receiver's comment. */
const serveWithPhp = (port: number) =>
  `<?php passthru('exec ' . PHP_BINARY . ' -S 127.0.0.1:${port} receive.php 2>&1');`;

/** The webhook headers of an attempt. */
const signedHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('webhook-') ? [[name, String(value)]] : [],
    ),
  );

const body = JSON.stringify(sampleEvent('message.delivered'));

describe.each(languages)('the receiver in %s', (language) => {
  const needed = language === 'curl' ? ['sh', 'openssl'] : toolsOf(language);
  const here = missing(needed).length === 0;

  test.skipIf(!here)(
    'accepts only events with a valid signature, even during a rotation of the secret',
    async () => {
      const { userId } = await aUser();
      const port = await freePort();
      const send = (headers: Record<string, string>, text: string) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text });
      // This receiver passes all requests on to the program, because the program prints only those that it accepts.
      const between = await aReceiver(async (response, { headers, body }) => {
        const { status } = await send(signedHeaders(headers), body);
        response.writeHead(status).end();
      });
      const endpoint = await anEndpoint(userId, between.url);
      const { secret } = endpoint;
      const output = await startReceiver(language, secret, port);
      const dispatcher = await startDispatcher();
      const post = async () => {
        const data = testEventData('message.delivered');
        const { _id } = await sendTestEvent(userId, endpoint._id, 'message.delivered', data);
        dispatcher.wake(endpoint, { userId });
        return until('it is posted', async () => {
          const event = await readEvent(_id);
          return event.attempts === 1 ? event : null;
        });
      };

      const first = await post();
      expect(first).toMatchObject({ state: 'delivered', lastError: null });
      await until('it has written the id', () => output().includes(first.id));
      expect(output()).toContain('message.delivered');

      await rotateSigningSecret(userId, endpoint._id, 24);
      await until('both secrets sign', async () => {
        expect(await post()).toMatchObject({ state: 'delivered' });
        const { headers = {} } = between.received.at(-1) ?? {};
        return String(headers['webhook-signature']).split(' ').length === 2;
      });
      await rotateSigningSecret(userId, endpoint._id, 0);
      await until('it refuses a secret that it does not know', async () => {
        const { lastStatus } = await post();
        return lastStatus === 400;
      });

      const now = Date.now();
      const signed = (at: number, secrets = [secret]) =>
        signPayload({ id: 'evt_1', body, at }, secrets.map(toSigningKey));
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const { 'webhook-signature': _, ...unsigned } = signed(now);
      for (const [headers, text] of [
        [signed(now, [other]), body],
        [signed(now), body.replace('delivered', 'failed')],
        [signed(now), `${body}\n`],
        [{ ...signed(now), 'webhook-id': 'evt_2' }, body],
        [signed(now - 600_000), body],
        [signed(now + 600_000), body],
        [{ ...signed(now), 'webhook-timestamp': 'now' }, body],
        [{ ...signed(now), 'webhook-signature': 'v1,' }, body],
        [unsigned, body],
        [{}, body],
      ] as const) {
        expect([headers, (await send(headers, text)).status]).toEqual([headers, 400]);
      }
      const { status } = await send(signed(now, [other, secret]), body);
      expect([200, 204]).toContain(status);
    },
  );
});
