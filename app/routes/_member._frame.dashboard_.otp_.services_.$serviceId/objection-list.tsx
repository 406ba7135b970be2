import type { ReactNode } from 'react';
import { VerdictLink } from '#app/messages/verdict-link.tsx';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import type { ServiceView } from './load-service.server.ts';

/** What DLT objects to in the codes of a service, as they would be sent now. Nothing if it objects to nothing. */
export function ObjectionList({ error, warnings }: ServiceView['objections']) {
  if (!error && warnings.length === 0) return null;
  return (
    <section aria-labelledby="objections-title" className="card grid gap-3 px-5 py-4">
      <h3 className="text-sm font-medium" id="objections-title">
        {error ? 'Codes of this service are refused at present' : 'What DLT may object to'}
      </h3>
      <ul className="grid gap-3">
        {error ? (
          <Objection code={error.code} isError>
            {error.message}
          </Objection>
        ) : null}
        {warnings.map((warning) => (
          <Objection code={warning.code} isError={false} key={JSON.stringify(warning)}>
            {warning.detail}
          </Objection>
        ))}
      </ul>
    </section>
  );
}

type ObjectionProps = { code: string; isError: boolean; children: ReactNode };

function Objection({ code, isError, children }: ObjectionProps) {
  const isDocumented = !isError || (dltErrorCodes as readonly string[]).includes(code);
  return (
    <li
      className={`grid gap-1 border-l-2 py-1 pl-3 text-sm [overflow-wrap:anywhere] ${isError ? 'border-bad' : 'border-waiting'}`}
    >
      <p>{children}</p>
      {isDocumented ? (
        <p>
          <VerdictLink code={code} />
        </p>
      ) : null}
    </li>
  );
}
