-- What a code of a service is like, so that input that cannot be the code is no attempt at it. Null for codes of the
-- installation, and for those that the release before this one has sent.
ALTER TABLE "otps"
  ADD COLUMN "code_length" SMALLINT,
  ADD COLUMN "code_letters" BOOLEAN;
