/** A sentence of the document, in which what stands between backticks is code. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, i) =>
        i % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts stay where they are
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
