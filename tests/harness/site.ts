import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from './product.ts';
import { startWorker } from './programs.ts';
import { startWithProviders } from './sign-in-providers.ts';
import { stopAfterFile } from './stop-after-file.ts';
import { until } from './until.ts';

/** Starts the whole product with stand-ins for all external services, for the tests in a file. */
export async function startSite() {
  const [smsc, mailbox, { home }] = await Promise.all([
    stopAfterFile(createSmsc({}).then((smsc) => ({ ...smsc, stop: () => smsc.close() }))),
    stopAfterFile(createMailbox().then((box) => ({ ...box, stop: () => box.close() }))),
    stopAfterFile(startWithProviders()),
  ]);
  await stopAfterFile(
    startWorker({
      // On a busy machine a late response must not count as lost.
      ...carriers(carrierConfig('first', smsc, { responseTimeoutMs: 5_000 })),
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      PUBLIC_URL: home,
    }),
  );
  return {
    /** The address in PUBLIC_URL, which providers know. */
    home,
    /** The carrier's SMSC, with all phones. */
    smsc,
    /**
     * Waits for an email with a link that contains `path`. @returns the link in the newest such
     * email
     */
    linkMailedTo: (email: string, path: string): Promise<string> =>
      until(`an email to ${email} with ${path}`, () =>
        mailbox.mails
          .list(email)
          .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
          .find((url) => url.includes(path)),
      ),
  };
}
