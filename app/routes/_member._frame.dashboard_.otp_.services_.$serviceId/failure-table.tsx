import { Link } from '@remix-run/react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { verdictOf } from '#app/messages/reason-text.ts';
import { VerdictLink } from '#app/messages/verdict-link.tsx';
import { failureText } from '#app/otp-services/failure-text.ts';
import { paths } from '#app/paths.ts';
import type { ServiceView } from './load-service.server.ts';

type Failure = ServiceView['recent']['failures'][number];

const columns = ['Sent', 'Number', 'What happened', 'Message'];

const cell = 'block px-4 py-1 @4xl:table-cell @4xl:px-3 @4xl:py-2 align-top';

/** The last codes that were not verified, and why as far as known. */
export function FailureTable({ recent }: Pick<ServiceView, 'recent'>) {
  const { failures } = recent;
  return (
    <section aria-labelledby="failures-title" className="grid min-w-0 gap-3">
      <h3 className="text-sm font-medium" id="failures-title">
        Last failures
      </h3>
      {failures.length > 0 ? (
        <CardTable caption="Codes that were not verified, the newest first" columns={columns}>
          {failures.map((failure) => (
            <CardRow className="block py-2" key={failure.id}>
              <td className={`${cell} whitespace-nowrap`}>
                <Timestamp at={failure.createdAt} />
              </td>
              <td className={`${cell} font-mono text-xs whitespace-nowrap`}>{failure.recipient}</td>
              <td className={cell}>
                {failureText(failure)} <FailureVerdict failure={failure} />
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                {failure.message ? (
                  <Link className="link" to={paths.message(failure.message.id)}>
                    Open message
                  </Link>
                ) : (
                  <span className="text-faint">No longer kept</span>
                )}
              </td>
            </CardRow>
          ))}
        </CardTable>
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">
          None in this time: every code was verified, or is still valid.
        </p>
      )}
    </section>
  );
}

function FailureVerdict({ failure: { message } }: { failure: Failure }) {
  const code = message?.reason && verdictOf(message.reason);
  return code ? <VerdictLink code={code} /> : null;
}
