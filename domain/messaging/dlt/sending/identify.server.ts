import { countSegments, maxSegments } from '#domain/messaging/messages/segments.ts';
import { messageSettings } from '#domain/messaging/messages/settings.server.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';
import { checkDlt } from '../check/check-dlt.ts';
import { checkOwner } from '../check/check-identities.ts';
import type { DltMode } from '../check/profile.ts';
import { findStart, isPromotional } from '../check/promotional.ts';
import { renderTemplate } from '../check/render-template.ts';
import { type Finding, finding } from '../check/verdicts.ts';
import { type LoadedRegistry, loadMode, loadRegistry } from '../registry/load-registry.server.ts';
import { createCheckAllowance } from './check-allowance.ts';
import { profileOf } from './profile-of.server.ts';
import { dltSettings } from './settings.server.ts';

type Content = { text: string } & ReturnType<typeof countSegments>;

/** A message as its account asks for it: with a text, or with values for the slots of a template. */
export type Draft = {
  recipient: string;
  content: Content | undefined;
  variables: readonly string[] | undefined;
  sender: string | undefined;
  templateId: string | undefined;
  /** Whether a promotional message may wait for the hours in which it may be sent. */
  mayWait: boolean;
};

/** A message as it will be sent. */
export type IdentifiedMessage = {
  recipient: string;
  content: Content;
  sender: string;
  templateId: string | null;
  /** Null for the installation's own: carriers have it in their settings. */
  entityId: string | null;
  isPromotional: boolean;
  mayWait: boolean;
  /** When it may be sent at the earliest; null for at once. */
  scheduledFor: Date | null;
  warnings: Finding[];
};

/** @returns a DomainError if DLT would refuse the message, or if its sender is not the account's */
export type Identify = (draft: Draft, now: Date) => IdentifiedMessage | DomainError;

/** Whose headers and templates an account sends with. */
type Identity = { registry: LoadedRegistry; sender: string | null };

const spend = createCheckAllowance();

/**
 * Prepares to check an account's messages. An account sends with its own headers and templates once the operator of the
 * installation has approved a header of it; until then with the installation's default header, and with the installation's
 * templates if it has registered any.
 *
 * @param options a dry run has an allowance of its own
 * @returns gives `rate_limited` for what is over the account's time for checks, too
 */
export async function prepareIdentify(
  userId: string,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Identify> {
  const check = await prepareCheck(userId);
  if (isDryRun) return check;
  return (draft, now) => {
    const usedUp = spend(userId, 0);
    if (usedUp) return usedUp;
    const began = performance.now();
    const message = check(draft, now);
    spend(userId, performance.now() - began);
    return message;
  };
}

async function prepareCheck(userId: string): Promise<Identify> {
  const own = await loadRegistry(userId);
  if (own.registry.mayUseOwnHeader) {
    return (draft, now) => identify(draft, { registry: own, sender: null }, now);
  }
  const sender = messageSettings.DEFAULT_SENDER_ID;
  const registry = await loadInstallation();
  return (draft, now) => {
    if (draft.sender !== undefined && draft.sender !== sender) {
      return refuse(checkOwner(own, draft.sender) as Finding);
    }
    const message = identify(draft, { registry, sender }, now);
    return message instanceof DomainError ? message : { ...message, entityId: null };
  };
}

const installation = dltSettings.DLT_INSTALLATION_ACCOUNT ?? 'usr_none';

/**
 * The registry of messages under the installation's identity. Without an account of the installation it does no harm: none
 * of its headers may be used.
 */
const loadInstallation = (): Promise<LoadedRegistry> =>
  loadRegistry(installation, { isInstallation: true });

/** How messages under the installation's identity are checked. */
export const loadInstallationMode = (): Promise<DltMode> => loadMode(installation);

/** Logs an error if accounts without a header of their own can send nothing, as `DLT_INSTALLATION_ACCOUNT` has none either. */
export async function reportInstallation(): Promise<void> {
  const account = dltSettings.DLT_INSTALLATION_ACCOUNT;
  if (account === undefined) return;
  const { registry } = await loadInstallation();
  const problem = checkOwner({ registry }, messageSettings.DEFAULT_SENDER_ID);
  if (!problem) return;
  const fields = { account, header: messageSettings.DEFAULT_SENDER_ID, verdict: problem.code };
  logger.error(fields, 'DLT_INSTALLATION_ACCOUNT has no approved header DEFAULT_SENDER_ID');
}

function identify(draft: Draft, identity: Identity, now: Date): IdentifiedMessage | DomainError {
  const { registry, mode } = identity.registry;
  const profile = profileOf(mode);
  const content = draft.content ?? render(draft, identity.registry);
  if (content instanceof DomainError) return content;
  const { recipient, templateId, mayWait } = draft;
  const sender = identity.sender ?? draft.sender;
  const message = { text: content.text, recipient, sender, templateId };
  const result = checkDlt(message, registry, now, profile);
  const promotional = isPromotional(result.category);
  const start = promotional ? findStart(recipient, profile.promotionalHours, now) : null;
  // What was asked to wait waits in every mode.
  const scheduledFor = mayWait ? start : null;
  const isOpen = ({ code }: Finding) => scheduledFor === null || code !== 'dlt_promo_window';
  if (result.error && isOpen(result.error)) return refuse(result.error);
  return {
    ...{ recipient, content, mayWait, scheduledFor },
    sender: result.sender ?? messageSettings.DEFAULT_SENDER_ID,
    templateId: result.templateId,
    entityId: result.entityId,
    isPromotional: promotional,
    warnings: result.warnings.filter(isOpen),
  };
}

/** The text of a message that is sent by its template and values. */
function render(
  { templateId, variables = [] }: Draft,
  { registry, mode }: LoadedRegistry,
): Content | DomainError {
  const template = templateId === undefined ? undefined : registry.templates.get(templateId);
  if (!template) return refuse(finding('dlt_template_unknown', 'template_id'));
  const rendered = renderTemplate(template, variables, profileOf(mode));
  if ('error' in rendered) return refuse(rendered.error);
  const { text } = rendered;
  const counted = countSegments(text);
  return counted.segments > maxSegments
    ? new DomainError('message_too_long', { param: 'variables' })
    : { text, ...counted };
}

/** As an error of the API: nothing of the message is in it. */
function refuse({ code, detail, param, ...fields }: Finding): DomainError {
  return new DomainError(code as ErrorCode, { message: detail, param, fields });
}
