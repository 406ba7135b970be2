/**
 * Picks the token of a mailed link, as long as it is good: `$1` its hash, `$2` what it is for, `$3` now.
 * It is void once the account has another address than the one that it was mailed to.
 */
export const validMailedTokenSql = `
  token_hash = $1 AND purpose = $2::token_purpose AND expires_at > $3
    AND users.id = account_tokens.user_id
    AND bound_to = sha256(convert_to(users.email_key, 'UTF8'))`;
