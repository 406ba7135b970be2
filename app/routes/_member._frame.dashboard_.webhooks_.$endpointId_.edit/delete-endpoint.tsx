import { Form } from '@remix-run/react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

/** Deletes an endpoint after a confirmation. */
export function DeleteEndpoint({ url }: { url: string }) {
  return (
    <section
      aria-labelledby="delete-title"
      className="card flex max-w-3xl flex-wrap items-center justify-between gap-3 px-5 py-4"
    >
      <div className="grid min-w-0 gap-1">
        <h3 className="text-sm font-medium" id="delete-title">
          Delete this endpoint
        </h3>
        <p className="text-sm text-faint">
          Events that wait for it are discarded. What was posted stays in the log for 30 days.
        </p>
      </div>
      <div className="relative flex">
        <Disclosure
          summary={
            <summary aria-label={`Delete ${url}`} className="button-quiet list-none text-bad">
              Delete
            </summary>
          }
        >
          <Form
            className="panel top-auto bottom-full mb-2 grid gap-4 @2xl:right-0 @2xl:left-auto"
            data-fallback={fallbacks.deleteWebhook}
            method="post"
          >
            <p className="text-sm [overflow-wrap:anywhere]">
              Delete <bdi className="font-mono text-xs">{url}</bdi>? Its signing secret goes with
              it, and it cannot be restored.
            </p>
            <div>
              <button className="button-quiet text-bad" name="intent" type="submit" value="delete">
                Delete permanently
              </button>
            </div>
          </Form>
        </Disclosure>
      </div>
    </section>
  );
}
