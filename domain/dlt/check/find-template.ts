import type { Slot, SlotRule } from '../registry/slots.browser.ts';
import {
  type CompiledRegistry,
  type CompiledTemplate,
  findCandidates,
} from './compile-registry.ts';
import { diagnose } from './diagnose.ts';
import { endsFit, matchTemplate, type Pattern, type Span } from './match-template.ts';
import type { Finding } from './verdicts.ts';

export type TemplateMatch = {
  template: CompiledTemplate;
  spans: Span[];
  /** Its fixed text differs, in a way that the profile lets pass: where its values are is not known. */
  isNear?: boolean;
};

/**
 * How many steps of matching a message may cost, each some nanoseconds. Only thousands of templates that are made alike
 * need more; then the caller names the template.
 */
const maxSteps = 500_000;

/**
 * Finds the templates that a message matches.
 *
 * @returns null if that costs too much
 */
export function findMatches(
  { index }: CompiledRegistry,
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): TemplateMatch[] | null {
  const matches: TemplateMatch[] = [];
  let steps = 0;
  for (const template of findCandidates(index, message)) {
    if (!endsFit(template.pattern, message)) continue;
    steps += template.slots.length * message.length;
    if (steps > maxSteps) return null;
    const spans = matchTemplate(template.pattern, message, ruleOf);
    if (spans) matches.push({ template, spans });
  }
  return matches;
}

/** Diagnosing costs much more than matching. */
const maxDiagnosed = 3;

/** How many steps of matching the second and third template to be diagnosed may cost. */
const maxMoreSteps = 10_000;

/** How many characters of templates are looked at to find those that come nearest: a fifth of a millisecond. */
const maxCompared = 100_000;

/** Fixed text that a message and a template must share at their ends to be compared, in characters. */
const leastShared = 6;

/** @returns why the template that comes nearest does not match; null if none comes near */
export function diagnoseNearest(
  registry: CompiledRegistry,
  text: string,
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Finding | null {
  const near = findNearest([...registry.templates.values()], message);
  const both = new Set([
    ...findCandidates(registry.index, message).slice(0, maxDiagnosed),
    ...near,
  ]);
  const isCheap = ({ slots }: CompiledTemplate) => slots.length * message.length <= maxMoreSteps;
  const chosen = [...both].slice(0, maxDiagnosed).filter((one, at) => at === 0 || isCheap(one));
  const findings = chosen.map((template) => ({
    ...diagnose(template.pattern, text, message, ruleOf),
    candidates: [template.templateId],
  }));
  const progress = (one: Finding) =>
    one.code === 'dlt_template_not_matched' ? (one.position ?? 0) : Number.POSITIVE_INFINITY;
  const [nearest] = findings.sort((a, b) => progress(b) - progress(a));
  return nearest ?? null;
}

/** The templates that share the most fixed text with the ends of a message, the first ones first. */
function findNearest(
  templates: readonly CompiledTemplate[],
  message: Uint32Array,
): CompiledTemplate[] {
  const nearest: { template: CompiledTemplate; shared: number }[] = [];
  let least = leastShared - 1;
  let compared = 0;
  for (const template of templates) {
    const shared = sharedEnds(template.pattern, message);
    compared += shared;
    if (compared > maxCompared) break;
    if (shared <= least) continue;
    nearest.push({ template, shared });
    nearest.sort((a, b) => b.shared - a.shared);
    if (nearest.length > maxDiagnosed) nearest.pop();
    if (nearest.length === maxDiagnosed) least = nearest[maxDiagnosed - 1]?.shared ?? least;
  }
  return nearest.map(({ template }) => template);
}

/** How many characters of its first and its last fixed text a message has at its ends. */
function sharedEnds({ texts }: Pattern, message: Uint32Array): number {
  const first = texts[0] as Uint32Array;
  const last = texts[texts.length - 1] as Uint32Array;
  const most = Math.min(first.length, message.length);
  let before = 0;
  while (before < most && first[before] === message[before]) before += 1;
  const mostBehind = Math.min(last.length, message.length);
  let behind = 0;
  while (
    behind < mostBehind &&
    last[last.length - 1 - behind] === message[message.length - 1 - behind]
  ) {
    behind += 1;
  }
  return before + behind;
}
