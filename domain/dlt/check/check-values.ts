import type { SlotType } from '../registry/slots.browser.ts';
import type { CompiledRegistry, CompiledTemplate } from './compile-registry.ts';
import {
  type CallToAction,
  describeCallToAction,
  findCallsToAction,
  findDynamic,
  isWhitelisted,
} from './find-calls-to-action.ts';
import type { Span } from './match-template.ts';
import type { DltProfile } from './profile.ts';
import { type Finding, finding } from './verdicts.ts';

/** The slot types that may contain each kind of call to action. */
const slotTypesFor: Record<CallToAction['kind'], readonly SlotType[]> = {
  link: ['url', 'urlott'],
  number: ['cbn'],
  email: ['email'],
};

const kindOf: Partial<Record<SlotType, CallToAction['kind']>> = {
  url: 'link',
  urlott: 'link',
  cbn: 'number',
  email: 'email',
};

const codeInSlot = {
  link: 'dlt_var_contains_link',
  number: 'dlt_var_contains_number',
  email: 'dlt_var_contains_email',
} as const;

/** The findings about a message that matches its template. */
export type ValueFindings = { errors: Finding[]; warnings: Finding[] };

/**
 * Checks the values of a message's slots, and the links, phone numbers and email addresses in the message. Searches the
 * whole message, because two slots and the dot between them can form a link.
 *
 * @param spans the positions of the values, in code points
 */
export function checkValues(
  text: string,
  { slots }: CompiledTemplate,
  spans: readonly Span[],
  { whitelist }: CompiledRegistry,
  profile: DltProfile,
): ValueFindings {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const report = (severity: 'error' | 'warning', found: Finding) =>
    (severity === 'error' ? errors : warnings).push(found);
  const values = toUnits(text, spans).map(({ from, to }, at) => ({
    from,
    to,
    number: at + 1,
    type: slots[at]?.type as SlotType,
    position: spans[at]?.from as number,
  }));
  const calls = findCallsToAction(text);

  for (const call of calls) {
    const inside = values.filter(({ from, to }) => from < call.to && to > call.from);
    // Digits in a numeric slot are an id or an amount, not a phone number.
    if (call.kind === 'number' && inside.some(({ type }) => type === 'numeric')) continue;
    const dynamic = call.kind === 'link' ? findDynamic(whitelist, call.value) : undefined;
    const isFixedSoFar =
      dynamic !== undefined && inside.every(({ from }) => from >= call.from + dynamic.length);
    const wrong = inside.find(({ type }) => !slotTypesFor[call.kind].includes(type));
    if (wrong && !isFixedSoFar) {
      const slot = { number: wrong.number, type: wrong.type };
      const place = { slot, position: wrong.position };
      const severity = call.isCertain ? 'error' : profile.possibleNumber;
      report(severity, finding(codeInSlot[call.kind], 'message', place));
    } else if (!isWhitelisted(whitelist, call)) {
      // While the account has registered no link, the check cannot know which links are allowed, so it only warns.
      report(
        whitelist.isEmpty ? 'warning' : profile.notWhitelisted[call.kind],
        finding('dlt_cta_not_whitelisted', 'message', {
          detail: `The message has ${describeCallToAction(call)} that you have not registered.`,
        }),
      );
    }
  }

  const webOtp = webOtpLine.exec(text);
  const domainAt = webOtp ? webOtp.index + webOtp[0].indexOf('@') + 1 : -1;
  const ofDomain =
    webOtp &&
    values.find(({ from, to }) => from < domainAt + (webOtp[1]?.length ?? 0) && to > domainAt);
  if (ofDomain) {
    const { number, type, position } = ofDomain;
    const detail = `The domain of the WebOTP line is the value of slot ${number}, which operators may refuse. Register the domain as fixed text.`;
    warnings.push(
      finding('dlt_var_contains_link', 'message', { slot: { number, type }, position, detail }),
    );
  }

  for (const { from, to, number, type, position } of values) {
    const value = text.slice(from, to);
    const kind = kindOf[type];
    const isCovered = calls.some((call) => call.kind === kind && call.from < to && call.to > from);
    if (kind !== undefined && !isCovered) {
      const slot = { number, type };
      if (kind !== 'number' || !/^\+?\d+$/.test(value)) {
        const detail = `The value of slot ${number} is not ${type}.`;
        report('error', finding('dlt_var_wrong_type', 'message', { slot, detail, position }));
      } else if (!isWhitelisted(whitelist, { kind, value })) {
        const severity = whitelist.isEmpty ? 'warning' : profile.notWhitelisted.number;
        report(severity, finding('dlt_cta_not_whitelisted', 'message', { slot }));
      }
    } else if (kind === undefined && hasOddEdge(value)) {
      const slot = { number, type };
      warnings.push(finding('dlt_var_edge_punctuation', 'message', { slot, position }));
    }
  }
  return { errors, warnings };
}

/**
 * A last line `@example.com #123456` (https://wicg.github.io/sms-one-time-codes). Recipients cannot open it, so it is not a
 * link.
 */
const webOtpLine = /(?:^|[\r\n])@([a-z0-9.-]{1,253}) #\S+\s*$/i;

const oddEdge = /^[\p{P}\s]|[\p{P}\s]$/u;

function hasOddEdge(value: string): boolean {
  const first = value.charCodeAt(0);
  const last = value.charCodeAt(value.length - 1);
  // Nearly all values begin and end with an ASCII letter or digit: this test avoids the slower regular expression.
  const isPlain = (unit: number) =>
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a);
  return !(isPlain(first) && isPlain(last)) && oddEdge.test(value);
}

/** Converts spans from code points to UTF-16 code units. */
function toUnits(text: string, spans: readonly Span[]): Span[] {
  if (!/[\ud800-\udbff]/.test(text)) return [...spans];
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    starts.push(at);
    at += character.length;
  }
  starts.push(at);
  return spans.map(({ from, to }) => ({ from: starts[from] as number, to: starts[to] as number }));
}
