/**
 * A method of the libraries: the operation that it calls, its documentation, and the errors with which it fails, in
 * groups that `;` separates. If no errors are given, they are `InvalidRequestError` if the method has a body, and
 * `NotFoundError` if it takes an id. The request, its types and the arguments follow from the operation in the OpenAPI
 * document.
 */
export type Method = readonly [operation: string, text: string, errors?: string];

/** A class of the libraries: the methods for one part of the API. */
export type Part = {
  text: string;
  /** The classes for parts of this part, by the property that holds an instance. */
  parts?: Record<string, string>;
  methods: Record<string, Method>;
};

/**
 * The POST calls without an `Idempotency-Key` that change nothing when they are repeated, so that libraries may retry
 * them.
 */
export const repeatablePosts = ['checkDltMessages', 'cancelMessage'];

const badRegistration = 'InvalidRequestError, DltError';
const late = 'ConflictError if its time has come';

/** The methods of all libraries, by class. Names and texts are those of the Node library; generators adapt them. */
export const parts: Record<string, Part> = {
  Messages: {
    text: 'Methods for text messages to Indian mobile numbers.',
    methods: {
      send: [
        'sendMessage',
        'Sends text, or a template with values, to one number. Returns the stored message with the status `queued`. `warnings` lists DLT problems that did not block it.',
        'InvalidRequestError, DltError, QuotaExceededError, PermissionDeniedError, RateLimitError',
      ],
      post: [
        'postMessage',
        'Like `send`, with the call’s short form: the text is in `content`, and templates are not supported.',
      ],
      sendBatch: [
        'sendBatch',
        'Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results have the order of `messages`.',
        'InvalidRequestError if the batch as a whole is invalid; QuotaExceededError, RateLimitError',
      ],
      list: [
        'listMessages',
        'Lists the messages in the key’s mode, newest first, including one-time passwords.',
      ],
      get: ['getMessage', 'Returns a message with its timeline.'],
      listScheduled: [
        'listScheduledMessages',
        'Lists scheduled messages whose `send_at` is still in the future, earliest first.',
      ],
      reschedule: [
        'rescheduleMessage',
        'Moves the `send_at` of a scheduled message by at most three days.',
        late,
      ],
      cancel: ['cancelMessage', 'Cancels a scheduled message and credits its units back.', late],
    },
  },
  Otps: {
    text: 'One-time passwords. Dakiya generates the code, sends it, and checks the user’s input.',
    parts: { services: 'OtpServices' },
    methods: {
      send: [
        'sendOtp',
        'Sends a code. A second call within five minutes sends the same code again, unless the OTP service says otherwise.',
        'OtpError with `retryAfterSeconds` if the number has just got a code; InvalidRequestError, DltError, QuotaExceededError',
      ],
      get: ['getOtp', 'Returns the state of a one-time password, without its code.'],
      verify: [
        'verifyOtp',
        'Checks the code that the user typed. Retries after a lost response do not count as another attempt.',
        'OtpError if the code is wrong, expired or used, or after too many wrong codes; NotFoundError if no code was sent',
      ],
    },
  },
  OtpServices: {
    text: 'OTP services, which define text, format, validity and limits of codes.',
    methods: {
      list: ['listOtpServices', 'Lists all services.'],
      create: ['createOtpService', 'Creates a service.'],
      update: ['changeOtpService', 'Changes the given fields of a service.'],
      delete: ['deleteOtpService', 'Deletes a service.'],
    },
  },
  Webhooks: {
    text: 'Your webhook endpoints, and the events that Dakiya posts to them. `unwrapWebhook` verifies a received event.',
    parts: { endpoints: 'WebhookEndpoints', events: 'WebhookEvents' },
    methods: {},
  },
  WebhookEndpoints: {
    text: 'The webhook endpoints of the account, up to 20.',
    methods: {
      list: ['listWebhookEndpoints', 'Lists all endpoints.'],
      create: [
        'createWebhookEndpoint',
        'Creates an endpoint. Returns it with the secret that signs its events.',
      ],
      get: ['getWebhookEndpoint', 'Returns an endpoint.'],
      update: ['updateWebhookEndpoint', 'Changes the given fields. Takes effect within a second.'],
      delete: ['deleteWebhookEndpoint', 'Deletes an endpoint and discards its waiting events.'],
      getSecret: ['getWebhookSecret', 'Returns the secret again.'],
      rotateSecret: [
        'rotateWebhookSecret',
        'Creates a new secret. For `overlap_hours` (24 by default), the old secret signs too.',
      ],
      sendTest: [
        'sendTestWebhook',
        'Posts a test event of a `type` with made-up data. Returns the event.',
      ],
      recover: ['recoverWebhookEvents', 'Starts posting the failed events of a time span again.'],
      listRecoveries: [
        'listWebhookRecoveries',
        'Lists an endpoint’s recoveries with their progress.',
      ],
    },
  },
  WebhookEvents: {
    text: 'The events of the last 30 days.',
    methods: {
      list: ['listWebhookEvents', 'Lists events, newest first.'],
      get: ['getWebhookEvent', 'Returns an event with its payload.'],
      listAttempts: [
        'listWebhookAttempts',
        'Lists the attempts to post an event, with the first KiB of each response.',
      ],
      replay: [
        'replayWebhookEvent',
        'Posts an event again, in any state.',
        'NotFoundError, ConflictError',
      ],
    },
  },
  Suppressions: {
    text: 'Numbers that get no promotional messages.',
    methods: {
      list: ['listSuppressions', 'Lists the suppressed numbers, newest first.'],
      add: ['suppressRecipients', 'Suppresses a number (`recipient`) or several (`recipients`).'],
      import: [
        'importSuppressions',
        'Suppresses the numbers of a `file` of up to 5 MiB and 1,00,000 rows.',
      ],
      remove: ['unsuppressRecipient', 'Allows promotional messages to a `recipient` again.'],
    },
  },
  Privacy: {
    text: 'Personal data of recipients.',
    methods: {
      erase: ['eraseRecipient', 'Starts to erase all data about a `recipient`.'],
      listErasures: ['listErasures', 'Lists erasures, newest first.'],
      getErasure: ['getErasure', 'Returns the progress of an erasure.'],
      getRecipientData: [
        'getRecipientData',
        'Returns the data stored about a `recipient`. Pass `next` as `after` until it is null.',
      ],
      listTextViews: ['listTextViews', 'Lists the views of message texts, newest first.'],
      getRetention: ['getRetention', 'Returns how many days messages and texts are kept.'],
    },
  },
  Account: {
    text: 'Methods for the plan’s balance and for analytics.',
    methods: {
      getBalance: [
        'getBalance',
        'Returns how many messages the plan has left; each segment of a text uses one.',
      ],
      getAnalytics: [
        'getAnalytics',
        'Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a split, `parts` has the figures of each part.',
      ],
    },
  },
  Dlt: {
    text: 'The account’s DLT registrations, and the check of messages against them.',
    parts: {
      entities: 'DltEntities',
      headers: 'DltHeaders',
      templates: 'DltTemplates',
      imports: 'DltImports',
      links: 'DltLinks',
      chains: 'DltChains',
    },
    methods: {
      check: [
        'checkDltMessages',
        'Returns the DLT result of up to 1,000 `messages` without sending them. Free of charge.',
      ],
      getMode: [
        'getDltMode',
        'Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning.',
      ],
      updateMode: ['updateDltMode', 'Sets the DLT mode.'],
    },
  },
  DltEntities: {
    text: 'Principal entities: the businesses on whose behalf you send.',
    methods: {
      list: ['listDltEntities', 'Lists entities in the order of their ids.'],
      create: ['createDltEntity', 'Registers an entity.', badRegistration],
      update: ['updateDltEntity', 'Changes an entity, by its `entity_id`.'],
      delete: ['deleteDltEntity', 'Deletes an entity.', 'NotFoundError, InvalidRequestError'],
    },
  },
  DltHeaders: {
    text: 'Headers: the sender names of your messages.',
    methods: {
      list: ['listDltHeaders', 'Lists headers in alphabetical order.'],
      create: [
        'createDltHeader',
        'Registers a header. It is `pending` until the installation’s operator approves it.',
        badRegistration,
      ],
      update: ['updateDltHeader', 'Changes the status of a header.'],
      delete: ['deleteDltHeader', 'Deletes a header.'],
      addEvidence: [
        'addDltEvidence',
        'Adds evidence that you own a header: a `file`, or its `name` and base64 `content`. A lost response is not retried.',
      ],
    },
  },
  DltTemplates: {
    text: 'Content templates: the texts that you may send.',
    methods: {
      list: ['listDltTemplates', 'Lists templates in the order of their ids.'],
      create: ['createDltTemplate', 'Registers a template.', badRegistration],
      get: ['getDltTemplate', 'Returns a template by its `template_id`.'],
      update: ['updateDltTemplate', 'Changes the name, status or headers of a template.'],
      delete: ['deleteDltTemplate', 'Deletes a template.'],
      import: [
        'importDltTemplates',
        'Imports templates from a DLT portal’s export, a `file`. A large file is still being processed when the method returns; use `dlt.imports.get` to follow it.',
      ],
    },
  },
  DltImports: {
    text: 'Imports of exports from DLT portals.',
    methods: {
      create: [
        'importDltList',
        'Imports headers, entities or templates from a `file`. `list` says which.',
      ],
      get: [
        'getDltImport',
        'Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is null.',
      ],
    },
  },
  DltLinks: {
    text: 'Links, phone numbers and email addresses that texts may contain.',
    methods: {
      list: ['listDltLinks', 'Lists links in alphabetical order.'],
      create: ['createDltLink', 'Registers a link.'],
      delete: ['deleteDltLink', 'Deletes a link by its `kind` and `value`.'],
    },
  },
  DltChains: {
    text: 'Telemarketer chains, one per entity and carrier.',
    methods: {
      list: ['listDltChains', 'Lists chains.'],
      create: ['createDltChain', 'Sets an entity’s chain for a carrier.', badRegistration],
      delete: ['deleteDltChain', 'Deletes a chain by its `entity_id` and `carrier`.'],
    },
  },
};
