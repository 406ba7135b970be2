import { nextStart } from '#domain/messaging/delivery/carriers/hours.ts';
import { countSegments, maxSegments } from '#domain/messaging/messages/segments.ts';
import { messageSettings } from '#domain/messaging/messages/settings.server.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { checkDlt, isPromotional } from '../check/check-dlt.ts';
import { checkOwner } from '../check/check-identities.ts';
import { renderTemplate } from '../check/render-template.ts';
import { type Finding, finding } from '../check/verdicts.ts';
import { type LoadedRegistry, loadRegistry } from '../registry/load-registry.server.ts';
import { noteHeaderUse } from './note-header-use.server.ts';
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

/**
 * Prepares to check an account's messages. An account sends with its own headers and templates once the operator of the
 * installation has approved a header of it; until then with the installation's default header, and with the installation's
 * templates if it has registered any.
 *
 * @param options a dry run does not count as a use of the header
 */
export async function prepareIdentify(
  userId: string,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Identify> {
  const own = await loadRegistry(userId);
  if (own.registry.mayUseOwnHeader) {
    const identity = { registry: own, sender: null };
    return (draft, now) => {
      const message = identify(draft, identity, now);
      if (isDryRun || message instanceof DomainError) return message;
      noteHeaderUse(userId, own.registry, message.sender);
      return message;
    };
  }
  const account = dltSettings.DLT_INSTALLATION_ACCOUNT;
  const sender = messageSettings.DEFAULT_SENDER_ID;
  // Without an account of the installation, this one's registry does no harm: none of its headers may be used.
  const registry = await loadRegistry(account ?? 'usr_none');
  return (draft, now) => {
    if (draft.sender !== undefined && draft.sender !== sender) {
      return refuse(checkOwner(own, draft.sender) as Finding);
    }
    const message = identify(draft, { registry, sender }, now);
    return message instanceof DomainError ? message : { ...message, entityId: null };
  };
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
  const { error, warnings } = result;
  const waits = error?.code === 'dlt_promo_window' && mayWait;
  if (error && !waits) return refuse(error);
  return {
    ...{ recipient, content, mayWait, warnings },
    sender: result.sender ?? messageSettings.DEFAULT_SENDER_ID,
    templateId: result.templateId,
    entityId: result.entityId,
    isPromotional: result.category !== null && isPromotional(result.category),
    scheduledFor: waits ? nextStart(profile.promotionalHours, now) : null,
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
