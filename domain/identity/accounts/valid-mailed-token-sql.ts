/**
 * Matches a valid emailed token: `$1` its hash, `$2` its purpose, `$3` now. A token is invalid once
 * the account's address is not the one it was emailed to.
 */
export const validMailedTokenSql = `
  token_hash = $1 AND purpose = $2::token_purpose AND expires_at > $3
    AND users.id = account_tokens.user_id
    AND bound_to = sha256(convert_to(users.email_key, 'UTF8'))`;
