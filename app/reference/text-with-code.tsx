/** A text of the document; parts between backticks become code. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, i) =>
        i % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
          <code className="font-mono text-[0.92em] text-ink wrap-anywhere" key={i}>
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}
