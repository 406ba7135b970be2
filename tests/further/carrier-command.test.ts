import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startSmsc as startScripted } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { listCarriers } from '#domain/delivery/routing/manage-carriers.ts';
import { prisma } from '#platform/db.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { type CarrierArguments, explain, run } from '#scripts/operator/carrier.ts';
import { root } from '#scripts/root.ts';
import { UsageError } from '#scripts/stack/operator-command.ts';
import { carrierConfig, startSmsc } from '../harness/product.ts';
import { runCommand, withServices } from '../harness/programs.ts';

const folder = await mkdtemp(join(tmpdir(), 'carriers-'));

/** Runs a command in this process, as its program does after it has parsed the arguments. */
async function carrier(
  name: CarrierArguments['name'],
  target = '',
  options: Partial<CarrierArguments['options']> = {},
) {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  try {
    const code = await run({ name, target, options: { json: false, ...options } });
    return { how: `exit code ${code}`, text: written.join('').trim() };
  } catch (error) {
    if (error instanceof UsageError) return { how: 'exit code 2', text: error.message };
    return { how: `exit code ${explain(error)}`, text: written.join('').trim() };
  } finally {
    write.mockRestore();
  }
}

async function aFile(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a carrier is added, listed without its password, paused, resumed and removed by commands', async () => {
  const smsc = await startSmsc();
  const binds = [{ mode: 'transmitter', connections: 2 }, { mode: 'receiver' }];
  const file = await aFile(carrierConfig('airtel', smsc, { binds, password: 'p4ssword' }));
  expect(await runCommand('carrier', ['add', file])).toEqual({
    how: 'exit code 0',
    text: 'Added airtel. Workers bind to it within a second.',
  });
  const { encryptedPassword } = await prisma.carrierBind.findFirstOrThrow();
  expect(Buffer.from(encryptedPassword).toString('latin1')).not.toContain('p4ssword');
  expect((await carrier('pause', 'airtel')).text).toContain('Paused airtel');
  const { text } = await carrier('list');
  expect(text).toMatch(
    /^airtel: paused since .+; 10000 submits a second; 2 × transmitter 127.0.0.1:\d+, 1 × receiver/,
  );
  const listed = await runCommand('carrier', ['list', '--json']);
  expect(JSON.parse(listed.text).carriers).toMatchObject([{ name: 'airtel', source: 'operator' }]);
  expect(text + listed.text).not.toContain('p4ssword');
  await carrier('resume', 'airtel');
  expect((await listCarriers()).rows).toMatchObject([{ pausedAt: null }]);
  expect((await carrier('remove', 'airtel')).how).toBe('exit code 0');
  expect(await prisma.carrierBind.count()).toBe(0);
});

test('the command reads a carrier from standard input, even if standard input is a socket', async () => {
  const config = carrierConfig('piped', await startSmsc(), {});
  // Node.js gives a child sockets instead of pipes.
  const child = spawn(process.execPath, ['build/carrier.js', 'add', '-'], {
    cwd: root,
    env: { ...withServices({}), NODE_ENV: 'test' },
  });
  child.stdin.end(JSON.stringify(config));
  expect(await text(child.stdout)).toContain('Added piped.');
  expect((await carrier('remove', 'piped')).how).toBe('exit code 0');
});

test('long credentials are stored with a warning, because some carriers reject or truncate them', async () => {
  const config = { name: 'long', host: 'smsc.example', port: 1 };
  const long = { ...config, systemId: 'acme_transactional_1', password: 'Xk29-vv81-Qp' };
  const warned = [
    'systemId has 20 characters; SMPP 3.4 allows 15. Some carriers reject or truncate it.',
    'password has 12 characters; SMPP 3.4 allows 8. Some carriers reject or truncate it.',
  ];
  const added = await carrier('add', await aFile(long));
  expect(added.text.split('\n').slice(1)).toEqual(warned);
  const changed = await carrier('set', await aFile({ ...long, systemId: 'acme' }));
  expect(changed.text.split('\n').slice(1)).toEqual(warned.slice(1));
  await carrier('remove', 'long');
});

test('a failed command prints the reason, and changes nothing', async () => {
  const access = { host: 'smsc.example', port: 1, systemId: 'x', password: 'y' };
  const failing: [Parameters<typeof carrier>, string, string][] = [
    [['add', await aFile({ name: 'Airtel!', ...access })], 'exit code 1', 'name: is 1 to 32'],
    [['pause', 'none'], 'exit code 1', 'There is no carrier none'],
    [['add', '/nowhere.json'], 'exit code 2', '/nowhere.json cannot be read'],
    [['add', await aFile('{')], 'exit code 2', 'is not JSON'],
  ];
  for (const [args, how, text] of failing) {
    expect(await carrier(...args)).toEqual({ how, text: expect.stringContaining(text) });
  }
  for (const args of [['explode'], ['list', '--al'], ['add', '/nowhere.json']]) {
    expect(await runCommand('carrier', args)).toEqual({
      how: 'exit code 2',
      text: expect.stringContaining('npm run carrier -- list'),
    });
  }
  expect((await listCarriers()).rows).toEqual([]);
});

const message = { to: '9876543210', sender: 'DAKIYA', text: 'A test' };

test('`carrier test` opens each bind of the settings, and sends a message only if the command gives a number', async () => {
  const smsc = await startSmsc();
  const config = carrierConfig('tested', smsc, { responseTimeoutMs: 2_000 });
  const file = await aFile({ ...config, binds: [{ mode: 'transmitter' }, { mode: 'receiver' }] });
  const fine = await carrier('test', file);
  expect(fine.text.split('\n')).toEqual(
    ['transmitter', 'receiver'].map((mode) =>
      expect.stringMatching(new RegExp(`^${mode} .+: bound after \\d+ ms, enquire_link answered$`)),
    ),
  );
  expect(smsc.ledger.totals().submits).toBe(0);
  expect(await prisma.carrier.count()).toBe(0);

  const given = ['--to', message.to, '--sender', message.sender, '--text', message.text];
  const sent = await runCommand('carrier', ['test', file, ...given]);
  expect(sent).toEqual({
    how: 'exit code 0',
    text: expect.stringMatching(/^Accepted as .+\.\nReceipt: DELIVRD/),
  });
  expect(smsc.ledger.totals().submits).toBe(1);
  expect(smsc.ledger.acceptedFor('919876543210')).toBe(1);
});

test('`carrier test` proposes settings from the carrier’s responses and receipts', async () => {
  let refusal = 0;
  const smsc = await startScripted({
    submit_sm(pdu, session) {
      if (refusal && pdu.validity_period) {
        session.send(pdu.response({ command_status: refusal }));
        return;
      }
      session.send(pdu.response({ message_id: 'ABCDEF' }));
      session.deliver_sm({
        source_addr: String(pdu.destination_addr),
        esm_class: 4,
        short_message: 'id:abcdef sub:001 dlvrd:001 stat:DELIVRD err:000 text:',
      });
    },
  });
  const config = carrierConfig('odd', { port: smsc.port }, { responseTimeoutMs: 2_000 });
  const message = { to: '9876543210', sender: 'DAKIYA', text: 'a_test@example.com' };
  const { text } = await carrier('test', await aFile(config), message);
  expect(text).toContain('"submitIdFormat": "loose" and "receiptIdFormat": "loose"');
  expect(text).toContain('"alphabet": "latin1_default"');
  refusal = 0x62;
  const refused = await carrier('test', await aFile(config), message);
  expect(refused.text).toContain('Refused with 0x00000062');
  expect(refused.text).toContain('Try "validity": "absolute".');
  const other = { ...config, validity: 'none', submitIdFormat: 'loose', receiptIdFormat: 'loose' };
  expect((await carrier('test', await aFile(other), message)).text).toContain('Receipt: DELIVRD');
});

test('`carrier test` names an unknown state, and matches a receipt without an id by our reference', async () => {
  let words = 'SUCCESS';
  const smsc = await startScripted({
    submit_sm(pdu, session) {
      session.send(pdu.response({ message_id: words === 'SUCCESS' ? '77001' : '' }));
      session.deliver_sm({
        source_addr: String(pdu.destination_addr),
        esm_class: 4,
        user_message_reference: Number(pdu.user_message_reference),
        short_message: `id:${words === 'SUCCESS' ? '77001' : ''} stat:${words} err:000 text:`,
      });
    },
  });
  const config = carrierConfig('odd', { port: smsc.port }, { responseTimeoutMs: 2_000 });
  const { text } = await carrier('test', await aFile(config), message);
  expect(text).not.toContain('No receipt came');
  expect(text).toContain('"receiptStates": { "SUCCESS": "delivered" }');
  words = 'DELIVRD';
  const sent = await carrier('test', await aFile(config), message);
  expect(sent.text).toMatch(/^Accepted without an id\.\nReceipt: DELIVRD/);
});

test('`carrier test` reports a rejected bind and an unreachable carrier', async () => {
  const smsc = await startSmsc();
  const rejected = await carrier(
    'test',
    await aFile(carrierConfig('x', smsc, { password: 'wrong' })),
  );
  expect(rejected.how).toBe('exit code 1');
  expect(rejected.text).toContain('the bind was rejected with 0x0000000E');
  const long = carrierConfig('x', smsc, { password: 'Xk29-vv81-Qp' });
  expect((await carrier('test', await aFile(long))).text).toContain(
    'password has 12 characters; SMPP 3.4 allows 8',
  );
  const nobody = { ...carrierConfig('x', smsc), port: await freePort() };
  expect((await carrier('test', await aFile(nobody))).text).toContain('no connection');
});
