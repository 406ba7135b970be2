import type { AuditEvent } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { changeRegistry } from './change-registry.ts';
import type { HeaderStatus } from './contract.browser.ts';
import type { EntityChange, HeaderChange, TemplateChange } from './inputs.browser.ts';

/**
 * Changes the name or state of an entity. Omitted fields do not change. All functions of this file throw `not_found` for an
 * entry of another account.
 *
 * @throws DomainError `not_found`
 */
export const changeEntity = (
  userId: string,
  entityId: string,
  { name, status }: EntityChange,
): Promise<void> =>
  changeOne(
    userId,
    'change-dlt-entity',
    `UPDATE dlt_entities
     SET name = coalesce($3, name), status = coalesce($4::dlt_registration_status, status)
     WHERE user_id = $1 AND entity_id = $2 RETURNING 1`,
    [entityId, name ?? null, status ?? null],
    {
      action: 'entity.update',
      targets: [{ type: 'entity', id: entityId, name: name ?? null }],
      after: { name, status },
    },
  );

/**
 * SQL expression: the operator's last decision on a header, or `pending` without one. Enabling a header restores this
 * state.
 */
const decidedStatus = `coalesce((
  SELECT d.decision::text FROM dlt_header_decisions AS d
  WHERE d.user_id = h.user_id AND d.header = h.header ORDER BY d.decided_at DESC, d.id DESC LIMIT 1
), 'pending')::dlt_header_status`;

/**
 * Keeps the states `pending` and `declined`, because checks assume that a header in any other state was approved. Keeps the
 * `reason` if a carrier's report has already disabled the header. A header that its owner disables has no reason.
 */
const turnOff = `
  UPDATE dlt_headers SET status = CASE WHEN status IN ('pending', 'declined') THEN status ELSE 'inactive' END,
    reason = CASE WHEN status = 'approved' THEN NULL ELSE reason END
  WHERE user_id = $1 AND header = $2 RETURNING status`;

const turnOn = `
  UPDATE dlt_headers AS h SET status = ${decidedStatus},
    reason = (SELECT d.reason FROM dlt_header_decisions AS d
      WHERE d.user_id = h.user_id AND d.header = h.header ORDER BY d.decided_at DESC, d.id DESC LIMIT 1)
  WHERE user_id = $1 AND header = $2 RETURNING status`;

/**
 * Disables a header, or enables it again after it was reactivated on the portal. An enabled header has the state of the
 * last decision of the operator of the installation, or `pending`.
 *
 * @throws DomainError `not_found`, or `invalid_parameter` if a header to disable is not approved
 */
export const changeHeader = (
  userId: string,
  header: string,
  { status }: HeaderChange,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const [name, statement] =
        status === 'inactive' ? ['turn-dlt-header-off', turnOff] : ['turn-dlt-header-on', turnOn];
      const values = [userId, header];
      const [changed] = await query<{ status: HeaderStatus }>(name, statement, values, tx);
      if (!changed) throw new DomainError('not_found');
      if (status === 'active' || changed.status === 'inactive') return;
      const message = 'Only an approved header can be turned off.';
      throw new DomainError('invalid_parameter', { param: 'status', message });
    },
    undefined,
    { action: 'header.update', targets: [{ type: 'header', id: header }], after: { status } },
  );

/**
 * Changes the name, state or headers of a template. Omitted fields do not change. The body can never be changed.
 *
 * @throws DomainError `not_found`
 */
export const changeTemplate = (
  userId: string,
  templateId: string,
  { name, status, headers }: TemplateChange,
): Promise<void> =>
  changeOne(
    userId,
    'change-dlt-template',
    `UPDATE dlt_templates SET name = coalesce($3, name), status = coalesce($4::dlt_template_status, status),
       reason = CASE WHEN $4 IS NULL OR status IN ('inactive', 'blacklisted') AND $4 = 'inactive' THEN reason END, headers = coalesce($5::text[], headers)
     WHERE user_id = $1 AND template_id = $2 RETURNING 1`,
    [templateId, name ?? null, status ?? null, headers ?? null],
    {
      action: 'template.update',
      targets: [{ type: 'template', id: templateId, name: name ?? null }],
      after: { name, status, headers },
    },
  );

/** Runs a statement that returns a row if the entry exists. Its first parameter is the account; `values` follow. */
export const changeOne = (
  userId: string,
  name: string,
  statement: string,
  values: unknown[],
  event: Omit<AuditEvent, 'accountId'>,
): Promise<void> =>
  changeRegistry(
    userId,
    async (tx) => {
      const changed = await query(name, statement, [userId, ...values], tx);
      if (changed.length === 0) throw new DomainError('not_found');
    },
    undefined,
    event,
  );
