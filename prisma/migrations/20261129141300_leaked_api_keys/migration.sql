-- By hand: keys that were reported as leaked, and whose owners have not been notified.
CREATE INDEX CONCURRENTLY "credentials_leak_to_notify" ON "credentials"("leak_reported_at")
  WHERE "leak_reported_at" IS NOT NULL AND "leak_notified_at" IS NULL;
