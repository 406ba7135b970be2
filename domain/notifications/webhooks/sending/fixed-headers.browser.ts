/** Headers that each request to an endpoint has, beside those of `signPayload`. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Dakiya-Webhooks/1',
} as const;
