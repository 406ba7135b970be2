-- Drops on purpose: drafts of forms are stored in Redis, which expires them after ten minutes.
DROP TABLE "unsent_forms";
