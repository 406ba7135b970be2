import { About } from './about.tsx';
import { Caller } from './caller.tsx';
import { Choice } from './choice.tsx';
import type { Explorer } from './load.server.ts';

/** Any operation of the API: a form for its fields, the real call, and what came back. */
export function View({ data }: { data: Explorer }) {
  const { groups, operation, keys, keyId } = data;
  return (
    <>
      <Choice groups={groups} keyId={keyId} keys={keys} operationId={operation.id} />
      <section aria-label="The call" className="card grid grid-cols-1 gap-6 p-5">
        <About operation={operation} />
        <Caller {...data} />
      </section>
    </>
  );
}
