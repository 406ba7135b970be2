import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type LinkProps = { to: string; children: ReactNode };

/** A link within a text. */
export const TextLink = (link: LinkProps) => <Link className="link" {...link} />;

/** A link that looks like a button and leads to the next step. */
export const PrimaryLink = (link: LinkProps) => <Link className="button-primary" {...link} />;

/** A link that looks like a button and leads to an alternative. */
export const QuietLink = (link: LinkProps) => <Link className="button-quiet" {...link} />;
