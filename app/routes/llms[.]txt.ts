import { docsSections } from '#app/content/docs.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { paths } from '#app/paths.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Introduces the API to language models, in the format of https://llmstxt.org. */
export function loader() {
  const url = serverSettings.PUBLIC_URL;
  const sections = docsSections.map(
    ({ id, title }) =>
      `- [${title}](${url}${paths.docsMarkdown(id)}): ${findDocsPage(id)?.description ?? ''}`,
  );
  const lines = [
    '# Dakiya',
    '',
    '> An API that sends SMS and one-time passwords to mobile numbers in India, checks them against DLT, and reports the delivery status of each message.',
    '',
    `- Calls go to \`${url}/api/v1\` with the headers \`x-api-id\` and \`x-api-key\`; bodies are JSON.`,
    '- Keys that begin with `sk_test_` reach no phone and cost nothing. Use them while developing.',
    '- A repeated request with the same `Idempotency-Key` sends nothing twice.',
    '- Errors have a stable `code`, the `param` that is wrong, and a `docUrl`.',
    '',
    '## Documentation',
    '',
    ...sections,
    '',
    '## API',
    '',
    `- [OpenAPI 3.1 document](${url}${paths.openapi}): all calls, fields, errors and webhook events.`,
    `- [API reference](${url}${paths.reference}): the same as pages, with an example of each call.`,
    '',
    '## Optional',
    '',
    `- [Plans](${url}${paths.plans}): prices, quotas and limits.`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
