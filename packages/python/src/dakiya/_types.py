# Generated from the OpenAPI document by `npm run packages`. Do not edit it.
"""The parameters and results of each operation, by its name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, BinaryIO, Dict, List, Literal, Optional, Tuple, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing import TypedDict

    if TYPE_CHECKING:
        from typing_extensions import NotRequired

#: A file to send: its bytes, a file that is open for reading bytes, or a name with bytes.
File = Union[bytes, BinaryIO, Tuple[str, bytes]]


class SendMessageInput(TypedDict):
    message: NotRequired[str]
    """The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67."""
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    sender_id: NotRequired[str]
    """One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header."""
    template_id: NotRequired[str]
    """The id of the DLT content template. If omitted, Dakiya finds the template by the text."""
    variables: NotRequired[List[str]]
    """The values for the slots of the template `template_id`, in order. Send either `variables` or `message`."""
    send_at: NotRequired[str]
    """When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once."""
    when_closed: NotRequired[Literal["reject", "defer"]]
    """What happens to a promotional message outside the permitted hours, by default 10:00 to 21:00 India time. `reject`: the call fails. `defer`: the message waits until the hours begin."""

SendMessageBody = SendMessageInput


class SendMessageDataWarningsSlot(TypedDict):
    """The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters."""
    number: int
    type: str
    length: NotRequired[int]
    max: NotRequired[int]


class SendMessageDataWarnings(TypedDict):
    slot: NotRequired[SendMessageDataWarningsSlot]
    """The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters."""
    position: NotRequired[int]
    """Where the problem begins in the text: the number of Unicode code points before this place."""
    expected: NotRequired[str]
    """The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it."""
    kind: NotRequired[str]
    """How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`."""
    character: NotRequired[str]
    """The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another."""
    candidates: NotRequired[List[str]]
    """The ids of the templates that match the text; if no template matches, the id of the most similar one."""
    didYouMean: NotRequired[str]
    """Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix."""
    code: str
    message: str
    """What is wrong, and what to do."""
    param: str
    """The field of the request that the finding is about."""
    docUrl: str
    """The URL of the documentation of `code`."""


class SendMessageData(TypedDict):
    _id: str
    user: str
    """The `_id` of the account."""
    apiId: str
    """The API ID with which the message was sent."""
    requestId: Optional[str]
    """The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded."""
    serverNumber: str
    """The sender of the message: a DLT header."""
    recipient: str
    """The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`."""
    livemode: bool
    """False if the message was sent with a test key. Such a message reaches no carrier and costs nothing."""
    kind: Literal["message", "otp"]
    """`otp` for a one-time password, `message` for any other message."""
    content: Optional[str]
    """The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code."""
    templateId: Optional[str]
    """The id of the message’s DLT template; null if none was given or found."""
    entityId: Optional[str]
    """The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity."""
    segments: int
    """The number of SMS segments of the text. In live mode, each segment uses one message of the plan."""
    status: Literal["scheduled", "queued", "submitting", "sent", "unknown", "delivered", "undelivered", "failed", "expired", "cancelled"]
    """The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final."""
    reason: Optional[str]
    """Why the message was not delivered, or is not delivered yet; null if no reason is known."""
    version: int
    """A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer."""
    createdAt: str
    """When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled."""
    scheduledFor: Optional[str]
    """When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once."""
    sentAt: Optional[str]
    """When all segments had been accepted by a carrier; null until then."""
    settledAt: Optional[str]
    """When the message reached a final state; null until then."""
    warnings: List[SendMessageDataWarnings]
    """Warnings of the DLT check. They do not prevent sending."""


class PostMessageBody(TypedDict):
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    sender_id: NotRequired[str]
    """One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header."""
    send_at: NotRequired[str]
    """When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once."""
    content: str
    """The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67."""

PostMessageData = SendMessageData


class SendBatchBody(TypedDict):
    messages: List[SendMessageInput]
    """The messages, each with the fields of `/messages/send-message`."""


class SendBatchDataItem1(TypedDict):
    status: Literal["success"]
    data: SendMessageData


class SendBatchDataItem2Error(TypedDict):
    code: str
    message: str
    param: NotRequired[str]
    """The name of the invalid field; omitted if the error is not about a field."""
    scope: NotRequired[str]
    """The scope that the API key lacks."""
    slot: NotRequired[SendMessageDataWarningsSlot]
    """The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters."""
    position: NotRequired[int]
    """Where the problem begins in the text: the number of Unicode code points before this place."""
    expected: NotRequired[str]
    """The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it."""
    kind: NotRequired[str]
    """How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`."""
    character: NotRequired[str]
    """The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another."""
    candidates: NotRequired[List[str]]
    """The ids of the templates that match the text; if no template matches, the id of the most similar one."""
    didYouMean: NotRequired[str]
    """Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix."""
    docUrl: str
    """The URL of the documentation of `code`."""


class SendBatchDataItem2(TypedDict):
    status: Literal["error"]
    error: SendBatchDataItem2Error

SendBatchData = List[Union[SendBatchDataItem1, SendBatchDataItem2]]


ListMessagesQuery = TypedDict(
    "ListMessagesQuery",
    {
        "limit": "NotRequired[int]",
        "after": "NotRequired[str]",
        "status": "NotRequired[Literal[\"queued\", \"submitting\", \"sent\", \"unknown\", \"delivered\", \"undelivered\", \"failed\", \"expired\"]]",
        "recipient": "NotRequired[str]",
        "api_id": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class ListMessagesEntry(TypedDict):
    _id: str
    user: str
    """The `_id` of the account."""
    apiId: str
    """The API ID with which the message was sent."""
    requestId: Optional[str]
    """The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded."""
    serverNumber: str
    """The sender of the message: a DLT header."""
    recipient: str
    """The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`."""
    livemode: bool
    """False if the message was sent with a test key. Such a message reaches no carrier and costs nothing."""
    kind: Literal["message", "otp"]
    """`otp` for a one-time password, `message` for any other message."""
    content: Optional[str]
    """The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code."""
    templateId: Optional[str]
    """The id of the message’s DLT template; null if none was given or found."""
    entityId: Optional[str]
    """The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity."""
    segments: int
    """The number of SMS segments of the text. In live mode, each segment uses one message of the plan."""
    status: Literal["scheduled", "queued", "submitting", "sent", "unknown", "delivered", "undelivered", "failed", "expired", "cancelled"]
    """The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final."""
    reason: Optional[str]
    """Why the message was not delivered, or is not delivered yet; null if no reason is known."""
    version: int
    """A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer."""
    createdAt: str
    """When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled."""
    scheduledFor: Optional[str]
    """When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once."""
    sentAt: Optional[str]
    """When all segments had been accepted by a carrier; null until then."""
    settledAt: Optional[str]
    """When the message reached a final state; null until then."""


class ListScheduledMessagesQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page, or the `_id` of its last entry."""

ListScheduledMessagesEntry = ListMessagesEntry


class RescheduleMessageBody(TypedDict):
    send_at: str
    """The new time, at most three days before or after the time for which the message was first scheduled."""

RescheduleMessageData = ListMessagesEntry


class GetMessageDataTimelineVerdict(TypedDict):
    code: str
    """The code of the verdict: a code of the DLT check, or a code that only operators give."""
    source: str
    """Who gave the verdict: always `operator`."""
    message: str
    """What the operator found, and what to do."""
    docUrl: str
    """The URL of the documentation of `code`."""


class GetMessageDataTimelineRoute(TypedDict):
    name: str
    by: List[Literal["category", "sender", "account", "prefix", "weight", "price", "probe"]]
    """Why this carrier was chosen: the conditions of the route, then the rule that chose among the route’s carriers."""


class GetMessageDataTimeline(TypedDict):
    at: str
    event: Literal["queued", "skipped", "submitted", "refused", "unanswered", "not_sent", "receipt", "expired"]
    """What happened. `queued`: Dakiya accepted the message. `submitted`: the carrier accepted the segment. `refused`: the carrier rejected the segment. `unanswered`: the carrier did not respond in time. `not_sent`: the connection was lost before the submit. `skipped`: the carrier was not available. `receipt`: a delivery receipt arrived. `expired`: the validity of the message ended."""
    carrier: Optional[str]
    """The carrier’s name in the installation; null for events without a carrier, such as `queued`."""
    segment: Optional[int]
    """The number of the segment, counted from 1; null if the event is about the whole text."""
    carrierMessageId: Optional[str]
    """The id that the carrier gave the segment; null if there is none."""
    status: Optional[str]
    """The status in the carrier’s response or receipt; null if there is none."""
    errorCode: Optional[str]
    """The operator’s error code; null if there is none."""
    verdict: Optional[GetMessageDataTimelineVerdict]
    """What the operator’s error code means; null if this is not known."""
    route: Optional[GetMessageDataTimelineRoute]
    """The route by which the carrier of this attempt was chosen; null if carriers are tried in their default order."""


class GetMessageData(TypedDict):
    _id: str
    user: str
    """The `_id` of the account."""
    apiId: str
    """The API ID with which the message was sent."""
    requestId: Optional[str]
    """The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded."""
    serverNumber: str
    """The sender of the message: a DLT header."""
    recipient: str
    """The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`."""
    livemode: bool
    """False if the message was sent with a test key. Such a message reaches no carrier and costs nothing."""
    kind: Literal["message", "otp"]
    """`otp` for a one-time password, `message` for any other message."""
    content: Optional[str]
    """The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code."""
    templateId: Optional[str]
    """The id of the message’s DLT template; null if none was given or found."""
    entityId: Optional[str]
    """The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity."""
    segments: int
    """The number of SMS segments of the text. In live mode, each segment uses one message of the plan."""
    status: Literal["scheduled", "queued", "submitting", "sent", "unknown", "delivered", "undelivered", "failed", "expired", "cancelled"]
    """The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final."""
    reason: Optional[str]
    """Why the message was not delivered, or is not delivered yet; null if no reason is known."""
    version: int
    """A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer."""
    createdAt: str
    """When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled."""
    scheduledFor: Optional[str]
    """When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once."""
    sentAt: Optional[str]
    """When all segments had been accepted by a carrier; null until then."""
    settledAt: Optional[str]
    """When the message reached a final state; null until then."""
    timeline: List[GetMessageDataTimeline]
    """The events of the message, oldest first."""

CancelMessageData = ListMessagesEntry


GetAnalyticsQuery = TypedDict(
    "GetAnalyticsQuery",
    {
        "period": "NotRequired[Literal[\"24h\", \"7d\", \"30d\", \"90d\"]]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "split_by": "NotRequired[Literal[\"key\", \"sender\", \"template\", \"category\", \"carrier\"]]",
        "api_id": "NotRequired[str]",
        "sender": "NotRequired[str]",
        "template_id": "NotRequired[str]",
        "category": "NotRequired[Literal[\"otp\", \"transactional\", \"promotional\"]]",
        "carrier": "NotRequired[str]",
    },
)


class GetAnalyticsDataTotal(TypedDict):
    accepted: int
    """How many messages were accepted. If you filter or split by carrier, only messages in a final state count."""
    delivered: int
    failed: int
    """How many messages are `failed`, `undelivered` or `expired`."""
    inProgress: int
    """How many messages have no final state yet."""
    deliveredPercent: Optional[float]
    """The percentage of messages in a final state that were delivered; null if no message has a final state."""
    deliveryP50Ms: Optional[int]
    """The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    deliveryP95Ms: Optional[int]
    """The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    otpSent: int
    """How many one-time passwords were sent, without resends."""
    otpVerified: int
    otpValid: int
    """How many of the one-time passwords in `otpSent` can still be verified."""
    otpVerifiedPercent: Optional[float]
    """The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`."""
    verificationP50Ms: Optional[int]
    """The median time from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    verificationP95Ms: Optional[int]
    """The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified."""


class GetAnalyticsDataBefore(TypedDict):
    """The figures of the previous period, which has the same length."""
    accepted: int
    """How many messages were accepted. If you filter or split by carrier, only messages in a final state count."""
    delivered: int
    failed: int
    """How many messages are `failed`, `undelivered` or `expired`."""
    inProgress: int
    """How many messages have no final state yet."""
    deliveredPercent: Optional[float]
    """The percentage of messages in a final state that were delivered; null if no message has a final state."""
    deliveryP50Ms: Optional[int]
    """The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    deliveryP95Ms: Optional[int]
    """The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    otpSent: int
    """How many one-time passwords were sent, without resends."""
    otpVerified: int
    otpValid: int
    """How many of the one-time passwords in `otpSent` can still be verified."""
    otpVerifiedPercent: Optional[float]
    """The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`."""
    verificationP50Ms: Optional[int]
    """The median time from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    verificationP95Ms: Optional[int]
    """The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified."""


class GetAnalyticsDataSteps(TypedDict):
    accepted: int
    """How many messages were accepted. If you filter or split by carrier, only messages in a final state count."""
    delivered: int
    failed: int
    """How many messages are `failed`, `undelivered` or `expired`."""
    inProgress: int
    """How many messages have no final state yet."""
    deliveredPercent: Optional[float]
    """The percentage of messages in a final state that were delivered; null if no message has a final state."""
    deliveryP50Ms: Optional[int]
    """The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    deliveryP95Ms: Optional[int]
    """The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    otpSent: int
    """How many one-time passwords were sent, without resends."""
    otpVerified: int
    otpValid: int
    """How many of the one-time passwords in `otpSent` can still be verified."""
    otpVerifiedPercent: Optional[float]
    """The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`."""
    verificationP50Ms: Optional[int]
    """The median time from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    verificationP95Ms: Optional[int]
    """The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    at: str
    """When the hour or day began."""


class GetAnalyticsDataReasons(TypedDict):
    code: str
    """The part of a message’s `reason` before the first colon."""
    count: int
    before: int


class GetAnalyticsDataParts(TypedDict):
    accepted: int
    """How many messages were accepted. If you filter or split by carrier, only messages in a final state count."""
    delivered: int
    failed: int
    """How many messages are `failed`, `undelivered` or `expired`."""
    inProgress: int
    """How many messages have no final state yet."""
    deliveredPercent: Optional[float]
    """The percentage of messages in a final state that were delivered; null if no message has a final state."""
    deliveryP50Ms: Optional[int]
    """The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    deliveryP95Ms: Optional[int]
    """The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered."""
    otpSent: int
    """How many one-time passwords were sent, without resends."""
    otpVerified: int
    otpValid: int
    """How many of the one-time passwords in `otpSent` can still be verified."""
    otpVerifiedPercent: Optional[float]
    """The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`."""
    verificationP50Ms: Optional[int]
    """The median time from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    verificationP95Ms: Optional[int]
    """The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified."""
    value: str
    """The value of the dimension, such as a template id; empty for messages without a value."""


GetAnalyticsData = TypedDict(
    "GetAnalyticsData",
    {
        "livemode": "bool",
        "from": "str",
        "to": "str",
        "step": "Literal[\"hour\", \"day\"]",
        "total": "GetAnalyticsDataTotal",
        "before": "GetAnalyticsDataBefore",
        "steps": "List[GetAnalyticsDataSteps]",
        "reasons": "List[GetAnalyticsDataReasons]",
        "parts": "List[GetAnalyticsDataParts]",
    },
)


class SendOtpBodyChannels(TypedDict):
    channel: str
    """The channel: `sms` or `email`."""
    to: NotRequired[str]
    """The email address; required for `email`. The SMS goes to `recipient`."""
    after: NotRequired[int]
    """How many seconds after the previous channel this channel starts, 60 by default. It starts earlier if the previous channel fails. The sum of all `after` must be less than the validity of the code."""


class SendOtpBody(TypedDict):
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    otp_length: NotRequired[int]
    """The number of digits of the code. With `service`, the service determines the length instead."""
    service: NotRequired[str]
    """The `_id` of the OTP service to use. Default: the installation’s text and settings."""
    channels: NotRequired[List[SendOtpBodyChannels]]
    """The channels by which the code is sent: first `sms`, then up to two `email` channels. The next channel starts when the code is not verified in time, or when the channel before it fails."""
    end_user_ip: NotRequired[str]
    """The IP address of your end user, as your server sees it. Dakiya limits the codes per address, which protects you from SMS pumping."""


class SendOtpDataSendAttempts(TypedDict):
    channel: Literal["sms", "email"]
    to: str
    """The phone number or email address."""
    status: Literal["waiting", "skipped", "queued", "submitting", "sent", "delivered", "undelivered", "failed", "expired", "unknown"]
    """`waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it."""
    dueAt: Optional[str]
    """When the channel is due to start; null if this is not known yet."""
    startedAt: Optional[str]
    """When the channel started; null if it has not started."""
    reason: Optional[str]
    """Why the channel failed, or a note that the email may arrive twice; null in all other cases."""


class SendOtpData(TypedDict):
    otpId: str
    user: str
    """The `_id` of the account."""
    phoneNumber: str
    """The phone number in E.164."""
    apiId: str
    """The API ID with which the code was sent."""
    livemode: bool
    """False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code."""
    expiresAt: str
    """When the code expires."""
    service: Optional[str]
    """The `_id` of the OTP service that sent the code; null if none was used."""
    isTest: bool
    """Whether the number is a test number of the service. Test numbers get no message."""
    sendAttempts: NotRequired[List[SendOtpDataSendAttempts]]
    """The channels of this call; omitted if the call has no `channels`."""


class GetOtpData(TypedDict):
    otpId: str
    user: str
    """The `_id` of the account."""
    phoneNumber: str
    """The phone number in E.164."""
    apiId: str
    """The API ID with which the code was sent."""
    livemode: bool
    """False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code."""
    expiresAt: str
    """When the code expires."""
    service: Optional[str]
    """The `_id` of the OTP service that sent the code; null if none was used."""
    isTest: bool
    """Whether the number is a test number of the service. Test numbers get no message."""
    sendAttempts: List[SendOtpDataSendAttempts]
    """The channels of all calls with `channels` for this code, in the order of the calls and of their channels."""
    status: Literal["pending", "verified", "expired", "exhausted"]
    """`pending`: the code can be verified. `exhausted`: the code has no attempts left."""
    createdAt: str


class VerifyOtpBody(TypedDict):
    """Send either `recipient` and `otp`, or `otp_id`, `otp_code` and `phone_number`."""
    recipient: NotRequired[str]
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    otp: NotRequired[str]
    """The code that the user entered: 4 to 6 digits, or a code in the format of the service. Digits of all writing systems are accepted, such as Devanagari. Spaces, dashes, invisible characters and a prefix such as `G-` in `G-482913` are ignored. Other input, including a JSON number, is rejected and does not count as an attempt."""
    otp_id: NotRequired[str]
    """The `otpId` that `/messages/send-otp` returned."""
    otp_code: NotRequired[str]
    """The code that the user entered: 4 to 6 digits, or a code in the format of the service. Digits of all writing systems are accepted, such as Devanagari. Spaces, dashes, invisible characters and a prefix such as `G-` in `G-482913` are ignored. Other input, including a JSON number, is rejected and does not count as an attempt."""
    phone_number: NotRequired[str]
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    service: NotRequired[str]
    """The `_id` of the OTP service that sent the code. Send `service` only with `recipient`."""


class VerifyOtpData(TypedDict):
    otpId: str
    phoneNumber: str
    """The phone number in E.164."""
    isVerified: Literal[True]
    isTest: bool
    """Whether the number is a test number of the service."""


class ListOtpServicesEntryTestNumbers(TypedDict):
    recipient: str
    code: str
    ends_on: str


class ListOtpServicesEntry(TypedDict):
    _id: str
    name: str
    sender_id: Optional[str]
    template_id: Optional[str]
    text: str
    length: int
    letters: bool
    ttl_seconds: int
    max_attempts: int
    resend: Literal["same", "new"]
    app_hash: Optional[str]
    web_domain: Optional[str]
    test_numbers: List[ListOtpServicesEntryTestNumbers]


class CreateOtpServiceBodyTestNumbers(TypedDict):
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    code: str
    """The fixed code. Its length and characters must be those of the service’s codes."""
    ends_on: str
    """The last day, in India time, on which the number is a test number; at most a year from now."""


class CreateOtpServiceBody(TypedDict):
    name: str
    """The name of your app or brand, which replaces `{name}` in the text."""
    sender_id: NotRequired[Optional[str]]
    """One of your approved headers. Null means your only header; if you have several, the template’s only header; if you have none, the installation’s header."""
    template_id: NotRequired[Optional[str]]
    """The id of the DLT template. If it is null, Dakiya finds the template by the text."""
    text: NotRequired[str]
    """The text of the message. It has exactly one `{code}`, and may have `{name}`."""
    length: NotRequired[int]
    """The number of characters of a code."""
    letters: NotRequired[bool]
    """Whether codes also contain capital letters. Letters that resemble digits are not used."""
    ttl_seconds: NotRequired[int]
    """How long a code is valid, in seconds."""
    max_attempts: NotRequired[int]
    """The number of wrong attempts after which a code no longer works."""
    resend: NotRequired[Literal["same", "new"]]
    """What a repeated call sends while a code is valid. `same`: the same code. `new`: a new code that replaces the valid one."""
    app_hash: NotRequired[Optional[str]]
    """The app hash for Android’s SMS Retriever. Dakiya adds the hash to the text on a separate line. Null for no hash."""
    web_domain: NotRequired[Optional[str]]
    """The domain of your website. Dakiya adds the last line `@domain #code` to the text, so that browsers fill in the code (WebOTP). Null for no domain."""
    test_numbers: NotRequired[List[CreateOtpServiceBodyTestNumbers]]
    """Up to 10 phone numbers, each with a fixed code, for the people who review your app. These numbers get no message."""


class CreateOtpServiceData(TypedDict):
    _id: str
    name: str
    sender_id: Optional[str]
    template_id: Optional[str]
    text: str
    length: int
    letters: bool
    ttl_seconds: int
    max_attempts: int
    resend: Literal["same", "new"]
    app_hash: Optional[str]
    web_domain: Optional[str]
    test_numbers: List[ListOtpServicesEntryTestNumbers]
    warnings: List[SendMessageDataWarnings]
    """Warnings of the DLT check about the service’s messages. They do not prevent sending."""


class ChangeOtpServiceBody(TypedDict):
    name: NotRequired[str]
    """The name of your app or brand, which replaces `{name}` in the text."""
    sender_id: NotRequired[Optional[str]]
    """One of your approved headers. Null means your only header; if you have several, the template’s only header; if you have none, the installation’s header."""
    template_id: NotRequired[Optional[str]]
    """The id of the DLT template. If it is null, Dakiya finds the template by the text."""
    text: NotRequired[str]
    """The text of the message. It has exactly one `{code}`, and may have `{name}`."""
    length: NotRequired[int]
    """The number of characters of a code."""
    letters: NotRequired[bool]
    """Whether codes also contain capital letters. Letters that resemble digits are not used."""
    ttl_seconds: NotRequired[int]
    """How long a code is valid, in seconds."""
    max_attempts: NotRequired[int]
    """The number of wrong attempts after which a code no longer works."""
    resend: NotRequired[Literal["same", "new"]]
    """What a repeated call sends while a code is valid. `same`: the same code. `new`: a new code that replaces the valid one."""
    app_hash: NotRequired[Optional[str]]
    """The app hash for Android’s SMS Retriever. Dakiya adds the hash to the text on a separate line. Null for no hash."""
    web_domain: NotRequired[Optional[str]]
    """The domain of your website. Dakiya adds the last line `@domain #code` to the text, so that browsers fill in the code (WebOTP). Null for no domain."""
    test_numbers: NotRequired[List[CreateOtpServiceBodyTestNumbers]]
    """Up to 10 phone numbers, each with a fixed code, for the people who review your app. These numbers get no message."""

ChangeOtpServiceData = CreateOtpServiceData


class DeleteOtpServiceData(TypedDict):
    _id: str


class ListSuppressionsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page."""
    recipient: NotRequired[str]
    """Lists only this number, if it is suppressed."""


class ListSuppressionsEntry(TypedDict):
    recipient: str
    """The phone number in E.164."""
    reason: Optional[str]
    createdAt: str


class SuppressRecipientsBody(TypedDict):
    recipient: NotRequired[str]
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    recipients: NotRequired[List[str]]
    """Up to 1,000 numbers. Send either `recipients` or `recipient`."""
    reason: NotRequired[str]


class SuppressRecipientsData(TypedDict):
    added: int
    """How many of the numbers were not suppressed before."""


class UnsuppressRecipientQuery(TypedDict):
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""


class UnsuppressRecipientData(TypedDict):
    recipient: str
    """The phone number in E.164."""


class ImportSuppressionsForm(TypedDict):
    file: File
    """A text or CSV file, or a JSON array of numbers."""
    reason: NotRequired[str]


class ImportSuppressionsDataInvalidRows(TypedDict):
    row: int
    """The line of the file on which the row begins, counted from 1."""
    detail: str


class ImportSuppressionsData(TypedDict):
    rows: int
    """The number of rows, without empty rows and the heading."""
    added: int
    """How many numbers were not suppressed before."""
    known: int
    """How many numbers were suppressed already."""
    repeated: int
    """How many rows have a number that occurs earlier in the file."""
    invalid: int
    """How many rows have no Indian mobile number."""
    invalidRows: List[ImportSuppressionsDataInvalidRows]
    """The first 100 rows without an Indian mobile number."""


class ListWebhookEndpointsEntry(TypedDict):
    _id: str
    url: str
    """The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on."""
    types: List[Literal["message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unknown", "otp.sent", "otp.verified", "otp.expired", "otp.exhausted", "balance.low", "plan.changed", "sender.suspect", "webhook.disabled", "ping"]]
    """The types of events to post; empty for all, including types that are added later."""
    apiIds: List[str]
    """Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted."""
    description: Optional[str]
    includesText: bool
    """Whether events about messages contain the text. If false, their `content` is null."""
    maxPerSecond: Optional[int]
    """The maximum number of events to post per second; null for no limit."""
    livemode: bool
    """True for events of live keys and of the account, false for events of test keys."""
    format: Literal["standard", "msg91", "twilio"]
    """The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`."""
    enabled: bool
    """Whether the endpoint is on. Events that happen while it is off are not posted."""
    disabledReason: Optional[Literal["gone", "failing", "account_recovered"]]
    """Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off."""
    disabledAt: Optional[str]
    """When Dakiya turned the endpoint off."""
    failures: int
    """How many failures there were since the last success. Simultaneous failures count as one."""
    failingSince: Optional[str]
    """When the first failure since the last success happened; null if `failures` is 0."""
    failure: Optional[str]
    """The reason of the last failure; null if `failures` is 0."""
    createdAt: str


class CreateWebhookEndpointBody(TypedDict):
    url: str
    """The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on."""
    types: NotRequired[List[Literal["message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unknown", "otp.sent", "otp.verified", "otp.expired", "otp.exhausted", "balance.low", "plan.changed", "sender.suspect", "webhook.disabled", "ping"]]]
    """The types of events to post; empty for all, including types that are added later."""
    api_ids: NotRequired[List[str]]
    """Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted."""
    description: NotRequired[Optional[str]]
    includes_text: NotRequired[bool]
    """Whether events about messages contain the text. If false, their `content` is null."""
    max_per_second: NotRequired[Optional[int]]
    """The maximum number of events to post per second; null for no limit."""
    enabled: NotRequired[bool]
    """Whether the endpoint is on. Events that happen while it is off are not posted."""
    livemode: NotRequired[bool]
    """True for events of live keys and of the account, false for events of test keys. Default: the mode of the API key that makes the call; true with a session token. The mode cannot be changed later."""
    format: NotRequired[Literal["standard", "msg91"]]
    """The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. Default: `standard`. The format cannot be changed later."""


class CreateWebhookEndpointData(TypedDict):
    _id: str
    url: str
    """The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on."""
    types: List[Literal["message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unknown", "otp.sent", "otp.verified", "otp.expired", "otp.exhausted", "balance.low", "plan.changed", "sender.suspect", "webhook.disabled", "ping"]]
    """The types of events to post; empty for all, including types that are added later."""
    apiIds: List[str]
    """Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted."""
    description: Optional[str]
    includesText: bool
    """Whether events about messages contain the text. If false, their `content` is null."""
    maxPerSecond: Optional[int]
    """The maximum number of events to post per second; null for no limit."""
    livemode: bool
    """True for events of live keys and of the account, false for events of test keys."""
    format: Literal["standard", "msg91", "twilio"]
    """The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`."""
    enabled: bool
    """Whether the endpoint is on. Events that happen while it is off are not posted."""
    disabledReason: Optional[Literal["gone", "failing", "account_recovered"]]
    """Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off."""
    disabledAt: Optional[str]
    """When Dakiya turned the endpoint off."""
    failures: int
    """How many failures there were since the last success. Simultaneous failures count as one."""
    failingSince: Optional[str]
    """When the first failure since the last success happened; null if `failures` is 0."""
    failure: Optional[str]
    """The reason of the last failure; null if `failures` is 0."""
    createdAt: str
    secret: str
    """The secret with which Dakiya signs the events of the endpoint."""

GetWebhookEndpointData = ListWebhookEndpointsEntry


class UpdateWebhookEndpointBody(TypedDict):
    url: NotRequired[str]
    """The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on."""
    types: NotRequired[List[Literal["message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unknown", "otp.sent", "otp.verified", "otp.expired", "otp.exhausted", "balance.low", "plan.changed", "sender.suspect", "webhook.disabled", "ping"]]]
    """The types of events to post; empty for all, including types that are added later."""
    api_ids: NotRequired[List[str]]
    """Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted."""
    description: NotRequired[Optional[str]]
    includes_text: NotRequired[bool]
    """Whether events about messages contain the text. If false, their `content` is null."""
    max_per_second: NotRequired[Optional[int]]
    """The maximum number of events to post per second; null for no limit."""
    enabled: NotRequired[bool]
    """Whether the endpoint is on. Events that happen while it is off are not posted."""

UpdateWebhookEndpointData = ListWebhookEndpointsEntry

DeleteWebhookEndpointData = DeleteOtpServiceData


class GetWebhookSecretData(TypedDict):
    secret: str
    """The secret with which Dakiya signs the events of the endpoint."""


class RotateWebhookSecretBody(TypedDict):
    overlap_hours: NotRequired[int]
    """For how many hours events are also signed with the old secret; 0 revokes the old secret at once."""

RotateWebhookSecretData = GetWebhookSecretData


class SendTestWebhookBody(TypedDict):
    type: NotRequired[Literal["message.sent", "message.delivered", "message.undelivered", "message.failed", "message.expired", "message.unknown", "otp.sent", "otp.verified", "otp.expired", "otp.exhausted", "balance.low", "plan.changed", "sender.suspect", "webhook.disabled", "ping"]]
    """The type of the test event. The endpoint need not subscribe to this type."""


class SendTestWebhookData(TypedDict):
    _id: str
    """The id of the event, as in the header `webhook-id` of every attempt."""
    endpoint: str
    type: str
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    subject: Optional[str]
    """The id of the message or one-time password that the event is about; null for other events and test events."""
    timestamp: str
    """When the event happened."""
    status: Literal["pending", "delivered", "failed", "discarded"]
    """`pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about."""
    attempts: int
    lastStatus: Optional[int]
    """The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet."""
    lastError: Optional[str]
    """Why the last attempt failed; null if it succeeded, or there was no attempt yet."""
    durationMs: Optional[int]
    nextAttemptAt: Optional[str]
    """When the next attempt is due; null if no attempt is due."""
    deliveredAt: Optional[str]


class RecoverWebhookEventsBody(TypedDict):
    """The time range in which the failed events were recorded."""
    since: str
    """The beginning of the time range, inclusive. Events are kept for 30 days."""
    until: NotRequired[str]
    """The end of the time range, exclusive. Default: now."""


class RecoverWebhookEventsData(TypedDict):
    _id: str
    endpoint: str
    status: Literal["running", "done", "failed"]
    """`failed`: the recovery stopped before it had checked all events, and `failure` says why. Start another recovery for the rest."""
    since: str
    until: str
    looked: int
    """How many events of the time range the recovery has checked so far."""
    replayed: int
    """How many of the checked events had failed and are posted again."""
    failure: Optional[str]
    """Why the recovery failed; null if it did not fail."""
    createdAt: str
    finishedAt: Optional[str]

ListWebhookRecoveriesEntry = RecoverWebhookEventsData


ListWebhookEventsQuery = TypedDict(
    "ListWebhookEventsQuery",
    {
        "limit": "NotRequired[int]",
        "after": "NotRequired[str]",
        "endpoint": "NotRequired[str]",
        "type": "NotRequired[Literal[\"message.sent\", \"message.delivered\", \"message.undelivered\", \"message.failed\", \"message.expired\", \"message.unknown\", \"otp.sent\", \"otp.verified\", \"otp.expired\", \"otp.exhausted\", \"balance.low\", \"plan.changed\", \"sender.suspect\", \"webhook.disabled\", \"ping\"]]",
        "status": "NotRequired[Literal[\"pending\", \"delivered\", \"failed\", \"discarded\"]]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)

ListWebhookEventsEntry = SendTestWebhookData


class GetWebhookEventDataPayload(TypedDict):
    type: str
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: Dict[str, Any]
    """The data of the event. Its fields depend on `type`."""


class GetWebhookEventData(TypedDict):
    _id: str
    """The id of the event, as in the header `webhook-id` of every attempt."""
    endpoint: str
    type: str
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    subject: Optional[str]
    """The id of the message or one-time password that the event is about; null for other events and test events."""
    timestamp: str
    """When the event happened."""
    status: Literal["pending", "delivered", "failed", "discarded"]
    """`pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about."""
    attempts: int
    lastStatus: Optional[int]
    """The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet."""
    lastError: Optional[str]
    """Why the last attempt failed; null if it succeeded, or there was no attempt yet."""
    durationMs: Optional[int]
    nextAttemptAt: Optional[str]
    """When the next attempt is due; null if no attempt is due."""
    deliveredAt: Optional[str]
    payload: Optional[GetWebhookEventDataPayload]
    """The body as it would be posted now, without erased texts and numbers. Null if the message or code of the event has been deleted."""


class ListWebhookAttemptsEntry(TypedDict):
    number: int
    at: str
    durationMs: int
    status: Optional[int]
    """The HTTP status; null without a response."""
    error: Optional[str]
    """Why the attempt failed; null if it succeeded."""
    response: Optional[str]
    """The beginning of the response body, up to 1 KiB; null without a response."""

ReplayWebhookEventData = SendTestWebhookData

EraseRecipientBody = UnsuppressRecipientQuery


class EraseRecipientData(TypedDict):
    _id: str
    status: Literal["running", "waiting", "done"]
    """`running`: messages are being erased. `waiting`: some messages have no final state yet, or one-time passwords are less than a day old and still count towards limits. `done`: everything is erased."""
    total: Optional[int]
    """The number of messages to erase, counted up to 1,000,000; null until they are counted."""
    messages: int
    """How many messages have been erased."""
    codes: int
    """How many one-time passwords have been deleted."""
    open: int
    """How many messages have no final state yet. They are erased when they have one."""
    requestedAt: str
    requestedBy: str
    """The API ID, `dk_…`, or the session, `ses_…`, that last requested the erasure."""
    finishedAt: Optional[str]
    """When the erasure was done; null until then."""
    retainedUntil: Optional[str]
    """Until when the log keeps the erased messages, with a pseudonym and without texts. The law requires this (DPDP Rules 2025, rule 8). Null if the log keeps none."""


class ListErasuresQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page."""

ListErasuresEntry = EraseRecipientData

GetErasureData = EraseRecipientData


class GetRecipientDataQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page, or the `_id` of its last entry."""
    recipient: str
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""


class GetRecipientDataDataSuppression(TypedDict):
    reason: Optional[str]
    createdAt: str


class GetRecipientDataDataOtps(TypedDict):
    _id: str
    status: Literal["pending", "verified", "expired", "exhausted"]
    attempts: int
    """How many times a code was entered, including the correct one."""
    createdAt: str
    sentAt: List[str]
    """The times at which the code was sent, including resends."""
    expiresAt: str
    emails: List[str]
    """The email addresses of the code’s channels, even if no email was sent."""


class GetRecipientDataData(TypedDict):
    recipient: str
    """The phone number in E.164."""
    suppression: Optional[GetRecipientDataDataSuppression]
    """Since when and why the number is suppressed; null if it is not suppressed. Only the first page has this value; on later pages it is always null."""
    otps: List[GetRecipientDataDataOtps]
    """The one-time passwords of the last 30 days, without their codes. Only the first page has them; on later pages the list is empty."""
    messages: List[ListMessagesEntry]
    """A page of messages, newest first."""
    hasMore: bool
    """Whether there are more entries."""
    next: Optional[str]
    """The value of `after` for the next page of messages; null on the last page."""

ListTextViewsQuery = ListErasuresQuery


ListTextViewsEntry = TypedDict(
    "ListTextViewsEntry",
    {
        "_id": "str",
        "day": "str",
        "viewer": "str",
        "way": "Literal[\"page\", \"file\", \"api\"]",
        "device": "Optional[str]",
        "clientAddress": "str",
        "views": "int",
        "texts": "int",
        "from": "str",
        "to": "str",
        "firstAt": "str",
        "lastAt": "str",
    },
)


class GetRetentionData(TypedDict):
    messageDays: Optional[int]
    """For how many days messages are kept; null means `mostDays`."""
    textDays: Optional[int]
    """For how many days message texts are kept; null means that they are kept as long as the messages."""
    leastMessageDays: int
    """The minimum of `messageDays`."""
    leastTextDays: int
    """The minimum of `textDays`."""
    mostDays: int
    """The maximum of `messageDays` and `textDays`."""


class CheckedMessageInput(TypedDict):
    message: NotRequired[Any]
    """The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67."""
    recipient: NotRequired[Any]
    """An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari."""
    sender_id: NotRequired[str]
    """One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header."""
    template_id: NotRequired[str]
    """The id of the DLT content template. If omitted, Dakiya finds the template by the text."""
    variables: NotRequired[List[str]]
    """The values for the slots of the template `template_id`, in order. Send either `variables` or `message`."""
    send_at: NotRequired[str]
    """When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once."""
    when_closed: Literal["reject", "defer"]
    """What happens to a promotional message outside the permitted hours, by default 10:00 to 21:00 India time. `reject`: the call fails. `defer`: the message waits until the hours begin."""


class CheckDltMessagesBody(TypedDict):
    messages: List[CheckedMessageInput]
    """The messages, each with the fields of `/messages/send-message`; `recipient` is optional."""
    at: NotRequired[str]
    """The time at which the messages would be sent. Default: now."""


class CheckDltMessagesDataItem(TypedDict):
    verdict: str
    """`ok`, or the code of the error that sending the message would return."""
    warnings: List[SendMessageDataWarnings]
    template_id: Optional[str]
    sender_id: Optional[str]
    entity_id: Optional[str]
    """The id of your DLT entity for which the message would be sent; null for the installation’s entity."""
    detail: NotRequired[str]
    """Why sending would fail, and what to do; omitted if `verdict` is `ok`."""
    param: NotRequired[str]
    """The field of the message that the finding is about."""
    docUrl: NotRequired[str]
    """The URL of the documentation of `code`."""
    scope: NotRequired[str]
    """The scope that the API key lacks."""
    slot: NotRequired[SendMessageDataWarningsSlot]
    """The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters."""
    position: NotRequired[int]
    """Where the problem begins in the text: the number of Unicode code points before this place."""
    expected: NotRequired[str]
    """The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it."""
    kind: NotRequired[str]
    """How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`."""
    character: NotRequired[str]
    """The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another."""
    candidates: NotRequired[List[str]]
    """The ids of the templates that match the text; if no template matches, the id of the most similar one."""
    didYouMean: NotRequired[str]
    """Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix."""

CheckDltMessagesData = List[CheckDltMessagesDataItem]


class ListDltEntitiesQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page."""


class ListDltEntitiesEntry(TypedDict):
    entity_id: str
    name: str
    status: Literal["active", "inactive", "blacklisted"]


class CreateDltEntityBody(TypedDict):
    entity_id: str
    """The id of the principal entity, as a string."""
    name: str
    status: NotRequired[Literal["active", "inactive", "blacklisted"]]
    """The status on the DLT portal. Default for a new entity: `active`. Default for a registered entity: its current status. Only `PATCH` activates an entity again."""

CreateDltEntityData = ListDltEntitiesEntry


class UpdateDltEntityBody(TypedDict):
    name: NotRequired[str]
    status: NotRequired[Literal["active", "inactive", "blacklisted"]]

UpdateDltEntityData = ListDltEntitiesEntry

DeleteDltEntityData = None

ListDltHeadersQuery = ListDltEntitiesQuery


class ListDltHeadersEntry(TypedDict):
    header: str
    entity_id: str
    category: Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]
    status: Literal["pending", "approved", "declined", "inactive", "suspended", "blacklisted"]
    """Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT."""
    reason: Optional[str]
    """Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason."""
    has_evidence: bool
    last_used_at: Optional[str]
    """When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message."""
    decided_at: Optional[str]
    """When the operator of this installation last decided on the header; null if there is no decision yet."""
    created_at: str


class CreateDltHeaderBody(TypedDict):
    header: str
    """The header as registered on DLT. Upper and lower case matter."""
    entity_id: str
    """The id of the principal entity, as a string."""
    category: Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]

CreateDltHeaderData = ListDltHeadersEntry


class UpdateDltHeaderBody(TypedDict):
    status: Literal["inactive", "active"]
    """`inactive` turns the header off. Send `active` when it is active on the DLT portal again: its status becomes the last decision of this installation’s operator."""

UpdateDltHeaderData = ListDltHeadersEntry

DeleteDltHeaderData = None


class AddDltEvidenceBody(TypedDict):
    name: str
    """The name of the file."""
    content: str
    """The content of the file, encoded in base64."""


class AddDltEvidenceForm(TypedDict):
    file: File
    """A PDF, PNG or JPEG file."""

AddDltEvidenceData = ListDltHeadersEntry


class ListDltTemplatesQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries to return."""
    after: NotRequired[str]
    """The value of `next` in the previous page."""
    search: NotRequired[str]
    """Only templates whose name or body contains this text, or whose id is this text."""
    entity_id: NotRequired[str]
    """Only templates of this entity."""


class ListDltTemplatesEntrySlots(TypedDict):
    position: int
    """The number of the slot, counted from 1."""
    type: Literal["var", "numeric", "alphanumeric", "url", "urlott", "cbn", "email"]
    max: Optional[int]
    """The maximum length of a value, in characters; null if the usual limit of the type applies."""


class ListDltTemplatesEntry(TypedDict):
    template_id: str
    entity_id: str
    name: str
    body: str
    slots: List[ListDltTemplatesEntrySlots]
    category: Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]
    kind: Literal["text", "unicode"]
    status: Literal["approved", "pending", "inactive", "blacklisted"]
    reason: Optional[str]
    """Which carrier’s report turned the template off; null if none did."""
    headers: List[str]
    created_at: str


class CreateDltTemplateBodySlots(TypedDict):
    position: int
    """The number of the slot, counted from 1."""
    type: Literal["var", "numeric", "alphanumeric", "url", "urlott", "cbn", "email"]
    max: NotRequired[int]
    """The maximum length of a value in characters, if the portal gives one."""


class CreateDltTemplateBody(TypedDict):
    template_id: str
    """The id of the content template, as a string."""
    entity_id: NotRequired[str]
    """The id of the template’s entity; required if you have registered several entities."""
    name: str
    body: str
    """The text exactly as it is registered on DLT. It can never be changed."""
    slots: NotRequired[List[CreateDltTemplateBodySlots]]
    """The types of the body’s `{#var#}` slots, if the portal stores these types separately from the body."""
    category: Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]
    kind: NotRequired[Literal["text", "unicode"]]
    status: NotRequired[Literal["approved", "pending", "inactive", "blacklisted"]]
    """The status on the DLT portal. Default for a new template: `approved`. Default for a registered template: its current status. Only `PATCH` can activate an `inactive` or `blacklisted` template."""
    headers: NotRequired[List[str]]
    """The headers to which the template is bound; empty if the portal gives none. Default for a registered template: its current headers."""


class CreateDltTemplateData(TypedDict):
    template_id: str
    entity_id: str
    name: str
    body: str
    slots: List[ListDltTemplatesEntrySlots]
    category: Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]
    kind: Literal["text", "unicode"]
    status: Literal["approved", "pending", "inactive", "blacklisted"]
    reason: Optional[str]
    """Which carrier’s report turned the template off; null if none did."""
    headers: List[str]
    created_at: str
    warnings: List[str]
    """One sentence for each part of the body that portals or operators may reject, or that is probably not meant as fixed text."""

GetDltTemplateData = ListDltTemplatesEntry


class UpdateDltTemplateBody(TypedDict):
    name: NotRequired[str]
    status: NotRequired[Literal["approved", "pending", "inactive", "blacklisted"]]
    headers: NotRequired[List[str]]
    """The headers to which the template is bound; empty if the portal gives none. Default for a registered template: its current headers."""

UpdateDltTemplateData = ListDltTemplatesEntry

DeleteDltTemplateData = None


class ImportDltTemplatesForm(TypedDict):
    file: File
    """A portal’s export, CSV or XLSX, with at most 10,000 rows."""
    dry_run: NotRequired[Union[Literal["true", "false"], bool]]
    create_missing: NotRequired[Union[Literal["true", "false"], bool]]
    strip_trailing: NotRequired[Union[Literal["true", "false"], bool]]
    strip_leading: NotRequired[Union[Literal["true", "false"], bool]]
    plain_newlines: NotRequired[Union[Literal["true", "false"], bool]]
    decode_html: NotRequired[Union[Literal["true", "false"], bool]]
    mapping: NotRequired[str]
    """A JSON object that gives the columns of fields that are not recognised automatically. A column is given by its heading, or by its number, counted from 1. `null` means that the file does not have the field."""
    entity_id: NotRequired[str]
    """The entity for rows that name no entity. Default: your only entity."""
    entity_name: NotRequired[str]
    """The name of the entity to register, if the file gives no name."""
    category: NotRequired[Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]]
    """The category that is given to rows whose category is missing or unknown."""
    sheet: NotRequired[str]
    """The sheet of an XLSX file to read. Default: the first visible sheet with rows."""


class ImportDltTemplatesDataCounts(TypedDict):
    new: int
    unchanged: int
    changed: int
    differs: int
    repeated: int
    invalid: int
    unclear: int


class ImportDltTemplatesDataRows(TypedDict):
    row: int
    """The number of the row, as a spreadsheet program shows it."""
    template_id: Optional[str]
    header: Optional[str]
    """The header; null unless the file lists headers."""
    entity_id: Optional[str]
    """The entity’s id; null unless the file lists entities."""
    outcome: Literal["new", "unchanged", "changed", "differs", "repeated", "invalid", "unclear"]
    """`changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option."""
    detail: Optional[str]
    """The reason for the outcome; null if there is none."""
    warnings: List[str]


class ImportDltTemplatesDataColumns(TypedDict):
    number: int
    heading: str
    field: Optional[Literal["template_id", "body", "name", "category", "kind", "status", "headers", "entity_id", "entity_name"]]
    samples: List[str]


class ImportDltTemplatesDataMissingEntities(TypedDict):
    entity_id: str
    name: Optional[str]


class ImportDltTemplatesDataMissingHeaders(TypedDict):
    header: str
    entity_id: str


class ImportDltTemplatesData(TypedDict):
    id: str
    list: Literal["templates", "headers", "entities"]
    """Whether the file lists headers, entities or templates."""
    file_name: str
    state: Literal["queued", "running", "checked", "needs_mapping", "done", "failed", "expired"]
    """`checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`."""
    dry_run: bool
    reason: Optional[str]
    """Why the import failed; null if it did not fail."""
    row_count: Optional[int]
    """The number of rows below the headings; null until the file has been read."""
    rows_done: int
    counts: Optional[ImportDltTemplatesDataCounts]
    """The number of rows with each outcome; null until the import has ended."""
    rows: List[ImportDltTemplatesDataRows]
    """A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept."""
    columns: List[ImportDltTemplatesDataColumns]
    missing_fields: List[Literal["template_id", "body", "name", "category", "kind", "status", "headers", "entity_id", "entity_name"]]
    """In the state `needs_mapping`: the required fields for which no column was recognised."""
    missing_entities: List[ImportDltTemplatesDataMissingEntities]
    """Entities that the file names but you have not registered; at most 100 are listed."""
    missing_headers: List[ImportDltTemplatesDataMissingHeaders]
    """Headers that the file names but you have not registered; at most 100 are listed."""
    notes: List[str]
    created_at: str
    finished_at: Optional[str]
    hasMore: bool
    """Whether there are more entries."""
    next: Optional[str]
    """The value of `after` for the next page; null on the last page."""


class ImportDltListForm(TypedDict):
    file: File
    """A portal’s export, CSV or XLSX, with at most 10,000 rows."""
    dry_run: NotRequired[Union[Literal["true", "false"], bool]]
    create_missing: NotRequired[Union[Literal["true", "false"], bool]]
    strip_trailing: NotRequired[Union[Literal["true", "false"], bool]]
    strip_leading: NotRequired[Union[Literal["true", "false"], bool]]
    plain_newlines: NotRequired[Union[Literal["true", "false"], bool]]
    decode_html: NotRequired[Union[Literal["true", "false"], bool]]
    mapping: NotRequired[str]
    """A JSON object that gives the columns of fields that are not recognised automatically. A column is given by its heading, or by its number, counted from 1. `null` means that the file does not have the field."""
    entity_id: NotRequired[str]
    """The entity for rows that name no entity. Default: your only entity."""
    entity_name: NotRequired[str]
    """The name of the entity to register, if the file gives no name."""
    category: NotRequired[Literal["promotional", "transactional", "service_implicit", "service_explicit", "government"]]
    """The category that is given to rows whose category is missing or unknown."""
    sheet: NotRequired[str]
    """The sheet of an XLSX file to read. Default: the first visible sheet with rows."""
    list: Literal["templates", "headers", "entities"]
    """Whether the file lists headers, entities or templates. Portals export each list separately."""

ImportDltListData = ImportDltTemplatesData


class GetDltImportQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of rows to return."""
    after: NotRequired[int]
    """The value of `next` in the previous page."""

GetDltImportData = ImportDltTemplatesData

ListDltLinksQuery = ListDltEntitiesQuery


class ListDltLinksEntry(TypedDict):
    kind: Literal["url", "url_dynamic", "number", "email"]
    value: str


class CreateDltLinkBody(TypedDict):
    kind: Literal["url", "url_dynamic", "number", "email"]
    value: str
    """The link, phone number or email address as registered on DLT. A link of the type `url_dynamic` ends with `?`."""

CreateDltLinkData = ListDltLinksEntry


class DeleteDltLinkQuery(TypedDict):
    kind: Literal["url", "url_dynamic", "number", "email"]
    value: str
    """The link, phone number or email address as registered on DLT. A link of the type `url_dynamic` ends with `?`."""

DeleteDltLinkData = None

ListDltChainsQuery = ListDltEntitiesQuery


class ListDltChainsEntry(TypedDict):
    entity_id: str
    carrier: str
    telemarketer_ids: List[str]
    is_approved: bool


class CreateDltChainBody(TypedDict):
    entity_id: str
    """The id of the principal entity, as a string."""
    carrier: str
    """The carrier’s name in this installation."""
    telemarketer_ids: List[str]
    """The ids of the telemarketers, in the order from the entity to the carrier."""
    is_approved: NotRequired[bool]
    """Whether all telemarketers have accepted the chain on the DLT portal. Before that, no message uses the chain."""

CreateDltChainData = ListDltChainsEntry


class DeleteDltChainQuery(TypedDict):
    entity_id: str
    """The id of the principal entity, as a string."""
    carrier: str
    """The carrier’s name in this installation."""

DeleteDltChainData = None


class GetDltModeData(TypedDict):
    mode: Literal["enforce", "warn", "off"]
    """`enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved."""


class UpdateDltModeBody(TypedDict):
    mode: Literal["enforce", "warn", "off"]
    """`enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved."""

UpdateDltModeData = GetDltModeData


class GetBalanceData(TypedDict):
    balance: int
    """How many messages are left in the current usage month; each segment of a text uses one. With a test key, this is always the plan’s full monthly allowance."""
    valid_until: str
    """When the usage month ends."""
    plan: str
    """The name of the plan."""
    livemode: bool
    """False if the key is a test key, whose messages do not reduce the balance."""


class MessageEventDataTimelineVerdict(TypedDict):
    code: str
    """The code of the verdict: a code of the DLT check, or a code that only operators give."""
    source: str
    """Who gave the verdict: always `operator`."""
    message: str
    """What the operator found, and what to do."""
    docUrl: str
    """The URL of the documentation of `code`."""


class MessageEventDataTimelineRoute(TypedDict):
    name: str
    by: List[Literal["category", "sender", "account", "prefix", "weight", "price", "probe"]]
    """Why this carrier was chosen: the conditions of the route, then the rule that chose among the route’s carriers."""


class MessageEventDataTimeline(TypedDict):
    at: str
    event: Literal["queued", "skipped", "submitted", "refused", "unanswered", "not_sent", "receipt", "expired"]
    """What happened. `queued`: Dakiya accepted the message. `submitted`: the carrier accepted the segment. `refused`: the carrier rejected the segment. `unanswered`: the carrier did not respond in time. `not_sent`: the connection was lost before the submit. `skipped`: the carrier was not available. `receipt`: a delivery receipt arrived. `expired`: the validity of the message ended."""
    carrier: Optional[str]
    """The carrier’s name in the installation; null for events without a carrier, such as `queued`."""
    segment: Optional[int]
    """The number of the segment, counted from 1; null if the event is about the whole text."""
    carrierMessageId: Optional[str]
    """The id that the carrier gave the segment; null if there is none."""
    status: Optional[str]
    """The status in the carrier’s response or receipt; null if there is none."""
    errorCode: Optional[str]
    """The operator’s error code; null if there is none."""
    verdict: Optional[MessageEventDataTimelineVerdict]
    """What the operator’s error code means; null if this is not known."""
    route: Optional[MessageEventDataTimelineRoute]
    """The route by which the carrier of this attempt was chosen; null if carriers are tried in their default order."""


class MessageEventData(TypedDict):
    _id: str
    user: str
    """The `_id` of the account."""
    apiId: str
    """The API ID with which the message was sent."""
    requestId: Optional[str]
    """The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded."""
    serverNumber: str
    """The sender of the message: a DLT header."""
    recipient: str
    """The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`."""
    livemode: bool
    """False if the message was sent with a test key. Such a message reaches no carrier and costs nothing."""
    kind: Literal["message", "otp"]
    """`otp` for a one-time password, `message` for any other message."""
    content: Optional[str]
    """The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code."""
    templateId: Optional[str]
    """The id of the message’s DLT template; null if none was given or found."""
    entityId: Optional[str]
    """The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity."""
    segments: int
    """The number of SMS segments of the text. In live mode, each segment uses one message of the plan."""
    status: Literal["scheduled", "queued", "submitting", "sent", "unknown", "delivered", "undelivered", "failed", "expired", "cancelled"]
    """The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final."""
    reason: Optional[str]
    """Why the message was not delivered, or is not delivered yet; null if no reason is known."""
    version: int
    """A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer."""
    createdAt: str
    """When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled."""
    scheduledFor: Optional[str]
    """When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once."""
    sentAt: Optional[str]
    """When all segments had been accepted by a carrier; null until then."""
    settledAt: Optional[str]
    """When the message reached a final state; null until then."""
    timeline: List[MessageEventDataTimeline]
    """The events of the message, oldest first."""


class MessageSentEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.sent"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class MessageDeliveredEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.delivered"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class MessageUndeliveredEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.undelivered"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class MessageFailedEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.failed"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class MessageExpiredEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.expired"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class MessageUnknownEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["message.unknown"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: MessageEventData


class OtpEventDataSendAttempts(TypedDict):
    channel: Literal["sms", "email"]
    to: str
    """The phone number or email address."""
    status: Literal["waiting", "skipped", "queued", "submitting", "sent", "delivered", "undelivered", "failed", "expired", "unknown"]
    """`waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it."""
    dueAt: Optional[str]
    """When the channel is due to start; null if this is not known yet."""
    startedAt: Optional[str]
    """When the channel started; null if it has not started."""
    reason: Optional[str]
    """Why the channel failed, or a note that the email may arrive twice; null in all other cases."""


class OtpEventData(TypedDict):
    otpId: str
    user: str
    """The `_id` of the account."""
    phoneNumber: str
    """The phone number in E.164."""
    apiId: str
    """The API ID with which the code was sent."""
    livemode: bool
    """False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code."""
    expiresAt: str
    """When the code expires."""
    service: Optional[str]
    """The `_id` of the OTP service that sent the code; null if none was used."""
    isTest: bool
    """Whether the number is a test number of the service. Test numbers get no message."""
    sendAttempts: List[OtpEventDataSendAttempts]
    """The channels of all calls with `channels` for this code, in the order of the calls and of their channels."""
    status: Literal["pending", "verified", "expired", "exhausted"]
    """`pending`: the code can be verified. `exhausted`: the code has no attempts left."""
    createdAt: str


class OtpSentEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["otp.sent"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: OtpEventData


class OtpVerifiedEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["otp.verified"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: OtpEventData


class OtpExpiredEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["otp.expired"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: OtpEventData


class OtpExhaustedEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["otp.exhausted"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: OtpEventData


class BalanceLowEventData(TypedDict):
    percent: int
    """The percentage of the month’s messages that is used: 80 or 100."""
    messagesUsed: int
    """Messages used in the usage month, counted in segments."""
    messageLimit: int
    """Messages that the plan has in a usage month."""
    resetsAt: str
    """When the usage month ends and the count starts again at 0."""


class BalanceLowEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["balance.low"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: BalanceLowEventData


class PlanChangedEventDataSubscription(TypedDict):
    plan: str
    """The name of the plan."""
    planId: str
    status: Literal["active", "pending_cancellation"]
    """`pending_cancellation`: the plan was cancelled and ends at `expiryDate`."""
    startedAt: str
    expiryDate: str
    """The end of the paid period."""


class PlanChangedEventData(TypedDict):
    subscription: Optional[PlanChangedEventDataSubscription]
    """The paid plan that the account has now; null on the Free plan."""


class PlanChangedEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["plan.changed"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: PlanChangedEventData


class SenderSuspectEventData(TypedDict):
    what: Literal["header", "template"]
    """What was turned off: a header or a template."""
    name: str
    """The header, or the `template_id` of the template."""
    status: str
    """The new status of the header or template."""
    reason: str
    """The carrier that reported the rejection, and the operator’s error code."""


class SenderSuspectEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["sender.suspect"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: SenderSuspectEventData


class WebhookDisabledEventData(TypedDict):
    endpoint: str
    """The `_id` of the endpoint that was turned off."""
    host: str
    """The host of the endpoint’s URL. The rest of the URL is left out, because it may be secret."""
    reason: Literal["gone", "failing"]
    """`gone`: the server answered 410. `failing`: every attempt of five days failed."""
    failure: str
    """Why the last attempt failed."""


class WebhookDisabledEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["webhook.disabled"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: WebhookDisabledEventData


class PingEventData(TypedDict):
    pass


class PingEvent(TypedDict):
    id: str
    """The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats."""
    type: Literal["ping"]
    timestamp: str
    """When the event happened."""
    livemode: bool
    """False for test events, and for events about messages and codes that were sent with a test key."""
    data: PingEventData

#: An event that Dakiya posts to an endpoint; `type` tells which `data` it has.
WebhookEvent = Union[
    MessageSentEvent,
    MessageDeliveredEvent,
    MessageUndeliveredEvent,
    MessageFailedEvent,
    MessageExpiredEvent,
    MessageUnknownEvent,
    OtpSentEvent,
    OtpVerifiedEvent,
    OtpExpiredEvent,
    OtpExhaustedEvent,
    BalanceLowEvent,
    PlanChangedEvent,
    SenderSuspectEvent,
    WebhookDisabledEvent,
    PingEvent,
]
