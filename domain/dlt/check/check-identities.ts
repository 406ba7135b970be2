import {
  type DltCategory,
  findIdProblem,
  guessKind,
  hasUsualLength,
  type Template,
} from '../registry/contract.browser.ts';
import { type CompiledRegistry, isDecided } from './compile-registry.ts';
import type { ChainRule, DltProfile } from './profile.ts';
import { type Finding, type FindingCode, finding, verdictCatalogue } from './verdicts.ts';

/**
 * If no message has used a header for this time, in milliseconds, the header causes a warning. Operators suspend headers that
 * are unused for 30 days, so the account has five days left to use the header.
 */
export const idleAfterMs = 25 * 86_400_000;

/** A message as given by the caller. */
export type DltMessage = {
  text: string;
  /** The number in E.164. DLT applies to Indian numbers only. */
  recipient?: string | undefined;
  sender?: string | undefined;
  templateId?: string | undefined;
  entityId?: string | undefined;
  category?: DltCategory | undefined;
};

/** The identity of a message, for the TLVs of its submit. Unknown values are null. */
type DltIdentities = {
  entityId: string | null;
  sender: string | null;
  templateId: string | null;
  /** The category of the template. */
  category: DltCategory | null;
};

export type DltResult = DltIdentities & {
  verdict: 'ok' | 'skipped' | FindingCode;
  /** Why the message is rejected; null if it is accepted. The code of the error is the verdict. */
  error: Finding | null;
  warnings: Finding[];
  /** The text to send, with the line ends of the template; null if the message already has them, or no template matches. */
  rewritten: string | null;
};

/** A check in progress: its input, and its findings so far. */
export type Check = {
  /** The message, with newlines as line ends. */
  message: DltMessage;
  /** The text as it was given. */
  original: string;
  rewritten: string | null;
  registry: CompiledRegistry;
  now: Date;
  profile: DltProfile;
  warnings: Finding[];
  identities: DltIdentities;
};

export function checkIds({ message, warnings }: Check): Finding | null {
  const ids = [
    { id: message.entityId, param: 'entity_id', kind: 'entity' },
    { id: message.templateId, param: 'template_id', kind: 'template' },
  ] as const;
  for (const { id, param, kind } of ids) {
    if (id === undefined) continue;
    const detail = findIdProblem(id);
    if (detail) return finding('dlt_id_malformed', param, { detail });
    if (!hasUsualLength(id)) warnings.push(finding('dlt_id_length_unusual', param));
    const looksLike = guessKind(id);
    if ((looksLike === 'entity' || looksLike === 'template') && looksLike !== kind) {
      warnings.push(finding('dlt_id_wrong_kind', param));
    }
  }
  return null;
}

export function checkEntity({ registry, identities }: Check): Finding | null {
  if (identities.entityId === null) return null;
  const entity = registry.entities.get(identities.entityId);
  if (!entity) return finding('dlt_entity_unknown', 'entity_id');
  if (entity.status === 'active') return null;
  return finding(`dlt_entity_${entity.status}`, 'entity_id');
}

/** A header as a handset shows it: with a prefix for operator and circle, and perhaps a suffix for the category. */
const withOperator = /^[A-Za-z]{2}-(\w{3,6})(?:-[PSTG])?$/;
const withCategory = /^(\w{3,6})-[PSTG]$/;

/**
 * Checks that a sender is an approved header of the account.
 *
 * @param sender null or undefined if the message has none
 */
export function checkOwner(
  { registry }: Pick<Check, 'registry'>,
  sender: string | null | undefined,
): Finding | null {
  if (sender === undefined || sender === null) return null;
  const header = registry.headers.get(sender);
  if (header) {
    return isDecided(header) ? null : finding('dlt_header_not_approved', 'sender_id');
  }
  const bare = (withOperator.exec(sender) ?? withCategory.exec(sender))?.[1];
  if (bare !== undefined) {
    const own = registry.headersInLowerCase.get(bare.toLowerCase());
    return finding('dlt_header_suffix_included', 'sender_id', own ? { didYouMean: own } : {});
  }
  const didYouMean = registry.headersInLowerCase.get(sender.toLowerCase());
  if (didYouMean !== undefined) return finding('dlt_header_not_found', 'sender_id', { didYouMean });
  return finding('sender_not_registered', 'sender_id');
}

/**
 * Checks the header, and the entity that it belongs to. A message without a header passes, because its template determines
 * the header later.
 */
export function checkHeader(check: Check): Finding | null {
  const { registry, identities, warnings, now } = check;
  if (identities.sender === null) return null;
  const error = checkOwner(check, identities.sender);
  if (error) return error;
  const header = registry.headers.get(identities.sender);
  if (!header) return null;
  if (identities.entityId !== null && identities.entityId !== header.entityId) {
    return finding('dlt_header_wrong_entity', 'sender_id');
  }
  identities.entityId = header.entityId;
  const entityError = checkEntity(check);
  if (entityError) return entityError;
  const { status, lastUsedAt, decidedAt } = header;
  if (status === 'inactive' || status === 'suspended' || status === 'blacklisted') {
    return finding(`dlt_header_${status}`, 'sender_id');
  }
  const idleSince = lastUsedAt ?? decidedAt;
  if (idleSince && now.getTime() - idleSince.getTime() >= idleAfterMs) {
    warnings.push(finding('dlt_header_idle', 'sender_id'));
  }
  return null;
}

/** Checks that a template is allowed with the entity, header and category of a message. */
export function checkTemplate(
  { message, registry, identities }: Check,
  template: Template,
): Finding | null {
  const { entityId, sender } = identities;
  if (entityId !== null && template.entityId !== entityId) {
    return finding('dlt_template_unknown', 'template_id');
  }
  if (template.status === 'blacklisted') return finding('dlt_template_blacklisted', 'template_id');
  if (template.status !== 'approved') return finding('dlt_template_inactive', 'template_id');
  if (sender !== null && template.headers.length > 0 && !template.headers.includes(sender)) {
    return finding('dlt_template_header_not_bound', 'template_id');
  }
  const header = sender === null ? undefined : registry.headers.get(sender);
  const isAlike =
    (!header || goTogether(header.category, template.category)) &&
    (!message.category || goTogether(message.category, template.category));
  return isAlike ? null : finding('dlt_category_mismatch', 'template_id');
}

/**
 * Whether one message may combine two categories, for example the categories of its header and its template. Portals register
 * headers for advertising, for the government, and for everything else. Portals are merging service explicit into promotional,
 * so templates of the category service explicit may have headers of both groups.
 */
export function goTogether(one: DltCategory, other: DltCategory): boolean {
  const group = (category: DltCategory) => groups[category];
  return group(one).some((name) => group(other).includes(name));
}

const groups: Record<DltCategory, readonly string[]> = {
  promotional: ['promotional'],
  service_explicit: ['promotional', 'service'],
  service_implicit: ['service'],
  transactional: ['service'],
  government: ['government'],
};

/**
 * Checks that the entity's telemarketer chains meet the requirements of the carriers, because the carrier of the message is not
 * known yet. If at least one carrier accepts a chain of the entity, problems with other carriers are only warnings.
 */
export function checkChains(check: Check): Finding | null {
  const { profile, warnings } = check;
  const found = profile.chains.flatMap((rule) => {
    const code = findProblem(check, rule);
    return code ? { code, carrier: rule.carrier } : [];
  });
  const [first] = found;
  if (!first) return null;
  const { code } = first;
  const names = found.filter((one) => one.code === code).map(({ carrier }) => carrier);
  const detail = `${verdictCatalogue[code]} It is about ${names.slice(0, 5).join(', ')}.`;
  const about = finding(code, 'entity_id', { detail });
  if (found.length === profile.chains.length) return about;
  warnings.push(about);
  return null;
}

function findProblem(
  { registry, identities }: Check,
  { carrier, isRequired, maxTelemarketers }: ChainRule,
): FindingCode | null {
  const chain = registry.chains.find(
    (one) => one.carrier === carrier && one.entityId === identities.entityId,
  );
  // If the entity has no approved chain and the carrier does not require one, the message is sent with the telemarketers of
  // the carrier's profile.
  if (!chain?.isApproved && !isRequired) return null;
  if (!chain) return 'dlt_chain_missing';
  if (!chain.isApproved) return 'dlt_chain_not_approved';
  return chain.telemarketerIds.length > maxTelemarketers ? 'dlt_chain_too_long' : null;
}
