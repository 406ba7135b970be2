import { Form } from '@remix-run/react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';

/** Deletes a key after a confirmation. */
export function DeleteKey({ apiKey: { _id, name } }: { apiKey: ApiKeyOutput }) {
  return (
    <Disclosure
      summary={
        <summary aria-label={`Delete ${name}`} className="button-quiet list-none text-bad">
          Delete
        </summary>
      }
    >
      <Form
        className="panel grid gap-4 @4xl:right-0 @4xl:left-auto"
        data-fallback={fallbacks.deleteKey}
        method="post"
        preventScrollReset
      >
        <input name="key" type="hidden" value={_id} />
        <p className="text-sm [overflow-wrap:anywhere]">
          Delete <strong className="font-medium">{name}</strong>? Programs that use this key will
          stop working, and it cannot be restored. Messages sent with it are kept.
        </p>
        <div>
          <button className="button-quiet text-bad" name="intent" type="submit" value="delete">
            Delete permanently
          </button>
        </div>
      </Form>
    </Disclosure>
  );
}
