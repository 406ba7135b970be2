import type {
  CreateEndpointInput,
  EndpointChanges,
} from '#domain/webhooks/endpoint-contract.browser.ts';

/**
 * What a person has changed in a form, and what the form had shown there. The rest is left out: it may have been changed
 * since.
 */
export function changesOf(shown: CreateEndpointInput, input: CreateEndpointInput) {
  const names = Object.keys(shown) as (keyof CreateEndpointInput)[];
  const changed = names.filter((name) => isOther(shown[name], input[name]));
  const pick = (from: CreateEndpointInput): EndpointChanges =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { changes: pick(input), before: pick(shown) };
}

/** In a list the order says nothing. */
const isOther = (one: unknown, other: unknown) => toText(one) !== toText(other);

const toText = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
