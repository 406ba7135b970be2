-- AlterTable
ALTER TABLE "users" ADD COLUMN     "first_steps_hidden_at" TIMESTAMPTZ(3);
