/** A `mailto:` link with subject and body. */
export function mailto(address: string, { subject, body }: { subject: string; body?: string }) {
  const parts = [`subject=${encodeURIComponent(subject)}`];
  // Line breaks must be CRLF (RFC 6068, 5).
  if (body) parts.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${parts.join('&')}`;
}
