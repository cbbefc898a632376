UPDATE "integrations" SET "settings" = "settings" || jsonb_build_object('welcome_message', "welcome_message") WHERE "welcome_message" <> '';--> statement-breakpoint
ALTER TABLE "integrations" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "integrations" DROP COLUMN "welcome_message";