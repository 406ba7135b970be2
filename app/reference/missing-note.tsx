import { TextLink } from '#app/components/links.tsx';
import type { Missing } from './contract.ts';

/** Says what the account needs before a call or form can succeed. */
export const MissingNote = ({ text, link }: Missing) => (
  <p className="rounded-md border border-waiting/50 bg-waiting/5 px-4 py-3 text-sm" role="note">
    {text} {link ? <TextLink to={link.to}>{link.label}</TextLink> : null}
  </p>
);
