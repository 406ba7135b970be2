import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { AuthScheme, OperationView, ParameterLocation } from './contract.ts';
import { Section, TextWithCode } from './elements.tsx';
import { ErrorList } from './error-list.tsx';
import { FieldGroups, FieldList } from './field-list.tsx';

const placeTitles: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

/** Describes the authentication of a call. */
const accessText: Record<AuthScheme, string> = {
  key: 'An API key: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as user and the API key as password, or `Authorization: Bearer` with the API key alone.',
  session: 'A session token as `Authorization: Bearer`. “Log in” returns one.',
  none: 'None. This call needs no credentials.',
};

/** The parameters, body, response and errors of an operation. */
export function OperationDetails({ operation }: { operation: OperationView }) {
  const {
    access,
    scope,
    orSession,
    parameters,
    body,
    takesFile,
    success,
    errors,
    idempotent,
    redirects,
  } = operation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-10">
      <Section title="Authentication">
        <p className="text-sm text-faint">
          <TextWithCode text={accessText[access]} />{' '}
          {scope === null ? null : <TextWithCode text={`The key needs the scope \`${scope}\`. `} />}
          {orSession ? (
            <TextWithCode text="Or a session token as `Authorization: Bearer`. " />
          ) : null}
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
        <Section title={takesFile ? 'Form (multipart/form-data)' : 'Body'}>
          {body.description ? (
            <p className="text-sm text-faint">
              <TextWithCode text={body.description} />
            </p>
          ) : null}
          <FieldGroups groups={body.groups} />
        </Section>
      ) : null}
      <Section title={`Response: ${success.status}`}>
        <p className="text-sm text-faint">
          <TextWithCode text={success.description} />
        </p>
        {success.groups.length > 0 ? <FieldGroups isResponse groups={success.groups} /> : null}
      </Section>
      {idempotent ? (
        <Section title="Safe to repeat">
          <p className="text-sm text-faint">
            <TextWithCode text={idempotencyText} />
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

const idempotencyText =
  'With an `Idempotency-Key`, a repeated request within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with a different request fails with `idempotency_mismatch`.';
