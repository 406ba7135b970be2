/** What was sent; of a one-time password nothing, which nobody may see again. */
export function MessageText({ content }: { content: string | null }) {
  if (content !== null) return <>{content}</>;
  return <span className="text-faint italic">One-time password, not shown</span>;
}
