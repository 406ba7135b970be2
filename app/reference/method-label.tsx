/** The method of a call as a label, coloured by its effect. */
export function MethodLabel({ method }: { method: string }) {
  const colour =
    method === 'GET' ? 'text-faint' : method === 'DELETE' ? 'text-bad' : 'text-airmail';
  return (
    <span
      className={`inline-block rounded-sm border border-current px-1.5 font-mono text-[0.6875rem] leading-5 ${colour}`}
    >
      {method}
    </span>
  );
}
