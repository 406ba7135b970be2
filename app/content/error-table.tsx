/** `status` is null for a code without an HTTP status. */
export type ErrorRow = { code: string; message: string; status: number | null };

/** A catalogue of codes. Each code is an anchor for the `docUrl` of errors. */
export function ErrorTable({ errors }: { errors: ErrorRow[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {errors.map(({ code, message, status }) => (
        <div
          className="marked grid scroll-mt-8 gap-x-4 gap-y-1 py-3 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]"
          id={code}
          key={code}
        >
          <dt className="font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            {status === null ? null : <span className="mr-3 text-faint">{status}</span>}
            <a className="anchor font-medium" href={`#${code}`}>
              {code}
            </a>
          </dt>
          <dd className="text-faint [overflow-wrap:anywhere]">{message}</dd>
        </div>
      ))}
    </dl>
  );
}
