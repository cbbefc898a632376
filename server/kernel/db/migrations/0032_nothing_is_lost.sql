ALTER TABLE "idempotency_keys" ADD COLUMN "answer_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "source_pages" ADD COLUMN "missing" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "mail_on_failure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "notified_of" text;