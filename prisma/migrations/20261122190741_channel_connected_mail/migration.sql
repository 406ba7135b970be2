-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'channel_connected';
