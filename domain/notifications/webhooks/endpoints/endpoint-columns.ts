/** The columns of `webhook_endpoints` under their names in code. */
export const endpointColumns = `id, user_id AS "userId", url, url_set_at AS "urlSetAt", description, types, key_ids AS "keyIds",
    includes_text AS "includesText", livemode, max_per_second AS "maxPerSecond", enabled,
    disabled_reason AS "disabledReason", disabled_at AS "disabledAt", failures, failing_since AS "failingSince",
    last_failure_at AS "lastFailureAt", failure, created_at AS "createdAt"`;
