import { SectionTabs } from '#app/components/sections.tsx';
import { paths } from '#app/paths.ts';
import type { ShownState } from '#domain/messaging/messages/contract.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import type { KeyName } from './contract.ts';

const sections = [
  { id: 'messages', label: 'Messages', to: paths.dashboard('messages') },
  { id: 'scheduled', label: 'Scheduled', to: paths.scheduled() },
  { id: 'request-log', label: 'Failed requests', to: paths.requestLog() },
  { id: 'suppressions', label: 'Suppressions', to: paths.suppressions() },
  { id: 'privacy', label: 'Privacy', to: paths.recipients() },
] as const;

/** Tabs of the message log and its related pages. */
export const LogTabs = ({ open }: { open: (typeof sections)[number]['id'] }) => (
  <SectionTabs open={open} sections={sections} />
);

type KeyLabelProps = { keys: KeyName[]; keyId: string };

/** The name of the key that sent a message, or the API ID of a deleted key. */
export function KeyLabel({ keys, keyId }: KeyLabelProps) {
  const key = keys.find((one) => one.keyId === keyId);
  if (key) return <span title={keyId}>{key.name}</span>;
  return (
    <span title="This key is deleted">
      <code className="font-mono text-xs">{keyId}</code> <span className="sr-only">(deleted)</span>
    </span>
  );
}

/** The text of a message; one-time passwords are never shown. */
export function MessageText({ content, kind }: Pick<MessageOutput, 'content' | 'kind'>) {
  if (content !== null) return <>{content}</>;
  return (
    <span className="text-faint italic">
      {kind === 'otp' ? 'One-time password, not shown' : 'Text deleted'}
    </span>
  );
}

/** The recipient's number; if it was erased, hovering shows the pseudonym. */
export function Recipient({ recipient }: Pick<MessageOutput, 'recipient'>) {
  return isErased(recipient) ? <span title={recipient}>Erased number</span> : recipient;
}

const colours: Record<ShownState, string> = {
  scheduled: 'text-airmail',
  queued: 'text-faint',
  submitting: 'text-airmail',
  sent: 'text-airmail',
  unknown: 'text-faint',
  delivered: 'text-good',
  undelivered: 'text-bad',
  failed: 'text-bad',
  expired: 'text-bad',
  cancelled: 'text-faint',
};

export function StateStamp({ state }: { state: ShownState }) {
  return <span className={`stamp ${colours[state]}`}>{state}</span>;
}

/** A DLT verdict's code, linked to its documentation. */
export const VerdictLink = ({ code }: { code: string }) => (
  <a className="link py-1 font-mono text-xs [overflow-wrap:anywhere]" href={paths.verdict(code)}>
    {code}
  </a>
);
