import { DomainError } from '#domain/shared/errors.browser.ts';

/** The only DLT templates and OTP services that a key sends. At least one of the lists has an entry. */
export type KeyRestriction = { templates: string[]; services: string[] };

/** The restriction of a key by its two lists; null if it sends anything. */
export const toRestriction = (templates: string[], services: string[]): KeyRestriction | null =>
  templates.length + services.length > 0 ? { templates, services } : null;

type Restricted = { restriction: KeyRestriction | null };

/**
 * The error if a key may not send a message of this template, or null.
 *
 * @param templateId the DLT template of the message; null if none was found or needed
 */
export function findTemplateRefusal(
  { restriction }: Restricted,
  templateId: string | null,
): DomainError | null {
  if (!restriction) return null;
  if (templateId !== null && restriction.templates.includes(templateId)) return null;
  const message =
    templateId === null
      ? 'This API key sends only some templates, and the message has none.'
      : `This API key does not send messages of the template ${templateId}.`;
  return new DomainError('template_not_allowed', { message });
}

/**
 * Rejects the codes of an OTP service, or those without one.
 *
 * @param serviceId null for codes without a service
 * @throws DomainError `otp_service_not_allowed`
 */
export function requireServiceAllowed({ restriction }: Restricted, serviceId: string | null): void {
  if (!restriction) return;
  if (serviceId !== null && restriction.services.includes(serviceId)) return;
  const message =
    serviceId === null
      ? 'This API key sends and verifies only the codes of some OTP services. Name one as service.'
      : `This API key does not send or verify codes of the service ${serviceId}.`;
  throw new DomainError('otp_service_not_allowed', { message });
}
