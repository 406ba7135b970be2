import { mailto, TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { useSuspended } from '#app/session/use-signed-in-user.ts';

/** On each page of a suspended account: what is suspended, since when and why, and whom to write to. */
export function SuspensionBanner() {
  const suspended = useSuspended();
  if (!suspended) return null;
  const { notice, since, supportEmail } = suspended;
  return (
    <section
      aria-label="Account suspended"
      className="grid gap-1 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm"
    >
      <p>
        <span className="font-medium text-bad">Your account is suspended</span> since{' '}
        <Timestamp at={new Date(since)} />. Calls that send fail, queued messages are held until
        their validity ends, and codes that were not sent are cancelled. Everything else works.
      </p>
      <p className="break-words whitespace-pre-line">{notice}</p>
      <p>
        Questions? Write to{' '}
        <a className="link break-all" href={mailto(supportEmail, { subject: 'Suspended account' })}>
          {supportEmail}
        </a>
        . <TextLink to={paths.ownDocsSection('suspension')}>What a suspension means</TextLink>
      </p>
    </section>
  );
}
