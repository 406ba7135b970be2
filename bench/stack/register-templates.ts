import type { Dakiya } from './dakiya.ts';
import { keyHeaders, signUp } from './sign-up.ts';

/** Templates of the account, of which one fits the messages of `createRequests`. */
export const templateCount = 1_000;

const entityId = '1101172974420810001';
const fitting = 'Your order {#numeric#} has left our warehouse and arrives tomorrow.';

/**
 * Makes another account, which has a header and 1,000 templates of its own: each of its messages is compared with them.
 *
 * @returns the same Dakiya, called by this account
 */
export async function withTemplates(dakiya: Dakiya): Promise<Dakiya> {
  const { userId, createKey } = await signUp(dakiya.url, 'templates');
  const { query } = dakiya.database;
  await query('INSERT INTO dlt_registries (user_id, templates) VALUES ($1, $2)', [
    userId,
    templateCount,
  ]);
  await query(
    `INSERT INTO dlt_entities (user_id, entity_id, name, created_at) VALUES ($1, $2, 'Acme', now())`,
    [userId, entityId],
  );
  await query(
    `INSERT INTO dlt_headers (user_id, header, entity_id, category, status, likeness, decided_at, created_at)
     VALUES ($1, 'ACMEIN', $2, 'service_implicit', 'approved', 'ACMEIN', now(), now())`,
    [userId, entityId],
  );
  await query(
    `INSERT INTO dlt_templates
       (user_id, template_id, entity_id, name, body, slots, category, kind, status, headers, created_at)
     SELECT $1, 1107160000000000000 + n, $2, 'Template ' || n,
       CASE n WHEN 1 THEN $4 ELSE replace($4, 'has left', 'of item ' || n || ' has left') END,
       '[]', 'service_implicit', 'text', 'approved', '{ACMEIN}', now()
     FROM generate_series(1, $3::int) AS n`,
    [userId, entityId, templateCount, fitting],
  );
  await query(
    `UPDATE dlt_registries SET characters =
       (SELECT sum(char_length(body)) FROM dlt_templates WHERE user_id = $1) WHERE user_id = $1`,
    [userId],
  );
  return { ...dakiya, headers: keyHeaders(await createKey('Templates')) };
}
