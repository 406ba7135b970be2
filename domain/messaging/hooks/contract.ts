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

/** Maximum number of hooks per account, counting both modes. */
export const maxHooks = 50;

/** Maximum number of recipients that a hook or a call may name. */
export const maxRecipients = 10;

/** How many hours the old secret keeps working after a rotation, unless it is revoked at once. */
export const overlapHours = 24;

/** The settings of a hook. The kind and the mode cannot be changed later. */
export const hookInput = z.object({
  name: requiredText('Please enter a name')
    .trim()
    .min(1, 'Please enter a name')
    .max(100, 'Please use at most 100 characters.')
    .refine(isOneLine, notOneLine),
  sendAs: z.enum(sendAsValues, 'Please pick an entry of the list “What is sent”.'),
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
  /** False until the owner has entered the secret that the product generated. */
  hasSecret: boolean;
  /** When the secret from before the last rotation stops working; null if there is none. */
  oldSecretEndsAt: string | null;
  secretSetAt: string;
  createdAt: string;
};

/** The parts of a request that authenticate the caller and describe the message. */
export type HookCall = {
  headers: RequestHeaders;
  /** The fields of the query. A repeated field is a list. */
  query: Record<string, unknown>;
  /** The body as received. Signatures are computed over it. */
  raw: Uint8Array;
  /** The parsed body; without a body, the fields of the query. */
  payload: unknown;
};

/** The message that a call asks for, independent of the product. */
export type HookMessage = {
  /** Phone numbers as typed. If empty, the message goes to the numbers of the hook. */
  recipients: readonly string[];
  /** The one-time password that the product generated. */
  code?: string | undefined;
  /** The text that the product wrote. */
  text?: string | undefined;
  /** Additional values for template slots, besides those of the payload. */
  fields?: Record<string, string | number>;
  /** Identifies the event, so that a repeated call does not send again. Without it, every call sends. */
  event?: string | undefined;
  /**
   * After how many minutes a call with the same event sends again. The actual time is between this and twice as long.
   * It is set for products that report a persisting event again on purpose. If it is omitted, a call does not send
   * again while the first response is saved.
   */
  repeatMinutes?: number;
  /** The IP address of the end user, to which the limits of codes apply. */
  endUserIp?: string | undefined;
};

/** The result of a call. The reason of a failure is a sentence that a person can read. */
export type HookResult =
  | { ok: true; messageIds: string[] }
  | {
      ok: false;
      status: number;
      code: string;
      reason: string;
      /** The invalid field of the call. */
      param?: string;
      retryAfterSeconds?: number;
    };

export type HookAnswer = { status: number; body: string; type: 'json' | 'text' };

/** Lines that the owner pastes into the product's settings. */
export type SetupBlock = {
  title: string;
  /** A sentence that says where the lines belong. */
  text: string;
  language: 'bash' | 'text' | 'yaml';
  lines: string;
};

/** The values of a hook that its setup shows. `secret` is in the product's format, or a placeholder. */
export type SetupValues = { url: string; secret: string; recipient: string };

/** A product that can call a hook: how it authenticates, what its calls contain, and which response it expects. */
export type HookKind = {
  /** The product's name. */
  title: string;
  /** One sentence that says what the hook does for the product. */
  summary: string;
  /**
   * `generated`: we generate the secret. `entered`: the product generates it, and the owner enters it here.
   */
  secret: 'generated' | 'entered';
  methods: readonly ('GET' | 'POST')[];
  /** Maximum size of a body, in bytes. */
  maxBody: number;
  /** How long the product waits for a response, minus the time on the network, in milliseconds. */
  deadlineMs?: number;
  /** The ways in which the hook can send, default first. */
  sendAs: readonly [SendAs, ...SendAs[]];
  /** Whether the texts contain codes: always, never, or as the owner chooses. */
  codes: 'always' | 'never' | 'chosen';
  /** Whether the hook stores recipients. They get the messages of calls that name no recipient. */
  hasRecipients: boolean;
  /** Converts the secret to the product's format. Default: unchanged. */
  showSecret?: (secret: string) => string;
  /** @throws DomainError `invalid_credentials` if no secret matches the call */
  authenticate: (call: HookCall, secrets: readonly string[]) => void;
  /** @throws DomainError if a required field is missing */
  read: (call: HookCall) => HookMessage;
  answer: (result: HookResult, requestId: string) => HookAnswer;
  setup: (values: SetupValues) => SetupBlock[];
};
