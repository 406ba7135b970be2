import { Form } from '@remix-run/react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

/** Deletes a service after a confirmation. */
export function DeleteService({ name }: { name: string }) {
  return (
    <section
      aria-labelledby="delete-title"
      className="card flex flex-wrap items-center justify-between gap-3 px-5 py-4"
    >
      <div className="grid min-w-0 gap-1">
        <h3 className="text-sm font-medium" id="delete-title">
          Delete this service
        </h3>
        <p className="text-sm text-faint">
          Calls that name it are refused from then on. Codes that were sent can still be verified by
          their ids.
        </p>
      </div>
      <div className="relative flex">
        <Disclosure
          summary={
            <summary aria-label={`Delete ${name}`} className="button-quiet list-none text-bad">
              Delete
            </summary>
          }
        >
          <Form
            className="panel top-auto bottom-full mb-2 grid gap-4 @2xl:right-0 @2xl:left-auto"
            data-fallback={fallbacks.deleteOtpService}
            method="post"
          >
            <p className="text-sm [overflow-wrap:anywhere]">
              Delete <bdi className="font-medium">{name}</bdi>? Programs that send codes under it
              stop working, and it cannot be restored.
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
