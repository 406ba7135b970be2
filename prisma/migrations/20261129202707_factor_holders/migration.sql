-- CreateTable
CREATE TABLE "factor_holders" (
    "user_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "factor_holders_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "factor_holders" ADD CONSTRAINT "factor_holders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
