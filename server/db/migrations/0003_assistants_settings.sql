ALTER TABLE "integrations" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "integrations" DROP COLUMN "welcome_message";