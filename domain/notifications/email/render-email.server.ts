import { serverSettings } from '#platform/server-settings.ts';
import type { EmailKind, EmailRequest, RenderedEmail, WriteContent } from './contract.ts';
import { supportSettings } from './settings.server.ts';
import { renderEmailLayout } from './templates/render-email-layout.ts';

const lastOfDay =
  'This is the last mail of this kind that we send to this address within 24 hours.';

/**
 * Writes a letter and lays it out.
 *
 * @returns null if there is nobody to write to, or nothing to tell any more
 */
export async function renderEmail(
  writeContent: WriteContent,
  kind: EmailKind,
  asked: EmailRequest,
): Promise<RenderedEmail | null> {
  const written = await writeContent(kind, asked);
  if (!written) return null;
  const { to, content } = written;
  const afterwards = [...(content.afterwards ?? []), ...(asked.isLastOfDay ? [lastOfDay] : [])];
  const sender = { site: serverSettings.PUBLIC_URL, support: supportSettings.SUPPORT_EMAIL };
  return { to, ...renderEmailLayout({ ...content, afterwards }, sender) };
}
