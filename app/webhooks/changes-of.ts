import type {
  CreateEndpointInput,
  EndpointChanges,
} from '#domain/webhooks/endpoint-contract.browser.ts';

/**
 * Returns the fields that the user has changed, with the values that the form had shown. Other fields are omitted, because
 * another window or call may have changed them in the meantime.
 */
export function changesOf(shown: CreateEndpointInput, input: CreateEndpointInput) {
  const names = Object.keys(shown) as (keyof CreateEndpointInput)[];
  const changed = names.filter((name) => isOther(shown[name], input[name]));
  const pick = (from: CreateEndpointInput): EndpointChanges =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { changes: pick(input), before: pick(shown) };
}

/** The order of a list does not matter. */
const isOther = (one: unknown, other: unknown) => toText(one) !== toText(other);

const toText = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
