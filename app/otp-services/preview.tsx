import { WideCharacters } from '#app/components/wide-characters.tsx';
import { countSegments, maxSegments } from '#domain/messaging/messages/segments.browser.ts';
import {
  composeText,
  maxRetrieverOctets,
} from '#domain/messaging/otp/services/compose-text.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { withLf } from '#domain/shared/text.browser.ts';

type PreviewProps = {
  name: string;
  sender: string;
  text: string;
  /** Of a code. */
  length: number;
  letters: boolean;
  appHash: string;
  webDomain: string;
};

/** Long enough for any service. */
const sampleCodes = { digits: '48291370', letters: 'K7M2XQ4R' };

/** The text of a service as phones get it, with a code that is made up, and what it costs. */
export function Preview({ name, sender, text, length, letters, appHash, webDomain }: PreviewProps) {
  const code = (letters ? sampleCodes.letters : sampleCodes.digits).slice(0, length);
  const wording = { name: name.trim() || '{name}', text: withLf(text) };
  const lines = { appHash: appHash.trim() || null, webDomain: webDomain.trim() || null };
  const whole = composeText({ ...wording, ...lines }, code);
  return (
    <>
      <p className="text-xs text-faint">
        From{' '}
        {sender.trim() ? (
          <code className="font-mono">{sender.trim()}</code>
        ) : (
          'your only header, or the installation’s while you have none'
        )}
      </p>
      <p
        className="rounded-md border border-line bg-paper px-4 py-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        dir="auto"
      >
        {whole}
      </p>
      <Length text={whole} />
      {lines.appHash === null ? null : <Octets text={whole} />}
      {text.split('{code}').length === 2 ? null : (
        <p className="text-sm text-bad">The text must have {'{code}'} once.</p>
      )}
    </>
  );
}

const encodings = {
  gsm7: 'all of them in the alphabet of SMS',
  ucs2: 'in Unicode, as some are not in the alphabet of SMS',
};

function Length({ text }: { text: string }) {
  const { encoding, segments } = countSegments(text);
  const characters = `${formatCount([...text].length)} characters, ${encodings[encoding]}.`;
  if (segments > maxSegments) {
    return <p className="text-sm text-bad">The text is longer than {maxSegments} segments.</p>;
  }
  return (
    <>
      <p className="text-sm">
        <strong className="font-medium">
          {segments === 1 ? '1 segment' : `${segments} segments`}
        </strong>{' '}
        <span className="text-faint">a code: {characters}</span>
      </p>
      <WideCharacters text={text} />
    </>
  );
}

function Octets({ text }: { text: string }) {
  const octets = new TextEncoder().encode(text).length;
  return (
    <p className={`text-sm ${octets > maxRetrieverOctets ? 'text-bad' : 'text-faint'}`}>
      {octets} of the {maxRetrieverOctets} octets that Android’s SMS Retriever reads.
    </p>
  );
}
