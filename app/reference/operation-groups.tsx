import { Link } from '@remix-run/react';
import { slugify } from '#app/content/plain-text.ts';
import { paths } from '#app/paths.ts';
import type { OperationGroup } from './contract.ts';
import { MethodLabel } from './elements.tsx';

/** All operations by group, with method and path. */
export function OperationGroups({ groups }: { groups: OperationGroup[] }) {
  return (
    <div className="grid gap-10">
      {groups.map(({ tag, operations }) => (
        <div className="grid gap-3" key={tag}>
          <h2 className="scroll-mt-8 text-lg font-medium" id={slugify(tag)}>
            {tag}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <Link
                  className="group grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
                  to={paths.operation(id)}
                >
                  <span className="text-sm group-hover:underline group-hover:underline-offset-4">
                    {summary}
                  </span>
                  <span className="flex items-baseline gap-2.5">
                    <MethodLabel method={method} />
                    <code className="font-mono text-xs text-faint wrap-anywhere">{path}</code>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
