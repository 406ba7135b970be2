-- An email to the owner of an account about what asks for a recent sign-in.
ALTER TYPE "email_kind" ADD VALUE 'sensitive_action';
