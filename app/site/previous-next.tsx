import { Link } from '@remix-run/react';

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
