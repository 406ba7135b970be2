import type { DltCategory } from '../registry/contract.browser.ts';
import type { CompiledRegistry } from './compile-registry.ts';
import type { DltProfile } from './profile.browser.ts';
import type { Finding, FindingCode } from './verdicts.ts';

/** A message as its caller gives it. */
export type DltMessage = {
  text: string;
  /** E.164; DLT is about India's numbers alone. */
  recipient?: string | undefined;
  sender?: string | undefined;
  templateId?: string | undefined;
  entityId?: string | undefined;
  category?: DltCategory | undefined;
};

/** What goes into the TLVs of a submit, as far as it is known. */
export type DltIdentities = {
  entityId: string | null;
  sender: string | null;
  templateId: string | null;
  /** The template's. */
  category: DltCategory | null;
};

export type DltResult = DltIdentities & {
  verdict: 'ok' | 'skipped' | FindingCode;
  /** Why it is refused; null if it is not. Its code is the verdict. */
  error: Finding | null;
  warnings: Finding[];
  /** The message with the line ends of its template, which is to be sent; null if it has them, or no template fits. */
  rewritten: string | null;
};

/** A check in progress: what is given, and what has been found. */
export type Check = {
  /** With plain line ends. */
  message: DltMessage;
  /** The text as it was given. */
  original: string;
  rewritten: string | null;
  registry: CompiledRegistry;
  now: Date;
  profile: DltProfile;
  warnings: Finding[];
  identities: DltIdentities;
};
