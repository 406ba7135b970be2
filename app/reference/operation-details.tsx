import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { AuthScheme, OperationView, ParameterLocation } from './contract.ts';
import { ErrorList } from './error-list.tsx';
import { FieldGroups, FieldList } from './field-list.tsx';
import { Section } from './section.tsx';
import { TextWithCode } from './text-with-code.tsx';

const placeTitles: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

/** How a caller is known, in words. */
const accessWords: Record<AuthScheme, string> = {
  key: 'An API key: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as user and the API key as password, or `Authorization: Bearer` with the API key alone.',
  session: 'A session token as `Authorization: Bearer`. “Log in” returns one.',
  none: 'None. Anybody may make this call.',
};

/** What goes into a call and what comes back, field by field. */
export function OperationDetails({ operation }: { operation: OperationView }) {
  const { access, parameters, body, success, errors, idempotent, redirects } = operation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-10">
      <Section title="Authentication">
        <p className="text-sm text-faint">
          <TextWithCode text={accessWords[access]} />{' '}
          {access === 'none' ? null : (
            <Link className="link" to={paths.docsSection('authentication')}>
              More on authentication
            </Link>
          )}
        </p>
      </Section>
      {parameters.map(({ place, fields }) => (
        <Section key={place} title={placeTitles[place]}>
          <FieldList fields={fields} />
        </Section>
      ))}
      {body ? (
        <Section title="Body">
          {body.description ? (
            <p className="text-sm text-faint">
              <TextWithCode text={body.description} />
            </p>
          ) : null}
          <FieldGroups groups={body.groups} />
        </Section>
      ) : null}
      <Section title={`Answer: ${success.status}`}>
        <p className="text-sm text-faint">
          <TextWithCode text={success.description} />
        </p>
        {success.groups.length > 0 ? <FieldGroups answered groups={success.groups} /> : null}
      </Section>
      {idempotent ? (
        <Section title="Safe to repeat">
          <p className="text-sm text-faint">
            <TextWithCode text={idempotencyWords} />
          </p>
        </Section>
      ) : null}
      {redirects ? (
        <p className="text-sm text-faint">
          Browsers reach this address by a link or redirect. Programs do not call it.
        </p>
      ) : null}
      {errors.length > 0 ? (
        <Section title="Errors">
          <ErrorList errors={errors} />
        </Section>
      ) : null}
    </div>
  );
}

const idempotencyWords =
  'With an `Idempotency-Key`, the same request sent again within 24 hours is answered as it was the first time, with `Idempotent-Replayed: true`. The same key with another request is refused with `idempotency_mismatch`.';
