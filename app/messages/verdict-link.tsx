import { paths } from '#app/paths.ts';

/** A verdict of DLT by its code, linked to what the documentation says of it. */
export const VerdictLink = ({ code }: { code: string }) => (
  <a className="link font-mono text-xs [overflow-wrap:anywhere]" href={paths.verdict(code)}>
    {code}
  </a>
);
