import { serverSettings } from '#platform/server-settings.ts';
import type { EmailKind, EmailRequest, RenderedEmail, WriteContent } from './contract.ts';
import { supportSettings } from './settings.ts';
import { renderEmailLayout } from './templates/render-email-layout.ts';

const lastOfDayNotice =
  'This is the last email of this kind that we send to this address within 24 hours.';

/** Renders an email. @returns null if there is no recipient, or the email no longer applies */
export async function renderEmail(
  writeContent: WriteContent,
  kind: EmailKind,
  request: EmailRequest,
): Promise<RenderedEmail | null> {
  const written = await writeContent(kind, request);
  if (!written) return null;
  const { to, content } = written;
  const afterwards = [
    ...(content.afterwards ?? []),
    ...(request.isLastOfDay ? [lastOfDayNotice] : []),
  ];
  const sender = { site: serverSettings.PUBLIC_URL, support: supportSettings.SUPPORT_EMAIL };
  return { to, ...renderEmailLayout({ ...content, afterwards }, sender) };
}
