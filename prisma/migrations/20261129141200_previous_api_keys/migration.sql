-- By this index a secret is found that was replaced and has not ended yet.
CREATE UNIQUE INDEX CONCURRENTLY "credentials_previous_secret_hash_key" ON "credentials"("previous_secret_hash");
