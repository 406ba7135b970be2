import { z } from 'zod';
import { findIdProblem } from '#domain/dlt/registry/contract.browser.ts';
import { maxBodyLength, maxSlots } from '#domain/dlt/registry/parse-template.browser.ts';
import { toBareId } from '#domain/shared/characters.browser.ts';
import { isOneLine, notOneLine, requiredText, safeText } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import type { RequestHeaders } from '#platform/http/api-adapter.ts';
import { type SendAs, sendAsValues } from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    hook: 'hooks';
  }
}

/** Maximum number of hooks of an account, in both modes together. */
export const maxHooks = 50;

/** Maximum number of recipients that a hook or a call may name. */
export const maxRecipients = 10;

/** How long the secret from before a rotation keeps working, in hours, unless it is revoked at once. */
export const overlapHours = 24;

/** What the owner of a hook sets. The kind and the mode cannot be changed later. */
export const hookInput = z.object({
  name: requiredText('Please enter a name')
    .trim()
    .min(1, 'Please enter a name')
    .max(100, 'Please use at most 100 characters.')
    .refine(isOneLine, notOneLine),
  sendAs: z.enum(sendAsValues, 'Please pick what is sent from the list.'),
  hasCodes: z.boolean().default(false),
  serviceId: safeText.max(64).nullable().default(null),
  sender: z
    .string()
    .overwrite(toBareId)
    .regex(/^[A-Za-z0-9-]{3,14}$/, 'Please enter a DLT header: 3 to 6 letters, or 6 digits.')
    .nullable()
    .default(null),
  templateId: z
    .string()
    .overwrite(toBareId)
    .max(64)
    .superRefine((id, context) => {
      const message = findIdProblem(id);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .nullable()
    .default(null),
  variables: z
    .array(safeText.max(maxBodyLength))
    .max(maxSlots, `Please enter at most ${maxSlots} lines.`)
    .default([]),
  recipients: z
    .array(recipientInput)
    .max(maxRecipients, `Please enter at most ${maxRecipients} numbers.`)
    .transform((numbers) => [...new Set(numbers)])
    .default([]),
});

export type HookInput = z.output<typeof hookInput>;

/** A hook as its owner sees it, without its secret. */
export type Hook = HookInput & {
  id: string;
  kind: string;
  livemode: boolean;
  isActive: boolean;
  /** False until the owner has entered the key that the product generated. */
  hasSecret: boolean;
  /** Until when the secret from before the last rotation works; null if none does. */
  oldSecretEndsAt: string | null;
  secretSetAt: string;
  createdAt: string;
};

/** The parts of a call that say who calls and what is to be sent. */
export type HookCall = {
  headers: RequestHeaders;
  /** The fields of the query. A field that occurs several times is a list. */
  query: Record<string, unknown>;
  /** The body as received, which signatures cover. */
  raw: Uint8Array;
  /** The parsed body; the fields of the query for a call without a body. */
  payload: unknown;
};

/** What a call asks for, in the words of no product. */
export type HookMessage = {
  /** Numbers as typed; empty for the numbers of the hook. */
  recipients: readonly string[];
  /** The one-time password that the product generated. */
  code?: string | undefined;
  /** The text that the product wrote. */
  text?: string | undefined;
  /** Further values for the slots of a template, besides those of the payload. */
  fields?: Record<string, string | number>;
  /** Identifies the event, so that a repeated call sends nothing. Without it, each call sends. */
  event?: string | undefined;
  /**
   * After how many minutes at the earliest a call with the same event sends again; at the latest after twice as many. Default:
   * as long as responses are saved. For products that report an event again on purpose while it lasts.
   */
  repeatMinutes?: number;
  /** The address of the end user, for the limits of codes. */
  endUserIp?: string | undefined;
};

/** The result of a call. The reason of a failure is a sentence for people. */
export type HookResult =
  | { ok: true; messageIds: string[] }
  | {
      ok: false;
      status: number;
      code: string;
      reason: string;
      /** The field of the call that is wrong. */
      param?: string;
      retryAfterSeconds?: number;
    };

export type HookAnswer = { status: number; body: string; type: 'json' | 'text' };

/** Lines to paste into a product. */
export type SetupBlock = {
  title: string;
  /** Where they go. */
  text: string;
  language: 'bash' | 'text' | 'yaml';
  lines: string;
};

/** A product that can call a hook: how it proves who it is, what its calls contain, and what it expects as a response. */
export type HookKind = {
  /** The product's name. */
  title: string;
  /** What the hook does for it, in a sentence. */
  summary: string;
  /** Whether we generate the secret, or the product does and the owner enters it. */
  secret: 'generated' | 'entered';
  methods: readonly ('GET' | 'POST')[];
  /** Maximum size of a body, in bytes. */
  maxBody: number;
  /** How long the product waits for the response, less the time on the way, in milliseconds. */
  deadlineMs?: number;
  /** What a message can be made of, the default first. */
  sendAs: readonly [SendAs, ...SendAs[]];
  /** Whether the texts contain codes: always, never, or as the owner says. */
  codes: 'always' | 'never' | 'chosen';
  /** Whether the hook has recipients, for calls that name none. */
  hasRecipients: boolean;
  /** Makes the secret in the form that the product takes; by default it is used as it is. */
  showSecret?: (secret: string) => string;
  /** @throws DomainError `invalid_credentials` if none of the secrets fits the call */
  authenticate: (call: HookCall, secrets: readonly string[]) => void;
  /** @throws DomainError if the call lacks what is needed */
  read: (call: HookCall) => HookMessage;
  answer: (result: HookResult, requestId: string) => HookAnswer;
  /** @param secret as the product takes it, or a placeholder */
  setup: (hook: { url: string; secret: string; recipient: string }) => SetupBlock[];
};
