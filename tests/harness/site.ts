import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from './product.ts';
import { startWorker } from './programs.ts';
import { startWithProviders } from './sign-in-providers.ts';
import { stopAfterFile } from './stop-after-file.ts';
import { until } from './until.ts';

/** The whole product with a stand-in for everybody outside, while the tests of a file run. */
export async function startSite() {
  const [smsc, mailbox, { home }] = await Promise.all([
    stopAfterFile(createSmsc({}).then((smsc) => ({ ...smsc, stop: () => smsc.close() }))),
    stopAfterFile(createMailbox().then((box) => ({ ...box, stop: () => box.close() }))),
    stopAfterFile(startWithProviders()),
  ]);
  await stopAfterFile(
    startWorker({
      // What a busy machine answers late is not to count as lost.
      ...carriers(carrierConfig('first', smsc, { responseTimeoutMs: 5_000 })),
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      PUBLIC_URL: home,
    }),
  );
  return {
    /** Its address, as in PUBLIC_URL and as providers know it. */
    home,
    /** The carrier's message centre, with the phones of everybody. */
    smsc,
    /** Waits for an email with a link. @returns the link of the newest, which has `path` in it */
    linkMailedTo: (email: string, path: string): Promise<string> =>
      until(`an email to ${email} with ${path}`, () =>
        mailbox.mails
          .list(email)
          .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
          .find((url) => url.includes(path)),
      ),
  };
}
