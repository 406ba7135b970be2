import { paths } from '#app/paths.ts';
import { addressColumn } from '#domain/notifications/channels/manage-channels.ts';
import { prisma } from '#platform/db.ts';
import { createMailbox } from '#sandbox/mailbox/server.ts';
import { slackRoutes } from '#sandbox/slack/routes.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { startWeb as startPages } from '#sandbox/web/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { carrierConfig, carriers, quick } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aMember } from './member.ts';
import { scrape } from './metrics.ts';

const page = paths.dashboard('settings');

let made = 0;

/** A member on the settings screen, with an unused number. */
export async function aSubscriber() {
  made += 1;
  const member = await aMember((await sharedWeb()).url);
  const number = `98765${String(43_000 + made)}`;
  const post = (fields: Record<string, string>) => member.visitor.post(page, fields);
  return {
    ...member,
    number,
    post,
    show: async () => (await member.visitor.get(page)).html,
    follow: async (fields: Record<string, string>) => member.visitor.follow(await post(fields)),
    channels: () => prisma.notificationChannel.findMany({ where: { userId: member.userId } }),
    notifications: () =>
      prisma.notification.findMany({ where: { userId: member.userId }, orderBy: { id: 'asc' } }),
  };
}

export type Subscriber = Awaited<ReturnType<typeof aSubscriber>>;

/**
 * Starts a stand-in for Slack for the tests in a file.
 *
 * @returns functions that return the address of a webhook and its posts
 */
export async function startWorkspace() {
  const pages = await startPages({
    host: '127.0.0.1',
    port: 0,
    routers: [slackRoutes({ origin: () => '' })],
  });
  await stopAfterFile(Promise.resolve({ stop: () => pages.close() }));
  const origin = `http://127.0.0.1:${pages.port}`;
  return {
    webhook: (name: string) => `${origin}/slack/services/T0/B0/${name}`,
    posts: async (name: string): Promise<string[]> => {
      const { posts } = await (await fetch(`${origin}/slack.json`)).json();
      return posts.flatMap(({ token, text }: { token: string; text: string }) =>
        token === name ? [text] : [],
      );
    },
  };
}

/** Starts a worker with an SMSC and a mailbox for the tests of a file. */
export async function startPostOffice() {
  const [smsc, mailbox, port] = await Promise.all([createSmsc(quick), createMailbox(), freePort()]);
  const settings = {
    ...carriers(carrierConfig('first', smsc)),
    WEBHOOK_ALLOW: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    METRICS_PORT: String(port),
  };
  await stopAfterFile(
    Promise.resolve({ stop: async () => [await smsc.close(), await mailbox.close()] }),
  );
  await stopAfterFile(startWorker(settings));
  return {
    mailsTo: (email: string) => mailbox.mails.list(email),
    textOn: (number: string) =>
      smsc.phones.conversation(`91${number}`).messages[0]?.segments.join('') ?? '',
    /** The worker's counts of attempts, by result. */
    async counted(channel: string) {
      const { sum } = await scrape(`http://127.0.0.1:${port}`);
      const [queued = 0, sent = 0, failed = 0] = ['queued', 'sent', 'failed'].map((result) =>
        sum('dakiya_notifications_total', { channel, result }),
      );
      return { queued, sent, failed };
    },
  };
}

type Office = Awaited<ReturnType<typeof startPostOffice>>;

/** The newest code that a phone received. */
export const codeOn = async ({ textOn }: Office, number: string) =>
  until('the code is on the phone', () => /\b\d{6}\b/.exec(textOn(number))?.[0]);

/** Confirms the member's number with the code sent to it. */
export async function turnSmsOn(member: Subscriber, office: Office) {
  await member.post({ intent: 'sms-number', number: member.number });
  const code = await codeOn(office, member.number);
  return member.follow({ intent: 'sms-code', code: `${code.slice(0, 3)} ${code.slice(3)}` });
}

/** Whether the switch with this name is on. */
export const ticked = (html: string, name: string) =>
  new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0].includes('checked=""');

export async function replaceAddress(userId: string, kind: 'slack' | 'sms', address: string) {
  const where = { userId_kind: { userId, kind } };
  const { id } = await prisma.notificationChannel.findUniqueOrThrow({ where });
  const addressEncrypted = addressColumn.encrypt({ id, userId }, address);
  await prisma.notificationChannel.update({ where: { id }, data: { addressEncrypted } });
}
