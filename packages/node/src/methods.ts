// Generated from the OpenAPI document by `npm run packages`. Do not edit it.
// biome-ignore-all format: as generated
// biome-ignore-all lint: as generated
// biome-ignore-all assist: as generated

import { Resource } from './client.ts';
import type { Act, Ask, Attach, Change, Create, Get, Inspect, List, ListOf, Look, Post, Read, Send, Upload, VerifyOtpParams } from './types.ts';

/** Methods for text messages to Indian mobile numbers. */
export class Messages extends Resource {
  /**
   * Sends text, or a template with values, to one number. Returns the stored message with the status `queued`.
   * `warnings` lists DLT problems that did not block it.
   *
   * @throws InvalidRequestError, DltError, QuotaExceededError, PermissionDeniedError, RateLimitError
   */
  readonly send: Create<'sendMessage'> = this.client.creates('/messages/send-message');

  /**
   * Like `send`, with the call’s short form: the text is in `content`, and templates are not supported.
   *
   * @throws InvalidRequestError
   */
  readonly post: Create<'postMessage'> = this.client.creates('/message');

  /**
   * Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results
   * have the order of `messages`.
   *
   * @throws InvalidRequestError if the batch as a whole is invalid
   * @throws QuotaExceededError, RateLimitError
   */
  readonly sendBatch: Create<'sendBatch'> = this.client.creates('/messages/batch');

  /** Lists the messages in the key’s mode, newest first, including one-time passwords. */
  readonly list: List<'listMessages'> = this.client.lists('/messages');

  /** Returns a message with its timeline. @throws NotFoundError */
  readonly get: Read<'getMessage'> = this.client.byId('GET', '/messages/{id}');

  /** Lists scheduled messages whose `send_at` is still in the future, earliest first. */
  readonly listScheduled: List<'listScheduledMessages'> = this.client.lists('/messages/scheduled');

  /**
   * Moves the `send_at` of a scheduled message by at most three days.
   *
   * @throws ConflictError if its time has come
   */
  readonly reschedule: Change<'rescheduleMessage'> = this.client.changes('/messages/{id}');

  /** Cancels a scheduled message and credits its units back. @throws ConflictError if its time has come */
  readonly cancel: Read<'cancelMessage'> = this.client.byId('POST', '/messages/{id}/cancel');
}

/** One-time passwords. Dakiya generates the code, sends it, and checks the user’s input. */
export class Otps extends Resource {
  readonly services: OtpServices = new OtpServices(this.client);

  /**
   * Sends a code. A second call within five minutes sends the same code again, unless the OTP service says
   * otherwise.
   *
   * @throws OtpError with `retryAfterSeconds` if the number has just got a code
   * @throws InvalidRequestError, DltError, QuotaExceededError
   */
  readonly send: Create<'sendOtp'> = this.client.creates('/messages/send-otp');

  /** Returns the state of a one-time password, without its code. @throws NotFoundError */
  readonly get: Read<'getOtp'> = this.client.byId('GET', '/otps/{id}');

  /**
   * Checks the code that the user typed. Retries after a lost response do not count as another attempt.
   *
   * @throws OtpError if the code is wrong, expired or used, or after too many wrong codes
   * @throws NotFoundError if no code was sent
   */
  readonly verify: Create<'verifyOtp', VerifyOtpParams> = this.client.creates('/messages/verify-otp');
}

/** OTP services, which define text, format, validity and limits of codes. */
export class OtpServices extends Resource {
  /** Lists all services. */
  readonly list: List<'listOtpServices'> = this.client.lists('/otp-services');

  /** Creates a service. @throws InvalidRequestError */
  readonly create: Create<'createOtpService'> = this.client.creates('/otp-services');

  /** Changes the given fields of a service. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'changeOtpService'> = this.client.changes('/otp-services/{id}');

  /** Deletes a service. @throws NotFoundError */
  readonly delete: Read<'deleteOtpService'> = this.client.byId('DELETE', '/otp-services/{id}');
}

/** Your webhook endpoints, and the events that Dakiya posts to them. `unwrap` verifies a received event. */
export class Webhooks extends Resource {
  readonly endpoints: WebhookEndpoints = new WebhookEndpoints(this.client);
  readonly events: WebhookEvents = new WebhookEvents(this.client);
}

/** The webhook endpoints of the account, up to 20. */
export class WebhookEndpoints extends Resource {
  /** Lists all endpoints. */
  readonly list: List<'listWebhookEndpoints'> = this.client.lists('/webhooks/endpoints');

  /** Creates an endpoint. Returns it with the secret that signs its events. @throws InvalidRequestError */
  readonly create: Create<'createWebhookEndpoint'> = this.client.creates('/webhooks/endpoints');

  /** Returns an endpoint. @throws NotFoundError */
  readonly get: Read<'getWebhookEndpoint'> = this.client.byId('GET', '/webhooks/endpoints/{id}');

  /** Changes the given fields. Takes effect within a second. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateWebhookEndpoint'> = this.client.changes('/webhooks/endpoints/{id}');

  /** Deletes an endpoint and discards its waiting events. @throws NotFoundError */
  readonly delete: Read<'deleteWebhookEndpoint'> = this.client.byId('DELETE', '/webhooks/endpoints/{id}');

  /** Returns the secret again. @throws NotFoundError */
  readonly getSecret: Read<'getWebhookSecret'> = this.client.byId('GET', '/webhooks/endpoints/{id}/secret');

  /**
   * Creates a new secret. For `overlap_hours` (24 by default), the old secret signs too.
   *
   * @throws InvalidRequestError, NotFoundError
   */
  readonly rotateSecret: Act<'rotateWebhookSecret'> = this.client.acts('/webhooks/endpoints/{id}/rotate');

  /**
   * Posts a test event of a `type` with made-up data. Returns the event.
   *
   * @throws InvalidRequestError, NotFoundError
   */
  readonly sendTest: Act<'sendTestWebhook'> = this.client.acts('/webhooks/endpoints/{id}/test');

  /** Starts posting the failed events of a time span again. @throws InvalidRequestError, NotFoundError */
  readonly recover: Act<'recoverWebhookEvents'> = this.client.acts('/webhooks/endpoints/{id}/recover');

  /** Lists an endpoint’s recoveries with their progress. @throws NotFoundError */
  readonly listRecoveries: ListOf<'listWebhookRecoveries'> = this.client.listsOf('/webhooks/endpoints/{id}/recoveries');
}

/** The events of the last 30 days. */
export class WebhookEvents extends Resource {
  /** Lists events, newest first. */
  readonly list: List<'listWebhookEvents'> = this.client.lists('/webhooks/events');

  /** Returns an event with its payload. @throws NotFoundError */
  readonly get: Read<'getWebhookEvent'> = this.client.byId('GET', '/webhooks/events/{id}');

  /** Lists the attempts to post an event, with the first KiB of each response. @throws NotFoundError */
  readonly listAttempts: ListOf<'listWebhookAttempts'> = this.client.listsOf('/webhooks/events/{id}/attempts');

  /** Posts an event again, in any state. @throws NotFoundError, ConflictError */
  readonly replay: Post<'replayWebhookEvent'> = this.client.posts('/webhooks/events/{id}/replay');
}

/** Numbers that get no promotional messages. */
export class Suppressions extends Resource {
  /** Lists the suppressed numbers, newest first. */
  readonly list: List<'listSuppressions'> = this.client.lists('/suppressions');

  /** Suppresses a number (`recipient`) or several (`recipients`). @throws InvalidRequestError */
  readonly add: Create<'suppressRecipients'> = this.client.creates('/suppressions');

  /** Suppresses the numbers of a `file` of up to 5 MiB and 1,00,000 rows. @throws InvalidRequestError */
  readonly import: Upload<'importSuppressions'> = this.client.uploads('/suppressions/import');

  /** Allows promotional messages to a `recipient` again. @throws NotFoundError */
  readonly remove: Ask<'unsuppressRecipient'> = this.client.byQuery('DELETE', '/suppressions');
}

/** Personal data of recipients. */
export class Privacy extends Resource {
  /** Starts to erase all data about a `recipient`. @throws InvalidRequestError */
  readonly erase: Create<'eraseRecipient'> = this.client.creates('/erasures');

  /** Lists erasures, newest first. */
  readonly listErasures: List<'listErasures'> = this.client.lists('/erasures');

  /** Returns the progress of an erasure. @throws NotFoundError */
  readonly getErasure: Read<'getErasure'> = this.client.byId('GET', '/erasures/{id}');

  /**
   * Returns the data stored about a `recipient`. Pass `next` as `after` until it is null.
   *
   * @throws InvalidRequestError
   */
  readonly getRecipientData: Ask<'getRecipientData'> = this.client.byQuery('GET', '/recipient-data');

  /** Lists the views of message texts, newest first. */
  readonly listTextViews: List<'listTextViews'> = this.client.lists('/text-views');

  /** Returns how many days messages and texts are kept. */
  readonly getRetention: Get<'getRetention'> = this.client.gets('/retention');
}

/** Methods for the plan’s balance and for analytics. */
export class Account extends Resource {
  /** Returns how many messages the plan has left; each segment of a text uses one. */
  readonly getBalance: Get<'getBalance'> = this.client.gets('/balance');

  /**
   * Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a split,
   * `parts` has the figures of each part.
   */
  readonly getAnalytics: Look<'getAnalytics'> = this.client.byQuery('GET', '/analytics');
}

/** The account’s DLT registrations, and the check of messages against them. */
export class Dlt extends Resource {
  readonly entities: DltEntities = new DltEntities(this.client);
  readonly headers: DltHeaders = new DltHeaders(this.client);
  readonly templates: DltTemplates = new DltTemplates(this.client);
  readonly imports: DltImports = new DltImports(this.client);
  readonly links: DltLinks = new DltLinks(this.client);
  readonly chains: DltChains = new DltChains(this.client);

  /**
   * Returns the DLT result of up to 1,000 `messages` without sending them. Free of charge.
   *
   * @throws InvalidRequestError
   */
  readonly check: Send<'checkDltMessages'> = this.client.byBody('POST', '/dlt/check');

  /** Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning. */
  readonly getMode: Get<'getDltMode'> = this.client.gets('/dlt/registry');

  /** Sets the DLT mode. @throws InvalidRequestError */
  readonly updateMode: Send<'updateDltMode'> = this.client.byBody('PATCH', '/dlt/registry');
}

/** Principal entities: the businesses on whose behalf you send. */
export class DltEntities extends Resource {
  /** Lists entities in the order of their ids. */
  readonly list: List<'listDltEntities'> = this.client.lists('/dlt/entities');

  /** Registers an entity. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltEntity'> = this.client.creates('/dlt/entities');

  /** Changes an entity, by its `entity_id`. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltEntity'> = this.client.changes('/dlt/entities/{id}');

  /** Deletes an entity. @throws NotFoundError, InvalidRequestError */
  readonly delete: Read<'deleteDltEntity'> = this.client.byId('DELETE', '/dlt/entities/{id}');
}

/** Headers: the sender names of your messages. */
export class DltHeaders extends Resource {
  /** Lists headers in alphabetical order. */
  readonly list: List<'listDltHeaders'> = this.client.lists('/dlt/headers');

  /**
   * Registers a header. It is `pending` until the installation’s operator approves it.
   *
   * @throws InvalidRequestError, DltError
   */
  readonly create: Create<'createDltHeader'> = this.client.creates('/dlt/headers');

  /** Changes the status of a header. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltHeader'> = this.client.changes('/dlt/headers/{id}');

  /** Deletes a header. @throws NotFoundError */
  readonly delete: Read<'deleteDltHeader'> = this.client.byId('DELETE', '/dlt/headers/{id}');

  /**
   * Adds evidence that you own a header: a `file`, or its `name` and base64 `content`. A lost response is not
   * retried.
   *
   * @throws InvalidRequestError, NotFoundError
   */
  readonly addEvidence: Attach<'addDltEvidence'> = this.client.attaches('/dlt/headers/{id}/evidence');
}

/** Content templates: the texts that you may send. */
export class DltTemplates extends Resource {
  /** Lists templates in the order of their ids. */
  readonly list: List<'listDltTemplates'> = this.client.lists('/dlt/templates');

  /** Registers a template. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltTemplate'> = this.client.creates('/dlt/templates');

  /** Returns a template by its `template_id`. @throws NotFoundError */
  readonly get: Read<'getDltTemplate'> = this.client.byId('GET', '/dlt/templates/{id}');

  /** Changes the name, status or headers of a template. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltTemplate'> = this.client.changes('/dlt/templates/{id}');

  /** Deletes a template. @throws NotFoundError */
  readonly delete: Read<'deleteDltTemplate'> = this.client.byId('DELETE', '/dlt/templates/{id}');

  /**
   * Imports templates from a DLT portal’s export, a `file`. A large file is still being processed when the method
   * returns; use `dlt.imports.get` to follow it.
   *
   * @throws InvalidRequestError
   */
  readonly import: Upload<'importDltTemplates'> = this.client.uploads('/dlt/templates/import');
}

/** Imports of exports from DLT portals. */
export class DltImports extends Resource {
  /** Imports headers, entities or templates from a `file`. `list` says which. @throws InvalidRequestError */
  readonly create: Upload<'importDltList'> = this.client.uploads('/dlt/imports');

  /**
   * Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is null.
   *
   * @throws NotFoundError
   */
  readonly get: Inspect<'getDltImport'> = this.client.inspects('/dlt/imports/{id}');
}

/** Links, phone numbers and email addresses that texts may contain. */
export class DltLinks extends Resource {
  /** Lists links in alphabetical order. */
  readonly list: List<'listDltLinks'> = this.client.lists('/dlt/links');

  /** Registers a link. @throws InvalidRequestError */
  readonly create: Create<'createDltLink'> = this.client.creates('/dlt/links');

  /** Deletes a link by its `kind` and `value`. @throws NotFoundError */
  readonly delete: Ask<'deleteDltLink'> = this.client.byQuery('DELETE', '/dlt/links');
}

/** Telemarketer chains, one per entity and carrier. */
export class DltChains extends Resource {
  /** Lists chains. */
  readonly list: List<'listDltChains'> = this.client.lists('/dlt/chains');

  /** Sets an entity’s chain for a carrier. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltChain'> = this.client.creates('/dlt/chains');

  /** Deletes a chain by its `entity_id` and `carrier`. @throws NotFoundError */
  readonly delete: Ask<'deleteDltChain'> = this.client.byQuery('DELETE', '/dlt/chains');
}
