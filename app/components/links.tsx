import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type LinkProps = { to: string; children: ReactNode };

/** A link within a text. */
export const TextLink = (link: LinkProps) => <Link className="link" {...link} />;

/** A link that looks like a button and leads to the next step. */
export const PrimaryLink = (link: LinkProps) => <Link className="button-primary" {...link} />;

/** A link that looks like a button and leads to an alternative. */
export const QuietLink = (link: LinkProps) => <Link className="button-quiet" {...link} />;

type Neighbour = { to: string; title: string } | null;

export function PreviousNext({ before, after }: { before: Neighbour; after: Neighbour }) {
  return (
    <nav aria-label="Neighbouring pages" className="grid gap-4 sm:grid-cols-2">
      {before ? <Card label="Previous" rel="prev" {...before} /> : null}
      {after ? <Card label="Next" rel="next" {...after} /> : null}
    </nav>
  );
}

type CardProps = { label: string; rel: 'prev' | 'next'; to: string; title: string };

function Card({ label, rel, to, title }: CardProps) {
  return (
    <Link
      className={`grid gap-1 rounded-md border border-line px-4 py-3 hover:border-control ${rel === 'next' ? 'text-right sm:col-start-2' : ''}`}
      rel={rel}
      to={to}
    >
      <span className="text-xs text-faint">{label}</span>
      <span className="text-sm font-medium text-airmail">{title}</span>
    </Link>
  );
}

/** A `mailto:` link with subject and body. */
export function mailto(address: string, { subject, body }: { subject: string; body?: string }) {
  const parts = [`subject=${encodeURIComponent(subject)}`];
  // Line breaks must be CRLF (RFC 6068, 5).
  if (body) parts.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${parts.join('&')}`;
}
