# Generated from the OpenAPI document by `npm run packages`. Do not edit it.
"""The methods of both clients, one class per part of the API."""

from __future__ import annotations

from typing import Union

from . import _types as t
from ._methods import (
    Act, Ask, Change, Create, Get, Inspect, Kind, ListAll, ListOf, ListPlain, Look, NoParams, Read, Resource, Runner,
    VerifyOtpParams, method,
)  # fmt: skip


class Messages(Resource[Kind]):
    """Methods for text messages to Indian mobile numbers."""

    send: Create[t.SendMessageBody, t.SendMessageData] = method("POST", "/messages/send-message", "body", key=True)
    """Sends text, or a template with values, to one number. Returns the stored message with the status `queued`.
    `warnings` lists DLT problems that did not block it. Raises InvalidRequestError, DltError, QuotaExceededError,
    PermissionDeniedError, RateLimitError."""

    post: Create[t.PostMessageBody, t.PostMessageData] = method("POST", "/message", "body", key=True)
    """Like `send`, with the call’s short form: the text is in `content`, and templates are not supported. Raises
    InvalidRequestError."""

    send_batch: Create[t.SendBatchBody, t.SendBatchData] = method("POST", "/messages/batch", "body", key=True)
    """Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results
    have the order of `messages`. Raises InvalidRequestError if the batch as a whole is invalid; QuotaExceededError,
    RateLimitError."""

    list: ListAll[t.ListMessagesQuery, t.ListMessagesEntry] = method("GET", "/messages", "query", optional=True, is_list=True)
    """Lists the messages in the key’s mode, newest first, including one-time passwords."""

    get: Read[t.GetMessageData] = method("GET", "/messages/{id}")
    """Returns a message with its timeline. Raises NotFoundError."""

    list_scheduled: ListAll[t.ListScheduledMessagesQuery, t.ListScheduledMessagesEntry] = method("GET", "/messages/scheduled", "query", optional=True, is_list=True)
    """Lists scheduled messages whose `send_at` is still in the future, earliest first."""

    reschedule: Change[t.RescheduleMessageBody, t.RescheduleMessageData] = method("PATCH", "/messages/{id}", "body")
    """Moves the `send_at` of a scheduled message by at most three days. Raises ConflictError if its time has
    come."""

    cancel: Read[t.CancelMessageData] = method("POST", "/messages/{id}/cancel", repeatable=True)
    """Cancels a scheduled message and credits its units back. Raises ConflictError if its time has come."""


class Otps(Resource[Kind]):
    """One-time passwords. Dakiya generates the code, sends it, and checks the user’s input."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.services: OtpServices[Kind] = OtpServices(runner)

    send: Create[t.SendOtpBody, t.SendOtpData] = method("POST", "/messages/send-otp", "body", key=True)
    """Sends a code. A second call within five minutes sends the same code again, unless the OTP service says
    otherwise. Raises OtpError with `retry_after_seconds` if the number has just got a code; InvalidRequestError,
    DltError, QuotaExceededError."""

    get: Read[t.GetOtpData] = method("GET", "/otps/{id}")
    """Returns the state of a one-time password, without its code. Raises NotFoundError."""

    verify: Create[VerifyOtpParams, t.VerifyOtpData] = method("POST", "/messages/verify-otp", "body", key=True)
    """Checks the code that the user typed. Retries after a lost response do not count as another attempt. Raises
    OtpError if the code is wrong, expired or used, or after too many wrong codes; NotFoundError if no code was
    sent."""


class OtpServices(Resource[Kind]):
    """OTP services, which define text, format, validity and limits of codes."""

    list: ListPlain[t.ListOtpServicesEntry] = method("GET", "/otp-services", is_list=True)
    """Lists all services."""

    create: Create[t.CreateOtpServiceBody, t.CreateOtpServiceData] = method("POST", "/otp-services", "body", key=True)
    """Creates a service. Raises InvalidRequestError."""

    update: Change[t.ChangeOtpServiceBody, t.ChangeOtpServiceData] = method("PATCH", "/otp-services/{id}", "body")
    """Changes the given fields of a service. Raises InvalidRequestError, NotFoundError."""

    delete: Read[t.DeleteOtpServiceData] = method("DELETE", "/otp-services/{id}")
    """Deletes a service. Raises NotFoundError."""


class Webhooks(Resource[Kind]):
    """Your webhook endpoints, and the events that Dakiya posts to them. `unwrap_webhook` verifies a received
    event."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.endpoints: WebhookEndpoints[Kind] = WebhookEndpoints(runner)
        self.events: WebhookEvents[Kind] = WebhookEvents(runner)


class WebhookEndpoints(Resource[Kind]):
    """The webhook endpoints of the account, up to 20."""

    list: ListPlain[t.ListWebhookEndpointsEntry] = method("GET", "/webhooks/endpoints", is_list=True)
    """Lists all endpoints."""

    create: Create[t.CreateWebhookEndpointBody, t.CreateWebhookEndpointData] = method("POST", "/webhooks/endpoints", "body", key=True)
    """Creates an endpoint. Returns it with the secret that signs its events. Raises InvalidRequestError."""

    get: Read[t.GetWebhookEndpointData] = method("GET", "/webhooks/endpoints/{id}")
    """Returns an endpoint. Raises NotFoundError."""

    update: Change[t.UpdateWebhookEndpointBody, t.UpdateWebhookEndpointData] = method("PATCH", "/webhooks/endpoints/{id}", "body")
    """Changes the given fields. Takes effect within a second. Raises InvalidRequestError, NotFoundError."""

    delete: Read[t.DeleteWebhookEndpointData] = method("DELETE", "/webhooks/endpoints/{id}")
    """Deletes an endpoint and discards its waiting events. Raises NotFoundError."""

    get_secret: Read[t.GetWebhookSecretData] = method("GET", "/webhooks/endpoints/{id}/secret")
    """Returns the secret again. Raises NotFoundError."""

    rotate_secret: Act[t.RotateWebhookSecretBody, t.RotateWebhookSecretData] = method("POST", "/webhooks/endpoints/{id}/rotate", "body", optional=True, key=True)
    """Creates a new secret. For `overlap_hours` (24 by default), the old secret signs too. Raises
    InvalidRequestError, NotFoundError."""

    send_test: Act[t.SendTestWebhookBody, t.SendTestWebhookData] = method("POST", "/webhooks/endpoints/{id}/test", "body", optional=True, key=True)
    """Posts a test event of a `type` with made-up data. Returns the event. Raises InvalidRequestError,
    NotFoundError."""

    recover: Act[t.RecoverWebhookEventsBody, t.RecoverWebhookEventsData] = method("POST", "/webhooks/endpoints/{id}/recover", "body", optional=True, key=True)
    """Starts posting the failed events of a time span again. Raises InvalidRequestError, NotFoundError."""

    list_recoveries: ListOf[t.ListWebhookRecoveriesEntry] = method("GET", "/webhooks/endpoints/{id}/recoveries", is_list=True)
    """Lists an endpoint’s recoveries with their progress. Raises NotFoundError."""


class WebhookEvents(Resource[Kind]):
    """The events of the last 30 days."""

    list: ListAll[t.ListWebhookEventsQuery, t.ListWebhookEventsEntry] = method("GET", "/webhooks/events", "query", optional=True, is_list=True)
    """Lists events, newest first."""

    get: Read[t.GetWebhookEventData] = method("GET", "/webhooks/events/{id}")
    """Returns an event with its payload. Raises NotFoundError."""

    list_attempts: ListOf[t.ListWebhookAttemptsEntry] = method("GET", "/webhooks/events/{id}/attempts", is_list=True)
    """Lists the attempts to post an event, with the first KiB of each response. Raises NotFoundError."""

    replay: Act[NoParams, t.ReplayWebhookEventData] = method("POST", "/webhooks/events/{id}/replay", "body", optional=True, key=True)
    """Posts an event again, in any state. Raises NotFoundError, ConflictError."""


class Suppressions(Resource[Kind]):
    """Numbers that get no promotional messages."""

    list: ListAll[t.ListSuppressionsQuery, t.ListSuppressionsEntry] = method("GET", "/suppressions", "query", optional=True, is_list=True)
    """Lists the suppressed numbers, newest first."""

    add: Create[t.SuppressRecipientsBody, t.SuppressRecipientsData] = method("POST", "/suppressions", "body", key=True)
    """Suppresses a number (`recipient`) or several (`recipients`). Raises InvalidRequestError."""

    import_file: Create[t.ImportSuppressionsForm, t.ImportSuppressionsData] = method("POST", "/suppressions/import", "form", key=True)
    """Suppresses the numbers of a `file` of up to 5 MiB and 1,00,000 rows. Raises InvalidRequestError."""

    remove: Ask[t.UnsuppressRecipientQuery, t.UnsuppressRecipientData] = method("DELETE", "/suppressions", "query")
    """Allows promotional messages to a `recipient` again. Raises NotFoundError."""


class Privacy(Resource[Kind]):
    """Personal data of recipients."""

    erase: Create[t.EraseRecipientBody, t.EraseRecipientData] = method("POST", "/erasures", "body", key=True)
    """Starts to erase all data about a `recipient`. Raises InvalidRequestError."""

    list_erasures: ListAll[t.ListErasuresQuery, t.ListErasuresEntry] = method("GET", "/erasures", "query", optional=True, is_list=True)
    """Lists erasures, newest first."""

    get_erasure: Read[t.GetErasureData] = method("GET", "/erasures/{id}")
    """Returns the progress of an erasure. Raises NotFoundError."""

    get_recipient_data: Ask[t.GetRecipientDataQuery, t.GetRecipientDataData] = method("GET", "/recipient-data", "query")
    """Returns the data stored about a `recipient`. Pass `next` as `after` until it is None. Raises
    InvalidRequestError."""

    list_text_views: ListAll[t.ListTextViewsQuery, t.ListTextViewsEntry] = method("GET", "/text-views", "query", optional=True, is_list=True)
    """Lists the views of message texts, newest first."""

    get_retention: Get[t.GetRetentionData] = method("GET", "/retention")
    """Returns how many days messages and texts are kept."""


class Account(Resource[Kind]):
    """Methods for the plan’s balance and for analytics."""

    get_balance: Get[t.GetBalanceData] = method("GET", "/balance")
    """Returns how many messages the plan has left; each segment of a text uses one."""

    get_analytics: Look[t.GetAnalyticsQuery, t.GetAnalyticsData] = method("GET", "/analytics", "query", optional=True)
    """Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a
    split, `parts` has the figures of each part."""


class Dlt(Resource[Kind]):
    """The account’s DLT registrations, and the check of messages against them."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.entities: DltEntities[Kind] = DltEntities(runner)
        self.headers: DltHeaders[Kind] = DltHeaders(runner)
        self.templates: DltTemplates[Kind] = DltTemplates(runner)
        self.imports: DltImports[Kind] = DltImports(runner)
        self.links: DltLinks[Kind] = DltLinks(runner)
        self.chains: DltChains[Kind] = DltChains(runner)

    check: Ask[t.CheckDltMessagesBody, t.CheckDltMessagesData] = method("POST", "/dlt/check", "body", repeatable=True)
    """Returns the DLT result of up to 1,000 `messages` without sending them. Free of charge. Raises
    InvalidRequestError."""

    get_mode: Get[t.GetDltModeData] = method("GET", "/dlt/registry")
    """Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning."""

    update_mode: Ask[t.UpdateDltModeBody, t.UpdateDltModeData] = method("PATCH", "/dlt/registry", "body")
    """Sets the DLT mode. Raises InvalidRequestError."""


class DltEntities(Resource[Kind]):
    """Principal entities: the businesses on whose behalf you send."""

    list: ListAll[t.ListDltEntitiesQuery, t.ListDltEntitiesEntry] = method("GET", "/dlt/entities", "query", optional=True, is_list=True)
    """Lists entities in the order of their ids."""

    create: Create[t.CreateDltEntityBody, t.CreateDltEntityData] = method("POST", "/dlt/entities", "body", key=True)
    """Registers an entity. Raises InvalidRequestError, DltError."""

    update: Change[t.UpdateDltEntityBody, t.UpdateDltEntityData] = method("PATCH", "/dlt/entities/{id}", "body")
    """Changes an entity, by its `entity_id`. Raises InvalidRequestError, NotFoundError."""

    delete: Read[None] = method("DELETE", "/dlt/entities/{id}")
    """Deletes an entity. Raises NotFoundError, InvalidRequestError."""


class DltHeaders(Resource[Kind]):
    """Headers: the sender names of your messages."""

    list: ListAll[t.ListDltHeadersQuery, t.ListDltHeadersEntry] = method("GET", "/dlt/headers", "query", optional=True, is_list=True)
    """Lists headers in alphabetical order."""

    create: Create[t.CreateDltHeaderBody, t.CreateDltHeaderData] = method("POST", "/dlt/headers", "body", key=True)
    """Registers a header. It is `pending` until the installation’s operator approves it. Raises
    InvalidRequestError, DltError."""

    update: Change[t.UpdateDltHeaderBody, t.UpdateDltHeaderData] = method("PATCH", "/dlt/headers/{id}", "body")
    """Changes the status of a header. Raises InvalidRequestError, NotFoundError."""

    delete: Read[None] = method("DELETE", "/dlt/headers/{id}")
    """Deletes a header. Raises NotFoundError."""

    add_evidence: Change[Union[t.AddDltEvidenceForm, t.AddDltEvidenceBody], t.AddDltEvidenceData] = method("POST", "/dlt/headers/{id}/evidence", "upload")
    """Adds evidence that you own a header: a `file`, or its `name` and base64 `content`. A lost response is not
    retried. Raises InvalidRequestError, NotFoundError."""


class DltTemplates(Resource[Kind]):
    """Content templates: the texts that you may send."""

    list: ListAll[t.ListDltTemplatesQuery, t.ListDltTemplatesEntry] = method("GET", "/dlt/templates", "query", optional=True, is_list=True)
    """Lists templates in the order of their ids."""

    create: Create[t.CreateDltTemplateBody, t.CreateDltTemplateData] = method("POST", "/dlt/templates", "body", key=True)
    """Registers a template. Raises InvalidRequestError, DltError."""

    get: Read[t.GetDltTemplateData] = method("GET", "/dlt/templates/{id}")
    """Returns a template by its `template_id`. Raises NotFoundError."""

    update: Change[t.UpdateDltTemplateBody, t.UpdateDltTemplateData] = method("PATCH", "/dlt/templates/{id}", "body")
    """Changes the name, status or headers of a template. Raises InvalidRequestError, NotFoundError."""

    delete: Read[None] = method("DELETE", "/dlt/templates/{id}")
    """Deletes a template. Raises NotFoundError."""

    import_file: Create[t.ImportDltTemplatesForm, t.ImportDltTemplatesData] = method("POST", "/dlt/templates/import", "form", key=True)
    """Imports templates from a DLT portal’s export, a `file`. A large file is still being processed when the method
    returns; use `dlt.imports.get` to follow it. Raises InvalidRequestError."""


class DltImports(Resource[Kind]):
    """Imports of exports from DLT portals."""

    create: Create[t.ImportDltListForm, t.ImportDltListData] = method("POST", "/dlt/imports", "form", key=True)
    """Imports headers, entities or templates from a `file`. `list` says which. Raises InvalidRequestError."""

    get: Inspect[t.GetDltImportQuery, t.GetDltImportData] = method("GET", "/dlt/imports/{id}", "query", optional=True)
    """Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is None. Raises
    NotFoundError."""


class DltLinks(Resource[Kind]):
    """Links, phone numbers and email addresses that texts may contain."""

    list: ListAll[t.ListDltLinksQuery, t.ListDltLinksEntry] = method("GET", "/dlt/links", "query", optional=True, is_list=True)
    """Lists links in alphabetical order."""

    create: Create[t.CreateDltLinkBody, t.CreateDltLinkData] = method("POST", "/dlt/links", "body", key=True)
    """Registers a link. Raises InvalidRequestError."""

    delete: Ask[t.DeleteDltLinkQuery, None] = method("DELETE", "/dlt/links", "query")
    """Deletes a link by its `kind` and `value`. Raises NotFoundError."""


class DltChains(Resource[Kind]):
    """Telemarketer chains, one per entity and carrier."""

    list: ListAll[t.ListDltChainsQuery, t.ListDltChainsEntry] = method("GET", "/dlt/chains", "query", optional=True, is_list=True)
    """Lists chains."""

    create: Create[t.CreateDltChainBody, t.CreateDltChainData] = method("POST", "/dlt/chains", "body", key=True)
    """Sets an entity’s chain for a carrier. Raises InvalidRequestError, DltError."""

    delete: Ask[t.DeleteDltChainQuery, None] = method("DELETE", "/dlt/chains", "query")
    """Deletes a chain by its `entity_id` and `carrier`. Raises NotFoundError."""
