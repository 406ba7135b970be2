import { expect, test } from 'vitest';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { prisma } from '#platform/db.ts';
import {
  aPostOffice,
  aSubscriber,
  codeOn,
  replaceAddress,
  ticked,
  turnSmsOn,
} from '../support/subscriber.ts';
import { until } from '../support/until.ts';

test('SMS is on once the code that was sent to the number is typed in', async () => {
  const office = await aPostOffice();
  const member = await aSubscriber();
  const { html } = await member.follow({ intent: 'sms-number', number: `+91 ${member.number}` });
  expect(html).toContain('Code sent');
  expect(html).toContain(`+91 ••••• •${member.number.slice(-4)}`);
  expect(html).not.toContain(member.number);
  const code = await codeOn(office, member.number);

  const wrong = await member.post({ intent: 'sms-code', code: code === '000000' ? '1' : '000000' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('The code is not correct.');
  expect(await getSettings(member.userId)).toMatchObject({ sms: false });

  const right = await member.follow({
    intent: 'sms-code',
    code: `${code.slice(0, 3)} - ${code.slice(3)}`,
  });
  expect(right.html).toContain('SMS notifications are on');
  expect(ticked(right.html, 'sms')).toBe(true);
  expect(right.html).toContain('Connected');
  const [channel] = await member.channels();
  expect(Buffer.from(channel?.addressEncrypted ?? []).includes(member.number)).toBe(false);

  const saved = await member.follow({ email: 'on', sms: 'on' });
  expect(ticked(saved.html, 'sms')).toBe(true);
  const off = await member.follow({ email: 'on' });
  expect(ticked(off.html, 'sms')).toBe(false);
  await member.follow({ intent: 'sms-remove' });
  expect(await member.channels()).toEqual([]);
});

test('codes have limits: no number of another kind, not at once again, five tries, ten a day', async () => {
  const member = await aSubscriber();
  for (const [number, sentence] of [
    ['', 'Please enter a phone number'],
    [
      '12345',
      'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
    ],
    ['+1 202 555 0100', 'only available in India'],
  ] as const) {
    const { status, html } = await member.post({ intent: 'sms-number', number });
    expect(status).toBe(400);
    expect(html).toContain(sentence);
  }
  expect((await member.post({ intent: 'sms-code', code: '123456' })).html).toContain(
    'Please enter the number first.',
  );
  await member.post({ intent: 'sms-number', number: member.number });
  const again = await member.follow({ intent: 'sms-again' });
  expect(again.html).toContain(
    'An OTP was just sent to this number. Wait before you request another one; Retry-After gives the seconds.',
  );
  const tries = [];
  for (let i = 0; i < 6; i++) {
    tries.push((await member.post({ intent: 'sms-code', code: `00000${i}` })).html);
  }
  expect(tries.at(-1)).toContain('Too many wrong codes were entered');
  expect(await getSettings(member.userId)).toMatchObject({ sms: false });

  let last = '';
  for (let i = 0; i < 12; i++) {
    last = (await member.post({ intent: 'sms-number', number: `97654321${10 + i}` })).html;
  }
  expect(last).toContain('Too many codes were sent for your account today.');
});

test('an SMS that does not arrive is seen on the settings screen', async () => {
  const office = await aPostOffice();
  const member = await aSubscriber();
  await turnSmsOn(member, office);
  await replaceAddress(member.userId, 'sms', '+919999900002');
  await enqueueEmail('password_changed', member.user.email);
  await until('it is lost', async () => {
    const [row] = await member.notifications();
    const message = await prisma.message.findFirst({ where: { id: row?.messageId ?? '' } });
    return message?.state === 'undelivered';
  });
  expect(await member.show()).toContain('Failing since');
});
