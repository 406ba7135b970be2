import {
  describeWideCharacter,
  findWideCharacters,
} from '#domain/messaging/messages/explain-encoding.browser.ts';

/** What turns a text into UCS-2, with more segments: shown wherever segments are counted. */
export function WideCharacters({ text }: { text: string }) {
  const found = findWideCharacters(text);
  if (found.length === 0) return null;
  return (
    <ul className="grid gap-1 border-l-2 border-waiting pl-3 text-sm">
      {found.map((one) => (
        <li key={one.position}>{describeWideCharacter(one)}</li>
      ))}
    </ul>
  );
}
