import { Link } from '@remix-run/react';
import { slugify } from '#app/content/plain-text.ts';
import { paths } from '#app/paths.ts';

const title = 'Webhook events';

/** All types of webhook events. */
export function EventTypes({ types }: { types: string[] }) {
  return (
    <div className="grid gap-3">
      <h2 className="scroll-mt-8 text-lg font-medium" id={slugify(title)}>
        {title}
      </h2>
      <p className="text-sm text-faint">
        What Dakiya posts to your endpoints.{' '}
        <Link className="link" to={paths.docsSection('webhooks')}>
          How webhooks work
        </Link>
      </p>
      <ul className="grid gap-x-6 divide-y divide-line border-y border-line">
        {types.map((type) => (
          <li key={type}>
            <Link
              className="block py-3 font-mono text-xs hover:underline hover:underline-offset-4"
              to={paths.operation(type)}
            >
              {type}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
