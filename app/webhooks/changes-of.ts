import type {
  CreateEndpointInput,
  EndpointChanges,
  EndpointOutput,
} from '#domain/notifications/webhooks/endpoint-contract.ts';

/**
 * What a form changes of an endpoint. The rest is left out: an address or a switch that is given counts as set anew, and
 * forgets the endpoint's failures.
 */
export function changesOf(endpoint: EndpointOutput, input: CreateEndpointInput): EndpointChanges {
  const current: CreateEndpointInput = {
    url: endpoint.url,
    types: endpoint.types,
    api_ids: endpoint.apiIds,
    description: endpoint.description,
    includes_text: endpoint.includesText,
    max_per_second: endpoint.maxPerSecond,
    enabled: endpoint.enabled,
  };
  const names = Object.keys(current) as (keyof CreateEndpointInput)[];
  const changed = names.filter((name) => isOther(current[name], input[name]));
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** In a list the order says nothing. */
const isOther = (one: unknown, other: unknown) => toText(one) !== toText(other);

const toText = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
