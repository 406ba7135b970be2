import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { OperationView } from './contract.ts';

/** The errors of an operation by status; each code links to the error catalogue. */
export function ErrorList({ errors }: Pick<OperationView, 'errors'>) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {errors.map(({ status, errors }) => (
        <div className="grid gap-2 py-3 sm:grid-cols-[3rem_minmax(0,1fr)]" key={status}>
          <dt className="font-mono text-sm">{status}</dt>
          <dd>
            <ul className="grid gap-2">
              {errors.map(({ code, message }) => (
                <li className="grid gap-0.5" key={code}>
                  <Link
                    className="link w-fit font-mono text-sm"
                    to={`${paths.docsSection('api-reference')}#${code}`}
                  >
                    {code}
                  </Link>
                  <span className="text-sm text-faint">{message}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
