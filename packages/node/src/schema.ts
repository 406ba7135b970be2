// Generated from the OpenAPI document by `npm run packages`. Do not edit it.
// biome-ignore-all format: as generated
// biome-ignore-all lint: as generated
// biome-ignore-all assist: as generated

export interface paths {
    "/messages/send-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScheduledMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["rescheduleMessage"];
        trace?: never;
    };
    "/messages/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/send-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOtp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/verify-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otp-services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOtpServices"];
        put?: never;
        post: operations["createOtpService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otp-services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteOtpService"];
        options?: never;
        head?: never;
        patch: operations["changeOtpService"];
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSuppressions"];
        put?: never;
        post: operations["suppressRecipients"];
        delete: operations["unsuppressRecipient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookEndpoints"];
        put?: never;
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhooks/endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recoverWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/events/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listErasures"];
        put?: never;
        post: operations["eraseRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipient-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRecipientData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTextViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkDltMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDltEntities"];
        put?: never;
        post: operations["createDltEntity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/entities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteDltEntity"];
        options?: never;
        head?: never;
        patch: operations["updateDltEntity"];
        trace?: never;
    };
    "/dlt/headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDltHeaders"];
        put?: never;
        post: operations["createDltHeader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/headers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteDltHeader"];
        options?: never;
        head?: never;
        patch: operations["updateDltHeader"];
        trace?: never;
    };
    "/dlt/headers/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addDltEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDltTemplates"];
        put?: never;
        post: operations["createDltTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDltTemplate"];
        put?: never;
        post?: never;
        delete: operations["deleteDltTemplate"];
        options?: never;
        head?: never;
        patch: operations["updateDltTemplate"];
        trace?: never;
    };
    "/dlt/templates/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importDltTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importDltList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDltImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDltLinks"];
        put?: never;
        post: operations["createDltLink"];
        delete: operations["deleteDltLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDltChains"];
        put?: never;
        post: operations["createDltChain"];
        delete: operations["deleteDltChain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dlt/registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDltMode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateDltMode"];
        trace?: never;
    };
    "/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.sent";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.delivered";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.undelivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.undelivered";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.failed";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.expired";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "message.unknown";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["MessageEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "otp.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "otp.sent";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["OtpEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "otp.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "otp.verified";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["OtpEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "otp.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "otp.expired";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["OtpEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "otp.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "otp.exhausted";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: components["schemas"]["OtpEventData"];
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "balance.low";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: {
                            /**
                             * @description The percentage of the month’s messages that is used: 80 or 100.
                             * @example 80
                             */
                            percent: number;
                            /**
                             * @description Messages used in the usage month, counted in segments.
                             * @example 800
                             */
                            messagesUsed: number;
                            /**
                             * @description Messages that the plan has in a usage month.
                             * @example 1000
                             */
                            messageLimit: number;
                            /**
                             * Format: date-time
                             * @description When the usage month ends and the count starts again at 0.
                             * @example 2026-05-06T09:30:00.000Z
                             */
                            resetsAt: string;
                        };
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "plan.changed";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: {
                            /** @description The paid plan that the account has now; null on the Free plan. */
                            subscription: {
                                /**
                                 * @description The name of the plan.
                                 * @example Pro
                                 */
                                plan: string;
                                /** @example pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                                planId: string;
                                /**
                                 * @description `pending_cancellation`: the plan was cancelled and ends at `expiryDate`.
                                 * @example active
                                 * @enum {string}
                                 */
                                status: "active" | "pending_cancellation";
                                /**
                                 * Format: date-time
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                startedAt: string;
                                /**
                                 * Format: date-time
                                 * @description The end of the paid period.
                                 * @example 2026-05-06T09:30:00.000Z
                                 */
                                expiryDate: string;
                            } | null;
                        };
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sender.suspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "sender.suspect";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: {
                            /**
                             * @description What was turned off: a header or a template.
                             * @example header
                             * @enum {string}
                             */
                            what: "header" | "template";
                            /**
                             * @description The header, or the `template_id` of the template.
                             * @example DAKIYA
                             */
                            name: string;
                            /**
                             * @description The new status of the header or template.
                             * @example suspended
                             */
                            status: string;
                            /**
                             * @description The carrier that reported the rejection, and the operator’s error code.
                             * @example reported by default: 620
                             */
                            reason: string;
                        };
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "webhook.disabled";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: {
                            /**
                             * @description The `_id` of the endpoint that was turned off.
                             * @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            endpoint: string;
                            /**
                             * @description The host of the endpoint’s URL. The rest of the URL is left out, because it may be secret.
                             * @example example.com
                             */
                            host: string;
                            /**
                             * @description `gone`: the server answered 410. `failing`: every attempt of five days failed.
                             * @example failing
                             * @enum {string}
                             */
                            reason: "gone" | "failing";
                            /**
                             * @description Why the last attempt failed.
                             * @example The server answered 500.
                             */
                            failure: string;
                        };
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        type: "ping";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         * @example 2026-04-06T09:30:02.310Z
                         */
                        timestamp: string;
                        /**
                         * @description False for test events, and for events about messages and codes that were sent with a test key.
                         * @example true
                         */
                        livemode: boolean;
                        data: Record<string, never>;
                    };
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @example {
         *       "_id": "msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
         *       "user": "usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
         *       "apiId": "dk_h4w7n2q9t5x8b3m6k4d7",
         *       "requestId": "req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
         *       "serverNumber": "DAKIYA",
         *       "recipient": "+919876543210",
         *       "livemode": true,
         *       "kind": "message",
         *       "content": "Your order has been shipped.",
         *       "templateId": null,
         *       "entityId": null,
         *       "segments": 1,
         *       "status": "delivered",
         *       "reason": null,
         *       "version": 2,
         *       "createdAt": "2026-04-06T09:30:00.000Z",
         *       "scheduledFor": null,
         *       "sentAt": "2026-04-06T09:30:00.041Z",
         *       "settledAt": "2026-04-06T09:30:02.310Z",
         *       "timeline": [
         *         {
         *           "at": "2026-04-06T09:30:00.000Z",
         *           "event": "queued",
         *           "carrier": null,
         *           "segment": null,
         *           "carrierMessageId": null,
         *           "status": null,
         *           "errorCode": null,
         *           "verdict": null,
         *           "route": null
         *         },
         *         {
         *           "at": "2026-04-06T09:30:00.041Z",
         *           "event": "submitted",
         *           "carrier": "default",
         *           "segment": 1,
         *           "carrierMessageId": "hocbkq3xo1",
         *           "status": null,
         *           "errorCode": null,
         *           "verdict": null,
         *           "route": null
         *         },
         *         {
         *           "at": "2026-04-06T09:30:02.310Z",
         *           "event": "receipt",
         *           "carrier": "default",
         *           "segment": 1,
         *           "carrierMessageId": "hocbkq3xo1",
         *           "status": "DELIVRD",
         *           "errorCode": "000",
         *           "verdict": null,
         *           "route": null
         *         }
         *       ]
         *     }
         */
        MessageEventData: {
            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
            _id: string;
            /**
             * @description The `_id` of the account.
             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
             */
            user: string;
            /**
             * @description The API ID with which the message was sent.
             * @example dk_h4w7n2q9t5x8b3m6k4d7
             */
            apiId: string;
            /**
             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
             */
            requestId: string | null;
            /**
             * @description The sender of the message: a DLT header.
             * @example DAKIYA
             */
            serverNumber: string;
            /**
             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
             * @example +919876543210
             */
            recipient: string;
            /**
             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
             * @example true
             */
            livemode: boolean;
            /**
             * @description `otp` for a one-time password, `message` for any other message.
             * @example message
             * @enum {string}
             */
            kind: "message" | "otp";
            /**
             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
             * @example Your order has been shipped.
             */
            content: string | null;
            /**
             * @description The id of the message’s DLT template; null if none was given or found.
             * @example null
             */
            templateId: string | null;
            /**
             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
             * @example null
             */
            entityId: string | null;
            /**
             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
             * @example 1
             */
            segments: number;
            /**
             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
             * @enum {string}
             */
            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
            /**
             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
             * @example null
             */
            reason: string | null;
            /**
             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
             * @example 0
             */
            version: number;
            /**
             * Format: date-time
             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
             * @example 2026-04-06T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
             * @example null
             */
            scheduledFor: string | null;
            /**
             * @description When all segments had been accepted by a carrier; null until then.
             * @example null
             */
            sentAt: string | null;
            /**
             * @description When the message reached a final state; null until then.
             * @example null
             */
            settledAt: string | null;
            /** @description The events of the message, oldest first. */
            timeline: {
                /**
                 * Format: date-time
                 * @example 2026-04-06T09:30:02.310Z
                 */
                at: string;
                /**
                 * @description What happened. `queued`: Dakiya accepted the message. `submitted`: the carrier accepted the segment. `refused`: the carrier rejected the segment. `unanswered`: the carrier did not respond in time. `not_sent`: the connection was lost before the submit. `skipped`: the carrier was not available. `receipt`: a delivery receipt arrived. `expired`: the validity of the message ended.
                 * @example receipt
                 * @enum {string}
                 */
                event: "queued" | "skipped" | "submitted" | "refused" | "unanswered" | "not_sent" | "receipt" | "expired";
                /**
                 * @description The carrier’s name in the installation; null for events without a carrier, such as `queued`.
                 * @example default
                 */
                carrier: string | null;
                /**
                 * @description The number of the segment, counted from 1; null if the event is about the whole text.
                 * @example 1
                 */
                segment: number | null;
                /**
                 * @description The id that the carrier gave the segment; null if there is none.
                 * @example hocbkq3xo1
                 */
                carrierMessageId: string | null;
                /**
                 * @description The status in the carrier’s response or receipt; null if there is none.
                 * @example DELIVRD
                 */
                status: string | null;
                /**
                 * @description The operator’s error code; null if there is none.
                 * @example 000
                 */
                errorCode: string | null;
                /**
                 * @description What the operator’s error code means; null if this is not known.
                 * @example null
                 */
                verdict: {
                    /**
                     * @description The code of the verdict: a code of the DLT check, or a code that only operators give.
                     * @example dlt_template_not_matched
                     */
                    code: string;
                    /**
                     * @description Who gave the verdict: always `operator`.
                     * @example operator
                     */
                    source: string;
                    /**
                     * @description What the operator found, and what to do.
                     * @example The operator says that the text differs from the template. Compare our copy of the template with your DLT portal.
                     */
                    message: string;
                    /**
                     * Format: uri
                     * @description The URL of the documentation of `code`.
                     * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                     */
                    docUrl: string;
                } | null;
                /**
                 * @description The route by which the carrier of this attempt was chosen; null if carriers are tried in their default order.
                 * @example null
                 */
                route: {
                    /** @example promotional */
                    name: string;
                    /**
                     * @description Why this carrier was chosen: the conditions of the route, then the rule that chose among the route’s carriers.
                     * @example [
                     *       "category",
                     *       "weight"
                     *     ]
                     */
                    by: ("category" | "sender" | "account" | "prefix" | "weight" | "price" | "probe")[];
                } | null;
            }[];
        };
        OtpEventData: {
            /** @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
            otpId: string;
            /**
             * @description The `_id` of the account.
             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
             */
            user: string;
            /**
             * @description The phone number in E.164.
             * @example +919876543210
             */
            phoneNumber: string;
            /**
             * @description The API ID with which the code was sent.
             * @example dk_h4w7n2q9t5x8b3m6k4d7
             */
            apiId: string;
            /**
             * @description False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code.
             * @example true
             */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When the code expires.
             * @example 2026-04-06T09:35:00.000Z
             */
            expiresAt: string;
            /**
             * @description The `_id` of the OTP service that sent the code; null if none was used.
             * @example null
             */
            service: string | null;
            /**
             * @description Whether the number is a test number of the service. Test numbers get no message.
             * @example false
             */
            isTest: boolean;
            /** @description The channels of all calls with `channels` for this code, in the order of the calls and of their channels. */
            sendAttempts: {
                /**
                 * @example email
                 * @enum {string}
                 */
                channel: "sms" | "email";
                /**
                 * @description The phone number or email address.
                 * @example asha@example.com
                 */
                to: string;
                /**
                 * @description `waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it.
                 * @enum {string}
                 */
                status: "waiting" | "skipped" | "queued" | "submitting" | "sent" | "delivered" | "undelivered" | "failed" | "expired" | "unknown";
                /**
                 * @description When the channel is due to start; null if this is not known yet.
                 * @example 2026-04-06T09:30:00.000Z
                 */
                dueAt: string | null;
                /**
                 * @description When the channel started; null if it has not started.
                 * @example 2026-04-06T09:30:00.000Z
                 */
                startedAt: string | null;
                /**
                 * @description Why the channel failed, or a note that the email may arrive twice; null in all other cases.
                 * @example null
                 */
                reason: string | null;
            }[];
            /**
             * @description `pending`: the code can be verified. `exhausted`: the code has no attempts left.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "verified" | "expired" | "exhausted";
            /**
             * Format: date-time
             * @example 2026-04-06T09:30:00.000Z
             */
            createdAt: string;
        };
        CheckedMessageInput: {
            /**
             * @description The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67.
             * @example Your order has been shipped.
             */
            message?: unknown;
            /**
             * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
             * @example 9876543210
             */
            recipient?: unknown;
            /**
             * @description One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header.
             * @example DAKIYA
             */
            sender_id?: string;
            /**
             * @description The id of the DLT content template. If omitted, Dakiya finds the template by the text.
             * @example 1107160000000000001
             */
            template_id?: string;
            /** @description The values for the slots of the template `template_id`, in order. Send either `variables` or `message`. */
            variables?: string[];
            /**
             * Format: date-time
             * @description When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once.
             * @example 2026-12-01T10:00:00+05:30
             */
            send_at?: string;
            /**
             * @description What happens to a promotional message outside the permitted hours, by default 10:00 to 21:00 India time. `reject`: the call fails. `defer`: the message waits until the hours begin.
             * @default reject
             * @enum {string}
             */
            when_closed: "reject" | "defer";
        };
        /**
         * @example {
         *       "recipient": "9876543210",
         *       "message": "Your order has been shipped.",
         *       "sender_id": "DAKIYA"
         *     }
         */
        SendMessageInput: {
            /**
             * @description The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67.
             * @example Your order has been shipped.
             */
            message?: string;
            /**
             * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
             * @example 9876543210
             */
            recipient: string;
            /**
             * @description One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header.
             * @example DAKIYA
             */
            sender_id?: string;
            /**
             * @description The id of the DLT content template. If omitted, Dakiya finds the template by the text.
             * @example 1107160000000000001
             */
            template_id?: string;
            /** @description The values for the slots of the template `template_id`, in order. Send either `variables` or `message`. */
            variables?: string[];
            /**
             * Format: date-time
             * @description When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once.
             * @example 2026-12-01T10:00:00+05:30
             */
            send_at?: string;
            /**
             * @description What happens to a promotional message outside the permitted hours, by default 10:00 to 21:00 India time. `reject`: the call fails. `defer`: the message waits until the hours begin.
             * @default reject
             * @enum {string}
             */
            when_closed?: "reject" | "defer";
        };
        /** @description The body of every error response. */
        Error: {
            /** @constant */
            status: "error";
            /** @example The recipient is not an Indian mobile number. */
            message: string;
            error: {
                /**
                 * @description The error code, for programs. Its meaning never changes.
                 * @example invalid_recipient
                 * @enum {string}
                 */
                code: "invalid_json" | "invalid_parameter" | "unsupported_country" | "invalid_recipient" | "channel_not_supported" | "message_empty" | "message_too_long" | "missing_credentials" | "invalid_credentials" | "login_code_required" | "login_code_incorrect" | "second_factor_required" | "second_factor_incorrect" | "session_expired" | "message_limit_reached" | "api_call_limit_reached" | "payment_required" | "payment_failed" | "key_inactive" | "key_expired" | "address_not_allowed" | "scope_missing" | "live_key_required" | "template_not_allowed" | "otp_service_not_allowed" | "reauthentication_required" | "account_deletion_pending" | "account_suspended" | "email_unverified" | "not_found" | "method_not_allowed" | "email_taken" | "message_not_scheduled" | "already_active" | "body_too_large" | "request_timeout" | "unsupported_media_type" | "idempotency_mismatch" | "signature_mismatch" | "otp_incorrect" | "otp_expired" | "otp_used" | "dlt_id_malformed" | "dlt_entity_unknown" | "dlt_entity_inactive" | "dlt_entity_blacklisted" | "sender_not_registered" | "dlt_header_required" | "dlt_header_suffix_included" | "dlt_header_not_found" | "dlt_header_not_approved" | "dlt_header_wrong_entity" | "dlt_header_inactive" | "dlt_header_suspended" | "dlt_header_blacklisted" | "dlt_template_unknown" | "dlt_template_inactive" | "dlt_template_blacklisted" | "dlt_template_header_not_bound" | "dlt_category_mismatch" | "dlt_var_unfilled" | "dlt_char_forbidden" | "dlt_template_not_matched" | "dlt_template_near_match" | "dlt_template_ambiguous" | "dlt_template_id_required" | "dlt_var_empty" | "dlt_var_too_long" | "dlt_var_wrong_type" | "dlt_var_contains_link" | "dlt_var_contains_number" | "dlt_var_contains_email" | "dlt_cta_not_whitelisted" | "dlt_template_untagged" | "dlt_chain_missing" | "dlt_chain_not_approved" | "dlt_chain_too_long" | "dlt_promo_window" | "recipient_suppressed" | "rate_limited" | "otp_resend_too_soon" | "otp_throttled" | "otp_attempts_exceeded" | "internal" | "unavailable";
                /**
                 * @description What happened and what to do, for people.
                 * @example The recipient is not an Indian mobile number.
                 */
                message: string;
                /**
                 * @description The name of the invalid field; omitted if the error is not about a field.
                 * @example recipient
                 */
                param?: string;
                /**
                 * @description The scope that the API key lacks.
                 * @example messages:send
                 */
                scope?: string;
                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                slot?: {
                    /** @example 1 */
                    number: number;
                    /** @example numeric */
                    type: string;
                    /** @example 41 */
                    length?: number;
                    /** @example 40 */
                    max?: number;
                };
                /**
                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                 * @example 10
                 */
                position?: number;
                /**
                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                 * @example Your code is
                 */
                expected?: string;
                /**
                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                 * @example case
                 */
                kind?: string;
                /**
                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                 * @example U+200B ZERO WIDTH SPACE
                 */
                character?: string;
                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                candidates?: string[];
                /**
                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                 * @example ACMEIN
                 */
                didYouMean?: string;
                /**
                 * Format: uri
                 * @description The URL of the documentation of `code`.
                 * @example https://dakiya.example/docs/api-reference#invalid_recipient
                 */
                docUrl: string;
                /**
                 * @description The id of this request, as in the response header `x-request-id`.
                 * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                 */
                requestId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageInput"];
            };
        };
        responses: {
            /** @description Message sent successfully! */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Message sent successfully! */
                        message: string;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                            /**
                             * @description Warnings of the DLT check. They do not prevent sending.
                             * @example []
                             */
                            warnings: {
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /** @example dlt_registry_empty */
                                code: string;
                                /**
                                 * @description What is wrong, and what to do.
                                 * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                 */
                                message: string;
                                /**
                                 * @description The field of the request that the finding is about.
                                 * @example message
                                 */
                                param: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    postMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    recipient: string;
                    /**
                     * @description One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header.
                     * @example DAKIYA
                     */
                    sender_id?: string;
                    /**
                     * Format: date-time
                     * @description When to send the message: a time with a UTC offset, at most 60 days from now. Until then, `POST /messages/{id}/cancel` cancels the message. Default: at once.
                     * @example 2026-12-01T10:00:00+05:30
                     */
                    send_at?: string;
                    /**
                     * @description The text, at most 10 segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67.
                     * @example Your order has been shipped.
                     */
                    content: string;
                };
            };
        };
        responses: {
            /** @description Message sent successfully! */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Message sent successfully! */
                        message: string;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                            /**
                             * @description Warnings of the DLT check. They do not prevent sending.
                             * @example []
                             */
                            warnings: {
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /** @example dlt_registry_empty */
                                code: string;
                                /**
                                 * @description What is wrong, and what to do.
                                 * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                 */
                                message: string;
                                /**
                                 * @description The field of the request that the finding is about.
                                 * @example message
                                 */
                                param: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    sendBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The messages, each with the fields of `/messages/send-message`.
                     * @example [
                     *       {
                     *         "recipient": "9876543210",
                     *         "message": "Your order has been shipped."
                     *       },
                     *       {
                     *         "recipient": "12345",
                     *         "message": "Your order has been shipped."
                     *       }
                     *     ]
                     */
                    messages: components["schemas"]["SendMessageInput"][];
                };
            };
        };
        responses: {
            /** @description Batch accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Batch accepted */
                        message: string;
                        data: ({
                            /** @constant */
                            status: "success";
                            data: {
                                /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                                _id: string;
                                /**
                                 * @description The `_id` of the account.
                                 * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                                 */
                                user: string;
                                /**
                                 * @description The API ID with which the message was sent.
                                 * @example dk_h4w7n2q9t5x8b3m6k4d7
                                 */
                                apiId: string;
                                /**
                                 * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                                 * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                                 */
                                requestId: string | null;
                                /**
                                 * @description The sender of the message: a DLT header.
                                 * @example DAKIYA
                                 */
                                serverNumber: string;
                                /**
                                 * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                                 * @example +919876543210
                                 */
                                recipient: string;
                                /**
                                 * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                                 * @example true
                                 */
                                livemode: boolean;
                                /**
                                 * @description `otp` for a one-time password, `message` for any other message.
                                 * @example message
                                 * @enum {string}
                                 */
                                kind: "message" | "otp";
                                /**
                                 * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                                 * @example Your order has been shipped.
                                 */
                                content: string | null;
                                /**
                                 * @description The id of the message’s DLT template; null if none was given or found.
                                 * @example null
                                 */
                                templateId: string | null;
                                /**
                                 * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                                 * @example null
                                 */
                                entityId: string | null;
                                /**
                                 * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                                 * @example 1
                                 */
                                segments: number;
                                /**
                                 * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                                 * @enum {string}
                                 */
                                status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                                /**
                                 * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                                 * @example null
                                 */
                                reason: string | null;
                                /**
                                 * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                                 * @example 0
                                 */
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                                 * @example null
                                 */
                                scheduledFor: string | null;
                                /**
                                 * @description When all segments had been accepted by a carrier; null until then.
                                 * @example null
                                 */
                                sentAt: string | null;
                                /**
                                 * @description When the message reached a final state; null until then.
                                 * @example null
                                 */
                                settledAt: string | null;
                                /**
                                 * @description Warnings of the DLT check. They do not prevent sending.
                                 * @example []
                                 */
                                warnings: {
                                    /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                    slot?: {
                                        /** @example 1 */
                                        number: number;
                                        /** @example numeric */
                                        type: string;
                                        /** @example 41 */
                                        length?: number;
                                        /** @example 40 */
                                        max?: number;
                                    };
                                    /**
                                     * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                     * @example 10
                                     */
                                    position?: number;
                                    /**
                                     * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                     * @example Your code is
                                     */
                                    expected?: string;
                                    /**
                                     * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                     * @example case
                                     */
                                    kind?: string;
                                    /**
                                     * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                     * @example U+200B ZERO WIDTH SPACE
                                     */
                                    character?: string;
                                    /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                    candidates?: string[];
                                    /**
                                     * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                     * @example ACMEIN
                                     */
                                    didYouMean?: string;
                                    /** @example dlt_registry_empty */
                                    code: string;
                                    /**
                                     * @description What is wrong, and what to do.
                                     * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                     */
                                    message: string;
                                    /**
                                     * @description The field of the request that the finding is about.
                                     * @example message
                                     */
                                    param: string;
                                    /**
                                     * Format: uri
                                     * @description The URL of the documentation of `code`.
                                     * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                     */
                                    docUrl: string;
                                }[];
                            };
                        } | {
                            /** @constant */
                            status: "error";
                            error: {
                                /** @example invalid_recipient */
                                code: string;
                                /** @example The recipient is not an Indian mobile number. */
                                message: string;
                                /**
                                 * @description The name of the invalid field; omitted if the error is not about a field.
                                 * @example recipient
                                 */
                                param?: string;
                                /**
                                 * @description The scope that the API key lacks.
                                 * @example messages:send
                                 */
                                scope?: string;
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            };
                        })[];
                    };
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page, or the `_id` of its last entry. */
                after?: string;
                /** @description Only messages in this state. */
                status?: "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired";
                recipient?: string;
                /** @description Only messages sent with this API ID, even if its key has been deleted. */
                api_id?: string;
                /** @description Only messages accepted at or after this time. */
                from?: string;
                /** @description Only messages accepted before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Messages */
                        message: string;
                        /** @description Whether there may be older entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                         */
                        next: string | null;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listScheduledMessages: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page, or the `_id` of its last entry. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scheduled messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Scheduled messages */
                        message: string;
                        /** @description Whether there may be later entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                         */
                        next: string | null;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Message */
                        message: string;
                        /**
                         * @example {
                         *       "_id": "msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                         *       "user": "usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                         *       "apiId": "dk_h4w7n2q9t5x8b3m6k4d7",
                         *       "requestId": "req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                         *       "serverNumber": "DAKIYA",
                         *       "recipient": "+919876543210",
                         *       "livemode": true,
                         *       "kind": "message",
                         *       "content": "Your order has been shipped.",
                         *       "templateId": null,
                         *       "entityId": null,
                         *       "segments": 1,
                         *       "status": "delivered",
                         *       "reason": null,
                         *       "version": 2,
                         *       "createdAt": "2026-04-06T09:30:00.000Z",
                         *       "scheduledFor": null,
                         *       "sentAt": "2026-04-06T09:30:00.041Z",
                         *       "settledAt": "2026-04-06T09:30:02.310Z",
                         *       "timeline": [
                         *         {
                         *           "at": "2026-04-06T09:30:00.000Z",
                         *           "event": "queued",
                         *           "carrier": null,
                         *           "segment": null,
                         *           "carrierMessageId": null,
                         *           "status": null,
                         *           "errorCode": null,
                         *           "verdict": null,
                         *           "route": null
                         *         },
                         *         {
                         *           "at": "2026-04-06T09:30:00.041Z",
                         *           "event": "submitted",
                         *           "carrier": "default",
                         *           "segment": 1,
                         *           "carrierMessageId": "hocbkq3xo1",
                         *           "status": null,
                         *           "errorCode": null,
                         *           "verdict": null,
                         *           "route": null
                         *         },
                         *         {
                         *           "at": "2026-04-06T09:30:02.310Z",
                         *           "event": "receipt",
                         *           "carrier": "default",
                         *           "segment": 1,
                         *           "carrierMessageId": "hocbkq3xo1",
                         *           "status": "DELIVRD",
                         *           "errorCode": "000",
                         *           "verdict": null,
                         *           "route": null
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                            /** @description The events of the message, oldest first. */
                            timeline: {
                                /**
                                 * Format: date-time
                                 * @example 2026-04-06T09:30:02.310Z
                                 */
                                at: string;
                                /**
                                 * @description What happened. `queued`: Dakiya accepted the message. `submitted`: the carrier accepted the segment. `refused`: the carrier rejected the segment. `unanswered`: the carrier did not respond in time. `not_sent`: the connection was lost before the submit. `skipped`: the carrier was not available. `receipt`: a delivery receipt arrived. `expired`: the validity of the message ended.
                                 * @example receipt
                                 * @enum {string}
                                 */
                                event: "queued" | "skipped" | "submitted" | "refused" | "unanswered" | "not_sent" | "receipt" | "expired";
                                /**
                                 * @description The carrier’s name in the installation; null for events without a carrier, such as `queued`.
                                 * @example default
                                 */
                                carrier: string | null;
                                /**
                                 * @description The number of the segment, counted from 1; null if the event is about the whole text.
                                 * @example 1
                                 */
                                segment: number | null;
                                /**
                                 * @description The id that the carrier gave the segment; null if there is none.
                                 * @example hocbkq3xo1
                                 */
                                carrierMessageId: string | null;
                                /**
                                 * @description The status in the carrier’s response or receipt; null if there is none.
                                 * @example DELIVRD
                                 */
                                status: string | null;
                                /**
                                 * @description The operator’s error code; null if there is none.
                                 * @example 000
                                 */
                                errorCode: string | null;
                                /**
                                 * @description What the operator’s error code means; null if this is not known.
                                 * @example null
                                 */
                                verdict: {
                                    /**
                                     * @description The code of the verdict: a code of the DLT check, or a code that only operators give.
                                     * @example dlt_template_not_matched
                                     */
                                    code: string;
                                    /**
                                     * @description Who gave the verdict: always `operator`.
                                     * @example operator
                                     */
                                    source: string;
                                    /**
                                     * @description What the operator found, and what to do.
                                     * @example The operator says that the text differs from the template. Compare our copy of the template with your DLT portal.
                                     */
                                    message: string;
                                    /**
                                     * Format: uri
                                     * @description The URL of the documentation of `code`.
                                     * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                     */
                                    docUrl: string;
                                } | null;
                                /**
                                 * @description The route by which the carrier of this attempt was chosen; null if carriers are tried in their default order.
                                 * @example null
                                 */
                                route: {
                                    /** @example promotional */
                                    name: string;
                                    /**
                                     * @description Why this carrier was chosen: the conditions of the route, then the rule that chose among the route’s carriers.
                                     * @example [
                                     *       "category",
                                     *       "weight"
                                     *     ]
                                     */
                                    by: ("category" | "sender" | "account" | "prefix" | "weight" | "price" | "probe")[];
                                } | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    rescheduleMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The new time, at most three days before or after the time for which the message was first scheduled.
                     * @example 2026-12-01T10:00:00+05:30
                     */
                    send_at: string;
                };
            };
        };
        responses: {
            /** @description Message rescheduled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Message rescheduled */
                        message: string;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                        };
                    };
                };
            };
        };
    };
    cancelMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Message cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Message cancelled */
                        message: string;
                        data: {
                            /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The API ID with which the message was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                             * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            requestId: string | null;
                            /**
                             * @description The sender of the message: a DLT header.
                             * @example DAKIYA
                             */
                            serverNumber: string;
                            /**
                             * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description `otp` for a one-time password, `message` for any other message.
                             * @example message
                             * @enum {string}
                             */
                            kind: "message" | "otp";
                            /**
                             * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                             * @example Your order has been shipped.
                             */
                            content: string | null;
                            /**
                             * @description The id of the message’s DLT template; null if none was given or found.
                             * @example null
                             */
                            templateId: string | null;
                            /**
                             * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                             * @example null
                             */
                            entityId: string | null;
                            /**
                             * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                             * @example 1
                             */
                            segments: number;
                            /**
                             * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                             * @enum {string}
                             */
                            status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                            /**
                             * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                             * @example null
                             */
                            reason: string | null;
                            /**
                             * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                             * @example 0
                             */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                             * @example null
                             */
                            scheduledFor: string | null;
                            /**
                             * @description When all segments had been accepted by a carrier; null until then.
                             * @example null
                             */
                            sentAt: string | null;
                            /**
                             * @description When the message reached a final state; null until then.
                             * @example null
                             */
                            settledAt: string | null;
                        };
                    };
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description The period to count. `24h`: the last 24 hours, by hour. `7d`, `30d`, `90d`: the last 7, 30 or 90 days in India, including today, by day. */
                period?: "24h" | "7d" | "30d" | "90d";
                /** @description The start of the period, inclusive. Send `from` and `to`, or `period`. A recent period of up to 48 hours is extended to whole hours, any other to whole days (IST). */
                from?: string;
                /** @description The end of the period, exclusive. */
                to?: string;
                /** @description The dimension by which the figures are split: `parts` has the figures for each of its values. */
                split_by?: "key" | "sender" | "template" | "category" | "carrier";
                /** @description Only messages and one-time passwords sent with this API ID. */
                api_id?: string;
                /** @description Only messages with this sender. */
                sender?: string;
                /** @description Only messages with this DLT template. An empty value selects messages without a template. */
                template_id?: string;
                /** @description Only messages of this category. */
                category?: "otp" | "transactional" | "promotional";
                /** @description Only messages that are in a final state and whose last carrier was this carrier. */
                carrier?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Analytics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Analytics */
                        message: string;
                        data: {
                            /** @example true */
                            livemode: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-03-31T18:30:00.000Z
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description The end of the period, exclusive.
                             * @example 2026-04-07T18:30:00.000Z
                             */
                            to: string;
                            /**
                             * @example day
                             * @enum {string}
                             */
                            step: "hour" | "day";
                            total: {
                                /**
                                 * @description How many messages were accepted. If you filter or split by carrier, only messages in a final state count.
                                 * @example 1200
                                 */
                                accepted: number;
                                /** @example 1128 */
                                delivered: number;
                                /**
                                 * @description How many messages are `failed`, `undelivered` or `expired`.
                                 * @example 72
                                 */
                                failed: number;
                                /**
                                 * @description How many messages have no final state yet.
                                 * @example 0
                                 */
                                inProgress: number;
                                /**
                                 * @description The percentage of messages in a final state that were delivered; null if no message has a final state.
                                 * @example 94
                                 */
                                deliveredPercent: number | null;
                                /**
                                 * @description The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 1200
                                 */
                                deliveryP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 4800
                                 */
                                deliveryP95Ms: number | null;
                                /**
                                 * @description How many one-time passwords were sent, without resends.
                                 * @example 400
                                 */
                                otpSent: number;
                                /** @example 328 */
                                otpVerified: number;
                                /**
                                 * @description How many of the one-time passwords in `otpSent` can still be verified.
                                 * @example 0
                                 */
                                otpValid: number;
                                /**
                                 * @description The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`.
                                 * @example 82
                                 */
                                otpVerifiedPercent: number | null;
                                /**
                                 * @description The median time from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 14000
                                 */
                                verificationP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 61000
                                 */
                                verificationP95Ms: number | null;
                            };
                            /** @description The figures of the previous period, which has the same length. */
                            before: {
                                /**
                                 * @description How many messages were accepted. If you filter or split by carrier, only messages in a final state count.
                                 * @example 1200
                                 */
                                accepted: number;
                                /** @example 1128 */
                                delivered: number;
                                /**
                                 * @description How many messages are `failed`, `undelivered` or `expired`.
                                 * @example 72
                                 */
                                failed: number;
                                /**
                                 * @description How many messages have no final state yet.
                                 * @example 0
                                 */
                                inProgress: number;
                                /**
                                 * @description The percentage of messages in a final state that were delivered; null if no message has a final state.
                                 * @example 94
                                 */
                                deliveredPercent: number | null;
                                /**
                                 * @description The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 1200
                                 */
                                deliveryP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 4800
                                 */
                                deliveryP95Ms: number | null;
                                /**
                                 * @description How many one-time passwords were sent, without resends.
                                 * @example 400
                                 */
                                otpSent: number;
                                /** @example 328 */
                                otpVerified: number;
                                /**
                                 * @description How many of the one-time passwords in `otpSent` can still be verified.
                                 * @example 0
                                 */
                                otpValid: number;
                                /**
                                 * @description The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`.
                                 * @example 82
                                 */
                                otpVerifiedPercent: number | null;
                                /**
                                 * @description The median time from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 14000
                                 */
                                verificationP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 61000
                                 */
                                verificationP95Ms: number | null;
                            };
                            /** @description The figures of each hour or day in India, oldest first. */
                            steps: {
                                /**
                                 * @description How many messages were accepted. If you filter or split by carrier, only messages in a final state count.
                                 * @example 1200
                                 */
                                accepted: number;
                                /** @example 1128 */
                                delivered: number;
                                /**
                                 * @description How many messages are `failed`, `undelivered` or `expired`.
                                 * @example 72
                                 */
                                failed: number;
                                /**
                                 * @description How many messages have no final state yet.
                                 * @example 0
                                 */
                                inProgress: number;
                                /**
                                 * @description The percentage of messages in a final state that were delivered; null if no message has a final state.
                                 * @example 94
                                 */
                                deliveredPercent: number | null;
                                /**
                                 * @description The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 1200
                                 */
                                deliveryP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 4800
                                 */
                                deliveryP95Ms: number | null;
                                /**
                                 * @description How many one-time passwords were sent, without resends.
                                 * @example 400
                                 */
                                otpSent: number;
                                /** @example 328 */
                                otpVerified: number;
                                /**
                                 * @description How many of the one-time passwords in `otpSent` can still be verified.
                                 * @example 0
                                 */
                                otpValid: number;
                                /**
                                 * @description The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`.
                                 * @example 82
                                 */
                                otpVerifiedPercent: number | null;
                                /**
                                 * @description The median time from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 14000
                                 */
                                verificationP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 61000
                                 */
                                verificationP95Ms: number | null;
                                /**
                                 * Format: date-time
                                 * @description When the hour or day began.
                                 */
                                at: string;
                            }[];
                            /** @description Why messages failed, most frequent reason first. */
                            reasons: {
                                /**
                                 * @description The part of a message’s `reason` before the first colon.
                                 * @example UNDELIV 001
                                 */
                                code: string;
                                /** @example 40 */
                                count: number;
                                /** @example 12 */
                                before: number;
                            }[];
                            /** @description The figures for each value of the dimension `split_by`, most messages first; empty if `split_by` is omitted. */
                            parts: {
                                /**
                                 * @description How many messages were accepted. If you filter or split by carrier, only messages in a final state count.
                                 * @example 1200
                                 */
                                accepted: number;
                                /** @example 1128 */
                                delivered: number;
                                /**
                                 * @description How many messages are `failed`, `undelivered` or `expired`.
                                 * @example 72
                                 */
                                failed: number;
                                /**
                                 * @description How many messages have no final state yet.
                                 * @example 0
                                 */
                                inProgress: number;
                                /**
                                 * @description The percentage of messages in a final state that were delivered; null if no message has a final state.
                                 * @example 94
                                 */
                                deliveredPercent: number | null;
                                /**
                                 * @description The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 1200
                                 */
                                deliveryP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.
                                 * @example 4800
                                 */
                                deliveryP95Ms: number | null;
                                /**
                                 * @description How many one-time passwords were sent, without resends.
                                 * @example 400
                                 */
                                otpSent: number;
                                /** @example 328 */
                                otpVerified: number;
                                /**
                                 * @description How many of the one-time passwords in `otpSent` can still be verified.
                                 * @example 0
                                 */
                                otpValid: number;
                                /**
                                 * @description The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`.
                                 * @example 82
                                 */
                                otpVerifiedPercent: number | null;
                                /**
                                 * @description The median time from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 14000
                                 */
                                verificationP50Ms: number | null;
                                /**
                                 * @description The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified.
                                 * @example 61000
                                 */
                                verificationP95Ms: number | null;
                                /**
                                 * @description The value of the dimension, such as a template id; empty for messages without a value.
                                 * @example 1107160000000000001
                                 */
                                value: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    sendOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    recipient: string;
                    /**
                     * @description The number of digits of the code. With `service`, the service determines the length instead.
                     * @default 6
                     */
                    otp_length?: number;
                    /**
                     * @description The `_id` of the OTP service to use. Default: the installation’s text and settings.
                     * @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                     */
                    service?: string;
                    /**
                     * @description The channels by which the code is sent: first `sms`, then up to two `email` channels. The next channel starts when the code is not verified in time, or when the channel before it fails.
                     * @example [
                     *       {
                     *         "channel": "sms"
                     *       },
                     *       {
                     *         "channel": "email",
                     *         "to": "asha@example.com",
                     *         "after": 60
                     *       }
                     *     ]
                     */
                    channels?: {
                        /**
                         * @description The channel: `sms` or `email`.
                         * @example email
                         */
                        channel: string;
                        /**
                         * @description The email address; required for `email`. The SMS goes to `recipient`.
                         * @example asha@example.com
                         */
                        to?: string;
                        /**
                         * @description How many seconds after the previous channel this channel starts, 60 by default. It starts earlier if the previous channel fails. The sum of all `after` must be less than the validity of the code.
                         * @example 60
                         */
                        after?: number;
                    }[];
                    /**
                     * @description The IP address of your end user, as your server sees it. Dakiya limits the codes per address, which protects you from SMS pumping.
                     * @example 203.0.113.7
                     */
                    end_user_ip?: string;
                };
            };
        };
        responses: {
            /** @description OTP sent successfully! */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP sent successfully! */
                        message: string;
                        data: {
                            /** @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            otpId: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            phoneNumber: string;
                            /**
                             * @description The API ID with which the code was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * Format: date-time
                             * @description When the code expires.
                             * @example 2026-04-06T09:35:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description The `_id` of the OTP service that sent the code; null if none was used.
                             * @example null
                             */
                            service: string | null;
                            /**
                             * @description Whether the number is a test number of the service. Test numbers get no message.
                             * @example false
                             */
                            isTest: boolean;
                            /** @description The channels of this call; omitted if the call has no `channels`. */
                            sendAttempts?: {
                                /**
                                 * @example email
                                 * @enum {string}
                                 */
                                channel: "sms" | "email";
                                /**
                                 * @description The phone number or email address.
                                 * @example asha@example.com
                                 */
                                to: string;
                                /**
                                 * @description `waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it.
                                 * @enum {string}
                                 */
                                status: "waiting" | "skipped" | "queued" | "submitting" | "sent" | "delivered" | "undelivered" | "failed" | "expired" | "unknown";
                                /**
                                 * @description When the channel is due to start; null if this is not known yet.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                dueAt: string | null;
                                /**
                                 * @description When the channel started; null if it has not started.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                startedAt: string | null;
                                /**
                                 * @description Why the channel failed, or a note that the email may arrive twice; null in all other cases.
                                 * @example null
                                 */
                                reason: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getOtp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `otpId` of the code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One-time password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example One-time password */
                        message: string;
                        data: {
                            /** @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            otpId: string;
                            /**
                             * @description The `_id` of the account.
                             * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            user: string;
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            phoneNumber: string;
                            /**
                             * @description The API ID with which the code was sent.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            apiId: string;
                            /**
                             * @description False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * Format: date-time
                             * @description When the code expires.
                             * @example 2026-04-06T09:35:00.000Z
                             */
                            expiresAt: string;
                            /**
                             * @description The `_id` of the OTP service that sent the code; null if none was used.
                             * @example null
                             */
                            service: string | null;
                            /**
                             * @description Whether the number is a test number of the service. Test numbers get no message.
                             * @example false
                             */
                            isTest: boolean;
                            /** @description The channels of all calls with `channels` for this code, in the order of the calls and of their channels. */
                            sendAttempts: {
                                /**
                                 * @example email
                                 * @enum {string}
                                 */
                                channel: "sms" | "email";
                                /**
                                 * @description The phone number or email address.
                                 * @example asha@example.com
                                 */
                                to: string;
                                /**
                                 * @description `waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it.
                                 * @enum {string}
                                 */
                                status: "waiting" | "skipped" | "queued" | "submitting" | "sent" | "delivered" | "undelivered" | "failed" | "expired" | "unknown";
                                /**
                                 * @description When the channel is due to start; null if this is not known yet.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                dueAt: string | null;
                                /**
                                 * @description When the channel started; null if it has not started.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                startedAt: string | null;
                                /**
                                 * @description Why the channel failed, or a note that the email may arrive twice; null in all other cases.
                                 * @example null
                                 */
                                reason: string | null;
                            }[];
                            /**
                             * @description `pending`: the code can be verified. `exhausted`: the code has no attempts left.
                             * @example pending
                             * @enum {string}
                             */
                            status: "pending" | "verified" | "expired" | "exhausted";
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    recipient?: string;
                    /**
                     * @description The code that the user entered: 4 to 6 digits, or a code in the format of the service. Digits of all writing systems are accepted, such as Devanagari. Spaces, dashes, invisible characters and a prefix such as `G-` in `G-482913` are ignored. Other input, including a JSON number, is rejected and does not count as an attempt.
                     * @example 482913
                     */
                    otp?: string;
                    /**
                     * @description The `otpId` that `/messages/send-otp` returned.
                     * @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                     */
                    otp_id?: string;
                    /**
                     * @description The code that the user entered: 4 to 6 digits, or a code in the format of the service. Digits of all writing systems are accepted, such as Devanagari. Spaces, dashes, invisible characters and a prefix such as `G-` in `G-482913` are ignored. Other input, including a JSON number, is rejected and does not count as an attempt.
                     * @example 482913
                     */
                    otp_code?: string;
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    phone_number?: string;
                    /**
                     * @description The `_id` of the OTP service that sent the code. Send `service` only with `recipient`.
                     * @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                     */
                    service?: string;
                };
            };
        };
        responses: {
            /** @description OTP verified successfully! */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP verified successfully! */
                        message: string;
                        data: {
                            /** @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            otpId: string;
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            phoneNumber: string;
                            /** @constant */
                            isVerified: true;
                            /**
                             * @description Whether the number is a test number of the service.
                             * @example false
                             */
                            isTest: boolean;
                        };
                    };
                };
            };
        };
    };
    listOtpServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OTP services */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP services */
                        message: string;
                        data: {
                            /** @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /** @example Acme */
                            name: string;
                            /** @example ACMEIN */
                            sender_id: string | null;
                            /** @example null */
                            template_id: string | null;
                            /** @example Your code is {code}. - {name} */
                            text: string;
                            /** @example 6 */
                            length: number;
                            letters: boolean;
                            /** @example 300 */
                            ttl_seconds: number;
                            /** @example 5 */
                            max_attempts: number;
                            /** @enum {string} */
                            resend: "same" | "new";
                            /** @example null */
                            app_hash: string | null;
                            /** @example null */
                            web_domain: string | null;
                            test_numbers: {
                                /** @example +919876543210 */
                                recipient: string;
                                /** @example 482913 */
                                code: string;
                                /** @example 2027-03-31 */
                                ends_on: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    createOtpService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name of your app or brand, which replaces `{name}` in the text.
                     * @example Acme
                     */
                    name: string;
                    /**
                     * @description One of your approved headers. Null means your only header; if you have several, the template’s only header; if you have none, the installation’s header.
                     * @example ACMEIN
                     */
                    sender_id?: string | null;
                    /**
                     * @description The id of the DLT template. If it is null, Dakiya finds the template by the text.
                     * @example null
                     */
                    template_id?: string | null;
                    /**
                     * @description The text of the message. It has exactly one `{code}`, and may have `{name}`.
                     * @default {code} is your {name} verification code. Do not share it with anyone.
                     * @example {code} is your {name} verification code. Do not share it with anyone.
                     */
                    text?: string;
                    /**
                     * @description The number of characters of a code.
                     * @default 6
                     * @example 6
                     */
                    length?: number;
                    /**
                     * @description Whether codes also contain capital letters. Letters that resemble digits are not used.
                     * @default false
                     * @example false
                     */
                    letters?: boolean;
                    /**
                     * @description How long a code is valid, in seconds.
                     * @default 300
                     * @example 300
                     */
                    ttl_seconds?: number;
                    /**
                     * @description The number of wrong attempts after which a code no longer works.
                     * @default 5
                     * @example 5
                     */
                    max_attempts?: number;
                    /**
                     * @description What a repeated call sends while a code is valid. `same`: the same code. `new`: a new code that replaces the valid one.
                     * @default same
                     * @example same
                     * @enum {string}
                     */
                    resend?: "same" | "new";
                    /**
                     * @description The app hash for Android’s SMS Retriever. Dakiya adds the hash to the text on a separate line. Null for no hash.
                     * @example null
                     */
                    app_hash?: string | null;
                    /**
                     * @description The domain of your website. Dakiya adds the last line `@domain #code` to the text, so that browsers fill in the code (WebOTP). Null for no domain.
                     * @example null
                     */
                    web_domain?: string | null;
                    /**
                     * @description Up to 10 phone numbers, each with a fixed code, for the people who review your app. These numbers get no message.
                     * @example []
                     */
                    test_numbers?: {
                        /**
                         * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                         * @example 9876543210
                         */
                        recipient: string;
                        /**
                         * @description The fixed code. Its length and characters must be those of the service’s codes.
                         * @example 482913
                         */
                        code: string;
                        /**
                         * Format: date
                         * @description The last day, in India time, on which the number is a test number; at most a year from now.
                         * @example 2027-03-31
                         */
                        ends_on: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OTP service created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP service created */
                        message: string;
                        data: {
                            /** @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /** @example Acme */
                            name: string;
                            /** @example ACMEIN */
                            sender_id: string | null;
                            /** @example null */
                            template_id: string | null;
                            /** @example Your code is {code}. - {name} */
                            text: string;
                            /** @example 6 */
                            length: number;
                            letters: boolean;
                            /** @example 300 */
                            ttl_seconds: number;
                            /** @example 5 */
                            max_attempts: number;
                            /** @enum {string} */
                            resend: "same" | "new";
                            /** @example null */
                            app_hash: string | null;
                            /** @example null */
                            web_domain: string | null;
                            test_numbers: {
                                /** @example +919876543210 */
                                recipient: string;
                                /** @example 482913 */
                                code: string;
                                /** @example 2027-03-31 */
                                ends_on: string;
                            }[];
                            /**
                             * @description Warnings of the DLT check about the service’s messages. They do not prevent sending.
                             * @example []
                             */
                            warnings: {
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /** @example dlt_registry_empty */
                                code: string;
                                /**
                                 * @description What is wrong, and what to do.
                                 * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                 */
                                message: string;
                                /**
                                 * @description The field of the request that the finding is about.
                                 * @example message
                                 */
                                param: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    deleteOtpService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the OTP service. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OTP service deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP service deleted */
                        message: string;
                        data: {
                            /** @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                        };
                    };
                };
            };
        };
    };
    changeOtpService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the OTP service. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name of your app or brand, which replaces `{name}` in the text.
                     * @example Acme
                     */
                    name?: string;
                    /**
                     * @description One of your approved headers. Null means your only header; if you have several, the template’s only header; if you have none, the installation’s header.
                     * @example ACMEIN
                     */
                    sender_id?: string | null;
                    /**
                     * @description The id of the DLT template. If it is null, Dakiya finds the template by the text.
                     * @example null
                     */
                    template_id?: string | null;
                    /**
                     * @description The text of the message. It has exactly one `{code}`, and may have `{name}`.
                     * @example {code} is your {name} verification code. Do not share it with anyone.
                     */
                    text?: string;
                    /**
                     * @description The number of characters of a code.
                     * @example 6
                     */
                    length?: number;
                    /**
                     * @description Whether codes also contain capital letters. Letters that resemble digits are not used.
                     * @example false
                     */
                    letters?: boolean;
                    /**
                     * @description How long a code is valid, in seconds.
                     * @example 300
                     */
                    ttl_seconds?: number;
                    /**
                     * @description The number of wrong attempts after which a code no longer works.
                     * @example 5
                     */
                    max_attempts?: number;
                    /**
                     * @description What a repeated call sends while a code is valid. `same`: the same code. `new`: a new code that replaces the valid one.
                     * @example same
                     * @enum {string}
                     */
                    resend?: "same" | "new";
                    /**
                     * @description The app hash for Android’s SMS Retriever. Dakiya adds the hash to the text on a separate line. Null for no hash.
                     * @example null
                     */
                    app_hash?: string | null;
                    /**
                     * @description The domain of your website. Dakiya adds the last line `@domain #code` to the text, so that browsers fill in the code (WebOTP). Null for no domain.
                     * @example null
                     */
                    web_domain?: string | null;
                    /**
                     * @description Up to 10 phone numbers, each with a fixed code, for the people who review your app. These numbers get no message.
                     * @example []
                     */
                    test_numbers?: {
                        /**
                         * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                         * @example 9876543210
                         */
                        recipient: string;
                        /**
                         * @description The fixed code. Its length and characters must be those of the service’s codes.
                         * @example 482913
                         */
                        code: string;
                        /**
                         * Format: date
                         * @description The last day, in India time, on which the number is a test number; at most a year from now.
                         * @example 2027-03-31
                         */
                        ends_on: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OTP service changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example OTP service changed */
                        message: string;
                        data: {
                            /** @example svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /** @example Acme */
                            name: string;
                            /** @example ACMEIN */
                            sender_id: string | null;
                            /** @example null */
                            template_id: string | null;
                            /** @example Your code is {code}. - {name} */
                            text: string;
                            /** @example 6 */
                            length: number;
                            letters: boolean;
                            /** @example 300 */
                            ttl_seconds: number;
                            /** @example 5 */
                            max_attempts: number;
                            /** @enum {string} */
                            resend: "same" | "new";
                            /** @example null */
                            app_hash: string | null;
                            /** @example null */
                            web_domain: string | null;
                            test_numbers: {
                                /** @example +919876543210 */
                                recipient: string;
                                /** @example 482913 */
                                code: string;
                                /** @example 2027-03-31 */
                                ends_on: string;
                            }[];
                            /**
                             * @description Warnings of the DLT check about the service’s messages. They do not prevent sending.
                             * @example []
                             */
                            warnings: {
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /** @example dlt_registry_empty */
                                code: string;
                                /**
                                 * @description What is wrong, and what to do.
                                 * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                 */
                                message: string;
                                /**
                                 * @description The field of the request that the finding is about.
                                 * @example message
                                 */
                                param: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
                /** @description Lists only this number, if it is suppressed. */
                recipient?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Suppressed numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Suppressed numbers */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            recipient: string;
                            /** @example Replied STOP */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    suppressRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    recipient?: string;
                    /** @description Up to 1,000 numbers. Send either `recipients` or `recipient`. */
                    recipients?: string[];
                    /** @example Replied STOP */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Suppressed */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Suppressed */
                        message: string;
                        data: {
                            /**
                             * @description How many of the numbers were not suppressed before.
                             * @example 1
                             */
                            added: number;
                        };
                    };
                };
            };
        };
    };
    unsuppressRecipient: {
        parameters: {
            query: {
                /** @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari. */
                recipient: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No longer suppressed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example No longer suppressed */
                        message: string;
                        data: {
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            recipient: string;
                        };
                    };
                };
            };
        };
    };
    importSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A text or CSV file, or a JSON array of numbers.
                     */
                    file: Blob;
                    /** @example Replied STOP */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Numbers suppressed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Numbers suppressed */
                        message: string;
                        data: {
                            /**
                             * @description The number of rows, without empty rows and the heading.
                             * @example 6
                             */
                            rows: number;
                            /**
                             * @description How many numbers were not suppressed before.
                             * @example 2
                             */
                            added: number;
                            /**
                             * @description How many numbers were suppressed already.
                             * @example 2
                             */
                            known: number;
                            /**
                             * @description How many rows have a number that occurs earlier in the file.
                             * @example 1
                             */
                            repeated: number;
                            /**
                             * @description How many rows have no Indian mobile number.
                             * @example 1
                             */
                            invalid: number;
                            /** @description The first 100 rows without an Indian mobile number. */
                            invalidRows: {
                                /**
                                 * @description The line of the file on which the row begins, counted from 1.
                                 * @example 4
                                 */
                                row: number;
                                /** @example This number has 5 digits. An Indian mobile number has 10, with or without +91 in front. */
                                detail: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook endpoints */
                        message: string;
                        data: {
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                             * @example https://example.com/webhooks/dakiya
                             */
                            url: string;
                            /**
                             * @description The types of events to post; empty for all, including types that are added later.
                             * @example [
                             *       "message.delivered",
                             *       "message.undelivered"
                             *     ]
                             */
                            types: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                            /**
                             * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                             * @example []
                             */
                            apiIds: string[];
                            /** @example Order system */
                            description: string | null;
                            /**
                             * @description Whether events about messages contain the text. If false, their `content` is null.
                             * @example true
                             */
                            includesText: boolean;
                            /**
                             * @description The maximum number of events to post per second; null for no limit.
                             * @example null
                             */
                            maxPerSecond: number | null;
                            /** @description True for events of live keys and of the account, false for events of test keys. */
                            livemode: boolean;
                            /**
                             * @description The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`.
                             * @example standard
                             * @enum {string}
                             */
                            format: "standard" | "msg91" | "twilio";
                            /**
                             * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                             * @example true
                             */
                            enabled: boolean;
                            /**
                             * @description Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off.
                             * @example null
                             */
                            disabledReason: ("gone" | "failing" | "account_recovered") | null;
                            /**
                             * @description When Dakiya turned the endpoint off.
                             * @example null
                             */
                            disabledAt: string | null;
                            /**
                             * @description How many failures there were since the last success. Simultaneous failures count as one.
                             * @example 0
                             */
                            failures: number;
                            /**
                             * @description When the first failure since the last success happened; null if `failures` is 0.
                             * @example null
                             */
                            failingSince: string | null;
                            /**
                             * @description The reason of the last failure; null if `failures` is 0.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                     * @example https://example.com/webhooks/dakiya
                     */
                    url: string;
                    /**
                     * @description The types of events to post; empty for all, including types that are added later.
                     * @default []
                     * @example [
                     *       "message.delivered",
                     *       "message.undelivered"
                     *     ]
                     */
                    types?: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                    /**
                     * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                     * @default []
                     * @example []
                     */
                    api_ids?: string[];
                    /**
                     * @default null
                     * @example Order system
                     */
                    description?: string | null;
                    /**
                     * @description Whether events about messages contain the text. If false, their `content` is null.
                     * @default true
                     * @example true
                     */
                    includes_text?: boolean;
                    /**
                     * @description The maximum number of events to post per second; null for no limit.
                     * @default null
                     * @example null
                     */
                    max_per_second?: number | null;
                    /**
                     * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * @description True for events of live keys and of the account, false for events of test keys. Default: the mode of the API key that makes the call; true with a session token. The mode cannot be changed later.
                     * @example true
                     */
                    livemode?: boolean;
                    /**
                     * @description The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. Default: `standard`. The format cannot be changed later.
                     * @example standard
                     * @enum {string}
                     */
                    format?: "standard" | "msg91";
                };
            };
        };
        responses: {
            /** @description Webhook endpoint created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook endpoint created */
                        message: string;
                        data: {
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                             * @example https://example.com/webhooks/dakiya
                             */
                            url: string;
                            /**
                             * @description The types of events to post; empty for all, including types that are added later.
                             * @example [
                             *       "message.delivered",
                             *       "message.undelivered"
                             *     ]
                             */
                            types: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                            /**
                             * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                             * @example []
                             */
                            apiIds: string[];
                            /** @example Order system */
                            description: string | null;
                            /**
                             * @description Whether events about messages contain the text. If false, their `content` is null.
                             * @example true
                             */
                            includesText: boolean;
                            /**
                             * @description The maximum number of events to post per second; null for no limit.
                             * @example null
                             */
                            maxPerSecond: number | null;
                            /** @description True for events of live keys and of the account, false for events of test keys. */
                            livemode: boolean;
                            /**
                             * @description The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`.
                             * @example standard
                             * @enum {string}
                             */
                            format: "standard" | "msg91" | "twilio";
                            /**
                             * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                             * @example true
                             */
                            enabled: boolean;
                            /**
                             * @description Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off.
                             * @example null
                             */
                            disabledReason: ("gone" | "failing" | "account_recovered") | null;
                            /**
                             * @description When Dakiya turned the endpoint off.
                             * @example null
                             */
                            disabledAt: string | null;
                            /**
                             * @description How many failures there were since the last success. Simultaneous failures count as one.
                             * @example 0
                             */
                            failures: number;
                            /**
                             * @description When the first failure since the last success happened; null if `failures` is 0.
                             * @example null
                             */
                            failingSince: string | null;
                            /**
                             * @description The reason of the last failure; null if `failures` is 0.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * @description The secret with which Dakiya signs the events of the endpoint.
                             * @example whsec_bm90IGEgc2VjcmV0OiBvbmx5IGFuIGV4YW1wbGUhISE=
                             */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook endpoint */
                        message: string;
                        data: {
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                             * @example https://example.com/webhooks/dakiya
                             */
                            url: string;
                            /**
                             * @description The types of events to post; empty for all, including types that are added later.
                             * @example [
                             *       "message.delivered",
                             *       "message.undelivered"
                             *     ]
                             */
                            types: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                            /**
                             * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                             * @example []
                             */
                            apiIds: string[];
                            /** @example Order system */
                            description: string | null;
                            /**
                             * @description Whether events about messages contain the text. If false, their `content` is null.
                             * @example true
                             */
                            includesText: boolean;
                            /**
                             * @description The maximum number of events to post per second; null for no limit.
                             * @example null
                             */
                            maxPerSecond: number | null;
                            /** @description True for events of live keys and of the account, false for events of test keys. */
                            livemode: boolean;
                            /**
                             * @description The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`.
                             * @example standard
                             * @enum {string}
                             */
                            format: "standard" | "msg91" | "twilio";
                            /**
                             * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                             * @example true
                             */
                            enabled: boolean;
                            /**
                             * @description Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off.
                             * @example null
                             */
                            disabledReason: ("gone" | "failing" | "account_recovered") | null;
                            /**
                             * @description When Dakiya turned the endpoint off.
                             * @example null
                             */
                            disabledAt: string | null;
                            /**
                             * @description How many failures there were since the last success. Simultaneous failures count as one.
                             * @example 0
                             */
                            failures: number;
                            /**
                             * @description When the first failure since the last success happened; null if `failures` is 0.
                             * @example null
                             */
                            failingSince: string | null;
                            /**
                             * @description The reason of the last failure; null if `failures` is 0.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook endpoint deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook endpoint deleted */
                        message: string;
                        data: {
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                        };
                    };
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                     * @example https://example.com/webhooks/dakiya
                     */
                    url?: string;
                    /**
                     * @description The types of events to post; empty for all, including types that are added later.
                     * @example [
                     *       "message.delivered",
                     *       "message.undelivered"
                     *     ]
                     */
                    types?: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                    /**
                     * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                     * @example []
                     */
                    api_ids?: string[];
                    /** @example Order system */
                    description?: string | null;
                    /**
                     * @description Whether events about messages contain the text. If false, their `content` is null.
                     * @example true
                     */
                    includes_text?: boolean;
                    /**
                     * @description The maximum number of events to post per second; null for no limit.
                     * @example null
                     */
                    max_per_second?: number | null;
                    /**
                     * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                     * @example true
                     */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Webhook endpoint changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook endpoint changed */
                        message: string;
                        data: {
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.
                             * @example https://example.com/webhooks/dakiya
                             */
                            url: string;
                            /**
                             * @description The types of events to post; empty for all, including types that are added later.
                             * @example [
                             *       "message.delivered",
                             *       "message.undelivered"
                             *     ]
                             */
                            types: ("message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping")[];
                            /**
                             * @description Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.
                             * @example []
                             */
                            apiIds: string[];
                            /** @example Order system */
                            description: string | null;
                            /**
                             * @description Whether events about messages contain the text. If false, their `content` is null.
                             * @example true
                             */
                            includesText: boolean;
                            /**
                             * @description The maximum number of events to post per second; null for no limit.
                             * @example null
                             */
                            maxPerSecond: number | null;
                            /** @description True for events of live keys and of the account, false for events of test keys. */
                            livemode: boolean;
                            /**
                             * @description The format of the requests. `standard`: Standard Webhooks with our payloads. `msg91`: delivery reports in the format of MSG91, only for final states of messages. `twilio`: status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`.
                             * @example standard
                             * @enum {string}
                             */
                            format: "standard" | "msg91" | "twilio";
                            /**
                             * @description Whether the endpoint is on. Events that happen while it is off are not posted.
                             * @example true
                             */
                            enabled: boolean;
                            /**
                             * @description Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off.
                             * @example null
                             */
                            disabledReason: ("gone" | "failing" | "account_recovered") | null;
                            /**
                             * @description When Dakiya turned the endpoint off.
                             * @example null
                             */
                            disabledAt: string | null;
                            /**
                             * @description How many failures there were since the last success. Simultaneous failures count as one.
                             * @example 0
                             */
                            failures: number;
                            /**
                             * @description When the first failure since the last success happened; null if `failures` is 0.
                             * @example null
                             */
                            failingSince: string | null;
                            /**
                             * @description The reason of the last failure; null if `failures` is 0.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook secret */
                        message: string;
                        data: {
                            /**
                             * @description The secret with which Dakiya signs the events of the endpoint.
                             * @example whsec_bm90IGEgc2VjcmV0OiBvbmx5IGFuIGV4YW1wbGUhISE=
                             */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For how many hours events are also signed with the old secret; 0 revokes the old secret at once.
                     * @default 24
                     * @example 24
                     */
                    overlap_hours?: number;
                };
            };
        };
        responses: {
            /** @description Webhook secret rotated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook secret rotated */
                        message: string;
                        data: {
                            /**
                             * @description The secret with which Dakiya signs the events of the endpoint.
                             * @example whsec_bm90IGEgc2VjcmV0OiBvbmx5IGFuIGV4YW1wbGUhISE=
                             */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The type of the test event. The endpoint need not subscribe to this type.
                     * @default ping
                     * @example message.delivered
                     * @enum {string}
                     */
                    type?: "message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping";
                };
            };
        };
        responses: {
            /** @description Test event is being posted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Test event is being posted */
                        message: string;
                        data: {
                            /**
                             * @description The id of the event, as in the header `webhook-id` of every attempt.
                             * @example evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /** @example message.delivered */
                            type: string;
                            /**
                             * @description False for test events, and for events about messages and codes that were sent with a test key.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description The id of the message or one-time password that the event is about; null for other events and test events.
                             * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            subject: string | null;
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            timestamp: string;
                            /**
                             * @description `pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about.
                             * @enum {string}
                             */
                            status: "pending" | "delivered" | "failed" | "discarded";
                            /** @example 1 */
                            attempts: number;
                            /**
                             * @description The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet.
                             * @example 200
                             */
                            lastStatus: number | null;
                            /**
                             * @description Why the last attempt failed; null if it succeeded, or there was no attempt yet.
                             * @example null
                             */
                            lastError: string | null;
                            /** @example 87 */
                            durationMs: number | null;
                            /**
                             * @description When the next attempt is due; null if no attempt is due.
                             * @example null
                             */
                            nextAttemptAt: string | null;
                            /** @example 2026-04-06T09:30:02.310Z */
                            deliveredAt: string | null;
                        };
                    };
                };
            };
        };
    };
    recoverWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The beginning of the time range, inclusive. Events are kept for 30 days.
                     * @example 2026-04-01T00:00:00+05:30
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @description The end of the time range, exclusive. Default: now.
                     * @example 2026-05-01T00:00:00+05:30
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Failed events are being posted again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Failed events are being posted again */
                        message: string;
                        data: {
                            /** @example whr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /**
                             * @description `failed`: the recovery stopped before it had checked all events, and `failure` says why. Start another recovery for the rest.
                             * @enum {string}
                             */
                            status: "running" | "done" | "failed";
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            since: string;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            until: string;
                            /**
                             * @description How many events of the time range the recovery has checked so far.
                             * @example 5000
                             */
                            looked: number;
                            /**
                             * @description How many of the checked events had failed and are posted again.
                             * @example 120
                             */
                            replayed: number;
                            /**
                             * @description Why the recovery failed; null if it did not fail.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @example null */
                            finishedAt: string | null;
                        };
                    };
                };
            };
        };
    };
    listWebhookRecoveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recoveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Recoveries */
                        message: string;
                        data: {
                            /** @example whr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /**
                             * @description `failed`: the recovery stopped before it had checked all events, and `failure` says why. Start another recovery for the rest.
                             * @enum {string}
                             */
                            status: "running" | "done" | "failed";
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            since: string;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            until: string;
                            /**
                             * @description How many events of the time range the recovery has checked so far.
                             * @example 5000
                             */
                            looked: number;
                            /**
                             * @description How many of the checked events had failed and are posted again.
                             * @example 120
                             */
                            replayed: number;
                            /**
                             * @description Why the recovery failed; null if it did not fail.
                             * @example null
                             */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @example null */
                            finishedAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
                /** @description Only events of the endpoint with this `_id`, even if this endpoint has been deleted. For an unknown `_id`, the list is empty. */
                endpoint?: string;
                /** @description Only events of this type. */
                type?: "message.sent" | "message.delivered" | "message.undelivered" | "message.failed" | "message.expired" | "message.unknown" | "otp.sent" | "otp.verified" | "otp.expired" | "otp.exhausted" | "balance.low" | "plan.changed" | "sender.suspect" | "webhook.disabled" | "ping";
                /** @description Only events in this state. */
                status?: "pending" | "delivered" | "failed" | "discarded";
                /** @description Only events recorded at or after this time. */
                from?: string;
                /** @description Only events recorded before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook events */
                        message: string;
                        /** @description Whether there may be older entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                         */
                        next: string | null;
                        data: {
                            /**
                             * @description The id of the event, as in the header `webhook-id` of every attempt.
                             * @example evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /** @example message.delivered */
                            type: string;
                            /**
                             * @description False for test events, and for events about messages and codes that were sent with a test key.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description The id of the message or one-time password that the event is about; null for other events and test events.
                             * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            subject: string | null;
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            timestamp: string;
                            /**
                             * @description `pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about.
                             * @enum {string}
                             */
                            status: "pending" | "delivered" | "failed" | "discarded";
                            /** @example 1 */
                            attempts: number;
                            /**
                             * @description The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet.
                             * @example 200
                             */
                            lastStatus: number | null;
                            /**
                             * @description Why the last attempt failed; null if it succeeded, or there was no attempt yet.
                             * @example null
                             */
                            lastError: string | null;
                            /** @example 87 */
                            durationMs: number | null;
                            /**
                             * @description When the next attempt is due; null if no attempt is due.
                             * @example null
                             */
                            nextAttemptAt: string | null;
                            /** @example 2026-04-06T09:30:02.310Z */
                            deliveredAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the event, which is also its `webhook-id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Webhook event */
                        message: string;
                        data: {
                            /**
                             * @description The id of the event, as in the header `webhook-id` of every attempt.
                             * @example evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /** @example message.delivered */
                            type: string;
                            /**
                             * @description False for test events, and for events about messages and codes that were sent with a test key.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description The id of the message or one-time password that the event is about; null for other events and test events.
                             * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            subject: string | null;
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            timestamp: string;
                            /**
                             * @description `pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about.
                             * @enum {string}
                             */
                            status: "pending" | "delivered" | "failed" | "discarded";
                            /** @example 1 */
                            attempts: number;
                            /**
                             * @description The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet.
                             * @example 200
                             */
                            lastStatus: number | null;
                            /**
                             * @description Why the last attempt failed; null if it succeeded, or there was no attempt yet.
                             * @example null
                             */
                            lastError: string | null;
                            /** @example 87 */
                            durationMs: number | null;
                            /**
                             * @description When the next attempt is due; null if no attempt is due.
                             * @example null
                             */
                            nextAttemptAt: string | null;
                            /** @example 2026-04-06T09:30:02.310Z */
                            deliveredAt: string | null;
                            /** @description The body as it would be posted now, without erased texts and numbers. Null if the message or code of the event has been deleted. */
                            payload: {
                                /** @example message.delivered */
                                type: string;
                                /**
                                 * Format: date-time
                                 * @description When the event happened.
                                 * @example 2026-04-06T09:30:02.310Z
                                 */
                                timestamp: string;
                                /**
                                 * @description False for test events, and for events about messages and codes that were sent with a test key.
                                 * @example true
                                 */
                                livemode: boolean;
                                /**
                                 * @description The data of the event. Its fields depend on `type`.
                                 * @example {
                                 *       "_id": "msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                                 *       "user": "usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                                 *       "apiId": "dk_h4w7n2q9t5x8b3m6k4d7",
                                 *       "requestId": "req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD",
                                 *       "serverNumber": "DAKIYA",
                                 *       "recipient": "+919876543210",
                                 *       "livemode": true,
                                 *       "kind": "message",
                                 *       "content": "Your order has been shipped.",
                                 *       "templateId": null,
                                 *       "entityId": null,
                                 *       "segments": 1,
                                 *       "status": "delivered",
                                 *       "reason": null,
                                 *       "version": 2,
                                 *       "createdAt": "2026-04-06T09:30:00.000Z",
                                 *       "scheduledFor": null,
                                 *       "sentAt": "2026-04-06T09:30:00.041Z",
                                 *       "settledAt": "2026-04-06T09:30:02.310Z",
                                 *       "timeline": [
                                 *         {
                                 *           "at": "2026-04-06T09:30:00.000Z",
                                 *           "event": "queued",
                                 *           "carrier": null,
                                 *           "segment": null,
                                 *           "carrierMessageId": null,
                                 *           "status": null,
                                 *           "errorCode": null,
                                 *           "verdict": null,
                                 *           "route": null
                                 *         },
                                 *         {
                                 *           "at": "2026-04-06T09:30:00.041Z",
                                 *           "event": "submitted",
                                 *           "carrier": "default",
                                 *           "segment": 1,
                                 *           "carrierMessageId": "hocbkq3xo1",
                                 *           "status": null,
                                 *           "errorCode": null,
                                 *           "verdict": null,
                                 *           "route": null
                                 *         },
                                 *         {
                                 *           "at": "2026-04-06T09:30:02.310Z",
                                 *           "event": "receipt",
                                 *           "carrier": "default",
                                 *           "segment": 1,
                                 *           "carrierMessageId": "hocbkq3xo1",
                                 *           "status": "DELIVRD",
                                 *           "errorCode": "000",
                                 *           "verdict": null,
                                 *           "route": null
                                 *         }
                                 *       ]
                                 *     }
                                 */
                                data: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        };
                    };
                };
            };
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the event, which is also its `webhook-id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Attempts */
                        message: string;
                        data: {
                            /** @example 1 */
                            number: number;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            at: string;
                            /** @example 87 */
                            durationMs: number;
                            /**
                             * @description The HTTP status; null without a response.
                             * @example 200
                             */
                            status: number | null;
                            /**
                             * @description Why the attempt failed; null if it succeeded.
                             * @example null
                             */
                            error: string | null;
                            /**
                             * @description The beginning of the response body, up to 1 KiB; null without a response.
                             * @example ok
                             */
                            response: string | null;
                        }[];
                    };
                };
            };
        };
    };
    replayWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the event, which is also its `webhook-id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is being posted again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example The event is being posted again */
                        message: string;
                        data: {
                            /**
                             * @description The id of the event, as in the header `webhook-id` of every attempt.
                             * @example evt_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            _id: string;
                            /** @example whe_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            endpoint: string;
                            /** @example message.delivered */
                            type: string;
                            /**
                             * @description False for test events, and for events about messages and codes that were sent with a test key.
                             * @example true
                             */
                            livemode: boolean;
                            /**
                             * @description The id of the message or one-time password that the event is about; null for other events and test events.
                             * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                             */
                            subject: string | null;
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            timestamp: string;
                            /**
                             * @description `pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about.
                             * @enum {string}
                             */
                            status: "pending" | "delivered" | "failed" | "discarded";
                            /** @example 1 */
                            attempts: number;
                            /**
                             * @description The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet.
                             * @example 200
                             */
                            lastStatus: number | null;
                            /**
                             * @description Why the last attempt failed; null if it succeeded, or there was no attempt yet.
                             * @example null
                             */
                            lastError: string | null;
                            /** @example 87 */
                            durationMs: number | null;
                            /**
                             * @description When the next attempt is due; null if no attempt is due.
                             * @example null
                             */
                            nextAttemptAt: string | null;
                            /** @example 2026-04-06T09:30:02.310Z */
                            deliveredAt: string | null;
                        };
                    };
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erasures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Erasures */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example ers_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description `running`: messages are being erased. `waiting`: some messages have no final state yet, or one-time passwords are less than a day old and still count towards limits. `done`: everything is erased.
                             * @enum {string}
                             */
                            status: "running" | "waiting" | "done";
                            /**
                             * @description The number of messages to erase, counted up to 1,000,000; null until they are counted.
                             * @example 12
                             */
                            total: number | null;
                            /**
                             * @description How many messages have been erased.
                             * @example 12
                             */
                            messages: number;
                            /**
                             * @description How many one-time passwords have been deleted.
                             * @example 1
                             */
                            codes: number;
                            /**
                             * @description How many messages have no final state yet. They are erased when they have one.
                             * @example 0
                             */
                            open: number;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            requestedAt: string;
                            /**
                             * @description The API ID, `dk_…`, or the session, `ses_…`, that last requested the erasure.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            requestedBy: string;
                            /**
                             * @description When the erasure was done; null until then.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            finishedAt: string | null;
                            /**
                             * @description Until when the log keeps the erased messages, with a pseudonym and without texts. The law requires this (DPDP Rules 2025, rule 8). Null if the log keeps none.
                             * @example 2027-04-06T09:30:00.000Z
                             */
                            retainedUntil: string | null;
                        }[];
                    };
                };
            };
        };
    };
    eraseRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari.
                     * @example 9876543210
                     */
                    recipient: string;
                };
            };
        };
        responses: {
            /** @description Erasure begun */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Erasure begun */
                        message: string;
                        data: {
                            /** @example ers_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description `running`: messages are being erased. `waiting`: some messages have no final state yet, or one-time passwords are less than a day old and still count towards limits. `done`: everything is erased.
                             * @enum {string}
                             */
                            status: "running" | "waiting" | "done";
                            /**
                             * @description The number of messages to erase, counted up to 1,000,000; null until they are counted.
                             * @example 12
                             */
                            total: number | null;
                            /**
                             * @description How many messages have been erased.
                             * @example 12
                             */
                            messages: number;
                            /**
                             * @description How many one-time passwords have been deleted.
                             * @example 1
                             */
                            codes: number;
                            /**
                             * @description How many messages have no final state yet. They are erased when they have one.
                             * @example 0
                             */
                            open: number;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            requestedAt: string;
                            /**
                             * @description The API ID, `dk_…`, or the session, `ses_…`, that last requested the erasure.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            requestedBy: string;
                            /**
                             * @description When the erasure was done; null until then.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            finishedAt: string | null;
                            /**
                             * @description Until when the log keeps the erased messages, with a pseudonym and without texts. The law requires this (DPDP Rules 2025, rule 8). Null if the log keeps none.
                             * @example 2027-04-06T09:30:00.000Z
                             */
                            retainedUntil: string | null;
                        };
                    };
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id` of the erasure. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erasure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Erasure */
                        message: string;
                        data: {
                            /** @example ers_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            _id: string;
                            /**
                             * @description `running`: messages are being erased. `waiting`: some messages have no final state yet, or one-time passwords are less than a day old and still count towards limits. `done`: everything is erased.
                             * @enum {string}
                             */
                            status: "running" | "waiting" | "done";
                            /**
                             * @description The number of messages to erase, counted up to 1,000,000; null until they are counted.
                             * @example 12
                             */
                            total: number | null;
                            /**
                             * @description How many messages have been erased.
                             * @example 12
                             */
                            messages: number;
                            /**
                             * @description How many one-time passwords have been deleted.
                             * @example 1
                             */
                            codes: number;
                            /**
                             * @description How many messages have no final state yet. They are erased when they have one.
                             * @example 0
                             */
                            open: number;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            requestedAt: string;
                            /**
                             * @description The API ID, `dk_…`, or the session, `ses_…`, that last requested the erasure.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            requestedBy: string;
                            /**
                             * @description When the erasure was done; null until then.
                             * @example 2026-04-06T09:30:02.310Z
                             */
                            finishedAt: string | null;
                            /**
                             * @description Until when the log keeps the erased messages, with a pseudonym and without texts. The law requires this (DPDP Rules 2025, rule 8). Null if the log keeps none.
                             * @example 2027-04-06T09:30:00.000Z
                             */
                            retainedUntil: string | null;
                        };
                    };
                };
            };
        };
    };
    getRecipientData: {
        parameters: {
            query: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page, or the `_id` of its last entry. */
                after?: string;
                /** @description An Indian mobile number: ten digits, with or without `+91`, `91`, `0091` or `0` in front. Spaces, hyphens, dots, brackets, quotes and invisible characters are ignored. Digits of all writing systems are accepted, such as Devanagari. */
                recipient: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recipient data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Recipient data */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page of messages; null on the last page.
                         * @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                         */
                        next: string | null;
                        data: {
                            /**
                             * @description The phone number in E.164.
                             * @example +919876543210
                             */
                            recipient: string;
                            /**
                             * @description Since when and why the number is suppressed; null if it is not suppressed. Only the first page has this value; on later pages it is always null.
                             * @example null
                             */
                            suppression: {
                                /** @example Replied STOP */
                                reason: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                createdAt: string;
                            } | null;
                            /** @description The one-time passwords of the last 30 days, without their codes. Only the first page has them; on later pages the list is empty. */
                            otps: {
                                /** @example otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                                _id: string;
                                /**
                                 * @example verified
                                 * @enum {string}
                                 */
                                status: "pending" | "verified" | "expired" | "exhausted";
                                /**
                                 * @description How many times a code was entered, including the correct one.
                                 * @example 1
                                 */
                                attempts: number;
                                /**
                                 * Format: date-time
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * @description The times at which the code was sent, including resends.
                                 * @example [
                                 *       "2026-04-06T09:30:00.000Z"
                                 *     ]
                                 */
                                sentAt: string[];
                                /**
                                 * Format: date-time
                                 * @example 2026-04-06T09:35:00.000Z
                                 */
                                expiresAt: string;
                                /**
                                 * @description The email addresses of the code’s channels, even if no email was sent.
                                 * @example [
                                 *       "asha@example.com"
                                 *     ]
                                 */
                                emails: string[];
                            }[];
                            /** @description A page of messages, newest first. */
                            messages: {
                                /** @example msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                                _id: string;
                                /**
                                 * @description The `_id` of the account.
                                 * @example usr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                                 */
                                user: string;
                                /**
                                 * @description The API ID with which the message was sent.
                                 * @example dk_h4w7n2q9t5x8b3m6k4d7
                                 */
                                apiId: string;
                                /**
                                 * @description The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.
                                 * @example req_01KAF9V7Z5W3N8Q2R4T6Y8B0CD
                                 */
                                requestId: string | null;
                                /**
                                 * @description The sender of the message: a DLT header.
                                 * @example DAKIYA
                                 */
                                serverNumber: string;
                                /**
                                 * @description The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.
                                 * @example +919876543210
                                 */
                                recipient: string;
                                /**
                                 * @description False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.
                                 * @example true
                                 */
                                livemode: boolean;
                                /**
                                 * @description `otp` for a one-time password, `message` for any other message.
                                 * @example message
                                 * @enum {string}
                                 */
                                kind: "message" | "otp";
                                /**
                                 * @description The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.
                                 * @example Your order has been shipped.
                                 */
                                content: string | null;
                                /**
                                 * @description The id of the message’s DLT template; null if none was given or found.
                                 * @example null
                                 */
                                templateId: string | null;
                                /**
                                 * @description The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.
                                 * @example null
                                 */
                                entityId: string | null;
                                /**
                                 * @description The number of SMS segments of the text. In live mode, each segment uses one message of the plan.
                                 * @example 1
                                 */
                                segments: number;
                                /**
                                 * @description The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.
                                 * @enum {string}
                                 */
                                status: "scheduled" | "queued" | "submitting" | "sent" | "unknown" | "delivered" | "undelivered" | "failed" | "expired" | "cancelled";
                                /**
                                 * @description Why the message was not delivered, or is not delivered yet; null if no reason is known.
                                 * @example null
                                 */
                                reason: string | null;
                                /**
                                 * @description A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.
                                 * @example 0
                                 */
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.
                                 * @example 2026-04-06T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * @description When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.
                                 * @example null
                                 */
                                scheduledFor: string | null;
                                /**
                                 * @description When all segments had been accepted by a carrier; null until then.
                                 * @example null
                                 */
                                sentAt: string | null;
                                /**
                                 * @description When the message reached a final state; null until then.
                                 * @example null
                                 */
                                settledAt: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listTextViews: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Views of texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Views of texts */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /**
                             * @description The id of the entry: its day, viewer and access method, separated by dots.
                             * @example 2026-04-06.dk_h4w7n2q9t5x8b3m6k4d7.api
                             */
                            _id: string;
                            /**
                             * Format: date
                             * @description The day of the views, in India time.
                             * @example 2026-04-06
                             */
                            day: string;
                            /**
                             * @description Who has seen the texts: an API ID, `dk_…`, or a session, `ses_…`.
                             * @example dk_h4w7n2q9t5x8b3m6k4d7
                             */
                            viewer: string;
                            /**
                             * @description The access method: a page of the dashboard, a downloaded file, or the API.
                             * @example api
                             * @enum {string}
                             */
                            way: "page" | "file" | "api";
                            /**
                             * @description The browser or program of a session; null for an API key.
                             * @example null
                             */
                            device: string | null;
                            /**
                             * @description The IP address of the client at the last view; for IPv6, the network of the address.
                             * @example 203.0.113.7
                             */
                            clientAddress: string;
                            /**
                             * @description How many times a page of messages or a single message was read.
                             * @example 3
                             */
                            views: number;
                            /**
                             * @description How many texts these views contained. A text that was read twice counts twice.
                             * @example 30
                             */
                            texts: number;
                            /**
                             * Format: date-time
                             * @description When the oldest of the viewed messages was accepted.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description When the newest of the viewed messages was accepted.
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            to: string;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            firstAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-04-06T09:30:00.000Z
                             */
                            lastAt: string;
                        }[];
                    };
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retention */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Retention */
                        message: string;
                        data: {
                            /**
                             * @description For how many days messages are kept; null means `mostDays`.
                             * @example 365
                             */
                            messageDays: number | null;
                            /**
                             * @description For how many days message texts are kept; null means that they are kept as long as the messages.
                             * @example 30
                             */
                            textDays: number | null;
                            /**
                             * @description The minimum of `messageDays`.
                             * @example 365
                             */
                            leastMessageDays: number;
                            /**
                             * @description The minimum of `textDays`.
                             * @example 7
                             */
                            leastTextDays: number;
                            /**
                             * @description The maximum of `messageDays` and `textDays`.
                             * @example 400
                             */
                            mostDays: number;
                        };
                    };
                };
            };
        };
    };
    checkDltMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The messages, each with the fields of `/messages/send-message`; `recipient` is optional.
                     * @example [
                     *       {
                     *         "message": "482913 is your Acme code. Do not share it."
                     *       },
                     *       {
                     *         "template_id": "1107160000000000001",
                     *         "variables": [
                     *           "482913"
                     *         ]
                     *       }
                     *     ]
                     */
                    messages: components["schemas"]["CheckedMessageInput"][];
                    /**
                     * Format: date-time
                     * @description The time at which the messages would be sent. Default: now.
                     * @example 2035-03-31T18:30:00.000Z
                     */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description Messages checked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Messages checked */
                        message: string;
                        data: {
                            /**
                             * @description `ok`, or the code of the error that sending the message would return.
                             * @example ok
                             */
                            verdict: string;
                            warnings: {
                                /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                                slot?: {
                                    /** @example 1 */
                                    number: number;
                                    /** @example numeric */
                                    type: string;
                                    /** @example 41 */
                                    length?: number;
                                    /** @example 40 */
                                    max?: number;
                                };
                                /**
                                 * @description Where the problem begins in the text: the number of Unicode code points before this place.
                                 * @example 10
                                 */
                                position?: number;
                                /**
                                 * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                                 * @example Your code is
                                 */
                                expected?: string;
                                /**
                                 * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                                 * @example case
                                 */
                                kind?: string;
                                /**
                                 * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                                 * @example U+200B ZERO WIDTH SPACE
                                 */
                                character?: string;
                                /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                                candidates?: string[];
                                /**
                                 * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                                 * @example ACMEIN
                                 */
                                didYouMean?: string;
                                /** @example dlt_registry_empty */
                                code: string;
                                /**
                                 * @description What is wrong, and what to do.
                                 * @example You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.
                                 */
                                message: string;
                                /**
                                 * @description The field of the request that the finding is about.
                                 * @example message
                                 */
                                param: string;
                                /**
                                 * Format: uri
                                 * @description The URL of the documentation of `code`.
                                 * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                                 */
                                docUrl: string;
                            }[];
                            /** @example 1107160000000000001 */
                            template_id: string | null;
                            /** @example DAKIYA */
                            sender_id: string | null;
                            /**
                             * @description The id of your DLT entity for which the message would be sent; null for the installation’s entity.
                             * @example 1101172974420810001
                             */
                            entity_id: string | null;
                            /**
                             * @description Why sending would fail, and what to do; omitted if `verdict` is `ok`.
                             * @example The message differs from the fixed text of the template.
                             */
                            detail?: string;
                            /**
                             * @description The field of the message that the finding is about.
                             * @example message
                             */
                            param?: string;
                            /**
                             * Format: uri
                             * @description The URL of the documentation of `code`.
                             * @example https://dakiya.example/docs/dlt#dlt_template_not_matched
                             */
                            docUrl?: string;
                            /**
                             * @description The scope that the API key lacks.
                             * @example messages:send
                             */
                            scope?: string;
                            /** @description The slot of the template that the problem is about. `number` counts from 1; `length` and `max` are in characters. */
                            slot?: {
                                /** @example 1 */
                                number: number;
                                /** @example numeric */
                                type: string;
                                /** @example 41 */
                                length?: number;
                                /** @example 40 */
                                max?: number;
                            };
                            /**
                             * @description Where the problem begins in the text: the number of Unicode code points before this place.
                             * @example 10
                             */
                            position?: number;
                            /**
                             * @description The template’s fixed text at the place where your text first differs: up to ten characters before this place, and ten after it.
                             * @example Your code is
                             */
                            expected?: string;
                            /**
                             * @description How the text differs from the template: `case`, `invisible`, `whitespace`, `quotes_and_dashes`, `punctuation`, `unicode_form`, `missing_end` or `extra_end`.
                             * @example case
                             */
                            kind?: string;
                            /**
                             * @description The Unicode code point and name of the wrong or missing character, if people cannot see this character or easily mistake it for another.
                             * @example U+200B ZERO WIDTH SPACE
                             */
                            character?: string;
                            /** @description The ids of the templates that match the text; if no template matches, the id of the most similar one. */
                            candidates?: string[];
                            /**
                             * @description Your registered header that was probably meant: it differs only in upper and lower case, or has no prefix and suffix.
                             * @example ACMEIN
                             */
                            didYouMean?: string;
                        }[];
                    };
                };
            };
        };
    };
    listDltEntities: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entities */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Entities */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Acme Retail Private Limited */
                            name: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "blacklisted";
                        }[];
                    };
                };
            };
        };
    };
    createDltEntity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The id of the principal entity, as a string.
                     * @example 1101172974420810001
                     */
                    entity_id: string;
                    /** @example Acme Retail Private Limited */
                    name: string;
                    /**
                     * @description The status on the DLT portal. Default for a new entity: `active`. Default for a registered entity: its current status. Only `PATCH` activates an entity again.
                     * @example active
                     * @enum {string}
                     */
                    status?: "active" | "inactive" | "blacklisted";
                };
            };
        };
        responses: {
            /** @description Entity registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Entity registered */
                        message: string;
                        data: {
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Acme Retail Private Limited */
                            name: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "blacklisted";
                        };
                    };
                };
            };
        };
    };
    deleteDltEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `entity_id` of the entity. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entity deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Entity deleted */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    updateDltEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `entity_id` of the entity. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Acme Retail Private Limited */
                    name?: string;
                    /** @enum {string} */
                    status?: "active" | "inactive" | "blacklisted";
                };
            };
        };
        responses: {
            /** @description Entity changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Entity changed */
                        message: string;
                        data: {
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Acme Retail Private Limited */
                            name: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "blacklisted";
                        };
                    };
                };
            };
        };
    };
    listDltHeaders: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Headers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Headers */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example DAKIYA */
                            header: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /**
                             * @description Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT.
                             * @enum {string}
                             */
                            status: "pending" | "approved" | "declined" | "inactive" | "suspended" | "blacklisted";
                            /**
                             * @description Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason.
                             * @example null
                             */
                            reason: string | null;
                            has_evidence: boolean;
                            /** @description When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message. */
                            last_used_at: string | null;
                            /** @description When the operator of this installation last decided on the header; null if there is no decision yet. */
                            decided_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
        };
    };
    createDltHeader: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The header as registered on DLT. Upper and lower case matter.
                     * @example DAKIYA
                     */
                    header: string;
                    /**
                     * @description The id of the principal entity, as a string.
                     * @example 1101172974420810001
                     */
                    entity_id: string;
                    /** @enum {string} */
                    category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                };
            };
        };
        responses: {
            /** @description Header registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Header registered */
                        message: string;
                        data: {
                            /** @example DAKIYA */
                            header: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /**
                             * @description Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT.
                             * @enum {string}
                             */
                            status: "pending" | "approved" | "declined" | "inactive" | "suspended" | "blacklisted";
                            /**
                             * @description Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason.
                             * @example null
                             */
                            reason: string | null;
                            has_evidence: boolean;
                            /** @description When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message. */
                            last_used_at: string | null;
                            /** @description When the operator of this installation last decided on the header; null if there is no decision yet. */
                            decided_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
    deleteDltHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The header. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Header deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Header deleted */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    updateDltHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The header. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `inactive` turns the header off. Send `active` when it is active on the DLT portal again: its status becomes the last decision of this installation’s operator.
                     * @enum {string}
                     */
                    status: "inactive" | "active";
                };
            };
        };
        responses: {
            /** @description Header changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Header changed */
                        message: string;
                        data: {
                            /** @example DAKIYA */
                            header: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /**
                             * @description Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT.
                             * @enum {string}
                             */
                            status: "pending" | "approved" | "declined" | "inactive" | "suspended" | "blacklisted";
                            /**
                             * @description Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason.
                             * @example null
                             */
                            reason: string | null;
                            has_evidence: boolean;
                            /** @description When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message. */
                            last_used_at: string | null;
                            /** @description When the operator of this installation last decided on the header; null if there is no decision yet. */
                            decided_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
    addDltEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The header. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name of the file.
                     * @example letter.pdf
                     */
                    name: string;
                    /**
                     * Format: base64
                     * @description The content of the file, encoded in base64.
                     * @example JVBERi0xLjcK
                     */
                    content: string;
                };
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, PNG or JPEG file.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Evidence added */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Evidence added */
                        message: string;
                        data: {
                            /** @example DAKIYA */
                            header: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /**
                             * @description Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT.
                             * @enum {string}
                             */
                            status: "pending" | "approved" | "declined" | "inactive" | "suspended" | "blacklisted";
                            /**
                             * @description Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason.
                             * @example null
                             */
                            reason: string | null;
                            has_evidence: boolean;
                            /** @description When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message. */
                            last_used_at: string | null;
                            /** @description When the operator of this installation last decided on the header; null if there is no decision yet. */
                            decided_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
    listDltTemplates: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
                /** @description Only templates whose name or body contains this text, or whose id is this text. */
                search?: string;
                /** @description Only templates of this entity. */
                entity_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Templates */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example 1107160000000000001 */
                            template_id: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Login code */
                            name: string;
                            /** @example {#numeric#} is your Acme code. Do not share it. */
                            body: string;
                            slots: {
                                /**
                                 * @description The number of the slot, counted from 1.
                                 * @example 1
                                 */
                                position: number;
                                /**
                                 * @example numeric
                                 * @enum {string}
                                 */
                                type: "var" | "numeric" | "alphanumeric" | "url" | "urlott" | "cbn" | "email";
                                /**
                                 * @description The maximum length of a value, in characters; null if the usual limit of the type applies.
                                 * @example null
                                 */
                                max: number | null;
                            }[];
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /** @enum {string} */
                            kind: "text" | "unicode";
                            /** @enum {string} */
                            status: "approved" | "pending" | "inactive" | "blacklisted";
                            /**
                             * @description Which carrier’s report turned the template off; null if none did.
                             * @example null
                             */
                            reason: string | null;
                            headers: string[];
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
        };
    };
    createDltTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The id of the content template, as a string.
                     * @example 1107160000000000001
                     */
                    template_id: string;
                    /**
                     * @description The id of the template’s entity; required if you have registered several entities.
                     * @example 1101172974420810001
                     */
                    entity_id?: string;
                    /** @example Login code */
                    name: string;
                    /**
                     * @description The text exactly as it is registered on DLT. It can never be changed.
                     * @example {#var#} is your Acme code. Do not share it.
                     */
                    body: string;
                    /**
                     * @description The types of the body’s `{#var#}` slots, if the portal stores these types separately from the body.
                     * @default []
                     * @example [
                     *       {
                     *         "position": 1,
                     *         "type": "numeric",
                     *         "max": 6
                     *       }
                     *     ]
                     */
                    slots?: {
                        /**
                         * @description The number of the slot, counted from 1.
                         * @example 1
                         */
                        position: number;
                        /**
                         * @example numeric
                         * @enum {string}
                         */
                        type: "var" | "numeric" | "alphanumeric" | "url" | "urlott" | "cbn" | "email";
                        /**
                         * @description The maximum length of a value in characters, if the portal gives one.
                         * @example 6
                         */
                        max?: number;
                    }[];
                    /** @enum {string} */
                    category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                    /**
                     * @default text
                     * @enum {string}
                     */
                    kind?: "text" | "unicode";
                    /**
                     * @description The status on the DLT portal. Default for a new template: `approved`. Default for a registered template: its current status. Only `PATCH` can activate an `inactive` or `blacklisted` template.
                     * @example approved
                     * @enum {string}
                     */
                    status?: "approved" | "pending" | "inactive" | "blacklisted";
                    /** @description The headers to which the template is bound; empty if the portal gives none. Default for a registered template: its current headers. */
                    headers?: string[];
                };
            };
        };
        responses: {
            /** @description Template registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Template registered */
                        message: string;
                        data: {
                            /** @example 1107160000000000001 */
                            template_id: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Login code */
                            name: string;
                            /** @example {#numeric#} is your Acme code. Do not share it. */
                            body: string;
                            slots: {
                                /**
                                 * @description The number of the slot, counted from 1.
                                 * @example 1
                                 */
                                position: number;
                                /**
                                 * @example numeric
                                 * @enum {string}
                                 */
                                type: "var" | "numeric" | "alphanumeric" | "url" | "urlott" | "cbn" | "email";
                                /**
                                 * @description The maximum length of a value, in characters; null if the usual limit of the type applies.
                                 * @example null
                                 */
                                max: number | null;
                            }[];
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /** @enum {string} */
                            kind: "text" | "unicode";
                            /** @enum {string} */
                            status: "approved" | "pending" | "inactive" | "blacklisted";
                            /**
                             * @description Which carrier’s report turned the template off; null if none did.
                             * @example null
                             */
                            reason: string | null;
                            headers: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** @description One sentence for each part of the body that portals or operators may reject, or that is probably not meant as fixed text. */
                            warnings: string[];
                        };
                    };
                };
            };
        };
    };
    getDltTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `template_id` of the template. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Template */
                        message: string;
                        data: {
                            /** @example 1107160000000000001 */
                            template_id: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Login code */
                            name: string;
                            /** @example {#numeric#} is your Acme code. Do not share it. */
                            body: string;
                            slots: {
                                /**
                                 * @description The number of the slot, counted from 1.
                                 * @example 1
                                 */
                                position: number;
                                /**
                                 * @example numeric
                                 * @enum {string}
                                 */
                                type: "var" | "numeric" | "alphanumeric" | "url" | "urlott" | "cbn" | "email";
                                /**
                                 * @description The maximum length of a value, in characters; null if the usual limit of the type applies.
                                 * @example null
                                 */
                                max: number | null;
                            }[];
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /** @enum {string} */
                            kind: "text" | "unicode";
                            /** @enum {string} */
                            status: "approved" | "pending" | "inactive" | "blacklisted";
                            /**
                             * @description Which carrier’s report turned the template off; null if none did.
                             * @example null
                             */
                            reason: string | null;
                            headers: string[];
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
    deleteDltTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `template_id` of the template. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Template deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Template deleted */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    updateDltTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `template_id` of the template. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Login code */
                    name?: string;
                    /** @enum {string} */
                    status?: "approved" | "pending" | "inactive" | "blacklisted";
                    /** @description The headers to which the template is bound; empty if the portal gives none. Default for a registered template: its current headers. */
                    headers?: string[];
                };
            };
        };
        responses: {
            /** @description Template changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Template changed */
                        message: string;
                        data: {
                            /** @example 1107160000000000001 */
                            template_id: string;
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example Login code */
                            name: string;
                            /** @example {#numeric#} is your Acme code. Do not share it. */
                            body: string;
                            slots: {
                                /**
                                 * @description The number of the slot, counted from 1.
                                 * @example 1
                                 */
                                position: number;
                                /**
                                 * @example numeric
                                 * @enum {string}
                                 */
                                type: "var" | "numeric" | "alphanumeric" | "url" | "urlott" | "cbn" | "email";
                                /**
                                 * @description The maximum length of a value, in characters; null if the usual limit of the type applies.
                                 * @example null
                                 */
                                max: number | null;
                            }[];
                            /** @enum {string} */
                            category: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                            /** @enum {string} */
                            kind: "text" | "unicode";
                            /** @enum {string} */
                            status: "approved" | "pending" | "inactive" | "blacklisted";
                            /**
                             * @description Which carrier’s report turned the template off; null if none did.
                             * @example null
                             */
                            reason: string | null;
                            headers: string[];
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
        };
    };
    importDltTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A portal’s export, CSV or XLSX, with at most 10,000 rows.
                     */
                    file: Blob;
                    /**
                     * @description Reports the outcome of each row without registering anything.
                     * @default false
                     * @enum {string}
                     */
                    dry_run?: "true" | "false";
                    /**
                     * @description Registers entities and headers of the file that you have not registered yet.
                     * @default false
                     * @enum {string}
                     */
                    create_missing?: "true" | "false";
                    /**
                     * @description Removes spaces and newlines at the end of each text.
                     * @default false
                     * @enum {string}
                     */
                    strip_trailing?: "true" | "false";
                    /**
                     * @description Removes spaces at the beginning of each line of texts.
                     * @default false
                     * @enum {string}
                     */
                    strip_leading?: "true" | "false";
                    /**
                     * @description Changes Windows line breaks in texts to newlines.
                     * @default false
                     * @enum {string}
                     */
                    plain_newlines?: "true" | "false";
                    /**
                     * @description Decodes HTML entities in texts, such as `&amp;`.
                     * @default false
                     * @enum {string}
                     */
                    decode_html?: "true" | "false";
                    /**
                     * @description A JSON object that gives the columns of fields that are not recognised automatically. A column is given by its heading, or by its number, counted from 1. `null` means that the file does not have the field.
                     * @example {"body":"Message Text"}
                     */
                    mapping?: string;
                    /**
                     * @description The entity for rows that name no entity. Default: your only entity.
                     * @example 1101172974420810001
                     */
                    entity_id?: string;
                    /**
                     * @description The name of the entity to register, if the file gives no name.
                     * @example Acme Retail Private Limited
                     */
                    entity_name?: string;
                    /**
                     * @description The category that is given to rows whose category is missing or unknown.
                     * @enum {string}
                     */
                    category?: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                    /**
                     * @description The sheet of an XLSX file to read. Default: the first visible sheet with rows.
                     * @example Templates
                     */
                    sheet?: string;
                };
            };
        };
        responses: {
            /** @description Import finished */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Import finished */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            id: string;
                            /**
                             * @description Whether the file lists headers, entities or templates.
                             * @enum {string}
                             */
                            list: "templates" | "headers" | "entities";
                            /** @example templates.xlsx */
                            file_name: string;
                            /**
                             * @description `checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.
                             * @example done
                             * @enum {string}
                             */
                            state: "queued" | "running" | "checked" | "needs_mapping" | "done" | "failed" | "expired";
                            dry_run: boolean;
                            /**
                             * @description Why the import failed; null if it did not fail.
                             * @example null
                             */
                            reason: string | null;
                            /** @description The number of rows below the headings; null until the file has been read. */
                            row_count: number | null;
                            /** @example 8 */
                            rows_done: number;
                            /** @description The number of rows with each outcome; null until the import has ended. */
                            counts: {
                                /** @example 8 */
                                new: number;
                                /** @example 8 */
                                unchanged: number;
                                /** @example 8 */
                                changed: number;
                                /** @example 8 */
                                differs: number;
                                /** @example 8 */
                                repeated: number;
                                /** @example 8 */
                                invalid: number;
                                /** @example 8 */
                                unclear: number;
                            } | null;
                            /** @description A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept. */
                            rows: {
                                /**
                                 * @description The number of the row, as a spreadsheet program shows it.
                                 * @example 2
                                 */
                                row: number;
                                template_id: string | null;
                                /**
                                 * @description The header; null unless the file lists headers.
                                 * @example null
                                 */
                                header: string | null;
                                /**
                                 * @description The entity’s id; null unless the file lists entities.
                                 * @example null
                                 */
                                entity_id: string | null;
                                /**
                                 * @description `changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.
                                 * @enum {string}
                                 */
                                outcome: "new" | "unchanged" | "changed" | "differs" | "repeated" | "invalid" | "unclear";
                                /**
                                 * @description The reason for the outcome; null if there is none.
                                 * @example null
                                 */
                                detail: string | null;
                                warnings: string[];
                            }[];
                            columns: {
                                /** @example 4 */
                                number: number;
                                /** @example Template ID */
                                heading: string;
                                field: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name") | null;
                                samples: string[];
                            }[];
                            /** @description In the state `needs_mapping`: the required fields for which no column was recognised. */
                            missing_fields: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name")[];
                            /** @description Entities that the file names but you have not registered; at most 100 are listed. */
                            missing_entities: {
                                /** @example 1101172974420810001 */
                                entity_id: string;
                                /** @example Acme Retail Private Limited */
                                name: string | null;
                            }[];
                            /** @description Headers that the file names but you have not registered; at most 100 are listed. */
                            missing_headers: {
                                /** @example DAKIYA */
                                header: string;
                                /** @example 1101172974420810001 */
                                entity_id: string;
                            }[];
                            notes: string[];
                            /** Format: date-time */
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
            /** @description Import is running */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @example Import is running */
                        message: string;
                        data: {
                            /** @example imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            id: string;
                            /**
                             * @description Whether the file lists headers, entities or templates.
                             * @enum {string}
                             */
                            list: "templates" | "headers" | "entities";
                            /** @example templates.xlsx */
                            file_name: string;
                            /**
                             * @description `checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.
                             * @example done
                             * @enum {string}
                             */
                            state: "queued" | "running" | "checked" | "needs_mapping" | "done" | "failed" | "expired";
                            dry_run: boolean;
                            /**
                             * @description Why the import failed; null if it did not fail.
                             * @example null
                             */
                            reason: string | null;
                            /** @description The number of rows below the headings; null until the file has been read. */
                            row_count: number | null;
                            /** @example 8 */
                            rows_done: number;
                            /** @description The number of rows with each outcome; null until the import has ended. */
                            counts: {
                                /** @example 8 */
                                new: number;
                                /** @example 8 */
                                unchanged: number;
                                /** @example 8 */
                                changed: number;
                                /** @example 8 */
                                differs: number;
                                /** @example 8 */
                                repeated: number;
                                /** @example 8 */
                                invalid: number;
                                /** @example 8 */
                                unclear: number;
                            } | null;
                            /** @description A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept. */
                            rows: {
                                /**
                                 * @description The number of the row, as a spreadsheet program shows it.
                                 * @example 2
                                 */
                                row: number;
                                template_id: string | null;
                                /**
                                 * @description The header; null unless the file lists headers.
                                 * @example null
                                 */
                                header: string | null;
                                /**
                                 * @description The entity’s id; null unless the file lists entities.
                                 * @example null
                                 */
                                entity_id: string | null;
                                /**
                                 * @description `changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.
                                 * @enum {string}
                                 */
                                outcome: "new" | "unchanged" | "changed" | "differs" | "repeated" | "invalid" | "unclear";
                                /**
                                 * @description The reason for the outcome; null if there is none.
                                 * @example null
                                 */
                                detail: string | null;
                                warnings: string[];
                            }[];
                            columns: {
                                /** @example 4 */
                                number: number;
                                /** @example Template ID */
                                heading: string;
                                field: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name") | null;
                                samples: string[];
                            }[];
                            /** @description In the state `needs_mapping`: the required fields for which no column was recognised. */
                            missing_fields: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name")[];
                            /** @description Entities that the file names but you have not registered; at most 100 are listed. */
                            missing_entities: {
                                /** @example 1101172974420810001 */
                                entity_id: string;
                                /** @example Acme Retail Private Limited */
                                name: string | null;
                            }[];
                            /** @description Headers that the file names but you have not registered; at most 100 are listed. */
                            missing_headers: {
                                /** @example DAKIYA */
                                header: string;
                                /** @example 1101172974420810001 */
                                entity_id: string;
                            }[];
                            notes: string[];
                            /** Format: date-time */
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
        };
    };
    importDltList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A portal’s export, CSV or XLSX, with at most 10,000 rows.
                     */
                    file: Blob;
                    /**
                     * @description Reports the outcome of each row without registering anything.
                     * @default false
                     * @enum {string}
                     */
                    dry_run?: "true" | "false";
                    /**
                     * @description Registers entities and headers of the file that you have not registered yet.
                     * @default false
                     * @enum {string}
                     */
                    create_missing?: "true" | "false";
                    /**
                     * @description Removes spaces and newlines at the end of each text.
                     * @default false
                     * @enum {string}
                     */
                    strip_trailing?: "true" | "false";
                    /**
                     * @description Removes spaces at the beginning of each line of texts.
                     * @default false
                     * @enum {string}
                     */
                    strip_leading?: "true" | "false";
                    /**
                     * @description Changes Windows line breaks in texts to newlines.
                     * @default false
                     * @enum {string}
                     */
                    plain_newlines?: "true" | "false";
                    /**
                     * @description Decodes HTML entities in texts, such as `&amp;`.
                     * @default false
                     * @enum {string}
                     */
                    decode_html?: "true" | "false";
                    /**
                     * @description A JSON object that gives the columns of fields that are not recognised automatically. A column is given by its heading, or by its number, counted from 1. `null` means that the file does not have the field.
                     * @example {"body":"Message Text"}
                     */
                    mapping?: string;
                    /**
                     * @description The entity for rows that name no entity. Default: your only entity.
                     * @example 1101172974420810001
                     */
                    entity_id?: string;
                    /**
                     * @description The name of the entity to register, if the file gives no name.
                     * @example Acme Retail Private Limited
                     */
                    entity_name?: string;
                    /**
                     * @description The category that is given to rows whose category is missing or unknown.
                     * @enum {string}
                     */
                    category?: "promotional" | "transactional" | "service_implicit" | "service_explicit" | "government";
                    /**
                     * @description The sheet of an XLSX file to read. Default: the first visible sheet with rows.
                     * @example Templates
                     */
                    sheet?: string;
                    /**
                     * @description Whether the file lists headers, entities or templates. Portals export each list separately.
                     * @example headers
                     * @enum {string}
                     */
                    list: "templates" | "headers" | "entities";
                };
            };
        };
        responses: {
            /** @description Import finished */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Import finished */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            id: string;
                            /**
                             * @description Whether the file lists headers, entities or templates.
                             * @enum {string}
                             */
                            list: "templates" | "headers" | "entities";
                            /** @example templates.xlsx */
                            file_name: string;
                            /**
                             * @description `checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.
                             * @example done
                             * @enum {string}
                             */
                            state: "queued" | "running" | "checked" | "needs_mapping" | "done" | "failed" | "expired";
                            dry_run: boolean;
                            /**
                             * @description Why the import failed; null if it did not fail.
                             * @example null
                             */
                            reason: string | null;
                            /** @description The number of rows below the headings; null until the file has been read. */
                            row_count: number | null;
                            /** @example 8 */
                            rows_done: number;
                            /** @description The number of rows with each outcome; null until the import has ended. */
                            counts: {
                                /** @example 8 */
                                new: number;
                                /** @example 8 */
                                unchanged: number;
                                /** @example 8 */
                                changed: number;
                                /** @example 8 */
                                differs: number;
                                /** @example 8 */
                                repeated: number;
                                /** @example 8 */
                                invalid: number;
                                /** @example 8 */
                                unclear: number;
                            } | null;
                            /** @description A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept. */
                            rows: {
                                /**
                                 * @description The number of the row, as a spreadsheet program shows it.
                                 * @example 2
                                 */
                                row: number;
                                template_id: string | null;
                                /**
                                 * @description The header; null unless the file lists headers.
                                 * @example null
                                 */
                                header: string | null;
                                /**
                                 * @description The entity’s id; null unless the file lists entities.
                                 * @example null
                                 */
                                entity_id: string | null;
                                /**
                                 * @description `changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.
                                 * @enum {string}
                                 */
                                outcome: "new" | "unchanged" | "changed" | "differs" | "repeated" | "invalid" | "unclear";
                                /**
                                 * @description The reason for the outcome; null if there is none.
                                 * @example null
                                 */
                                detail: string | null;
                                warnings: string[];
                            }[];
                            columns: {
                                /** @example 4 */
                                number: number;
                                /** @example Template ID */
                                heading: string;
                                field: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name") | null;
                                samples: string[];
                            }[];
                            /** @description In the state `needs_mapping`: the required fields for which no column was recognised. */
                            missing_fields: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name")[];
                            /** @description Entities that the file names but you have not registered; at most 100 are listed. */
                            missing_entities: {
                                /** @example 1101172974420810001 */
                                entity_id: string;
                                /** @example Acme Retail Private Limited */
                                name: string | null;
                            }[];
                            /** @description Headers that the file names but you have not registered; at most 100 are listed. */
                            missing_headers: {
                                /** @example DAKIYA */
                                header: string;
                                /** @example 1101172974420810001 */
                                entity_id: string;
                            }[];
                            notes: string[];
                            /** Format: date-time */
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
            /** @description Import is running */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @example Import is running */
                        message: string;
                        data: {
                            /** @example imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            id: string;
                            /**
                             * @description Whether the file lists headers, entities or templates.
                             * @enum {string}
                             */
                            list: "templates" | "headers" | "entities";
                            /** @example templates.xlsx */
                            file_name: string;
                            /**
                             * @description `checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.
                             * @example done
                             * @enum {string}
                             */
                            state: "queued" | "running" | "checked" | "needs_mapping" | "done" | "failed" | "expired";
                            dry_run: boolean;
                            /**
                             * @description Why the import failed; null if it did not fail.
                             * @example null
                             */
                            reason: string | null;
                            /** @description The number of rows below the headings; null until the file has been read. */
                            row_count: number | null;
                            /** @example 8 */
                            rows_done: number;
                            /** @description The number of rows with each outcome; null until the import has ended. */
                            counts: {
                                /** @example 8 */
                                new: number;
                                /** @example 8 */
                                unchanged: number;
                                /** @example 8 */
                                changed: number;
                                /** @example 8 */
                                differs: number;
                                /** @example 8 */
                                repeated: number;
                                /** @example 8 */
                                invalid: number;
                                /** @example 8 */
                                unclear: number;
                            } | null;
                            /** @description A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept. */
                            rows: {
                                /**
                                 * @description The number of the row, as a spreadsheet program shows it.
                                 * @example 2
                                 */
                                row: number;
                                template_id: string | null;
                                /**
                                 * @description The header; null unless the file lists headers.
                                 * @example null
                                 */
                                header: string | null;
                                /**
                                 * @description The entity’s id; null unless the file lists entities.
                                 * @example null
                                 */
                                entity_id: string | null;
                                /**
                                 * @description `changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.
                                 * @enum {string}
                                 */
                                outcome: "new" | "unchanged" | "changed" | "differs" | "repeated" | "invalid" | "unclear";
                                /**
                                 * @description The reason for the outcome; null if there is none.
                                 * @example null
                                 */
                                detail: string | null;
                                warnings: string[];
                            }[];
                            columns: {
                                /** @example 4 */
                                number: number;
                                /** @example Template ID */
                                heading: string;
                                field: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name") | null;
                                samples: string[];
                            }[];
                            /** @description In the state `needs_mapping`: the required fields for which no column was recognised. */
                            missing_fields: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name")[];
                            /** @description Entities that the file names but you have not registered; at most 100 are listed. */
                            missing_entities: {
                                /** @example 1101172974420810001 */
                                entity_id: string;
                                /** @example Acme Retail Private Limited */
                                name: string | null;
                            }[];
                            /** @description Headers that the file names but you have not registered; at most 100 are listed. */
                            missing_headers: {
                                /** @example DAKIYA */
                                header: string;
                                /** @example 1101172974420810001 */
                                entity_id: string;
                            }[];
                            notes: string[];
                            /** Format: date-time */
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
        };
    };
    getDltImport: {
        parameters: {
            query?: {
                /** @description The maximum number of rows to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Import */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD */
                            id: string;
                            /**
                             * @description Whether the file lists headers, entities or templates.
                             * @enum {string}
                             */
                            list: "templates" | "headers" | "entities";
                            /** @example templates.xlsx */
                            file_name: string;
                            /**
                             * @description `checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.
                             * @example done
                             * @enum {string}
                             */
                            state: "queued" | "running" | "checked" | "needs_mapping" | "done" | "failed" | "expired";
                            dry_run: boolean;
                            /**
                             * @description Why the import failed; null if it did not fail.
                             * @example null
                             */
                            reason: string | null;
                            /** @description The number of rows below the headings; null until the file has been read. */
                            row_count: number | null;
                            /** @example 8 */
                            rows_done: number;
                            /** @description The number of rows with each outcome; null until the import has ended. */
                            counts: {
                                /** @example 8 */
                                new: number;
                                /** @example 8 */
                                unchanged: number;
                                /** @example 8 */
                                changed: number;
                                /** @example 8 */
                                differs: number;
                                /** @example 8 */
                                repeated: number;
                                /** @example 8 */
                                invalid: number;
                                /** @example 8 */
                                unclear: number;
                            } | null;
                            /** @description A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept. */
                            rows: {
                                /**
                                 * @description The number of the row, as a spreadsheet program shows it.
                                 * @example 2
                                 */
                                row: number;
                                template_id: string | null;
                                /**
                                 * @description The header; null unless the file lists headers.
                                 * @example null
                                 */
                                header: string | null;
                                /**
                                 * @description The entity’s id; null unless the file lists entities.
                                 * @example null
                                 */
                                entity_id: string | null;
                                /**
                                 * @description `changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.
                                 * @enum {string}
                                 */
                                outcome: "new" | "unchanged" | "changed" | "differs" | "repeated" | "invalid" | "unclear";
                                /**
                                 * @description The reason for the outcome; null if there is none.
                                 * @example null
                                 */
                                detail: string | null;
                                warnings: string[];
                            }[];
                            columns: {
                                /** @example 4 */
                                number: number;
                                /** @example Template ID */
                                heading: string;
                                field: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name") | null;
                                samples: string[];
                            }[];
                            /** @description In the state `needs_mapping`: the required fields for which no column was recognised. */
                            missing_fields: ("template_id" | "body" | "name" | "category" | "kind" | "status" | "headers" | "entity_id" | "entity_name")[];
                            /** @description Entities that the file names but you have not registered; at most 100 are listed. */
                            missing_entities: {
                                /** @example 1101172974420810001 */
                                entity_id: string;
                                /** @example Acme Retail Private Limited */
                                name: string | null;
                            }[];
                            /** @description Headers that the file names but you have not registered; at most 100 are listed. */
                            missing_headers: {
                                /** @example DAKIYA */
                                header: string;
                                /** @example 1101172974420810001 */
                                entity_id: string;
                            }[];
                            notes: string[];
                            /** Format: date-time */
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
        };
    };
    listDltLinks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Links */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Links */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @enum {string} */
                            kind: "url" | "url_dynamic" | "number" | "email";
                            /** @example https://acme.example.in/orders */
                            value: string;
                        }[];
                    };
                };
            };
        };
    };
    createDltLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "url" | "url_dynamic" | "number" | "email";
                    /**
                     * @description The link, phone number or email address as registered on DLT. A link of the type `url_dynamic` ends with `?`.
                     * @example https://acme.example.in/orders
                     */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Link registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Link registered */
                        message: string;
                        data: {
                            /** @enum {string} */
                            kind: "url" | "url_dynamic" | "number" | "email";
                            /** @example https://acme.example.in/orders */
                            value: string;
                        };
                    };
                };
            };
        };
    };
    deleteDltLink: {
        parameters: {
            query: {
                kind: "url" | "url_dynamic" | "number" | "email";
                /** @description The link, phone number or email address as registered on DLT. A link of the type `url_dynamic` ends with `?`. */
                value: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Link deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Link deleted */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    listDltChains: {
        parameters: {
            query?: {
                /** @description The maximum number of entries to return. */
                limit?: number;
                /** @description The value of `next` in the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Chains */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Chains */
                        message: string;
                        /** @description Whether there are more entries. */
                        hasMore: boolean;
                        /**
                         * @description The value of `after` for the next page; null on the last page.
                         * @example null
                         */
                        next: string | null;
                        data: {
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example airtel */
                            carrier: string;
                            telemarketer_ids: string[];
                            is_approved: boolean;
                        }[];
                    };
                };
            };
        };
    };
    createDltChain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The id of the principal entity, as a string.
                     * @example 1101172974420810001
                     */
                    entity_id: string;
                    /**
                     * @description The carrier’s name in this installation.
                     * @example airtel
                     */
                    carrier: string;
                    /** @description The ids of the telemarketers, in the order from the entity to the carrier. */
                    telemarketer_ids: string[];
                    /**
                     * @description Whether all telemarketers have accepted the chain on the DLT portal. Before that, no message uses the chain.
                     * @default false
                     */
                    is_approved?: boolean;
                };
            };
        };
        responses: {
            /** @description Chain registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Chain registered */
                        message: string;
                        data: {
                            /** @example 1101172974420810001 */
                            entity_id: string;
                            /** @example airtel */
                            carrier: string;
                            telemarketer_ids: string[];
                            is_approved: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteDltChain: {
        parameters: {
            query: {
                /** @description The id of the principal entity, as a string. */
                entity_id: string;
                /** @description The carrier’s name in this installation. */
                carrier: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Chain deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Chain deleted */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    getDltMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Registry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Registry */
                        message: string;
                        data: {
                            /**
                             * @description `enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved.
                             * @enum {string}
                             */
                            mode: "enforce" | "warn" | "off";
                        };
                    };
                };
            };
        };
    };
    updateDltMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved.
                     * @enum {string}
                     */
                    mode: "enforce" | "warn" | "off";
                };
            };
        };
        responses: {
            /** @description Registry changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Registry changed */
                        message: string;
                        data: {
                            /**
                             * @description `enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved.
                             * @enum {string}
                             */
                            mode: "enforce" | "warn" | "off";
                        };
                    };
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @example Balance */
                        message: string;
                        /** @constant */
                        success: true;
                        /**
                         * @description How many messages are left in the current usage month; each segment of a text uses one. With a test key, this is always the plan’s full monthly allowance.
                         * @example 880
                         */
                        balance: number;
                        /**
                         * Format: date-time
                         * @description When the usage month ends.
                         * @example 2026-05-06T09:30:00.000Z
                         */
                        valid_until: string;
                        /**
                         * @description The name of the plan.
                         * @example Basic
                         */
                        plan: string;
                        /**
                         * @description False if the key is a test key, whose messages do not reduce the balance.
                         * @example true
                         */
                        livemode: boolean;
                        data: {
                            /**
                             * @description How many messages are left in the current usage month; each segment of a text uses one. With a test key, this is always the plan’s full monthly allowance.
                             * @example 880
                             */
                            balance: number;
                            /**
                             * Format: date-time
                             * @description When the usage month ends.
                             * @example 2026-05-06T09:30:00.000Z
                             */
                            valid_until: string;
                            /**
                             * @description The name of the plan.
                             * @example Basic
                             */
                            plan: string;
                            /**
                             * @description False if the key is a test key, whose messages do not reduce the balance.
                             * @example true
                             */
                            livemode: boolean;
                        };
                    };
                };
            };
        };
    };
}
