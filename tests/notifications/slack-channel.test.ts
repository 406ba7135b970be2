import { describe, expect, test } from 'vitest';
import { sendNotificationJob } from '#domain/notifications/channels/jobs.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { openQueue } from '#platform/queue.ts';
import { joinText } from '../support/signed-in.ts';
import {
  aPostOffice,
  aSubscriber,
  aWorkspace,
  replaceAddress,
  ticked,
} from '../support/subscriber.ts';
import { until } from '../support/until.ts';

describe('an address for Slack', () => {
  test.each([
    ['http://hooks.slack.com/services/T0/B0/x', 'must begin with https://'],
    ['https://10.0.0.7/services/T0/B0/x', 'leads into a private or reserved network'],
    ['https://169.254.169.254/latest/meta-data', 'leads into a private or reserved network'],
    ['https://user:secret@hooks.slack.com/', 'must not contain a user name or password'],
    ['https://localhost/', 'leads into a private or reserved network|No address was found'],
    ['hooks', 'This is not a web address.'],
    ['', 'Please enter the address'],
  ])('is not %s', async (address, sentence) => {
    const { post, channels } = await aSubscriber();
    const { status, html } = await post({ intent: 'slack-connect', address });
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(sentence));
    expect(await channels()).toEqual([]);
  });

  test('is kept once it took a message, encrypted, and shown without what is secret', async () => {
    const workspace = await aWorkspace();
    const member = await aSubscriber();
    const refused = await member.post({
      intent: 'slack-connect',
      address: workspace.webhook('gone'),
    });
    expect(refused.html).toContain('The server answered 404 (no_service).');
    const name = 'secret-name';
    const { html } = await member.follow({
      intent: 'slack-connect',
      address: workspace.webhook(name),
    });
    expect(html).toContain('Slack notifications are on');
    expect(ticked(html, 'slack')).toBe(true);
    expect(html).not.toContain(name);
    expect(joinText({ html })).toContain(`/…/${name.slice(-4)}`);
    const [channel] = await member.channels();
    expect(Buffer.from(channel?.addressEncrypted ?? []).includes('slack')).toBe(false);
    expect((await member.follow({ intent: 'slack-test' })).html).toContain('Test delivered');
    expect(await workspace.posts(name)).toEqual([
      'This is a test of Dakiya.',
      'Dakiya is connected: notifications of your account appear here.',
    ]);
  });

  test('that fails says since when and why, and is tried again', async () => {
    const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
    const member = await aSubscriber();
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    await replaceAddress(member.userId, 'slack', workspace.webhook('broken'));
    await enqueueEmail('password_changed', member.user.email);
    const [row] = await until('it was refused', async () => {
      const rows = await member.notifications();
      return rows[0]?.reason ? rows : null;
    });
    expect(row).toMatchObject({ state: 'queued', attempts: 1 });
    expect(Number(row?.dueAt) - Date.now()).toBeLessThan(11_000);
    const html = joinText({ html: await member.show() }).replaceAll('|', '');
    expect(html).toContain('Failing since');
    expect(html).toContain('The server answered 500 (rollup_error).');
    await replaceAddress(member.userId, 'slack', workspace.webhook('ok'));
    const job = await until('its job waits', async () => {
      const found = await openQueue(sendNotificationJob.queue).getJob(row?.id ?? '');
      return (await found?.isDelayed()) ? found : null;
    });
    await job.promote();
    await until('it arrives', async () => (await member.notifications())[0]?.state === 'sent');
    expect(await member.show()).not.toContain('Failing since');
    const subjects = office.mailbox.mails.list(member.user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /password/.test(subject))).toHaveLength(1);
    const counts = ['queued', 'sent', 'failed'].map((result) => office.counted('slack', result));
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
  });

  test('that rejects permanently is turned off, says so, and its user gets one email', async () => {
    const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
    const member = await aSubscriber();
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    await replaceAddress(member.userId, 'slack', workspace.webhook('archived'));
    await Promise.all(
      Array.from({ length: 3 }, () => enqueueEmail('password_changed', member.user.email)),
    );
    const receivedEmails = () =>
      office.mailbox.mails
        .list(member.user.email)
        .filter(({ subject }) => subject === 'Notifications to Slack are turned off');
    await until('the email is there', () => receivedEmails().length > 0);
    await until('all have failed', async () =>
      (await member.notifications()).every(({ state }) => state === 'failed'),
    );
    expect(receivedEmails()).toHaveLength(1);
    expect(await office.counted('slack', 'failed')).toBeGreaterThan(0);
    expect(receivedEmails()[0]?.text).toContain('The server answered 410 (channel_is_archived).');
    const html = await member.show();
    expect(ticked(html, 'slack')).toBe(false);
    expect(html).toContain('Turned off');
    expect((await member.post({ slack: 'on' })).status).toBe(400);
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    expect(ticked(await member.show(), 'slack')).toBe(true);
  });

  test('may be tried twenty times an hour', async () => {
    const member = await aSubscriber();
    let last = '';
    for (let i = 0; i < 21; i++) {
      last = (await member.post({ intent: 'slack-connect', address: 'https://10.0.0.1/' })).html;
    }
    expect(last).toContain('Too many messages were sent to Slack by hand.');
  });
});
