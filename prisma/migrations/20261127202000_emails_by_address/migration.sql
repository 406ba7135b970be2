-- By hand: emails to an address, in any case, which the export of an account finds (docs/decisions/056).
CREATE INDEX CONCURRENTLY "emails_address" ON "emails"(lower("email"));
