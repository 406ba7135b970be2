import { Link } from '@remix-run/react';
import type { ServiceChoice } from '#app/console/contract.ts';
import type { Console } from '#app/console/use-console.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';

type ServiceSelectProps = {
  services: ServiceChoice[];
  console: Console;
  /** A code is verified under the service that it was sent under. */
  fixed: boolean;
};

/** Chooses the OTP service of the call; nothing while there is none. */
export function ServiceSelect({ services, console, fixed }: ServiceSelectProps) {
  const { typed, set, errors } = console;
  const error = errors.service;
  if (services.length === 0) {
    return (
      <p className="text-xs text-faint">
        Codes have this installation’s text.{' '}
        <Link className="link" to={paths.newOtpService}>
          Add a service
        </Link>{' '}
        for your own.
      </p>
    );
  }
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="service">
        Service
      </label>
      <select
        aria-describedby={error ? 'service-error' : undefined}
        aria-invalid={error ? true : undefined}
        className="input"
        disabled={fixed}
        id="service"
        // A disabled field is not sent.
        name={fixed ? undefined : 'service'}
        onChange={({ target }) => set({ service: target.value })}
        value={typed.service}
      >
        <option value="">None: this installation’s text</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {fixed ? <input name="service" type="hidden" value={typed.service} /> : null}
      <FieldErrors errors={error ? [error] : undefined} id="service-error" />
    </div>
  );
}
