/** The text of a message; one-time passwords are never shown. */
export function MessageText({ content }: { content: string | null }) {
  if (content !== null) return <>{content}</>;
  return <span className="text-faint italic">One-time password, not shown</span>;
}
