import { DomainError } from '#domain/shared/errors.browser.ts';
import type { CreateEndpointInput, EndpointChanges } from '../endpoint-contract.browser.ts';

/** As the form of an endpoint names them. */
const labels: Record<keyof EndpointChanges, string> = {
  url: 'the address',
  types: 'the types of events',
  api_ids: 'the API keys',
  description: 'the description',
  includes_text: 'whether texts are included',
  max_per_second: 'the events a second',
  enabled: 'whether it is on',
};

/** The error for settings that were changed since they were read. */
export function changedMeanwhile(
  before: EndpointChanges,
  current: CreateEndpointInput,
): DomainError {
  const names = Object.keys(before) as (keyof EndpointChanges)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(current[name]),
  );
  const what = changed.map((name) => labels[name]).join(', ') || 'the endpoint';
  const message = `Another change was saved since you opened this page: ${what}. Nothing of yours was saved. Open the page again to see it.`;
  return new DomainError('invalid_parameter', { message });
}
