import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { type SmtpResult, sendViaSmtp, smtpTimeoutMs } from '#platform/mailer.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { retry } from '#platform/promises.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  type EmailContent,
  type EmailFooterInfo,
  type EmailKind,
  type EmailRequest,
  emailRetryDelayMs,
  greetingLine,
  type RenderedEmail,
  type WriteContent,
} from './contract.ts';
import { supportSettings } from './settings.ts';

type ClaimedEmail = EmailRequest & {
  id: string;
  kind: EmailKind;
  /** The number of attempts so far, including the current one. */
  attempts: number;
  leaseUntil: Date;
};

/**
 * How long a worker's claim is valid, in milliseconds: twice the SMTP timeout, so that a running worker never counts as dead.
 */
const leaseMs = 2 * smtpTimeoutMs;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const statement = `
  UPDATE emails SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, kind, email, about, is_last_of_day AS "isLastOfDay", attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued email for this worker. @returns null if it is no longer queued */
async function claimEmail(id: string): Promise<ClaimedEmail | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [mail] = await query<ClaimedEmail>('claim-email', statement, [id, leaseUntil]);
  return mail ?? null;
}

/** The outcome of an attempt. */
type EmailAttemptResult =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/**
 * Records the outcome of an email, if its claim is still valid. Retries until the lease ends while
 * PostgreSQL is unavailable, so that a sent email is not sent again.
 */
async function recordEmailAttempt(email: ClaimedEmail, result: EmailAttemptResult): Promise<void> {
  const now = clock.now();
  const { id, leaseUntil } = email;
  countEmailAttempt(result.state);
  await retry(
    () =>
      prisma.email.updateMany({
        where: { id, state: 'sending', leaseUntil },
        data: { ...result, leaseUntil: null, ...(result.state === 'sent' && { sentAt: now }) },
      }),
    { while: isDatabaseUnavailable, forMs: leaseUntil.getTime() - now.getTime(), everyMs: 500 },
  );
}

const emails = counter<'result'>({
  name: 'dakiya_emails_total',
  help: 'Attempts to send an email, by result: sent, queued (rejected temporarily, to be retried) or failed.',
  labelNames: ['result'],
  from0: ['sent', 'queued', 'failed'].map((result) => ({ result })),
});

const countEmailAttempt = (result: 'sent' | 'queued' | 'failed') => emails.inc({ result });

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

/**
 * Renders an email and sends it over SMTP. An email to an unknown address, or an email that no
 * longer applies, is not rendered and counts as sent.
 *
 * @param writeContent loads the content of every kind
 * @returns the delay before the next attempt in milliseconds, if the email was rejected temporarily
 */
export async function sendEmail(
  mailId: string,
  writeContent: WriteContent,
): Promise<{ retryInMs: number } | undefined> {
  const email = await claimEmail(mailId);
  if (!email) return undefined;
  const rendered = await renderEmail(writeContent, email.kind, email);
  const outcome: SmtpResult = rendered ? await sendViaSmtp(rendered) : { kind: 'accepted' };
  if (outcome.kind === 'rejected') return await handleRejection(email, outcome);
  await recordEmailAttempt(email, { state: 'sent' });
  return undefined;
}

async function handleRejection(
  email: ClaimedEmail,
  { isTemporary, reason }: SmtpResult & { kind: 'rejected' },
): Promise<{ retryInMs: number } | undefined> {
  const { id: mailId, kind, attempts } = email;
  const now = clock.now().getTime();
  const delayMs = isTemporary ? emailRetryDelayMs(attempts, now - email.createdAt.getTime()) : null;
  // The log line omits the reason, which may quote the address. The row stores the reason.
  logger.warn({ mailId, kind, attempts, retryInMs: delayMs }, 'email rejected by the SMTP server');
  if (delayMs === null) {
    await recordEmailAttempt(email, { state: 'failed', reason });
    return undefined;
  }
  await recordEmailAttempt(email, { state: 'queued', reason, dueAt: new Date(now + delayMs) });
  return { retryInMs: delayMs };
}

/** Renders the layout of an email, as plain text and as HTML with the same content. */
export function renderEmailLayout(
  content: EmailContent,
  sender: EmailFooterInfo,
): Omit<RenderedEmail, 'to'> {
  return { subject: content.subject, text: asText(content, sender), html: asHtml(content, sender) };
}

function asText(content: EmailContent, { site, support }: EmailFooterInfo): string {
  const { name, paragraphs, action, afterwards = [] } = content;
  const blocks = [
    greetingLine(name),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...afterwards,
    `Questions? Write to ${support}`,
    `Dakiya\n${site}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Email clients with a dark mode apply these styles; other clients use the inline styles. */
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#0F1115!important}.sheet{background:#171A20!important;border-color:#2B3038!important;border-top-color:#F37254!important}
.ink{color:#FAF8F4!important}.quiet{color:#A5A8B0!important}.link{color:#9DB5F2!important}}`;

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;color:#16181D">${escapeHtml(text)}</p>`;

function button({ label, href }: { label: string; href: string }): string {
  const url = escapeHtml(href);
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#F37254;color:#16181D;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;color:#5C5F68;font-size:13px">If the button does not work, open this address:<br><a class="link" href="${url}" style="color:#2B4C9B;word-break:break-all">${url}</a></p>`;
}

/** The outer frame is a table, because some email clients can centre only tables. */
function asHtml(content: EmailContent, sender: EmailFooterInfo): string {
  const { name, subject, heading, paragraphs, action, afterwards = [] } = content;
  const [site, support] = [escapeHtml(sender.site), escapeHtml(sender.support)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FAF8F4">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FAF8F4"><tr><td align="center" style="padding:32px 16px">
<div style="max-width:520px;text-align:left;${font};font-size:16px;line-height:1.55">
<p class="ink" style="margin:0 0 16px;color:#16181D;font-size:18px;font-weight:600">Dakiya</p>
<div class="sheet" style="padding:32px 24px 16px;border:1px solid #DDD8CD;border-top:4px solid #F37254;border-radius:8px;background:#FFFFFF">
<h1 class="ink" style="margin:0 0 16px;color:#16181D;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${[greetingLine(name), ...paragraphs].map(paragraph).join('\n')}
${action ? button(action) : ''}
${afterwards.map(paragraph).join('\n')}
</div>
<p class="quiet" style="margin:16px 0 0;color:#5C5F68;font-size:13px">Questions? Write to <a class="link" href="mailto:${support}" style="color:#2B4C9B">${support}</a><br><a class="link" href="${site}" style="color:#2B4C9B">${site}</a></p>
</div>
</td></tr></table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
