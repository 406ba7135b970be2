import {
  type EmailContent,
  type EmailFooterInfo,
  greetingLine,
  type RenderedEmail,
} from '../contract.ts';

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
