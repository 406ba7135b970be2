/** The address of a letter to be written: to whom, about what, and how it may begin. */
export function mailto(address: string, { subject, body }: { subject: string; body?: string }) {
  const parts = [`subject=${encodeURIComponent(subject)}`];
  // Mail programs break lines at CRLF (RFC 6068, 5).
  if (body) parts.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${parts.join('&')}`;
}
