import { isWithinHours } from '#domain/sms/hours.ts';
import type { DltCategory } from '../registry/contract.browser.ts';
import type { Slot, SlotRule } from '../registry/slots.browser.ts';
import {
  type Check,
  checkChains,
  checkEntity,
  checkHeader,
  checkIds,
  checkOwner,
  checkTemplate,
  type DltMessage,
  type DltResult,
} from './check-identities.ts';
import { checkValues } from './check-values.ts';
import {
  type CompiledRegistry,
  type CompiledTemplate,
  findCandidates,
  placeInOriginal,
  withLineEndsOf,
  withPlainLineEnds,
} from './compile-registry.ts';
import { diagnose } from './diagnose.ts';
import { endsFit, matchTemplate, type Pattern, type Span, toCodePoints } from './match-template.ts';
import type { DltProfile } from './profile.ts';
import { isChecked, isPromotional, optOut, wrongHour } from './promotional.ts';
import { unfilledTag } from './render-template.ts';
import { type Finding, type FindingCode, finding } from './verdicts.ts';

/**
 * The codes that are errors in every mode. They ensure that the header belongs to the account: turning checks off must not
 * let an account send as another business.
 */
const inEveryMode: ReadonlySet<FindingCode> = new Set([
  'sender_not_registered',
  'dlt_header_not_found',
  'dlt_header_not_approved',
  'dlt_header_suffix_included',
  'dlt_header_required',
]);

/**
 * Checks a message against what its account has registered, like the operators' scrubbers do. The function is pure: it depends
 * only on its arguments. No result contains the value of a slot.
 *
 * The result has the first error, and all warnings that were found before this error. The order is: owner of the header, ids,
 * entity, header, template, text, values, chain, hours.
 *
 * Differences in line ends are ignored. The message is compared with its line ends as newlines, and `rewritten` has the text
 * with the line ends of the template.
 *
 * @param now when the message would be submitted
 */
export function checkDlt(
  given: DltMessage,
  registry: CompiledRegistry,
  now: Date,
  profile: DltProfile,
): DltResult {
  const { text } = given;
  const plain = withPlainLineEnds(text);
  const result = checkPlain({ ...given, text: plain }, text, { registry, now, profile });
  if (plain === text) return result;
  const place = <One extends Finding | null>(found: One): One =>
    found?.position === undefined || found.param !== 'message'
      ? found
      : { ...found, position: placeInOriginal(text, found.position) };
  return { ...result, error: place(result.error), warnings: result.warnings.map(place) };
}

/** @param message its line ends are newlines */
function checkPlain(
  message: DltMessage,
  original: string,
  { registry, now, profile }: Pick<Check, 'registry' | 'now' | 'profile'>,
): DltResult {
  const check: Check = {
    message,
    original,
    rewritten: null,
    registry,
    now,
    profile,
    warnings: [],
    identities: {
      entityId: message.entityId ?? null,
      sender: message.sender ?? null,
      templateId: message.templateId ?? null,
      category: null,
    },
  };
  const { identities } = check;
  const isOff = profile.mode === 'off' || !isChecked(message.recipient);
  if (registry.isEmpty) {
    if (isOff) return toResult(check, 'skipped', null);
    check.warnings.push(finding('dlt_registry_empty', 'message'));
    return toResult(check, 'ok', null);
  }
  identities.sender ??= registry.onlyHeader;
  // Checks first whether the account owns the header, so that in the mode `warn` no other error hides this error.
  const notOwned = checkOwner(check, identities.sender);
  if (notOwned) return toResult(check, notOwned.code, notOwned);
  const error = isOff ? null : findError(check);
  if (error && (profile.mode === 'enforce' || inEveryMode.has(error.code))) {
    return toResult(check, error.code, error);
  }
  if (error) check.warnings.push(error);
  const header = identities.sender === null ? undefined : registry.headers.get(identities.sender);
  if (!header) {
    const missing = finding('dlt_header_required', 'sender_id');
    return toResult(check, missing.code, missing);
  }
  // In the mode `warn` an error may have ended the checks before they set the entity.
  identities.entityId = header.entityId;
  return toResult(check, isOff ? 'skipped' : 'ok', null);
}

const toResult = (
  check: Check,
  verdict: DltResult['verdict'],
  error: Finding | null,
): DltResult => ({
  ...{ verdict, error, warnings: check.warnings, ...check.identities },
  category: check.identities.category ?? guessCategory(check),
  rewritten: check.rewritten,
});

/**
 * Best guess of the category when no template was resolved: the category of the template that the message names, or
 * else the category of the header.
 */
function guessCategory({ message, registry, identities }: Check): DltCategory | null {
  const template =
    message.templateId === undefined ? undefined : registry.templates.get(message.templateId);
  if (template) return template.category;
  const sender = identities.sender ?? registry.onlyHeader;
  return (sender !== null && registry.headers.get(sender)?.category) || null;
}

function findError(check: Check): Finding | null {
  const { message, registry, identities, profile } = check;
  const before = checkIds(check) ?? checkEntity(check) ?? checkHeader(check);
  if (before) return before;

  const found = resolveTemplate(check);
  if ('code' in found) return found;
  const { template, spans, isNear = false } = found;
  identities.templateId = template.templateId;
  identities.category = template.category;
  if (identities.sender === null) {
    const [bound, ...others] = template.headers;
    if (bound === undefined || others.length > 0)
      return finding('dlt_header_required', 'sender_id');
    identities.sender = bound;
    const error = checkHeader(check) ?? checkTemplate(check, template);
    if (error) return error;
  }
  check.warnings.push(...template.notes);
  if (!isNear && (template.hasLineEnds || message.text !== check.original)) {
    const text = withLineEndsOf(template, message.text, spans);
    if (text !== check.original) check.rewritten = text;
  }

  const values = checkValues(message.text, template, spans, registry, profile);
  check.warnings.push(...values.warnings);
  const [error] = values.errors;
  if (error) return error;
  if (template.isUntagged) {
    const untagged = finding('dlt_template_untagged', 'template_id');
    if (profile.untagged === 'error') return untagged;
    check.warnings.push(untagged);
  }
  return checkChains(check) ?? checkPromotion(check, template.category);
}

type TemplateMatch = {
  template: CompiledTemplate;
  spans: Span[];
  /** Whether the fixed text differs in a way that the profile accepts. In this case the positions of the values are unknown. */
  isNear?: boolean;
};

/**
 * The maximum number of matching steps per message; a step takes a few nanoseconds. Only thousands of nearly equal templates
 * need more steps. In that case the API client must give the template id.
 */
const maxSteps = 500_000;

/**
 * Finds the templates that a message matches.
 *
 * @returns null if matching needs more than `maxSteps`
 */
function findMatches(
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

/** The maximum number of templates to diagnose. It is small, because diagnosing takes much longer than matching. */
const maxDiagnosed = 3;

/** The maximum number of matching steps for the second and the third diagnosed template. */
const maxMoreSteps = 10_000;

/**
 * The maximum number of template characters to compare in order to find the nearest templates. Comparing this many takes a
 * fifth of a millisecond.
 */
const maxCompared = 100_000;

/**
 * How many characters of fixed text a message and a template must share at their ends, so that the template counts as near.
 */
const leastShared = 6;

/** @returns why the nearest template does not match; null if no template is near */
function diagnoseNearest(
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

/** The templates that share the most fixed text with the two ends of a message, the nearest first. */
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

/** Counts the characters of a pattern's first and last fixed text with which the message begins and ends. */
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

/** Finds the template by its id or by the text, and the positions of the values. */
function resolveTemplate(check: Check): TemplateMatch | Finding {
  const { message, registry, profile, warnings } = check;
  const { templateId, text } = message;
  const template = templateId === undefined ? undefined : registry.templates.get(templateId);
  if (templateId !== undefined) {
    if (!template) return finding('dlt_template_unknown', 'template_id');
    const error = checkTemplate(check, template);
    if (error) return error;
  }
  const odd = findOddCharacters(text);
  if (odd) return odd;
  const points = toCodePoints(text);
  if (!template) return findByText(check, points);
  const spans = matchTemplate(template.pattern, points, profile.ruleOf);
  if (spans) return { template, spans };
  const difference = diagnose(template.pattern, text, points, profile.ruleOf);
  if (difference.code !== 'dlt_template_near_match' || profile.nearMatch === 'error') {
    return difference;
  }
  warnings.push(difference);
  return { template, spans: [], isNear: true };
}

/** Finds the template by the text. If several templates match, it ignores those that may not be used with the header. */
function findByText(check: Check, points: Uint32Array): TemplateMatch | Finding {
  const { message, registry, profile } = check;
  const matches = findMatches(registry, points, profile.ruleOf);
  if (matches === null) return finding('dlt_template_id_required', 'template_id');
  const usable = matches.filter(({ template }) => checkTemplate(check, template) === null);
  const [first, ...others] = usable;
  if (first && others.length === 0) return first;
  if (first) {
    const candidates = usable.map(({ template }) => template.templateId).slice(0, 10);
    return finding('dlt_template_ambiguous', 'template_id', { candidates });
  }
  const [unusable] = matches;
  if (unusable) {
    const { templateId } = unusable.template;
    const error = checkTemplate(check, unusable.template) as Finding;
    return { ...error, candidates: [templateId] };
  }
  const nearest = diagnoseNearest(registry, message.text, points, profile.ruleOf);
  return nearest ?? finding('dlt_template_not_matched', 'message');
}

/**
 * Finds unfilled tags, `<` and `>`. The check searches for them before it resolves the template, because no template contains
 * them.
 */
function findOddCharacters(text: string): Finding | null {
  const tag = text.search(unfilledTag);
  if (tag >= 0) {
    return finding('dlt_var_unfilled', 'message', { position: [...text.slice(0, tag)].length });
  }
  const at = text.search(/[<>]/);
  return at < 0
    ? null
    : finding('dlt_char_forbidden', 'message', { position: [...text.slice(0, at)].length });
}

function checkPromotion({ message, now, profile, warnings }: Check, category: DltCategory) {
  if (!isPromotional(category)) return null;
  if (!optOut.test(message.text)) warnings.push(finding('dlt_promo_optout_missing', 'message'));
  const hours = profile.promotionalHours;
  return isWithinHours(hours, now) ? null : wrongHour(hours);
}
