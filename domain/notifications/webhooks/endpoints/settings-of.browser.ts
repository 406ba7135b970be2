import type { CreateEndpointInput, EndpointOutput } from '../endpoint-contract.browser.ts';

/** What can be set of an endpoint, as it is returned. */
export type EndpointSettings = Pick<
  EndpointOutput,
  'url' | 'types' | 'apiIds' | 'description' | 'includesText' | 'maxPerSecond' | 'enabled'
>;

/** The settings of an endpoint as they are sent. */
export const settingsOf = (endpoint: EndpointSettings): CreateEndpointInput => ({
  url: endpoint.url,
  types: endpoint.types,
  api_ids: endpoint.apiIds,
  description: endpoint.description,
  includes_text: endpoint.includesText,
  max_per_second: endpoint.maxPerSecond,
  enabled: endpoint.enabled,
});
