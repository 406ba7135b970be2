import { highlight } from '#app/content/highlight.server.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import type { EventView } from './contract.ts';
import { readDocument } from './read-operations.server.ts';
import { resolveRefs, type Schema } from './schema.ts';
import { toField, toGroups } from './to-fields.ts';
import type { Operation } from './to-operation.ts';

/** The types of webhook events, in their order. */
export const readEventTypes = async (): Promise<string[]> =>
  Object.keys((await readDocument()).webhooks);

/**
 * A type of webhook event with the previous and the next type, or null if there is no type with this
 * name.
 */
export async function readEvent(type: string) {
  const published = await readDocument();
  const post = Object.hasOwn(published.webhooks, type) ? published.webhooks[type]?.post : undefined;
  if (!post) return null;
  const types = Object.keys(published.webhooks);
  const at = types.indexOf(type);
  return {
    event: toEvent(resolveRefs(post, published)),
    before: types[at - 1] ?? null,
    after: types[at + 1] ?? null,
  };
}

function toEvent(operation: Operation): EventView {
  const { summary, description = '', parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json'];
  invariant(body?.schema, 'an event has a body');
  const text = JSON.stringify(body.example, null, 2);
  return {
    type: summary,
    description,
    headers: parameters.map(({ name, required, schema, description: about }) =>
      toField(
        name,
        { ...schema, ...(about && { description: about }) } as Schema,
        required === true,
      ),
    ),
    groups: toGroups(body.schema),
    sample: { text, html: highlight(text, 'json') },
    responses: Object.entries(responses).map(([status, { description: meaning }]) => ({
      status: status === 'default' ? 'other' : status,
      meaning,
    })),
  };
}
