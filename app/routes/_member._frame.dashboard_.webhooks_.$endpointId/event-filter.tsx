import { Form, Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { Choice } from '#app/webhooks/choice.tsx';
import { eventStates } from '#app/webhooks/event-cells.tsx';
import { allEventTypes } from '#domain/notifications/webhooks/contract.browser.ts';
import type { EndpointView } from './load-endpoint.server.ts';

type EventFilterProps = Pick<EndpointView, 'filter'> & { endpointId: string };

/** Filters the events. It is submitted as GET, so that a filtered list has an address. */
export function EventFilter({ filter: { type, status }, endpointId }: EventFilterProps) {
  const isOn = type !== undefined || status !== undefined;
  return (
    <Form
      action={`${paths.webhook(endpointId)}#events`}
      aria-label="Filter"
      className="flex flex-wrap items-end gap-3"
      // Resets the fields when a link opens another filter.
      key={`${type} ${status}`}
      preventScrollReset
      role="search"
    >
      <Choice all="Any state" label="State" name="status" options={eventStates} value={status} />
      <Choice all="Any type" label="Type" name="type" options={allEventTypes} value={type} />
      <button className="button-quiet min-h-10" type="submit">
        Filter
      </button>
      {isOn ? (
        <Link className="link py-2 text-sm" preventScrollReset to={paths.webhook(endpointId)}>
          Clear filters
        </Link>
      ) : null}
    </Form>
  );
}
