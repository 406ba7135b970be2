-- CreateEnum
CREATE TYPE "operator_role" AS ENUM ('owner', 'support', 'finance');

-- CreateTable
CREATE TABLE "operators" (
    "user_id" TEXT NOT NULL,
    "role" "operator_role" NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
