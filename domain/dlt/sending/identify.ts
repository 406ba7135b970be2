import { z } from 'zod';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import { countSegments, maxSegments } from '#domain/sms/segments.browser.ts';
import { query } from '#platform/db.ts';
import { ofInstance, perInstance } from '#platform/instance.ts';
import { createTimeAllowance } from '#platform/limits/time-allowance.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache, withNewReads } from '#platform/ttl-cache.ts';
import { checkDlt } from '../check/check-dlt.ts';
import { checkOwner } from '../check/check-identities.ts';
import {
  type ChainRule,
  chainShape,
  createProfile,
  type DltProfile,
  toChainRule,
} from '../check/profile.ts';
import { findStart, isPromotional } from '../check/promotional.ts';
import { renderTemplate } from '../check/render-template.ts';
import { type Finding, finding } from '../check/verdicts.ts';
import type { DltMode } from '../registry/contract.browser.ts';
import { type LoadedRegistry, loadRegistry } from '../registry/load-registry.ts';
import { dltSettings } from '../settings.ts';
import { findLendingProblem, loadInstallation } from './installation.ts';

type Content = { text: string } & ReturnType<typeof countSegments>;

/** A message as an account requests it: either with a text, or with values for the slots of a template. */
export type Draft = {
  recipient: string;
  content: Content | undefined;
  variables: readonly string[] | undefined;
  sender: string | undefined;
  templateId: string | undefined;
  /** Whether a promotional message may wait until the hours in which it is allowed. */
  mayWait: boolean;
  /** When the account wants the message to be sent; undefined means now. */
  sendAt?: Date | undefined;
};

/** A message in the form in which it will be sent. */
export type IdentifiedMessage = {
  recipient: string;
  content: Content;
  sender: string;
  templateId: string | null;
  /** Null means the installation's entity, which is in the carriers' settings. */
  entityId: string | null;
  isPromotional: boolean;
  mayWait: boolean;
  /** The earliest time to send it; null means immediately. */
  scheduledFor: Date | null;
  /**
   * The time for which the account scheduled the message, within the allowed hours; null means that the message is queued now.
   */
  dueAt: Date | null;
  warnings: Finding[];
};

/** @returns a DomainError if DLT would reject the message, or if the account may not use the sender */
export type Identify = (draft: Draft, now: Date) => IdentifiedMessage | DomainError;

/** The headers and templates with which an account sends. */
type Identity = {
  registry: LoadedRegistry;
  sender: string | null;
  chains?: readonly ChainRule[];
  /** Whether messages that DLT would reject are accepted with a warning. */
  isLenient?: boolean;
};

/**
 * Limits how long checks of one account's messages may occupy the event loop: two seconds in a burst, and a quarter of the
 * time on average. Checking a message usually takes a few hundredths of a millisecond. It takes 5 ms if an account has
 * thousands of templates that are designed to be slow.
 *
 * @returns a function that counts milliseconds for an account, and returns an error if the account has used up its time
 */
function createCheckAllowance() {
  const allowance = createTimeAllowance({ burstMs: 2_000, share: 0.25 });
  return (userId: string, ms: number): DomainError | null => {
    const waitMs = allowance.spend(userId, ms);
    if (waitMs === 0) return null;
    const message =
      'Your messages take long to check. Send fewer at a time, or send the template_id of each.';
    return new DomainError('rate_limited', {
      message,
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  };
}

const spend = ofInstance(createCheckAllowance);

/**
 * Prepares to check an account's messages. After the operator of the installation has approved a header of the account, the
 * account sends with its own headers and templates. Until then it sends only with the installation's default header and
 * templates.
 *
 * @param options with `isDryRun`, the time of the checks is not counted here; the caller counts it with `countTime`. `isTest`
 *   is for test keys, whose time is counted separately; until the account has an approved header, their messages get only a
 *   warning if DLT would reject them
 * @returns a function that checks a message. It returns the error `rate_limited` while the account's time for checks is used up
 */
export async function prepareIdentify(
  userId: string,
  { isDryRun = false, isTest = false }: { isDryRun?: boolean; isTest?: boolean } = {},
): Promise<Identify> {
  if (isDryRun) return withNewReads(() => prepareCheck(userId, isTest));
  const check = await prepareCheck(userId, isTest);
  const allowance = isTest ? `${userId}|test` : userId;
  return (draft, now) => {
    const usedUp = spend(allowance, 0);
    if (usedUp) return usedUp;
    const began = performance.now();
    const message = check(draft, now);
    spend(allowance, performance.now() - began);
    return message;
  };
}

/** Selects all carriers that are not paused. Only the worker knows which of them are on the route of a message. */
const statement = 'SELECT name, profile FROM carriers WHERE paused_at IS NULL ORDER BY name';

const chainProfile = z.object(chainShape);

/**
 * A change of a carrier takes effect within five seconds. Until then wrong chains are still rejected, because the worker checks
 * each message again.
 */
const load = createTtlCache(
  async () => {
    const rows = await query<{ name: string; profile: unknown }>('chain-rules', statement, []);
    return rows.flatMap(({ name, profile }): ChainRule[] => {
      const parsed = chainProfile.safeParse(profile);
      return parsed.success ? [toChainRule({ name, ...parsed.data })] : [];
    });
  },
  { ttlMs: 5_000, max: 1 },
);

/** Loads the rules of all carriers for chains of telemarketers. */
export const loadChainRules = (): Promise<readonly ChainRule[]> => load('all');

async function prepareCheck(userId: string, isTest: boolean): Promise<Identify> {
  const own = await loadRegistry(userId);
  if (own.registry.mayUseOwnHeader) {
    const chains = await loadChainRules();
    return (draft, now) => identify(draft, { registry: own, sender: null, chains }, now);
  }
  const sender = dltSettings.DEFAULT_SENDER_ID;
  const registry = await loadInstallation();
  if (isTest) {
    return (draft, now) =>
      explainOwnTemplate(
        identifyUnregistered(draft, own, { registry, sender }, now),
        draft.templateId,
        own,
      );
  }
  const refusal = findLendingProblem(registry) && nothingLent();
  return (draft, now) => {
    if (draft.sender !== undefined && draft.sender !== sender) {
      return refuse(checkOwner(own, draft.sender) as Finding);
    }
    if (refusal) return refusal;
    const message = explainOwnTemplate(
      identify(draft, { registry, sender }, now),
      draft.templateId,
      own,
    );
    return message instanceof DomainError ? message : { ...message, entityId: null };
  };
}

const headersUndecided =
  'This template is yours, but none of your headers is approved yet: until then you can use only the templates of this installation. See the status of your headers under Senders.';

/**
 * Replaces `dlt_template_unknown` for an account that sends with the installation's templates but names its own template.
 * The template is not unknown; the account only has no approved header yet.
 */
function explainOwnTemplate(
  message: IdentifiedMessage | DomainError,
  templateId: string | undefined,
  { registry }: LoadedRegistry,
): IdentifiedMessage | DomainError {
  if (templateId === undefined || !registry.templates.has(templateId)) return message;
  const about = finding('dlt_header_not_approved', 'template_id', { detail: headersUndecided });
  if (message instanceof DomainError) {
    return message.code === 'dlt_template_unknown' ? refuse(about) : message;
  }
  const warnings = message.warnings.map((one) =>
    one.code === 'dlt_template_unknown' ? about : one,
  );
  return { ...message, warnings };
}

/**
 * Prepares to check the installation's own texts, such as the text of one-time passwords without a service. If the installation
 * has registered nothing, these texts are accepted with the header and template id of the settings.
 */
export async function prepareIdentifyOwnText(): Promise<Identify> {
  const registry = await loadInstallation();
  return (draft, now) => {
    const identity = { registry, sender: null };
    const message = identify(draft, identity, now);
    if (message instanceof DomainError) return ownTextRefused(message);
    const sender = draft.sender ?? message.sender;
    const templateId = message.templateId ?? draft.templateId ?? null;
    return { ...message, sender, templateId, entityId: null };
  };
}

const nothingLent = () =>
  new DomainError('sender_not_registered', {
    message:
      'You have no approved header, and the operator of this installation has set up no default header. Register a header, or ask the operator.',
    param: 'sender_id',
  });

/**
 * Callers cannot correct the installation's text. So the error asks them to tell the operator of the installation, who finds
 * the reason in the log.
 */
function ownTextRefused({ code, message, fields }: DomainError): DomainError {
  logger.error(
    { verdict: code, detail: message, ...fields },
    'the DLT check refused a text of the installation',
  );
  return new DomainError(code, {
    message: `This installation’s text does not match its DLT registration. Please tell its operator. ${message}`,
  });
}

/**
 * Checks a message of a test key, for an account without an approved header. Errors of live mode become warnings, so that
 * the first message needs no registration. Only values for an unknown template are rejected, because without the template
 * there is no text.
 */
function identifyUnregistered(
  draft: Draft,
  own: LoadedRegistry,
  lent: Identity,
  now: Date,
): IdentifiedMessage | DomainError {
  const message = identify(draft, { ...lent, isLenient: true }, now);
  if (message instanceof DomainError) return message;
  const sender = draft.sender ?? message.sender;
  const isOther = draft.sender !== undefined && draft.sender !== lent.sender;
  const notOwned = isOther ? checkOwner(own, draft.sender as string) : null;
  const warnings = notOwned ? [notOwned, ...message.warnings] : message.warnings;
  return { ...message, sender, entityId: null, scheduledFor: null, warnings };
}

const noRules: readonly ChainRule[] = [];

/**
 * The profiles for each array of chain rules, by mode. The array can be the key, because `load` returns the same array
 * until it reads the rules again.
 */
const profilesByRules = perInstance(
  () => new WeakMap<readonly ChainRule[], Map<DltMode, DltProfile>>(),
);

/**
 * Returns the profile with which this installation checks messages in a mode.
 *
 * @param chains the carriers' requirements for chains; by default chains are not checked
 */
export function profileOf(mode: DltMode, chains = noRules): DltProfile {
  const profiles = profilesByRules();
  const ofRules = profiles.get(chains) ?? new Map<DltMode, DltProfile>();
  profiles.set(chains, ofRules);
  const known = ofRules.get(mode);
  if (known) return known;
  const { DLT_RULES, promotionalHours } = dltSettings;
  const profile = createProfile({ ...DLT_RULES, mode, chains, promotionalHours });
  ofRules.set(mode, profile);
  return profile;
}

function identify(draft: Draft, identity: Identity, now: Date): IdentifiedMessage | DomainError {
  const { registry, mode } = identity.registry;
  const profile = profileOf(mode, identity.chains);
  const given = draft.content ?? render(draft, identity.registry);
  if (given instanceof DomainError) return given;
  const { recipient, templateId, mayWait, sendAt } = draft;
  const at = sendAt ?? now;
  const sender = identity.sender ?? draft.sender;
  const message = { text: given.text, recipient, sender, templateId };
  const result = checkDlt(message, registry, at, profile);
  const promotional = isPromotional(result.category);
  const start = promotional ? findStart(recipient, profile.promotionalHours, at) : null;
  // If a message may wait for the allowed hours, it waits in every mode, including `warn` and `off`.
  const deferred = mayWait ? start : null;
  const isOpen = ({ code }: Finding) => deferred === null || code !== 'dlt_promo_window';
  if (result.error && isOpen(result.error) && !identity.isLenient) return refuse(result.error);
  const content = result.rewritten === null ? given : toContent(result.rewritten, 'message');
  if (content instanceof DomainError) return content;
  const findings = [...(result.error ? [result.error] : []), ...result.warnings];
  return {
    ...{ recipient, content, mayWait },
    scheduledFor: sendAt ? null : deferred,
    dueAt: sendAt ? (deferred ?? sendAt) : null,
    sender: result.sender ?? dltSettings.DEFAULT_SENDER_ID,
    templateId: result.templateId,
    entityId: result.entityId,
    isPromotional: promotional,
    warnings: findings.filter(isOpen),
  };
}

/** Renders the text of a message that is requested with a template and values. */
function render(
  { templateId, variables = [] }: Draft,
  { registry, mode }: LoadedRegistry,
): Content | DomainError {
  const template = templateId === undefined ? undefined : registry.templates.get(templateId);
  if (!template) return refuse(finding('dlt_template_unknown', 'template_id'));
  const rendered = renderTemplate(template, variables, profileOf(mode));
  if ('error' in rendered) return refuse(rendered.error);
  return toContent(rendered.text, 'variables');
}

function toContent(text: string, param: 'message' | 'variables'): Content | DomainError {
  const counted = countSegments(text);
  return counted.segments > maxSegments
    ? new DomainError('message_too_long', { param })
    : { text, ...counted };
}

/** Converts a finding to an API error. The error contains no part of the message's text. */
function refuse({ code, detail, param, ...fields }: Finding): DomainError {
  return new DomainError(code as ErrorCode, { message: detail, param, fields });
}

/** Adds the time of a dry run, in milliseconds, to the account's used time. */
export function countTime(userId: string, ms: number): void {
  spend(userId, ms);
}

/** @throws DomainError `rate_limited` if the account's time for checks is used up */
export function requireTime(userId: string): void {
  const error = spend(userId, 0);
  if (error) throw error;
}
